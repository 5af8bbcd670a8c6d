import { at, Bvh, bell } from '../geometry/mesh/index.ts';
import type { BaseMesh } from '../makehuman/index.ts';
import { createField, type Field } from './field.ts';

/** Texture regions of the mouth cavity and the eye sockets in the base mesh. Below `HEAD_HEIGHT` (in meters), they contain the hands. */
const CAVITY_UV = { fromU: 0.756, toU: 0.926, fromV: 0.862, toV: 1 };
const SOCKETS_UV = { fromU: 0, toU: 0.165, fromV: 0.355, toV: 0.465 };
const HEAD_HEIGHT = 0.5;

/** The lining of the mouth or of the eye sockets in the base mesh. */
export interface Lining {
  vertices: ReadonlySet<number>;
  /** Vertices shared with the skin, which are the rims where the lips or the eyelids meet. */
  rims: readonly number[];
}

/** Finds the mouth cavity, which has its own texture region. */
export const findMouthCavity = (base: BaseMesh): Lining => findRegion(base, CAVITY_UV);

/** Finds the linings of the eye sockets, behind the eyelids. Their rims are the eyelid edges. */
export const findSockets = (base: BaseMesh): Lining => findRegion(base, SOCKETS_UV);

function findRegion(
  { positions, triangles, uvTriangles, uvs, bodyTriangles }: BaseMesh,
  { fromU, toU, fromV, toV }: typeof CAVITY_UV,
): Lining {
  const vertices = new Set<number>();
  const skin = new Set<number>();
  for (let t = 0; t < 3 * bodyTriangles; t++) {
    const vertex = triangles[t]!;
    if (positions[3 * vertex + 1]! < HEAD_HEIGHT) continue;
    const [u, v] = [uvs[2 * uvTriangles[t]!]!, uvs[2 * uvTriangles[t]! + 1]!];
    const isInside = u > fromU && u < toU && v > fromV && v < toV;
    (isInside ? vertices : skin).add(vertex);
  }
  return { vertices, rims: [...vertices].filter((vertex) => skin.has(vertex)) };
}

/** Returns the minimum and maximum coordinates of the vertices. */
function boundsOf(positions: Float32Array, vertices: ReadonlySet<number>): [low: number[], high: number[]] {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (const v of vertices)
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k]!, positions[3 * v + k]!);
      high[k] = Math.max(high[k]!, positions[3 * v + k]!);
    }
  return [low, high];
}

/** Minimum distance from the cavity to the cheeks, and to the skin in front of it, in meters. A smile moves that skin back. */
const MIN_CHEEK_DISTANCE = 0.0035;
const MIN_FRONT_DISTANCE = 0.002;
/** Maximum retraction, and the step in which it is tested, in meters. */
const MAX_RETRACTION = 0.012;
const STEP = 0.0005;
/** Maximum distance from the lip rims for a vertex to count as inside the lips, in meters. */
const LIP_DISTANCE = 0.005;
/** Ray origins: distance from the middle, where there are no vertices, and distance behind a vertex for forward rays, in meters. */
const RAY_START = 0.0015;
const RAY_BEHIND = 0.008;
/** Radius in which the cavity is retracted along with a vertex, in meters. */
const RETRACTION_RADIUS = 0.014;

/**
 * Computes a field that keeps the mouth cavity inside the cheeks, lips, and chin. On a narrow jaw, opening the mouth moves the cavity
 * farther sideways than the skin in front of it, and smiling pulls back the skin below the lower lip.
 * @param positions vertices of a symmetric body
 */
export function retractMouthCavity(positions: Float32Array, triangles: Uint32Array, { vertices, rims }: Lining): Field {
  const [low, high] = boundsOf(positions, vertices);
  const corners: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const own = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!] as const;
    // Cast rays sideways and forward out of the cavity, but not up, down, or back.
    if ([1, 2].some((k) => own.every((v) => positions[3 * v + k]! < low[k]!))) continue;
    if (own.every((v) => positions[3 * v + 1]! > high[1]!)) continue;
    if (own.every((v) => vertices.has(v))) continue;
    for (const v of own) corners.push(...at(positions, v));
  }
  const cheeks = new Bvh({
    corners: Float32Array.from(corners),
    opacities: new Float32Array(corners.length / 9).fill(1),
  });
  const fromRims = (v: number): number =>
    rims.reduce((least, rim) => {
      const dx = positions[3 * v]! - positions[3 * rim]!;
      const dy = positions[3 * v + 1]! - positions[3 * rim + 1]!;
      const dz = positions[3 * v + 2]! - positions[3 * rim + 2]!;
      return Math.min(least, Math.hypot(dx, dy, dz));
    }, Infinity);
  /** Returns how far a vertex must move back until a ray, shortened by the same distance, no longer hits skin. */
  const retract = (isFree: (retraction: number) => boolean): number => {
    let retraction = 0;
    while (retraction < MAX_RETRACTION && !isFree(retraction)) retraction += STEP;
    return retraction;
  };
  const retractions = [...vertices].flatMap((v) => {
    const [x, y, z] = at(positions, v);
    if (x < 0 || fromRims(v) < LIP_DISTANCE) return [];
    const inward = retract(
      (by) => x < RAY_START || cheeks.transmittance(RAY_START, y, z, 1, 0, 0, x - by + MIN_CHEEK_DISTANCE - RAY_START) === 1,
    );
    const back = retract((by) => cheeks.transmittance(x, y, z - RAY_BEHIND, 0, 0, 1, RAY_BEHIND - by + MIN_FRONT_DISTANCE) === 1);
    return inward + back > 0 ? [{ x, y, z, inward, back }] : [];
  });
  if (retractions.length === 0) return new Float32Array(positions.length);
  return createField(positions, (x, y, z, v) => {
    if (!vertices.has(v)) return undefined;
    let [inward, back] = [0, 0];
    for (const other of retractions) {
      const away = Math.hypot(Math.abs(x) - other.x, y - other.y, z - other.z);
      if (away >= RETRACTION_RADIUS) continue;
      const share = bell(away, RETRACTION_RADIUS);
      inward = Math.max(inward, other.inward * share);
      back = Math.max(back, other.back * share);
    }
    return inward + back > 0 ? [-Math.sign(x) * Math.min(inward, Math.abs(x)), 0, -back] : undefined;
  });
}
