import { at, Bvh, bell } from '../geometry/mesh/index.ts';
import type { BaseMesh } from '../makehuman/index.ts';
import { createField, type Field } from './field.ts';

/** Where the mouth's lining lies in the texture of the base mesh. Hands lie there too; they hang lower than this, metres. */
const LINING_UV = { fromU: 0.756, toU: 0.926, fromV: 0.862 };
const HEAD_FROM = 0.5;

/** The inside of the mouth in the base mesh. */
export interface MouthCavity {
  /** Its vertices. */
  vertices: ReadonlySet<number>;
  /** Those of them that skin before it has too: the rims on which the lips meet. */
  rims: readonly number[];
}

/** Finds the mouth's lining, which the base mesh paints apart. */
export function findMouthCavity({ positions, triangles, uvTriangles, uvs, bodyTriangles }: BaseMesh): MouthCavity {
  const vertices = new Set<number>();
  const skin = new Set<number>();
  for (let t = 0; t < 3 * bodyTriangles; t++) {
    const vertex = triangles[t]!;
    if (positions[3 * vertex + 1]! < HEAD_FROM) continue;
    const [u, v] = [uvs[2 * uvTriangles[t]!]!, uvs[2 * uvTriangles[t]! + 1]!];
    const isLining = u > LINING_UV.fromU && u < LINING_UV.toU && v > LINING_UV.fromV;
    (isLining ? vertices : skin).add(vertex);
  }
  return { vertices, rims: [...vertices].filter((vertex) => skin.has(vertex)) };
}

/** The lining stays at least this far within the cheeks, metres. */
const CHEEK = 0.0035;
/** It is drawn in by no more than this, metres, found in steps. */
const MOST = 0.012;
const STEP = 0.0005;
/** Nearer to the lips' rims than this it lies in the lips, metres. */
const LIPS = 0.005;
/** Rays to the cheek begin this far from the middle, where no vertices lie, metres. */
const START = 0.0015;
/** How far about a vertex the lining is drawn in with it, metres. */
const SPREAD = 0.014;

/**
 * What must be added so that the lining of the mouth does not stand out of the cheeks: on narrow jaws an opened mouth takes it
 * farther aside than the skin before it.
 *
 * @param positions A symmetric body's.
 * @param triangles The body's.
 */
export function retractMouthCavity(
  positions: Float32Array,
  triangles: Uint32Array,
  { vertices, rims }: MouthCavity,
): Field {
  const corners: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const own = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    if (own.every((v) => vertices.has(v))) continue;
    for (const v of own) corners.push(...at(positions, v));
  }
  const cheeks = new Bvh({
    corners: Float32Array.from(corners),
    opacities: new Float32Array(corners.length / 9).fill(1),
  });
  const fromRims = (v: number): number =>
    Math.min(...rims.map((rim) => Math.hypot(...at(positions, v).map((value, k) => value - positions[3 * rim + k]!))));
  const needs = [...vertices].flatMap((v) => {
    const [x, y, z] = at(positions, v);
    if (x < START || fromRims(v) < LIPS) return [];
    let need = 0;
    while (need < MOST && cheeks.light(START, y, z, 1, 0, 0, x - need + CHEEK - START) === 0) need += STEP;
    return need > 0 ? [{ x, y, z, need }] : [];
  });
  if (needs.length === 0) return new Float32Array(positions.length);
  return createField(positions, (x, y, z, v) => {
    if (!vertices.has(v)) return undefined;
    const drawn = Math.max(
      ...needs.map((other) => other.need * bell(Math.hypot(Math.abs(x) - other.x, y - other.y, z - other.z), SPREAD)),
    );
    return drawn > 0 ? [-Math.sign(x) * Math.min(drawn, Math.abs(x)), 0, 0] : undefined;
  });
}
