import type { Part } from '@talking-avatar/avatar/model';
import { add, at, dot, normalize, scale, subtract, type Vector } from '../mesh/index.ts';
import { spreadPoints } from './card-points.ts';
import { bindVertex, type HairSettings, lightAs, middleOf } from './cards.ts';
import type { HeadFrame } from './hairline.ts';
import type { Card } from './strand.ts';
import { KINDS } from './style.ts';

/** Maximum distance along the skin, and maximum height, for a card to count as being over a vertex, in meters. */
const NEAR = 0.011;
const HIGHEST = 0.022;
/** The same, for the closest cards. Hair is higher next to a parting than on the parting itself. */
const CLOSE = 0.005;
/** Maximum fraction of the card points over a vertex that may be below the cap, and the minimum number of points. */
const BELOW = 0.6;
const MIN_POINTS = 5;
/** How far below that height the cap is, in meters. This adds depth to the strands in front of it. */
const CLEARANCE = 0.002;
/** Height of the edge of the cap, in meters. It is below the skin, so it is hidden. */
const ENDS = -0.0012;
/** Minimum density for hair to have a cap. Hair this dense hides its roots. */
const HIDES_ROOTS = 1.75;
/** Maximum distance between vertices to merge, in meters. */
const SAME = 1e-5;
/** Number of passes to smooth the heights. */
const SMOOTHING = 2;
/** Light on the cap, and the texture coordinate of its color, which is in the middle of the densest cards. */
const LIGHT = 0.6;
const COLOR = [0.5 / KINDS, 0.36] as const;

/** Creates a cap under the hair cards so that no background shows through gaps. It is the host's skin, raised to the innermost cards. */
export function makeCap(
  name: string,
  host: Part,
  cards: readonly Card[],
  frame: HeadFrame,
  { material, bind, density }: HairSettings,
): Part {
  const over = findCardsOver(cards);
  // Merge the vertices on both sides of each texture seam. Otherwise, the cap would have cracks.
  const firstAt = new Map<string, number>();
  const welded = Array.from({ length: host.positions.length / 3 }, (_, v) => {
    const key = at(host.positions, v)
      .map((value) => Math.round(value / SAME))
      .join();
    const first = firstAt.get(key) ?? v;
    firstAt.set(key, first);
    return first;
  });
  const normalAt = (v: number): Vector => normalize(at(host.normals, v));
  const heights = new Map<number, number>();
  const strands = new Map<number, Vector>();
  for (const v of firstAt.values()) {
    const place = at(host.positions, v);
    const grown = density(place);
    if (grown === 0) continue;
    const { height, strand } = over(place, normalAt(v));
    heights.set(v, grown < HIDES_ROOTS ? ENDS : Math.max(ENDS, height));
    strands.set(v, strand);
  }
  const triangles: number[] = [];
  const beside = new Map<number, Set<number>>();
  for (let t = 0; t < host.indices.length; t += 3) {
    const corners = [...host.indices.subarray(t, t + 3)].map((v) => welded[v]!);
    if (!corners.every((v) => heights.has(v)) || corners.every((v) => heights.get(v)! <= ENDS)) continue;
    triangles.push(...corners);
    for (const v of corners) beside.set(v, new Set([...(beside.get(v) ?? []), ...corners]));
  }
  // Keep one extra row of triangles at the edge, below the skin.
  const nearEdge = (v: number): boolean => [...beside.get(v)!].some((other) => heights.get(other)! <= ENDS);
  let smoothed = new Map([...beside.keys()].map((v) => [v, nearEdge(v) ? ENDS : heights.get(v)!]));
  for (let pass = 0; pass < SMOOTHING; pass++)
    smoothed = new Map(
      [...beside].map(([v, others]) => {
        const mean = [...others].reduce((sum, other) => sum + smoothed.get(other)!, 0) / others.size;
        return [v, Math.min(mean, smoothed.get(v)!)];
      }),
    );
  const vertices = [...smoothed.keys()];
  const number = new Map(vertices.map((v, i) => [v, i]));
  const places = vertices.map((v) => add(at(host.positions, v), scale(normalAt(v), smoothed.get(v)!)));
  const [joints, weights] = [[] as number[], [] as number[]];
  for (const place of places) bindVertex(bind(place), joints, weights);
  return {
    name,
    substance: 'hair',
    positions: Float32Array.from(places.flat()),
    normals: Float32Array.from(places.flatMap((place, i) => lightAs(place, normalAt(vertices[i]!), middleOf(frame)))),
    strands: Float32Array.from(vertices.flatMap((v) => strands.get(v)!)),
    uvs: Float32Array.from(places.flatMap(() => COLOR)),
    occlusion: new Float32Array(places.length).fill(LIGHT),
    indices: Uint32Array.from(triangles, (v) => number.get(v)!),
    joints: Uint8Array.from(joints),
    weights: Float32Array.from(weights),
    morphs: new Map(),
    material: { ...material, alpha: 'opaque', doubleSided: false },
  };
}

/** Height of the cap above a point on the skin, in meters, and the strand direction there, as a unit vector. */
interface Over {
  height: number;
  strand: Vector;
}

function findCardsOver(cards: readonly Card[]): (place: Vector, normal: Vector) => Over {
  const near = spreadPoints(cards, NEAR);
  return (place, normal) => {
    const heights: number[] = [];
    const close: number[] = [];
    let strand: Vector = [0, 0, 0];
    for (const { at: point, along } of near(place)) {
      const off = subtract(point, place);
      const height = dot(off, normal);
      const aside = Math.hypot(...subtract(off, scale(normal, height)));
      if (height > HIGHEST || aside > NEAR) continue;
      heights.push(height);
      if (aside < CLOSE) close.push(height);
      strand = add(strand, along);
    }
    const levelOf = (found: number[]): number => found.sort((a, b) => a - b)[Math.floor(BELOW * found.length)]!;
    const level = heights.length < MIN_POINTS ? ENDS : levelOf(heights) - CLEARANCE;
    const height = close.length < MIN_POINTS ? level : Math.min(level, levelOf(close) - CLEARANCE);
    return { height, strand: Math.hypot(...strand) > 0 ? normalize(strand) : normal };
  };
}
