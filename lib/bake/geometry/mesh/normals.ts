/**
 * Computes smooth vertex normals: the mean of the adjacent triangles, weighted by area.
 *
 * @param positions 3 per vertex
 * @param triangles 3 vertices each, counter-clockwise seen from outside
 * @returns 3 per vertex, of length 1; (0, 0, 1) for a vertex without triangles
 */
export function smoothNormals(positions: Float32Array, triangles: Uint32Array): Float32Array {
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
    for (let k = 0; k < 3; k++) {
      const corner = triangles[t + k]! * 3;
      sums[corner]! += nx;
      sums[corner + 1]! += ny;
      sums[corner + 2]! += nz;
    }
  }
  for (let v = 0; v < sums.length; v += 3) {
    const length = Math.hypot(sums[v]!, sums[v + 1]!, sums[v + 2]!);
    if (length === 0) sums[v + 2] = 1;
    else for (let k = v; k < v + 3; k++) sums[k]! /= length;
  }
  return sums;
}
