import type { ActorModel, Part } from '../model/index.ts';
import { DYNAMIC_FLOATS, type VertexData } from './vertex-data.ts';

/** Places across the mouth, from corner to corner, at which the edges of the lips are measured. */
export const LIP_STATIONS = 9;

/** Vertices closer than `near` at rest that the open jaw parts by `parted` belong to different lips, metres. */
const CONTACT = { near: 0.003, parted: 0.008 };
/** Shares of the jaw's largest displacement up to which a vertex is the upper lip's, and from which the lower lip's. */
const SHARES = { upper: 0.35, lower: 0.57 };
/** Distance from the incisors' edge within which lips are searched: to the side, up or down, and behind; metres. */
const SEARCH = { aside: 0.04, high: 0.02, behind: 0.02 };
/** Height of a lip around the contact, and its depth behind the contact's mean, metres. */
const LIP = { high: 0.008, behind: 0.002 };
/** Distance over which vertices above the lowest lose their influence on the edge, metres. It keeps motion smooth. */
const SOFTNESS = 0.0007;

/** Vertices (indices into the vertex buffer) of both lips at each station, from the actor's right to the left. */
export type Lips = readonly { upper: readonly number[]; lower: readonly number[] }[];

/** A measured point of a lip's edge, metres in the rest pose's frame. */
interface Point {
  x: number;
  y: number;
  z: number;
}

/**
 * Finds the vertices of the lips: those around pairs that touch at rest and that the open jaw parts.
 *
 * @returns no stations for an actor whose mouth does not open
 */
export function findLips(actor: ActorModel, { firstVertices }: VertexData): Lips {
  const number = actor.parts.findIndex(({ substance }) => substance === 'skin');
  const skin = actor.parts[number];
  const teeth = actor.parts.find(({ substance }) => substance === 'teeth');
  if (!skin || !teeth) return [];
  const drop = dropOf(skin);
  const { y: middle, z: front } = foremost(teeth);
  const at = (v: number): Point => ({
    x: skin.positions[3 * v]!,
    y: skin.positions[3 * v + 1]!,
    z: skin.positions[3 * v + 2]!,
  });
  const near = [...drop.keys()].filter((v) => {
    const { x, y, z } = at(v);
    return Math.abs(x) < SEARCH.aside && Math.abs(y - middle) < SEARCH.high && z > front - SEARCH.behind;
  });
  const most = Math.max(0, ...near.map((v) => drop[v]!));
  const upper = near.filter((v) => drop[v]! < SHARES.upper * most);
  const lower = near.filter((v) => drop[v]! > SHARES.lower * most);
  const distance = (v: number, w: number): number =>
    Math.hypot(...[0, 1, 2].map((k) => skin.positions[3 * v + k]! - skin.positions[3 * w + k]!));
  const contact = near.filter((v) =>
    near.some((w) => Math.abs(drop[w]! - drop[v]!) > CONTACT.parted && distance(v, w) < CONTACT.near),
  );
  if (contact.length === 0) return [];
  const corners = [Math.min(...contact.map((v) => at(v).x)), Math.max(...contact.map((v) => at(v).x))] as const;
  const step = (corners[1] - corners[0]) / (LIP_STATIONS - 1);
  const nearest = (vertices: readonly number[], x: number): number[] => {
    const within = vertices.filter((v) => Math.abs(at(v).x - x) < 0.75 * step);
    if (within.length > 0) return within;
    return vertices.toSorted((a, b) => Math.abs(at(a).x - x) - Math.abs(at(b).x - x)).slice(0, 1);
  };
  const mean = (vertices: readonly number[], axis: 'y' | 'z'): number =>
    vertices.reduce((sum, v) => sum + at(v)[axis], 0) / vertices.length;
  return Array.from({ length: LIP_STATIONS }, (_, k) => {
    const x = corners[0] + k * step;
    const touching = nearest(contact, x);
    const [y, z] = [mean(touching, 'y'), mean(touching, 'z')];
    const lip = (side: readonly number[]): number[] => {
      const edge = side.filter((v) => Math.abs(at(v).y - y) < LIP.high && at(v).z > z - LIP.behind);
      return nearest(edge.length > 0 ? edge : contact, x).map((v) => firstVertices[number]! + v);
    };
    return { upper: lip(upper), lower: lip(lower) };
  });
}

/**
 * Measures the edges of the lips in a frame.
 *
 * @param floats positions and normals of all vertices, posed by blend shapes
 * @returns 4 numbers: x of the right corner, stations per metre, height of the opening in the middle (metres), 0; then
 *   for each station, at equal distances from the right corner to the left, 4 numbers: height of the upper lip's edge,
 *   height of the lower lip's edge, depth of the lips, 0 (metres, in the frame of the rest pose)
 */
export function measureLips(lips: Lips, floats: Float32Array): Float32Array {
  const measured = new Float32Array(4 * (LIP_STATIONS + 1));
  if (lips.length === 0) return measured;
  const upper = lips.map((station) => edgeOf(station.upper, floats, -1));
  const lower = lips.map((station) => edgeOf(station.lower, floats, 1));
  const right = Math.min(upper[0]!.x, lower[0]!.x);
  const step = (Math.max(upper.at(-1)!.x, lower.at(-1)!.x) - right) / (LIP_STATIONS - 1);
  for (let k = 0; k < LIP_STATIONS; k++) {
    const [above, below] = [edgeAt(upper, right + k * step), edgeAt(lower, right + k * step)];
    measured.set([above.y, Math.min(below.y, above.y), Math.max(above.z, below.z), 0], 4 * (k + 1));
  }
  const middle = 4 * ((LIP_STATIONS + 1) / 2);
  measured.set([right, 1 / step, measured[middle]! - measured[middle + 1]!, 0]);
  return measured;
}

/** Soft extreme of some vertices. @param side 1 for the highest, -1 for the lowest */
function edgeOf(vertices: readonly number[], floats: Float32Array, side: 1 | -1): Point {
  const height = (v: number): number => side * floats[v * DYNAMIC_FLOATS + 1]!;
  const top = Math.max(...vertices.map(height));
  const sum = { x: 0, y: 0, z: 0, weight: 0 };
  for (const v of vertices) {
    const weight = Math.exp((height(v) - top) / SOFTNESS);
    sum.x += weight * floats[v * DYNAMIC_FLOATS]!;
    sum.y += weight * floats[v * DYNAMIC_FLOATS + 1]!;
    sum.z += weight * floats[v * DYNAMIC_FLOATS + 2]!;
    sum.weight += weight;
  }
  return { x: sum.x / sum.weight, y: sum.y / sum.weight, z: sum.z / sum.weight };
}

/** Interpolates a lip's edge across the mouth. */
function edgeAt(edge: readonly Point[], x: number): Point {
  const next = Math.min(edge.length - 1, Math.max(1, edge.findIndex((point) => point.x >= x) >>> 0));
  const [a, b] = [edge[next - 1]!, edge[next]!];
  const share = Math.max(0, Math.min(1, (x - a.x) / (b.x - a.x || 1)));
  return { x, y: a.y + share * (b.y - a.y), z: a.z + share * (b.z - a.z) };
}

/** Distance by which the open jaw lowers each vertex, metres. */
function dropOf({ positions, morphs }: Part): Float32Array {
  const drop = new Float32Array(positions.length / 3);
  const jaw = morphs.get('jawOpen');
  jaw?.vertices.forEach((v, i) => {
    drop[v] = -jaw.positions[3 * i + 1]!;
  });
  return drop;
}

function foremost({ positions }: Part): Point {
  let at = 0;
  for (let k = 0; k < positions.length; k += 3) if (positions[k + 2]! > positions[at + 2]!) at = k;
  return { x: positions[at]!, y: positions[at + 1]!, z: positions[at + 2]! };
}
