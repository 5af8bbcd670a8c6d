import { smoothNormals } from './mesh/index.ts';
import type { PartSource } from './part.ts';

/** Thickness of folded, pressed cloth at an edge, in meters: two layers of about a millimeter each. */
const THICKNESS = 0.0022;

/** An open edge, as the indices of its two corners in the triangle arrays. */
type OpenEdge = readonly [from: number, to: number];

/**
 * Thickens the open edges of a garment by folding a band inward. Otherwise, collars and necklines would look like cut paper.
 * @param lowest minimum height of edges to thicken, in meters
 */
export function thickenEdges(source: PartSource, lowest: number): PartSource {
  const { positions, binding, shapes } = source;
  const triangles = source.triangleStarts.flatMap((t) => [...source.mesh.triangles.subarray(t, t + 3)]);
  const uvTriangles = source.triangleStarts.flatMap((t) => [...source.mesh.uvTriangles.subarray(t, t + 3)]);
  const normals = smoothNormals(positions, Uint32Array.from(triangles));
  const edges = findOpenEdges(triangles).filter((edge) => edge.every((k) => positions[3 * triangles[k]! + 1]! > lowest));
  /** The existing outer vertex that each new vertex is copied from. */
  const outer = [...new Set(edges.flatMap((edge) => edge.map((k) => triangles[k]!)))];
  const first = positions.length / 3;
  const inner = new Map(outer.map((v, i) => [v, first + i]));
  for (const [from, to] of edges) {
    const [a, b, ua, ub] = [triangles[from]!, triangles[to]!, uvTriangles[from]!, uvTriangles[to]!];
    triangles.push(b, a, inner.get(a)!, b, inner.get(a)!, inner.get(b)!);
    uvTriangles.push(ub, ua, ua, ub, ua, ub);
  }
  const copied = (values: Float32Array, size: number): Float32Array =>
    Float32Array.from([...values, ...outer.flatMap((v) => [...values.subarray(size * v, size * v + size)])]);
  const thick = copied(positions, 3);
  outer.forEach((v, i) => {
    for (let k = 0; k < 3; k++) thick[3 * (first + i) + k]! -= THICKNESS * normals[3 * v + k]!;
  });
  return {
    ...source,
    mesh: {
      ...source.mesh,
      positions: copied(source.mesh.positions, 3),
      triangles: Uint32Array.from(triangles),
      uvTriangles: Uint32Array.from(uvTriangles),
    },
    positions: thick,
    triangleStarts: Array.from({ length: triangles.length / 3 }, (_, t) => 3 * t),
    binding: {
      joints: Uint8Array.from([...binding.joints, ...outer.flatMap((v) => [...binding.joints.subarray(4 * v, 4 * v + 4)])]),
      weights: copied(binding.weights, 4),
    },
    shapes: new Map([...shapes].map(([shape, moved]) => [shape, copied(moved, 3)])),
  };
}

/** Finds edges that belong to only one triangle. */
function findOpenEdges(triangles: readonly number[]): OpenEdge[] {
  const open = new Map<string, OpenEdge>();
  for (let k = 0; k < triangles.length; k++) {
    const next = k % 3 === 2 ? k - 2 : k + 1;
    const [a, b] = [triangles[k]!, triangles[next]!];
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    if (!open.delete(key)) open.set(key, [k, next]);
  }
  return [...open.values()];
}
