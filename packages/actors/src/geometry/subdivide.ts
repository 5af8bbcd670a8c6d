import type { Binding } from '../makehuman/index.ts';
import { smoothNormals } from './mesh/index.ts';
import type { PartSource } from './part.ts';

/** How far a new vertex moves from the flat triangle to the curved surface, 0..1 (Boubekeur and Alexa 2008, "Phong Tessellation"). */
const CURVATURE_SHARE = 0.75;
/** Minimum cosine between the normals at the ends of an edge. Below it, the edge is a fold and stays sharp. */
const FOLD_COSINE = -0.2;

/**
 * Smooths a mesh with visibly angular outlines: splits long edges, and moves the new vertices to the surface implied by the normals.
 * @param longest maximum length of edges that are not split, in meters
 * @param lowest minimum height of both ends of an edge for it to be split, in meters
 * @param curvature how far new vertices move, 0..1; 0 for layers of cloth, which would poke through each other
 */
export function subdivideLongEdges(
  source: PartSource,
  longest: number,
  { lowest = Number.NEGATIVE_INFINITY, curvature = CURVATURE_SHARE } = {},
): PartSource {
  const { mesh, positions, triangleStarts, binding, shapes } = source;
  const triangles = Uint32Array.from(triangleStarts.flatMap((t) => [...mesh.triangles.subarray(t, t + 3)]));
  const uvTriangles = Uint32Array.from(triangleStarts.flatMap((t) => [...mesh.uvTriangles.subarray(t, t + 3)]));
  const isLong = findLongEdges(positions, triangles, longest, lowest);
  const edges = splitTriangles(triangles, isLong, positions.length / 3);
  const uvEdges = splitTriangles(uvTriangles, isLong, mesh.uvs.length / 2);
  const normals = smoothNormals(positions, triangles);
  return {
    ...source,
    mesh: {
      positions: appendMidpoints(mesh.positions, 3, edges.splits),
      triangles: edges.triangles,
      uvTriangles: uvEdges.triangles,
      uvs: appendMidpoints(mesh.uvs, 2, uvEdges.splits),
    },
    positions: curveOutline(
      projectMidpoints(appendMidpoints(positions, 3, edges.splits), edges.splits, normals, curvature),
      edges.splits,
      triangles,
    ),
    triangleStarts: Array.from({ length: edges.triangles.length / 3 }, (_, i) => 3 * i),
    binding: bindMidpoints(binding, edges.splits),
    shapes: new Map([...shapes].map(([shape, moved]) => [shape, appendMidpoints(moved, 3, edges.splits)])),
  };
}

/** Returns 1 for each edge to split, indexed by its first corner. */
function findLongEdges(positions: Float32Array, triangles: Uint32Array, longest: number, lowest: number): Uint8Array {
  return Uint8Array.from(triangles, (a, k) => {
    const b = triangles[nextCorner(k)]!;
    const length = Math.hypot(
      positions[3 * a]! - positions[3 * b]!,
      positions[3 * a + 1]! - positions[3 * b + 1]!,
      positions[3 * a + 2]! - positions[3 * b + 2]!,
    );
    return Number(length > longest && Math.min(positions[3 * a + 1]!, positions[3 * b + 1]!) > lowest);
  });
}

const nextCorner = (corner: number): number => (corner % 3 === 2 ? corner - 2 : corner + 1);

/** Ends of an edge to split in the middle. */
type Edge = readonly [a: number, b: number];

/**
 * Splits triangles at the midpoints of their long edges.
 * @param isLong 1 for each long edge, indexed by its first corner
 * @param count number of vertices; new vertices are numbered from here on, in the order of `splits`
 */
function splitTriangles(triangles: Uint32Array, isLong: Uint8Array, count: number): { triangles: Uint32Array; splits: Edge[] } {
  const midpoints = new Map<number, number>();
  const splits: Edge[] = [];
  const middle = (a: number, b: number): number => {
    const key = Math.min(a, b) * KEY_BASE + Math.max(a, b);
    const found = midpoints.get(key);
    if (found !== undefined) return found;
    const vertex = count + splits.push([a, b]) - 1;
    midpoints.set(key, vertex);
    return vertex;
  };
  const finer: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const longCount = isLong[t]! + isLong[t + 1]! + isLong[t + 2]!;
    // Rotate the corners into a canonical order, so that a single long edge comes first and a single short edge comes last.
    const first =
      longCount === 1 ? [0, 1, 2].find((k) => isLong[t + k])! : longCount === 2 ? ([0, 1, 2].find((k) => !isLong[t + k])! + 1) % 3 : 0;
    const [a, b, c] = [0, 1, 2].map((k) => triangles[t + ((first + k) % 3)]!) as [number, number, number];
    if (longCount === 0) finer.push(a, b, c);
    else if (longCount === 1) finer.push(a, middle(a, b), c, middle(a, b), b, c);
    else if (longCount === 2) finer.push(a, middle(a, b), c, middle(a, b), middle(b, c), c, middle(a, b), b, middle(b, c));
    else {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      finer.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
    }
  }
  return { triangles: Uint32Array.from(finer), splits };
}

/** Greater than the number of vertices in any mesh. */
const KEY_BASE = 1e6;

/** Appends the mean of the two ends of each edge. @param size number of values per vertex */
function appendMidpoints(values: Float32Array, size: number, splits: readonly Edge[]): Float32Array {
  const extended = new Float32Array(values.length + splits.length * size);
  extended.set(values);
  splits.forEach(([a, b], i) => {
    for (let k = 0; k < size; k++) {
      extended[values.length + i * size + k] = (values[a * size + k]! + values[b * size + k]!) / 2;
    }
  });
  return extended;
}

/** Moves edge midpoints toward the tangent planes at both ends. Edges whose normals diverge are folds and stay flat. */
function projectMidpoints(positions: Float32Array, splits: readonly Edge[], normals: Float32Array, curvature: number): Float32Array {
  const first = positions.length - 3 * splits.length;
  const heightAbove = (end: number, at: number): number => {
    let height = 0;
    for (let k = 0; k < 3; k++) height += (positions[at + k]! - positions[3 * end + k]!) * normals[3 * end + k]!;
    return height;
  };
  splits.forEach(([a, b], i) => {
    const at = first + 3 * i;
    let cosine = 0;
    for (let k = 0; k < 3; k++) cosine += normals[3 * a + k]! * normals[3 * b + k]!;
    if (cosine < FOLD_COSINE) return;
    const [overA, overB] = [heightAbove(a, at), heightAbove(b, at)];
    for (let k = 0; k < 3; k++) {
      positions[at + k]! -= (curvature / 2) * (overA * normals[3 * a + k]! + overB * normals[3 * b + k]!);
    }
  });
  return positions;
}

/** Minimum cosine between two outline edges. Below it, the vertex between them is a corner and stays sharp. */
const CORNER_COSINE = 0.5;

/** Moves midpoints of outline edges onto curves through the outline vertices (four-point scheme; Dyn, Gregory, and Levin 1987). */
function curveOutline(positions: Float32Array, splits: readonly Edge[], triangles: Uint32Array): Float32Array {
  const count = positions.length / 3;
  const triangleCounts = new Map<number, number>();
  for (let t = 0; t < triangles.length; t++) {
    const [a, b] = [triangles[t]!, triangles[nextCorner(t)]!];
    const key = Math.min(a, b) * KEY_BASE + Math.max(a, b);
    triangleCounts.set(key, (triangleCounts.get(key) ?? 0) + 1);
  }
  const isOutline = ([a, b]: Edge): boolean => triangleCounts.get(Math.min(a, b) * KEY_BASE + Math.max(a, b)) === 1;
  const outline = new Map<number, number[]>();
  for (const [key, count] of triangleCounts) {
    if (count !== 1) continue;
    const [a, b] = [Math.floor(key / KEY_BASE), key % KEY_BASE];
    outline.set(a, [...(outline.get(a) ?? []), b]);
    outline.set(b, [...(outline.get(b) ?? []), a]);
  }
  /** Returns the outline vertex that comes before `vertex` on the way to `next`, unless `vertex` is a corner. */
  const vertexBefore = (vertex: number, next: number): number | undefined => {
    const ends = outline.get(vertex)!;
    const other = ends.find((end) => end !== next);
    if (ends.length !== 2 || other === undefined) return undefined;
    const step = (from: number, to: number): number[] => [0, 1, 2].map((k) => positions[3 * to + k]! - positions[3 * from + k]!);
    const [one, two] = [step(other, vertex), step(vertex, next)];
    const cosine = one.reduce((sum, value, k) => sum + value * two[k]!, 0) / (Math.hypot(...one) * Math.hypot(...two));
    return cosine > CORNER_COSINE ? other : undefined;
  };
  const first = count - splits.length;
  splits.forEach(([a, b], i) => {
    if (!isOutline([a, b])) return;
    const [beforeA, beforeB] = [vertexBefore(a, b), vertexBefore(b, a)];
    if (beforeA === undefined || beforeB === undefined) return;
    for (let k = 0; k < 3; k++) {
      const [ends, beyond] = [positions[3 * a + k]! + positions[3 * b + k]!, positions[3 * beforeA + k]! + positions[3 * beforeB + k]!];
      positions[3 * (first + i) + k]! += (ends - beyond) / 16;
    }
  });
  return positions;
}

/** Binds edge midpoints to the four strongest joints of their two ends. */
function bindMidpoints({ joints, weights }: Binding, splits: readonly Edge[]): Binding {
  const count = joints.length / 4;
  const bound: Binding = {
    joints: new Uint8Array(4 * (count + splits.length)),
    weights: new Float32Array(4 * (count + splits.length)),
  };
  bound.joints.set(joints);
  bound.weights.set(weights);
  splits.forEach((edge, i) => {
    const sums = new Map<number, number>();
    for (const end of edge)
      for (let at = 4 * end; at < 4 * end + 4; at++) {
        sums.set(joints[at]!, (sums.get(joints[at]!) ?? 0) + weights[at]!);
      }
    const heaviest = [...sums].sort(([a, wa], [b, wb]) => wb - wa || a - b).slice(0, 4);
    const total = heaviest.reduce((sum, [, weight]) => sum + weight, 0);
    heaviest.forEach(([joint, weight], k) => {
      bound.joints[4 * (count + i) + k] = weight > 0 ? joint : 0;
      bound.weights[4 * (count + i) + k] = weight / total;
    });
  });
  return bound;
}
