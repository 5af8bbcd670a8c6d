/**
 * Computes smooth vertex normals: the area-weighted mean of the adjacent triangles' normals.
 * @param triangles counterclockwise as seen from outside
 * @returns unit normals, 3 values per vertex; (0, 0, 1) for a vertex without triangles
 */
export function smoothNormals(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const sums = areaWeightedNormals(positions, triangles);
  for (let v = 0; v < sums.length; v += 3) {
    const length = Math.hypot(sums[v]!, sums[v + 1]!, sums[v + 2]!);
    if (length === 0) sums[v + 2] = 1;
    else for (let k = v; k < v + 3; k++) sums[k]! /= length;
  }
  return sums;
}

/**
 * Computes area-weighted normals: at each vertex, the sum of the adjacent triangles' normals, each scaled to twice the triangle's area.
 * @returns 3 values per vertex, in square meters
 */
export function areaWeightedNormals(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const sums = new Float32Array(positions.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = triangles[t]! * 3;
    const b = triangles[t + 1]! * 3;
    const c = triangles[t + 2]! * 3;
    const ux = positions[b]! - positions[a]!;
    const uy = positions[b + 1]! - positions[a + 1]!;
    const uz = positions[b + 2]! - positions[a + 2]!;
    const vx = positions[c]! - positions[a]!;
    const vy = positions[c + 1]! - positions[a + 1]!;
    const vz = positions[c + 2]! - positions[a + 2]!;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    addToCorners(sums, triangles, t, nx, ny, nz);
  }
  return sums;
}

/**
 * Computes the derivative of area-weighted normals with respect to the weight of a displacement, at weight 0. The normals for a mix of
 * displacements are close to the weighted sum of their derivatives, because the error is only second-order. Differences between unit
 * normals do not add up this way, and in folds they can flip normals.
 * @returns 3 values per vertex, in square meters per unit of weight
 */
export function differentiateNormals(positions: Float32Array, displacement: Float32Array, triangles: Uint32Array): Float32Array {
  const sums = new Float32Array(positions.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3];
    const pa = displacement[a]!;
    const qa = displacement[a + 1]!;
    const ra = displacement[a + 2]!;
    const pu = displacement[b]! - pa;
    const qu = displacement[b + 1]! - qa;
    const ru = displacement[b + 2]! - ra;
    const pv = displacement[c]! - pa;
    const qv = displacement[c + 1]! - qa;
    const rv = displacement[c + 2]! - ra;
    if (pu === 0 && qu === 0 && ru === 0 && pv === 0 && qv === 0 && rv === 0) continue;
    const ux = positions[b]! - positions[a]!;
    const uy = positions[b + 1]! - positions[a + 1]!;
    const uz = positions[b + 2]! - positions[a + 2]!;
    const vx = positions[c]! - positions[a]!;
    const vy = positions[c + 1]! - positions[a + 1]!;
    const vz = positions[c + 2]! - positions[a + 2]!;
    const nx = qu * vz - ru * vy + uy * rv - uz * qv;
    const ny = ru * vx - pu * vz + uz * pv - ux * rv;
    const nz = pu * vy - qu * vx + ux * qv - uy * pv;
    addToCorners(sums, triangles, t, nx, ny, nz);
  }
  return sums;
}

/** Adds a vector to the sums at the three corners of the triangle at `t`. */
function addToCorners(sums: Float32Array, triangles: Uint32Array, t: number, x: number, y: number, z: number): void {
  for (let k = t; k < t + 3; k++) {
    const corner = triangles[k]! * 3;
    sums[corner]! += x;
    sums[corner + 1]! += y;
    sums[corner + 2]! += z;
  }
}
