import type { Part } from '../model/index.ts';

/** Curvature that counts as full, 1/metres: that of a nose's tip. */
const FULL = 110;
/** Share of the range of values for curvature; 1 stands for thin parts, through which light shines. */
const CURVED = 0.75;
/** A part is thin where a surface that faces away is nearer than this, metres, and at least this far from the middle. */
const THIN = { near: 0.009, aside: 0.85 };

/**
 * Measures how curved a skin is at each vertex, 0..`CURVED`, for the width of subsurface scattering, and finds the ears,
 * which get 1.
 */
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
    for (const v of [a, b]) {
      turned[v]! += bend;
      edges[v]!++;
    }
  }
  const curvature = turned.map((sum, v) => CURVED * Math.min(1, sum / Math.max(1, edges[v]!) / FULL));
  const ofHead = (v: number): boolean => joints[4 * v] === head && weights[4 * v]! > 0.9;
  let widest = 0;
  for (let v = 0; v < count; v++) if (ofHead(v)) widest = Math.max(widest, Math.abs(positions[3 * v]!));
  const outer = [...curvature.keys()].filter((v) => ofHead(v) && Math.abs(positions[3 * v]!) > THIN.aside * widest);
  for (const v of outer) {
    const isThin = outer.some((w) => {
      let [facing, way] = [0, 0];
      for (let axis = 0; axis < 3; axis++) {
        facing += normals[3 * v + axis]! * normals[3 * w + axis]!;
        way += (positions[3 * v + axis]! - positions[3 * w + axis]!) ** 2;
      }
      return facing < -0.3 && way < THIN.near ** 2;
    });
    if (isThin) curvature[v] = 1;
  }
  return curvature;
}
