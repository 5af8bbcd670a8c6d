import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Bvh } from '../src/geometry/mesh/bvh.ts';

type Point = readonly [number, number, number];

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Point, b: Point): Point => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/**
 * Returns how far along the ray it hits the plane of a triangle, and the relative distance from there to the nearest edge (negative outside
 * the triangle).
 */
function meet(from: Point, along: Point, [a, b, c]: readonly [Point, Point, Point]) {
  const [ab, ac] = [minus(b, a), minus(c, a)];
  const p = cross(along, ac);
  const size = dot(ab, p);
  const to = minus(from, a);
  const u = dot(to, p) / size;
  const q = cross(to, ab);
  const v = dot(along, q) / size;
  return { distance: dot(ac, q) / size, edge: Math.min(u, v, 1 - u - v), size: Math.abs(size) };
}

const coordinate = fc.noBias(fc.integer({ min: -1000, max: 1000 })).map((value) => Math.fround(value / 1000));
const point = fc.tuple(coordinate, coordinate, coordinate);
const axis = fc.constantFrom<Point>([1, 0, 0], [-1, 0, -0], [0, 1, -0], [-0, -1, 0], [0, 0, 1], [-0, -0, -1]);
const direction = fc.oneof(
  axis,
  point
    .filter((place) => Math.hypot(...place) > 0.1)
    .map((place) => place.map((value) => value / Math.hypot(...place)) as unknown as Point),
);

it('a hierarchy of boxes transmits as much light as testing every triangle', () => {
  const soup = fc.array(fc.tuple(fc.tuple(point, point, point), fc.constantFrom(1, 0.5, 0.25)), {
    maxLength: 60,
    size: 'max',
  });
  let met = 0;
  fc.assert(
    fc.property(
      soup,
      point,
      direction,
      fc.integer({ min: 1, max: 30 }).map((value) => value / 10),
      (triangles, from, along, reach) => {
        // A ray that runs along an edge or a plane, or ends on a triangle, may or may not count as a hit.
        const clear = triangles
          .map(([corners, opacity]) => ({ corners, opacity, ...meet(from, along, corners) }))
          .filter(
            ({ distance, edge, size }) =>
              size > 1e-4 && Math.abs(edge) > 1e-3 && Math.abs(distance) > 1e-3 && Math.abs(distance - reach) > 1e-3,
          );
        const hits = clear.filter(({ distance, edge }) => edge > 0 && distance > 0 && distance < reach);
        met += hits.length;
        const light = hits.reduce((rest, { opacity }) => rest * (1 - opacity), 1);
        const { transmittance } = new Bvh({
          corners: Float32Array.from(clear.flatMap(({ corners }) => corners.flat())),
          opacities: Float32Array.from(clear, ({ opacity }) => opacity),
        });
        expect(Math.abs(transmittance(...from, ...along, reach) - light)).toBeLessThan(0.02);
      },
    ),
    { numRuns: 600 },
  );
  expect(met).toBeGreaterThan(100);
});
