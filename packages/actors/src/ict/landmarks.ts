import { at, fitSphere, interpolate, type Vector } from '../geometry/mesh/index.ts';
import type { Assets } from '../makehuman/index.ts';
import { type Face, findEyeballs } from '../shapes/index.ts';
import { measureOpening, type Opening } from '../shapes/lids.ts';
import type { HeadModel } from './read.ts';

/** Landmarks of the model where the lips meet, sorted by x (zero-based Multi-PIE 48, 60 to 64, and 54; and 48, 67 to 65, and 54). */
const UPPER_LIP = [5708, 5702, 5711, 5533, 6216, 6207, 6213] as const;
const LOWER_LIP = [5708, 5966, 5517, 6470, 6213] as const;

/** Corresponding points on both heads. */
export interface Pair {
  from: Vector;
  to: Vector;
  weight: number;
}

/** Finds landmarks on both heads: profile, eyelid edges, and lip line. @param skin vertices of the MakeHuman head */
export function findPairs(assets: Assets, face: Face, model: HeadModel, skin: Uint16Array): Pair[] {
  const { positions, line } = face;
  const height = (x: number): Vector => [x, interpolate(line.places, line.y, x), interpolate(line.places, line.z, x)];
  const upper = curveThrough(model.positions, UPPER_LIP);
  const lower = curveThrough(model.positions, LOWER_LIP);
  const meet = (x: number): Vector => upper(x).map((value, k) => (value + lower(x)[k]!) / 2) as unknown as Vector;
  const corner = at(model.positions, UPPER_LIP.at(-1)!)[0];
  const pairs: Pair[] = [];
  const modelFace = model.triangles('M_Face').vertices;
  const profiles = [
    findProfile(
      [...skin].map((v) => at(positions, v)),
      height(0),
    ),
    findProfile(
      [...new Set(modelFace)].map((v) => at(model.positions, v)),
      meet(0),
    ),
  ] as const;
  pairs.push(...profiles[0].map((from, i) => ({ from, to: profiles[1][i]!, weight: 1 })));
  const white = new Set(model.triangles('M_ScleraLeft').vertices);
  const eyes = [
    findEyeballs(assets, positions).left,
    fitSphere(Float32Array.from([...white].flatMap((v) => at(model.positions, v)))),
  ] as const;
  const lids = [measureOpening(eyes[0], positions, face.triangles), measureOpening(eyes[1], model.positions, modelFace)] as const;
  const steps = Array.from({ length: 13 }, (_, i) => i / 12);
  for (const share of steps) {
    for (const edge of ['upper', 'lower'] as const) {
      const [from, to] = [0, 1].map((i) => lidEdge(lids[i]!, eyes[i]!, 0.02 + 0.96 * share, edge)) as [Vector, Vector];
      pairs.push({ from, to, weight: 1 });
    }
    pairs.push({ from: height(share * line.half), to: meet(share * corner), weight: 2 });
  }
  const mirror = ([x, y, z]: Vector): Vector => [-x, y, z];
  return pairs.flatMap((pair) => (pair.from[0] === 0 ? [pair] : [pair, { ...pair, from: mirror(pair.from), to: mirror(pair.to) }]));
}

/** Returns a function that finds the point at x on a line through vertices with ascending x. */
function curveThrough(positions: Float32Array, vertices: readonly number[]): (x: number) => Vector {
  const [x, y, z] = [0, 1, 2].map((k) => vertices.map((v) => positions[3 * v + k]!)) as [number[], number[], number[]];
  return (place) => [place, interpolate(x, y, place), interpolate(x, z, place)];
}

/** Returns the point on the eyelid edge at a given fraction of the way across the open eye. */
function lidEdge(
  opening: Opening,
  { center, radius }: { center: readonly number[]; radius: number },
  share: number,
  edge: 'upper' | 'lower',
): Vector {
  const open = opening.places.filter((_, i) => opening.upper[i]! - opening.lower[i]! > 0.04);
  const x = open[0]! + share * (open.at(-1)! - open[0]!);
  const elevation = interpolate(opening.places, opening[edge], x);
  const away = Math.sqrt(Math.max(0, (1.06 * radius) ** 2 - (x - center[0]!) ** 2));
  return [x, center[1]! + Math.sin(elevation) * away, center[2]! + Math.cos(elevation) * away];
}

/** Finds landmarks on a profile: nose tip, chin, bottom of the chin, root of the nose, brow, base of the nose, and dent below the lip. */
function findProfile(points: readonly Vector[], [, ly, lz]: Vector): Vector[] {
  const median = points.filter(([x, , z]) => Math.abs(x) < 0.0015 && z > lz - 0.05);
  const most = (height: (point: Vector) => number, from: number, to: number, behind = 0.05): Vector => {
    const near = median.filter(([, y, z]) => y > from && y < to && z > lz - behind);
    const [, y, z] = near.reduce((a, b) => (height(b) > height(a) ? b : a));
    return [0, y, z];
  };
  const forward = ([, , z]: Vector): number => z;
  const backward = ([, , z]: Vector): number => -z;
  const nose = most(forward, ly + 0.01, ly + 0.06);
  const lip = most(forward, ly - 0.012, ly);
  const chin = most(forward, ly - 0.05, ly - 0.018);
  const root = most(backward, nose[1] + 0.015, nose[1] + 0.05, 0.03);
  return [
    nose,
    chin,
    most(([, y, z]) => 0.6 * z - y, ly - 0.09, ly - 0.02, 0.035),
    root,
    most(forward, root[1] + 0.003, root[1] + 0.04),
    most(backward, ly + 0.012, nose[1] - 0.004, 0.004),
    most(backward, chin[1], lip[1], 0.03),
  ];
}
