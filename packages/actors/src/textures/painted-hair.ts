import { add, at, cross, dot, scale, subtract, type Vector } from '../geometry/mesh/index.ts';
import type { PolygonMesh } from '../makehuman/index.ts';
import { hash } from './noise.ts';

/** Short hairs painted on the skin. Lengths are in meters. */
export interface PaintedHair {
  /** Density of the hairs at a point, 0..1. */
  density(place: Vector): number;
  /** Direction of growth. Any length except 0. `random` maps a seed to a number in 0..1. */
  comb(place: Vector, random: (seed: number) => number): Vector;
  length: number;
  spacing: number;
  /** Maximum random angle from the combed direction, in radians. */
  stray: number;
  /** Opacity of a hair at its thickest point. Defaults to 0.62. */
  opacity?: number;
  /** Returns true if there may be hairs near the point. Triangles without such a corner are skipped. */
  within(place: Vector): boolean;
}

/** Draws single hairs along the skin into its texture. @param size in pixels @returns hair opacity, 0..255 for each pixel */
export function paintHairs(
  { mesh, triangles, positions }: { mesh: PolygonMesh; triangles: number; positions: Float32Array },
  size: number,
  { density, comb, length, spacing, stray, opacity = 0.62, within }: PaintedHair,
): Uint8Array {
  const drawn = new Uint8Array(size * size);
  for (let t = 0; t < 3 * triangles; t += 3) {
    const corners = [0, 1, 2].map((k): Vector => at(positions, mesh.triangles[t + k]!)) as [Vector, Vector, Vector];
    if (!corners.some(within)) continue;
    const [a, b, c] = corners;
    const [ab, ac] = [subtract(b, a), subtract(c, a)];
    const across = cross(ab, ac);
    const area = Math.hypot(...across) / 2;
    if (area === 0) continue;
    const [ua, ub, uc] = [0, 1, 2].map((k) => {
      const corner = 2 * mesh.uvTriangles[t + k]!;
      return [mesh.uvs[corner]! * size, mesh.uvs[corner + 1]! * size] as const;
    }) as [readonly [number, number], readonly [number, number], readonly [number, number]];
    const normal = scale(across, 0.5 / area);
    const [bb, cc, bc] = [dot(ab, ab), dot(ac, ac), dot(ab, ac)];
    const determinant = bb * cc - bc * bc;
    const count = Math.floor(area / spacing ** 2 + hash(t, 0, 131));
    for (let k = 0; k < count; k++) {
      const random = (seed: number): number => hash(t * 64 + k, seed, 132);
      let [s, r] = [random(0), random(1)];
      if (s + r > 1) [s, r] = [1 - s, 1 - r];
      const place = add(a, add(scale(ab, s), scale(ac, r)));
      if (random(2) >= density(place)) continue;
      const wanted = comb(place, random);
      const flat = subtract(wanted, scale(normal, dot(wanted, normal)));
      const flatLength = Math.hypot(...flat) || 1;
      const angle = stray * (2 * random(3) - 1);
      const straight = scale(flat, 1 / flatLength);
      const along = add(scale(straight, Math.cos(angle)), scale(cross(normal, straight), Math.sin(angle)));
      // Express the direction in terms of the triangle sides, which also gives the direction in the texture.
      const [db, dc] = [dot(along, ab), dot(along, ac)];
      const [onB, onC] = [(db * cc - dc * bc) / determinant, (dc * bb - db * bc) / determinant];
      const reach = length * (0.6 + 0.6 * random(4));
      const [x, y] = [0, 1].map((axis) => ua[axis]! + s * (ub[axis]! - ua[axis]!) + r * (uc[axis]! - ua[axis]!));
      const [dx, dy] = [0, 1].map((axis) => reach * (onB * (ub[axis]! - ua[axis]!) + onC * (uc[axis]! - ua[axis]!)));
      drawHair(drawn, size, [x!, y!], [dx!, dy!], opacity * (0.55 + 0.45 * random(5)));
    }
  }
  return drawn;
}

/** Draws a hair that tapers toward its tip. Where hairs cross, the darker one shows. */
function drawHair(
  drawn: Uint8Array,
  size: number,
  [x, y]: readonly [number, number],
  [dx, dy]: readonly [number, number],
  opacity: number,
): void {
  const steps = Math.max(1, Math.ceil(1.5 * Math.hypot(dx, dy)));
  for (let step = 0; step <= steps; step++) {
    const t = step / steps;
    const value = 255 * opacity * (1 - t * t) * Math.min(1, 0.4 + 4 * t);
    const px = x + t * dx - 0.5;
    const py = y + t * dy - 0.5;
    const left = Math.floor(px);
    const top = Math.floor(py);
    for (let row = Math.max(0, top); row <= Math.min(size - 1, top + 1); row++)
      for (let column = Math.max(0, left); column <= Math.min(size - 1, left + 1); column++) {
        const share = (1 - Math.abs(px - column)) * (1 - Math.abs(py - row));
        const pixel = row * size + column;
        drawn[pixel] = Math.max(drawn[pixel]!, Math.round(value * Math.min(1, 1.6 * share)));
      }
  }
}
