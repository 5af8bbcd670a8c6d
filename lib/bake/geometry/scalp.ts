import type { PolygonMesh } from '../makehuman/index.ts';
import { rasterizeVertexValues } from './atlas.ts';
import { at, smoothStep, type Vector } from './mesh/index.ts';

/** Alpha of an image at a texture coordinate, 0..1; the origin is the upper left. */
export type Opacity = (u: number, v: number) => number;

/** Density of growth at a point of the skin, 0..1. */
export type Growth = (place: Vector) => number;

/** Hair grows on top of the head and behind; it hangs down on cheeks and shoulders but does not grow there. */
export const growsOnHead =
  ([, eyeY, eyeZ]: Vector): Growth =>
  ([, y, z]) =>
    Math.max(
      smoothStep(eyeY + 0.025, eyeY + 0.04, y),
      smoothStep(eyeZ - 0.05, eyeZ - 0.065, z) * smoothStep(eyeY - 0.06, eyeY - 0.04, y),
    );

/** Beards grow on the lower face and on the neck before it. */
export const growsOnChin =
  ([, , eyeZ]: Vector, mouthY: number): Growth =>
  ([, y, z]) =>
    smoothStep(mouthY - 0.1, mouthY - 0.08, y) * smoothStep(eyeZ - 0.12, eyeZ - 0.1, z);

/** Hair fitted to an actor. */
export interface FittedHair {
  mesh: Pick<PolygonMesh, 'triangles' | 'uvTriangles' | 'uvs'>;
  positions: Float32Array;
  opacity: Opacity;
  /** Distance by which short hairs extend beyond it, metres. */
  reach: number;
}

/** Distance between sample points of the hair, metres. */
const SAMPLE_DISTANCE = 0.002;
/** Least alpha that counts as hair. */
const MIN_OPACITY = 0.5;

/**
 * Rasterizes where short hairs grow on the skin, under and around hair cards, whose edge would otherwise look like that
 * of a cap.
 *
 * @param skin mesh with the texture coordinates of the target texture
 * @param grows density of growth at a point of the skin, 0..1
 * @param covers share of the skin that hair hides at a point even where no card lies on it, 0..1
 * @param size width and height of the texture, pixels
 * @returns one value per pixel: 1 under the hair, 0 beyond its reach; up to 1 is added where it covers
 */
export function rasterizeHairGrowth(
  hair: FittedHair,
  skin: { mesh: PolygonMesh; triangles: number; positions: Float32Array },
  { grows, covers = () => 0 }: { grows: Growth; covers?: Growth },
  size: number,
): Float32Array {
  const densityAt = hairDensity(hair, grows);
  const values = new Float32Array(size * size);
  // The rest of the body overlaps the head in this texture.
  const headCorners: number[] = [];
  for (let t = 0; t < 3 * skin.triangles; t += 3) {
    const corners = [...skin.mesh.triangles.subarray(t, t + 3)];
    if (corners.some((v) => grows(at(skin.positions, v)) > 0)) headCorners.push(t, t + 1, t + 2);
  }
  const head = {
    ...skin.mesh,
    triangles: Uint32Array.from(headCorners, (t) => skin.mesh.triangles[t]!),
    uvTriangles: Uint32Array.from(headCorners, (t) => skin.mesh.uvTriangles[t]!),
  };
  const [xs, ys, zs] = [0, 1, 2].map((axis) => {
    const values = skin.positions.filter((_, i) => i % 3 === axis);
    return rasterizeVertexValues(head, headCorners.length / 3, values, size);
  }) as [Float32Array, Float32Array, Float32Array];
  for (let i = 0; i < values.length; i++) {
    const place = [xs[i]!, ys[i]!, zs[i]!] as const;
    const [x, y, z] = place;
    if (x === 0 && y === 0 && z === 0) continue;
    const density = grows(place);
    if (density === 0) continue;
    const covered = covers(place);
    values[i] = Math.max(density * smoothStep(0, FULL_DENSITY, densityAt(place)), covered) + covered;
  }
  const isEmpty = (i: number): boolean => xs[i] === 0 && ys[i] === 0 && zs[i] === 0;
  return dilate(values, size, isEmpty);
}

/** Returns a function that measures the density of hair around a point: 0 beyond its reach, 1 in the middle of it. */
export function hairDensity(hair: FittedHair, grows: Growth): (place: Vector) => number {
  return densityFunction(listSamplePoints(hair, grows), hair.reach);
}

/** Pixels by which values extend beyond a region of the texture, so that no seam shows. */
const MARGIN = 4;

/** Extends values into adjacent empty pixels. */
function dilate(values: Float32Array, size: number, isEmpty: (i: number) => boolean): Float32Array {
  let dilated = values;
  for (let pass = 0; pass < MARGIN; pass++) {
    const next = dilated.slice();
    for (let i = size; i < values.length - size; i++) {
      if (dilated[i] === 0 && isEmpty(i))
        next[i] = Math.max(dilated[i - 1]!, dilated[i + 1]!, dilated[i - size]!, dilated[i + size]!);
    }
    dilated = next;
  }
  return dilated;
}

/** Lists points of the visible hair where hair grows, one per cell of `SAMPLE_DISTANCE`, in no order. */
function listSamplePoints({ mesh, positions, opacity }: FittedHair, grows: Growth): Vector[] {
  const { triangles, uvTriangles, uvs } = mesh;
  const points = new Map<number, Vector>();
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [
      at(positions, triangles[t]!),
      at(positions, triangles[t + 1]!),
      at(positions, triangles[t + 2]!),
    ];
    if (![a, b, c].some((corner) => grows(corner) > 0)) continue;
    const [ua, ub, uc] = [2 * uvTriangles[t]!, 2 * uvTriangles[t + 1]!, 2 * uvTriangles[t + 2]!];
    const parts = Math.max(
      1,
      Math.ceil(Math.max(distanceOf(a, b), distanceOf(b, c), distanceOf(c, a)) / SAMPLE_DISTANCE),
    );
    for (let i = 0; i <= parts; i++) {
      for (let j = 0; j <= parts - i; j++) {
        const [wa, wb] = [i / parts, j / parts];
        const wc = 1 - wa - wb;
        const u = wa * uvs[ua]! + wb * uvs[ub]! + wc * uvs[uc]!;
        const v = wa * uvs[ua + 1]! + wb * uvs[ub + 1]! + wc * uvs[uc + 1]!;
        if (opacity(u, v) < MIN_OPACITY) continue;
        const x = wa * a[0] + wb * b[0] + wc * c[0];
        const y = wa * a[1] + wb * b[1] + wc * c[1];
        const z = wa * a[2] + wb * b[2] + wc * c[2];
        points.set(cellOf(x / SAMPLE_DISTANCE, y / SAMPLE_DISTANCE, z / SAMPLE_DISTANCE), [x, y, z]);
      }
    }
  }
  return [...points.values()];
}

/** Density of hair around a point that has hair on one side. */
const FULL_DENSITY = 0.5;

/**
 * Returns a function that measures the density of points within `reach`, weighted by nearness; 1 where points lie on
 * all sides.
 */
function densityFunction(points: readonly Vector[], reach: number): (place: Vector) => number {
  const grid = new Map<number, Vector[]>();
  for (const place of points) {
    const [x, y, z] = place;
    // Each point is stored in the neighbouring cells too, so that a query reads one cell.
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (let dz = -1; dz <= 1; dz++) {
          const cell = cellOf(x / reach + dx, y / reach + dy, z / reach + dz);
          const found = grid.get(cell);
          if (found) found.push(place);
          else grid.set(cell, [place]);
        }
  }
  // Volume of a cone that stands on the surface, in squares of `SAMPLE_DISTANCE`.
  const full = (Math.PI * (reach / SAMPLE_DISTANCE) ** 2) / 3;
  return (place) => {
    const [x, y, z] = place;
    let sum = 0;
    for (const other of grid.get(cellOf(x / reach, y / reach, z / reach)) ?? []) {
      sum += Math.max(0, 1 - distanceOf(place, other) / reach);
    }
    return sum / full;
  };
}

/** Number of grid cells on each side of the origin: 8 m with cells of `SAMPLE_DISTANCE`. */
const GRID_CELLS = 4096;

/** Returns the number of the unit cell that contains a point. */
const cellOf = (x: number, y: number, z: number): number =>
  ((Math.floor(x) + GRID_CELLS) * 2 * GRID_CELLS + Math.floor(y) + GRID_CELLS) * 2 * GRID_CELLS +
  Math.floor(z) +
  GRID_CELLS;

const distanceOf = (a: Vector, b: Vector): number =>
  Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);
