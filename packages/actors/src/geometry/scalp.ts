import type { PolygonMesh } from '../makehuman/index.ts';
import { createRasterizer } from './atlas.ts';
import { at, type Vector } from './mesh/index.ts';

/** Density of hair growth at a point on the skin. */
export type Growth = (place: Vector) => number;

/**
 * Rasterizes the density of short hairs under and around the hair, one value per pixel. Without them, the hair would look like a cap.
 * @param mayGrow returns true for vertices whose triangles may grow hair
 */
export function rasterizeGrowth(
  skin: { mesh: PolygonMesh; triangles: number; positions: Float32Array },
  growth: Growth,
  size: number,
  mayGrow: (place: Vector) => boolean = () => true,
): Float32Array {
  const values = new Float32Array(size * size);
  // Leave out the rest of the body, because it overlaps the head in this texture.
  const headCorners: number[] = [];
  for (let t = 0; t < 3 * skin.triangles; t += 3) {
    const corners = [...skin.mesh.triangles.subarray(t, t + 3)];
    if (corners.some((v) => mayGrow(at(skin.positions, v)))) headCorners.push(t, t + 1, t + 2);
  }
  const head = {
    ...skin.mesh,
    triangles: Uint32Array.from(headCorners, (t) => skin.mesh.triangles[t]!),
    uvTriangles: Uint32Array.from(headCorners, (t) => skin.mesh.uvTriangles[t]!),
  };
  const rasterize = createRasterizer(head, headCorners.length / 3, size);
  const [xs, ys, zs] = [0, 1, 2].map((axis) =>
    rasterize(Float32Array.from({ length: skin.positions.length / 3 }, (_, v) => skin.positions[3 * v + axis]!)),
  ) as [Float32Array, Float32Array, Float32Array];
  const isEmpty = (i: number): boolean => xs[i] === 0 && ys[i] === 0 && zs[i] === 0;
  for (let i = 0; i < values.length; i++) if (!isEmpty(i)) values[i] = growth([xs[i]!, ys[i]!, zs[i]!]);
  return values;
}
