import { at, dot, subtract, type Vector } from '../geometry/mesh/index.ts';

/** Weights for matching: what a difference of 1 counts as, in meters, for normals and for how much a vertex follows the jaw. */
const NORMAL_LENGTH = 0.01;
const JAW_LENGTH = 0.03;

/** Mesh of a head, with features that tell its parts apart. */
export interface Surface {
  positions: Float32Array;
  triangles: Uint32Array;
  normals: Float32Array;
  /** How much each vertex follows the jaw as it opens, 0..1. */
  jaw: Float32Array;
}

export interface Match {
  /** First index of the triangle, and the weights of its corners. */
  triangle: number;
  weights: Vector;
  point: Vector;
  distance: number;
  /** Cosine of the angle between the normals. */
  cosine: number;
}

/** Returns a function that finds the surface point whose position, normal, and motion with the jaw match best. */
export function createMatcher({ positions, triangles, normals, jaw }: Surface) {
  const around = new Map<number, number[]>();
  for (let i = 0; i < triangles.length; i++) {
    const own = around.get(triangles[i]!) ?? [];
    around.set(triangles[i]!, own);
    own.push(i - (i % 3));
  }
  const vertices = Uint32Array.from(around.keys());
  return ([x, y, z]: Vector, [nx, ny, nz]: Vector, follows: number): Match => {
    let [nearest, least] = [0, Number.POSITIVE_INFINITY];
    for (const v of vertices) {
      const a = 3 * v;
      let sum = (positions[a]! - x) ** 2 + (positions[a + 1]! - y) ** 2 + (positions[a + 2]! - z) ** 2;
      if (sum >= least) continue;
      const turn = (normals[a]! - nx) ** 2 + (normals[a + 1]! - ny) ** 2 + (normals[a + 2]! - nz) ** 2;
      sum += NORMAL_LENGTH ** 2 * turn + JAW_LENGTH ** 2 * (jaw[v]! - follows) ** 2;
      if (sum < least) [nearest, least] = [v, sum];
    }
    const candidates = around.get(nearest)!.map((triangle) => {
      const corners = [0, 1, 2].map((k) => at(positions, triangles[triangle + k]!)) as unknown as [Vector, Vector, Vector];
      return { triangle, ...closestInTriangle([x, y, z], corners) };
    });
    const best = candidates.reduce((a, b) => (b.distance < a.distance ? b : a));
    let cosine = 0;
    best.weights.forEach((weight, k) => {
      const [mx, my, mz] = at(normals, triangles[best.triangle + k]!);
      cosine += weight * (mx * nx + my * ny + mz * nz);
    });
    return { ...best, cosine };
  };
}

/** Finds the point in a triangle nearest to a given point (Ericson, "Real-Time Collision Detection", 5.1.5). */
function closestInTriangle(p: Vector, [a, b, c]: readonly [Vector, Vector, Vector]): { weights: Vector; point: Vector; distance: number } {
  const [ab, ac] = [subtract(b, a), subtract(c, a)];
  const [ap, bp, cp] = [subtract(p, a), subtract(p, b), subtract(p, c)];
  const [d1, d2, d3, d4, d5, d6] = [dot(ab, ap), dot(ac, ap), dot(ab, bp), dot(ac, bp), dot(ab, cp), dot(ac, cp)];
  const [va, vb, vc] = [d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2];
  const weights = ((): Vector => {
    if (d1 <= 0 && d2 <= 0) return [1, 0, 0];
    if (d3 >= 0 && d4 <= d3) return [0, 1, 0];
    if (d6 >= 0 && d5 <= d6) return [0, 0, 1];
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return [1 - d1 / (d1 - d3), d1 / (d1 - d3), 0];
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return [1 - d2 / (d2 - d6), 0, d2 / (d2 - d6)];
    const toC = (d4 - d3) / (d4 - d3 + (d5 - d6));
    if (va <= 0 && d4 >= d3 && d5 >= d6) return [0, 1 - toC, toC];
    const total = va + vb + vc;
    return [va / total, vb / total, vc / total];
  })();
  const point = a.map((value, k) => weights[0] * value + weights[1] * b[k]! + weights[2] * c[k]!) as unknown as Vector;
  return { weights, point, distance: Math.hypot(...subtract(p, point)) };
}
