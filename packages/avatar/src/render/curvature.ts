import type { Part } from '../model/index.ts';

/** Maximum curvature in 1/meters, as at the tip of a nose. */
const FULL = 110;
/** Value for the maximum curvature. 1 is reserved for thin parts, which let light through. */
const CURVED = 0.75;
/** Skin is thin if a surface facing the other way is closer than `near` meters. Skin closer to the middle than `aside` does not count. */
const THIN = { near: 0.009, aside: 0.85 };

/** Measures skin curvature at each vertex, 0..`CURVED`, which sets the width of subsurface scattering. Ears are set to 1. */
export function measureCurvature({ positions, normals, indices, weights, joints }: Part, head: number): Float32Array {
  const count = positions.length / 3;
  const [turned, edges] = [new Float32Array(count), new Float32Array(count)];
  for (let k = 0; k < indices.length; k++) {
    const a = indices[k]!;
    const b = indices[k % 3 === 2 ? k - 2 : k + 1]!;
    let [turn, way] = [0, 0];
    for (let axis = 0; axis < 3; axis++) {
      turn += (normals[3 * a + axis]! - normals[3 * b + axis]!) ** 2;
      way += (positions[3 * a + axis]! - positions[3 * b + axis]!) ** 2;
    }
    const bend = Math.sqrt(turn / Math.max(way, 1e-9));
    turned[a]! += bend;
    turned[b]! += bend;
    edges[a]!++;
    edges[b]!++;
  }
  const curvature = turned.map((sum, v) => CURVED * Math.min(1, sum / Math.max(1, edges[v]!) / FULL));
  const ofHead = (v: number): boolean => joints[4 * v] === head && weights[4 * v]! > 0.9;
  let widest = 0;
  for (let v = 0; v < count; v++) if (ofHead(v)) widest = Math.max(widest, Math.abs(positions[3 * v]!));
  const outer = [...curvature.keys()].filter((v) => ofHead(v) && Math.abs(positions[3 * v]!) > THIN.aside * widest);
  for (const v of outer) if (outer.some((w) => isOpposite(positions, normals, 3 * v, 3 * w))) curvature[v] = 1;
  return curvature;
}

/** Returns true if two vertices are close, but face away from each other. @param a index in `positions` of x of the first vertex */
function isOpposite(positions: Float32Array, normals: Float32Array, a: number, b: number): boolean {
  let [facing, way] = [0, 0];
  for (let axis = 0; axis < 3; axis++) {
    way += (positions[a + axis]! - positions[b + axis]!) ** 2;
    facing += normals[a + axis]! * normals[b + axis]!;
  }
  return facing < -0.3 && way < THIN.near ** 2;
}
