import type { ActorModel } from '../../src/index.ts';
import { findLips } from '../../src/render/lips.ts';
import { createGrid, depthAt, drawTriangles } from './raster.ts';
import { type Subset, selectVertices } from './subset.ts';

const MM = 1e-3;
/** How much skin around the mouth is measured: to the sides, above, below, and behind the lips. */
const EXTENT = { aside: 34 * MM, above: 22 * MM, below: 45 * MM, behind: 30 * MM };
/** Distance between the columns in which the gap is measured, and how much is left out near the corners of the mouth. */
const COLUMN = 1 * MM;
const CORNER = 3 * MM;
/**
 * Skin that is farther than this behind the line of the lips does not close the mouth. Neither does skin that is farther above or below it.
 */
const DEEP = 7 * MM;
const HIGH = 7 * MM;
/** Distance from the edges of the lips to the end of the inner surface that shows when the lips part. */
const INSIDE = 2.5 * MM;
/** Size of the cells in which skin is drawn. */
const CELL = 0.5 * MM;
/** Teeth that touch the edges of the lips are in front of them, so teeth that are closer to an edge than this do not count. */
const TOUCHING = 1 * MM;
/** Teeth that are farther than this behind the frontmost tooth are covered by the cheeks. */
const FRONT_TEETH = 22 * MM;

/** The edges of the lips at one position across the mouth, in meters. */
interface Edge {
  x: number;
  upper: number;
  lower: number;
  z: number;
}

/** Measures the lips, teeth, and tongue of an actor in a pose, in meters. */
export interface Mouth {
  /** Height of the largest gap between the lips that no skin closes, as seen from the front. 0 if the lips touch. */
  gap(weights: ReadonlyMap<string, number>): number;
  /** How far the teeth and the tongue are in front of the skin that should cover them. */
  through(weights: ReadonlyMap<string, number>): { teeth: number; tongue: number };
}

export function findMouth(actor: ActorModel): Mouth {
  const [skin, teeth, tongue] = (['skin', 'teeth', 'tongue'] as const).map(
    (substance) => actor.parts.find((part) => part.substance === substance)!,
  ) as [ActorModel['parts'][number], ActorModel['parts'][number], ActorModel['parts'][number]];
  const stations = findLips(actor, {
    firstVertices: actor.parts.map(() => 0),
    dynamicData: new Float32Array(),
    staticData: new Uint8Array(),
    vertices: 0,
  });
  const lipVertices = new Set(stations.flatMap(({ upper, lower }) => [...upper, ...lower]));
  const center = [...lipVertices].reduce((sum, v) => sum + skin.positions[3 * v + 1]! / lipVertices.size, 0);
  const front = Math.max(...[...lipVertices].map((v) => skin.positions[3 * v + 2]!));
  const near = selectVertices(
    skin,
    (_, x, y, z) => Math.abs(x) < EXTENT.aside && y > center - EXTENT.below && y < center + EXTENT.above && z > front - EXTENT.behind,
  );
  const placeOf = new Map([...near.vertices].map((v, i) => [v, i]));
  const lipPlaces = stations.map(({ upper, lower }) => ({
    upper: upper.map((v) => 3 * placeOf.get(v)!),
    lower: lower.map((v) => 3 * placeOf.get(v)!),
  }));
  const edgesOf = (posed: Float32Array): Edge[] =>
    lipPlaces.map(({ upper, lower }) => {
      const mean = (at: readonly number[], k: number): number => at.reduce((sum, v) => sum + posed[v + k]! / at.length, 0);
      return {
        x: (mean(upper, 0) + mean(lower, 0)) / 2,
        upper: Math.min(...upper.map((at) => posed[at + 1]!)),
        lower: Math.max(...lower.map((at) => posed[at + 1]!)),
        z: (mean(upper, 2) + mean(lower, 2)) / 2,
      };
    });
  const outer = outerTriangles(
    near,
    [...lipVertices].map((v) => placeOf.get(v)!),
  );
  const foremost = Math.max(...teeth.positions.filter((_, i) => i % 3 === 2));
  const seen = selectVertices(teeth, (_, __, ___, z) => z > foremost - FRONT_TEETH);
  const allTongue = selectVertices(tongue, () => true);
  const grid = createGrid([0, 1, 2], [-EXTENT.aside, center - 2 * EXTENT.below], [2 * EXTENT.aside, 2 * EXTENT.below + EXTENT.above], CELL);
  return {
    gap(weights) {
      const posed = near.pose(weights);
      return widestGap(posed, near.triangles, edgesOf(posed));
    },
    through(weights) {
      const posed = near.pose(weights);
      const edges = edgesOf(posed);
      grid.depths.fill(Number.NaN);
      drawTriangles(grid, posed, outer, { facing: true });
      const furthest = (subset: Subset): number => {
        const places = subset.pose(weights);
        let most = 0;
        for (let at = 0; at < places.length; at += 3) {
          const [x, y, z] = [places[at]!, places[at + 1]!, places[at + 2]!];
          const edge = edgeAt(edges, x);
          if (y < edge.upper + TOUCHING && y > edge.lower - TOUCHING) continue;
          const skinAt = depthAt(grid, x, y);
          if (skinAt > edge.z - DEEP && z - skinAt > most) most = z - skinAt;
        }
        return most;
      };
      return { teeth: furthest(seen), tongue: furthest(allTongue) };
    },
  };
}

/** Returns the skin triangles that are visible from the front at rest, and those inside the lips near the edges. */
function outerTriangles({ rest, triangles }: Subset, lips: readonly number[]): Uint32Array {
  const [xs, ys] = [0, 1].map((k) => rest.filter((_, i) => i % 3 === k)) as [Float32Array, Float32Array];
  const [left, low] = [Math.min(...xs), Math.min(...ys)];
  const grid = createGrid([0, 1, 2], [left, low], [Math.max(...xs) - left, Math.max(...ys) - low], CELL);
  drawTriangles(grid, rest, triangles);
  const isOuter = Uint8Array.from({ length: rest.length / 3 }, (_, v) => {
    const [x, y, z] = [rest[3 * v]!, rest[3 * v + 1]!, rest[3 * v + 2]!];
    const covered = depthAt(grid, x, y) > z + 0.8 * MM;
    if (!covered) return 1;
    return lips.some((lip) => Math.hypot(rest[3 * lip]! - x, rest[3 * lip + 1]! - y, rest[3 * lip + 2]! - z) < INSIDE) ? 1 : 0;
  });
  const starts = Array.from({ length: triangles.length / 3 }, (_, t) => 3 * t).filter((t) =>
    [0, 1, 2].every((k) => isOuter[triangles[t + k]!]),
  );
  return Uint32Array.from(starts.flatMap((t) => [...triangles.subarray(t, t + 3)]));
}

function edgeAt(edges: readonly Edge[], x: number): Edge {
  const next = edges.findIndex((edge) => edge.x >= x);
  if (next <= 0) return edges[next < 0 ? edges.length - 1 : 0]!;
  const [a, b] = [edges[next - 1]!, edges[next]!];
  const share = (x - a.x) / (b.x - a.x);
  const mix = (k: 'upper' | 'lower' | 'z'): number => a[k] + share * (b[k] - a[k]);
  return { x, upper: mix('upper'), lower: mix('lower'), z: mix('z') };
}

function widestGap(posed: Float32Array, triangles: Uint32Array, edges: readonly Edge[]): number {
  let widest = 0;
  for (let x = edges[0]!.x + CORNER; x <= edges.at(-1)!.x - CORNER; x += COLUMN) {
    const { upper, lower, z } = edgeAt(edges, x);
    const middle = (upper + lower) / 2;
    const covered = sectionsAt(posed, triangles, x, z - DEEP)
      .filter(([from, to]) => to > middle - HIGH && from < middle + HIGH)
      .sort((a, b) => a[0] - b[0]);
    let top = covered[0]?.[1] ?? 0;
    for (const [from, to] of covered) {
      widest = Math.max(widest, from - top);
      top = Math.max(top, to);
    }
  }
  return widest;
}

/** Returns the ranges of heights that triangles cover in the plane at x, in front of a given depth. */
function sectionsAt(posed: Float32Array, triangles: Uint32Array, x: number, back: number): [number, number][] {
  const sections: [number, number][] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const isLeft = posed[3 * triangles[t]!]! <= x;
    if (posed[3 * triangles[t + 1]!]! <= x === isLeft && posed[3 * triangles[t + 2]!]! <= x === isLeft) continue;
    const ends: [y: number, z: number][] = [];
    for (let k = 0; k < 3; k++) {
      const [a, b] = [3 * triangles[t + k]!, 3 * triangles[t + ((k + 1) % 3)]!];
      const [ax, bx] = [posed[a]!, posed[b]!];
      if (ax <= x === bx <= x) continue;
      const s = (x - ax) / (bx - ax);
      ends.push([posed[a + 1]! + s * (posed[b + 1]! - posed[a + 1]!), posed[a + 2]! + s * (posed[b + 2]! - posed[a + 2]!)]);
    }
    if (ends.length !== 2) continue;
    const [near, far] = ends[0]![1] > ends[1]![1] ? [ends[0]!, ends[1]!] : [ends[1]!, ends[0]!];
    if (near[1] <= back) continue;
    const y = far[1] >= back ? far[0] : near[0] + ((far[0] - near[0]) * (near[1] - back)) / (near[1] - far[1]);
    sections.push([Math.min(near[0], y), Math.max(near[0], y)]);
  }
  return sections;
}
