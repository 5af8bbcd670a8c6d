import type { Binding } from '../makehuman/index.ts';
import { smoothNormals } from './mesh/index.ts';
import type { PartSource } from './part.ts';

/** How far a new vertex goes from the flat triangle to the curved surface (Boubekeur and Alexa 2008, "Phong Tessellation"). */
const CURVED = 0.75;
/** Cosine of two ends' normals below which the edge lies in a fold, which stays sharp. */
const FOLDED = -0.2;

/**
 * Rounds what is made of large triangles, whose edges are seen as corners of the outline: long edges are parted in the middle, and
 * the new vertices lie on the curve that the normals tell of.
 *
 * @param longest Edges longer than this are parted, metres.
 */
export function subdivideLongEdges(cloth: PartSource, longest: number): PartSource {
  const { mesh, positions, kept, binding, shapes } = cloth;
  const triangles = Uint32Array.from(kept.flatMap((t) => [...mesh.triangles.subarray(t, t + 3)]));
  const uvTriangles = Uint32Array.from(kept.flatMap((t) => [...mesh.uvTriangles.subarray(t, t + 3)]));
  const isLong = longEdges(positions, triangles, longest);
  const edges = part(triangles, isLong, positions.length / 3);
  const seams = part(uvTriangles, isLong, mesh.uvs.length / 2);
  const normals = smoothNormals(positions, triangles);
  return {
    ...cloth,
    mesh: {
      positions: append(mesh.positions, 3, edges.parted),
      triangles: edges.triangles,
      uvTriangles: seams.triangles,
      uvs: append(mesh.uvs, 2, seams.parted),
    },
    positions: bend(curve(append(positions, 3, edges.parted), edges.parted, normals), edges.parted, triangles),
    kept: Array.from({ length: edges.triangles.length / 3 }, (_, i) => 3 * i),
    binding: follow(binding, edges.parted),
    shapes: new Map([...shapes].map(([shape, moved]) => [shape, append(moved, 3, edges.parted)])),
  };
}

/** Which edges are to be parted: 1 for each that is, by its first corner. */
function longEdges(positions: Float32Array, triangles: Uint32Array, longest: number): Uint8Array {
  return Uint8Array.from(triangles, (a, k) => {
    const b = triangles[nextCorner(k)]!;
    const length = Math.hypot(
      positions[3 * a]! - positions[3 * b]!,
      positions[3 * a + 1]! - positions[3 * b + 1]!,
      positions[3 * a + 2]! - positions[3 * b + 2]!,
    );
    return Number(length > longest);
  });
}

const nextCorner = (corner: number): number => (corner % 3 === 2 ? corner - 2 : corner + 1);

/** The two ends of an edge that is parted in the middle. */
type Edge = readonly [a: number, b: number];

/**
 * Parts triangles at the middles of those of their edges that are long.
 *
 * @param isLong by the first corner of an edge
 * @param count of what the triangles name; new ones are numbered from there, in the order of `parted`
 */
function part(triangles: Uint32Array, isLong: Uint8Array, count: number): { triangles: Uint32Array; parted: Edge[] } {
  const known = new Map<number, number>();
  const parted: Edge[] = [];
  const middle = (a: number, b: number): number => {
    const key = Math.min(a, b) * KEYS + Math.max(a, b);
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = count + parted.push([a, b]) - 1;
    known.set(key, made);
    return made;
  };
  const finer: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const long = isLong[t]! + isLong[t + 1]! + isLong[t + 2]!;
    // The corners are gone through from where the cases are alike: one long edge comes first, one short edge last.
    const first =
      long === 1
        ? [0, 1, 2].find((k) => isLong[t + k])!
        : long === 2
          ? ([0, 1, 2].find((k) => !isLong[t + k])! + 1) % 3
          : 0;
    const [a, b, c] = [0, 1, 2].map((k) => triangles[t + ((first + k) % 3)]!) as [number, number, number];
    if (long === 0) finer.push(a, b, c);
    else if (long === 1) finer.push(a, middle(a, b), c, middle(a, b), b, c);
    else if (long === 2) finer.push(a, middle(a, b), c, middle(a, b), middle(b, c), c, middle(a, b), b, middle(b, c));
    else {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      finer.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
    }
  }
  return { triangles: Uint32Array.from(finer), parted };
}

/** More than any mesh has vertices. */
const KEYS = 1e6;

/** @returns the values, and behind them the mean of each edge's ends */
function append(values: Float32Array, size: number, parted: readonly Edge[]): Float32Array {
  const longer = new Float32Array(values.length + parted.length * size);
  longer.set(values);
  parted.forEach(([a, b], i) => {
    for (let k = 0; k < size; k++) {
      longer[values.length + i * size + k] = (values[a * size + k]! + values[b * size + k]!) / 2;
    }
  });
  return longer;
}

/** Moves the middles of edges towards the planes that the normals of both ends stand on. Where these look away from each other there is a fold. */
function curve(positions: Float32Array, parted: readonly Edge[], normals: Float32Array): Float32Array {
  const first = positions.length - 3 * parted.length;
  const to = (end: number, at: number): number => {
    let height = 0;
    for (let k = 0; k < 3; k++) height += (positions[at + k]! - positions[3 * end + k]!) * normals[3 * end + k]!;
    return height;
  };
  parted.forEach(([a, b], i) => {
    const at = first + 3 * i;
    let alike = 0;
    for (let k = 0; k < 3; k++) alike += normals[3 * a + k]! * normals[3 * b + k]!;
    if (alike < FOLDED) return;
    const [overA, overB] = [to(a, at), to(b, at)];
    for (let k = 0; k < 3; k++) {
      positions[at + k]! -= (CURVED / 2) * (overA * normals[3 * a + k]! + overB * normals[3 * b + k]!);
    }
  });
  return positions;
}

/** Cosine of two edges of the outline below which a corner is between them, which stays. */
const CORNER = 0.5;

/** Moves the middles of the outline's edges onto curves through its vertices (the four-point scheme of Dyn, Gregory and Levin 1987). */
function bend(positions: Float32Array, parted: readonly Edge[], triangles: Uint32Array): Float32Array {
  const count = positions.length / 3;
  const sides = new Map<number, number>();
  for (let t = 0; t < triangles.length; t++) {
    const [a, b] = [triangles[t]!, triangles[nextCorner(t)]!];
    const key = Math.min(a, b) * KEYS + Math.max(a, b);
    sides.set(key, (sides.get(key) ?? 0) + 1);
  }
  const isOutline = ([a, b]: Edge): boolean => sides.get(Math.min(a, b) * KEYS + Math.max(a, b)) === 1;
  const along = new Map<number, number[]>();
  for (const [key, count] of sides) {
    if (count !== 1) continue;
    const [a, b] = [Math.floor(key / KEYS), key % KEYS];
    along.set(a, [...(along.get(a) ?? []), b]);
    along.set(b, [...(along.get(b) ?? []), a]);
  }
  /** What the outline comes from before it goes on from a vertex to another one, unless it turns a corner there. */
  const before = (vertex: number, next: number): number | undefined => {
    const ends = along.get(vertex)!;
    const other = ends.find((end) => end !== next);
    if (ends.length !== 2 || other === undefined) return undefined;
    const step = (from: number, to: number): number[] =>
      [0, 1, 2].map((k) => positions[3 * to + k]! - positions[3 * from + k]!);
    const [one, two] = [step(other, vertex), step(vertex, next)];
    const cosine = one.reduce((sum, value, k) => sum + value * two[k]!, 0) / (Math.hypot(...one) * Math.hypot(...two));
    return cosine > CORNER ? other : undefined;
  };
  const first = count - parted.length;
  parted.forEach(([a, b], i) => {
    if (!isOutline([a, b])) return;
    const [beforeA, beforeB] = [before(a, b), before(b, a)];
    if (beforeA === undefined || beforeB === undefined) return;
    for (let k = 0; k < 3; k++) {
      const [ends, beyond] = [
        positions[3 * a + k]! + positions[3 * b + k]!,
        positions[3 * beforeA + k]! + positions[3 * beforeB + k]!,
      ];
      positions[3 * (first + i) + k]! += (ends - beyond) / 16;
    }
  });
  return positions;
}

/** The middle of an edge follows what both ends follow, the four heaviest. */
function follow({ joints, weights }: Binding, parted: readonly Edge[]): Binding {
  const count = joints.length / 4;
  const bound: Binding = {
    joints: new Uint8Array(4 * (count + parted.length)),
    weights: new Float32Array(4 * (count + parted.length)),
  };
  bound.joints.set(joints);
  bound.weights.set(weights);
  parted.forEach((edge, i) => {
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
