import type { Part } from '../model/index.ts';
import type { Vector } from './matrix.ts';
import { DYNAMIC_FLOATS } from './vertex-data.ts';

/** An opening in the skin, such as a mouth or an eye, with an upper and a lower edge that a shape moves apart or together. */
export interface SlitSearch {
  /** Shape that opens or closes the slit. If it closes, the edges touch at weight 1. */
  shape: string;
  closes: boolean;
  /** Center of the search, and how far it extends to the sides, up and down, and behind, in meters. */
  center: Vector;
  extent: Vector;
  /** Two vertices are on different sides if they are within `near` when closed and the shape moves them apart by `parted`, in meters. */
  contact: { near: number; parted: number };
  /** Fractions of the largest displacement. Vertices below `still` are on the still side, and those above `moving` on the moving side. */
  shares: { still: number; moving: number };
  /** The side that moves. */
  moves: 'upper' | 'lower';
  /**
   * Height of a side from the contact, reach across it, and depth behind its mean, in m. Near the ends, the sides differ only in height.
   */
  side: { high: number; across: number; behind: number };
  /** Number of points, from the right end to the left end, where the edges are measured. */
  stations: number;
}

/** Vertices on both sides at each station, as vertex buffer indices, from the actor's right to the left. */
export type Slit = readonly { upper: readonly number[]; lower: readonly number[] }[];

/** A measured point on an edge, in meters, in rest pose space. */
interface Point {
  x: number;
  y: number;
  z: number;
}

/** Distance over which the influence of vertices on the edge fades, in meters. It makes the motion smooth. */
const SOFTNESS = 0.0007;

/** Finds the vertices of a slit, if any: pairs that touch when closed and that the shape parts. @param first first vertex of the skin */
export function findSlit(skin: Part, first: number, search: SlitSearch): Slit {
  const { center, extent, contact, shares, side, stations } = search;
  const { positions } = skin;
  const lift = liftOf(skin, search.shape);
  const moved = (v: number): number => Math.abs(lift[3 * v + 1]!);
  const closed = (v: number, k: number): number => positions[3 * v + k]! + (search.closes ? lift[3 * v + k]! : 0);
  const near = verticesAround(positions, center, extent);
  let most = 0;
  for (const v of near) most = Math.max(most, moved(v));
  const still = near.filter((v) => moved(v) < shares.still * most);
  const moving = near.filter((v) => moved(v) > shares.moving * most);
  const touching = findTouching(near, closed, moved, contact);
  if (touching.length === 0) return [];
  const xOf = (v: number): number => positions[3 * v]!;
  const [from, to] = [Math.min(...touching.map(xOf)), Math.max(...touching.map(xOf))];
  const step = (to - from) / (stations - 1);
  const around = (vertices: readonly number[], x: number): readonly number[] => {
    const within = vertices.filter((v) => Math.abs(xOf(v) - x) < 0.75 * step);
    if (within.length > 0) return within;
    return vertices.toSorted((a, b) => Math.abs(xOf(a) - x) - Math.abs(xOf(b) - x)).slice(0, 1);
  };
  const mean = (vertices: readonly number[], k: number): number => vertices.reduce((sum, v) => sum + closed(v, k), 0) / vertices.length;
  return Array.from({ length: stations }, (_, station) => {
    const x = from + station * step;
    const here = around(touching, x);
    const [y, z] = [mean(here, 1), mean(here, 2)];
    const edge = (vertices: readonly number[], up: 1 | -1): number[] => {
      const own = vertices.filter((v) => {
        const off = up * (closed(v, 1) - y);
        return off < side.high && off > -side.across && closed(v, 2) > z - side.behind;
      });
      return around(own.length > 0 ? own : touching, x).map((v) => first + v);
    };
    const [upper, lower] = search.moves === 'upper' ? [moving, still] : [still, moving];
    return { upper: edge(upper, 1), lower: edge(lower, -1) };
  });
}

/** Returns the vertices in a box that is open at the front. */
function verticesAround(positions: Float32Array, [x, y, z]: Vector, [aside, up, behind]: Vector): number[] {
  const around: number[] = [];
  for (let at = 0; at < positions.length; at += 3) {
    if (Math.abs(positions[at]! - x) >= aside || Math.abs(positions[at + 1]! - y) >= up) continue;
    if (positions[at + 2]! - z > -behind) around.push(at / 3);
  }
  return around;
}

/** Returns the vertices that, with the slit closed, are near a vertex that moves differently. */
function findTouching(
  vertices: readonly number[],
  closed: (v: number, k: number) => number,
  moved: (v: number) => number,
  { near, parted }: SlitSearch['contact'],
): number[] {
  // Sorted from right to left, so that each of the thousands of vertices is compared only with nearby ones.
  const points = vertices
    .map((v, order) => ({ v, order, x: closed(v, 0), y: closed(v, 1), z: closed(v, 2), moved: moved(v) }))
    .sort((a, b) => a.x - b.x);
  const touching = new Uint8Array(vertices.length);
  for (const [k, a] of points.entries()) {
    for (let other = k + 1; other < points.length; other++) {
      const b = points[other]!;
      const dx = b.x - a.x;
      if (dx >= near) break;
      if (Math.abs(b.moved - a.moved) <= parted) continue;
      if (dx ** 2 + (b.y - a.y) ** 2 + (b.z - a.z) ** 2 < near ** 2) touching[a.order] = touching[b.order] = 1;
    }
  }
  return vertices.filter((_, order) => touching[order]);
}

/**
 * Measures the edges of a slit in a frame.
 * @param stations number of stations of the slit. Everything is 0 if the slit has no vertices
 * @param floats positions and normals of all vertices, after blend shapes
 * @returns 4 numbers for the slit (x of the right end, stations per meter, height of the opening in the middle in meters, 0), then 4 for
 * each evenly spaced station from right to left (heights of the upper and lower edge, depth of the edges, 0), in meters in rest pose space
 */
export function measureSlit(slit: Slit, stations: number, floats: Float32Array): Float32Array {
  const measured = new Float32Array(4 * (stations + 1));
  if (slit.length === 0) return measured;
  const upper = slit.map((station) => edgeOf(station.upper, floats, -1));
  const lower = slit.map((station) => edgeOf(station.lower, floats, 1));
  const right = Math.min(upper[0]!.x, lower[0]!.x);
  const step = (Math.max(upper.at(-1)!.x, lower.at(-1)!.x) - right) / (slit.length - 1);
  for (let k = 0; k < slit.length; k++) {
    const [above, below] = [edgeAt(upper, right + k * step), edgeAt(lower, right + k * step)];
    measured.set([above.y, Math.min(below.y, above.y), Math.max(above.z, below.z), 0], 4 * (k + 1));
  }
  const middle = 4 * ((slit.length + 1) >> 1);
  measured.set([right, 1 / step, measured[middle]! - measured[middle + 1]!, 0]);
  return measured;
}

/** Returns a smooth maximum or minimum of vertices. @param side 1 for the highest point, -1 for the lowest */
function edgeOf(vertices: readonly number[], floats: Float32Array, side: 1 | -1): Point {
  let top = Number.NEGATIVE_INFINITY;
  for (const v of vertices) top = Math.max(top, side * floats[v * DYNAMIC_FLOATS + 1]!);
  const sum = { x: 0, y: 0, z: 0, weight: 0 };
  for (const v of vertices) {
    const at = v * DYNAMIC_FLOATS;
    const weight = Math.exp((side * floats[at + 1]! - top) / SOFTNESS);
    sum.x += weight * floats[at]!;
    sum.y += weight * floats[at + 1]!;
    sum.z += weight * floats[at + 2]!;
    sum.weight += weight;
  }
  return { x: sum.x / sum.weight, y: sum.y / sum.weight, z: sum.z / sum.weight };
}

/** Interpolates an edge between its points. */
function edgeAt(edge: readonly Point[], x: number): Point {
  const found = edge.findIndex((point) => point.x >= x);
  const next = Math.max(1, found < 0 ? edge.length - 1 : found);
  const [a, b] = [edge[next - 1]!, edge[next]!];
  const share = Math.max(0, Math.min(1, (x - a.x) / (b.x - a.x || 1)));
  return { x, y: a.y + share * (b.y - a.y), z: a.z + share * (b.z - a.z) };
}

/** Returns the displacement of each vertex at weight 1, 3 numbers per vertex, in meters. */
function liftOf({ positions, morphs }: Part, shape: string): Float32Array {
  const lift = new Float32Array(positions.length);
  const morph = morphs.get(shape);
  morph?.vertices.forEach((v, i) => {
    for (let k = 0; k < 3; k++) lift[3 * v + k] = morph.positions[3 * i + k]!;
  });
  return lift;
}
