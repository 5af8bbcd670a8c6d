import { readBakedActor } from '@talking-avatar/avatar';
import type { Part } from '@talking-avatar/avatar/model';
import { pose, withCorrectives } from '@talking-avatar/avatar/testing';
import { describe, expect, it } from 'vitest';
import { Bvh } from '../src/geometry/mesh/index.ts';
import { FACES } from './faces.ts';

/** Positions of the tongue and jaw that occur in speech, on the way to or from θ and ð, and positions that an animator might set. */
const POSES = [
  { tongueOut: 0.2, jawOpen: 0.1 },
  { tongueOut: 0.43, jawOpen: 0.32 },
  { tongueOut: 0.5, jawOpen: 0.13 },
  { tongueOut: 0.75, jawOpen: 0.13 },
  { tongueOut: 0.75, jawOpen: 0.25 },
  { tongueOut: 1, jawOpen: 0.5 },
];
/** Half the width of the area in the middle of the mouth that is tested, in meters. */
const NEAR = 0.04;
/** How far the lower lip must drop when the mouth opens, in meters. */
const LOWER = 0.012;
/** Tolerance for the edges of the lips, in meters. */
const NEARLY = 0.0015;
/** How far to search for the edge of a lip, both at a position across the mouth and around the height where the lips meet, in meters. */
const COLUMN = 0.004;
const HIGH = 0.012;

describe.each(FACES)('the tongue of %s', async (id) => {
  const { parts, correctives } = await readBakedActor(id);
  const [skin, tongue, teeth] = (['skin', 'tongue', 'teeth'] as const).map(
    (substance) => parts.find((part) => part.substance === substance)!,
  ) as [Part, Part, Part];
  const drops = dropsOf(skin, 'jawOpen');
  const incisors = foremostLower(teeth);
  const near = vertices(skin).filter((at) => {
    const [x, y, z] = skin.positions.subarray(at, at + 3);
    return Math.abs(x!) < NEAR && Math.abs(y! - incisors.y) < NEAR && z! > incisors.z - NEAR;
  });

  it.each(POSES)('comes out between the lips, tongueOut $tongueOut at jawOpen $jawOpen', (weights) => {
    const all = withCorrectives({ correctives }, weights);
    const face = pose(skin, all);
    const corners = trianglesOf(skin, new Set(near)).flatMap((at) => [...face.subarray(at, at + 3)]);
    const bvh = new Bvh({
      corners: Float32Array.from(corners),
      opacities: new Float32Array(corners.length / 9).fill(1),
    });
    /** Returns the edge of a lip at a position, which is the highest point of the lower lip or the lowest point of the upper lip. */
    const edge = (lower: boolean, x: number): number => {
      const own = near.filter(
        (at) =>
          drops[at / 3]! < -LOWER === lower &&
          Math.abs(face[at]! - x) < COLUMN &&
          Math.abs(skin.positions[at + 1]! - incisors.y) < HIGH &&
          skin.positions[at + 2]! > incisors.z + 0.006,
      );
      const heights = own.map((at) => face[at + 1]!);
      return lower ? Math.max(...heights) : Math.min(...heights);
    };
    let out = 0;
    for (const [x, y, z] of surface(tongue, pose(tongue, all))) {
      if (z < incisors.z || bvh.transmittance(x, y, z, 0, 0, 1, 0.1) === 0) continue;
      out++;
      expect(y, `at ${x}, ${z}`).toBeGreaterThan(edge(true, x) - NEARLY);
      expect(y, `at ${x}, ${z}`).toBeLessThan(edge(false, x) + NEARLY);
    }
    if (weights.tongueOut > 0.7) expect(out).toBeGreaterThan(0);
  });

  it('is lower in an open mouth than the jaw alone would move it, but not while extended', () => {
    const heightOf = (weights: Readonly<Record<string, number>>): number => {
      const heights = surface(tongue, pose(tongue, weights)).map(([, y]) => y);
      return heights.reduce((sum, y) => sum + y, 0) / heights.length;
    };
    const sunk = (weights: Readonly<Record<string, number>>): number =>
      heightOf(weights) -
      heightOf(withCorrectives({ correctives: correctives.filter(({ name }) => name === 'jawOpen_tongueLow') }, weights));
    expect(sunk({ jawOpen: 1 })).toBeGreaterThan(0.004);
    expect(sunk({ jawOpen: 1, tongueOut: 1 })).toBeCloseTo(0, 6);
  });
});

const vertices = ({ positions }: Part): number[] => Array.from({ length: positions.length / 3 }, (_, v) => 3 * v);

/** How far a shape moves each vertex up or down. Down is negative. */
function dropsOf(part: Part, shape: string): Float32Array {
  const posed = pose(part, { [shape]: 1 });
  return Float32Array.from({ length: posed.length / 3 }, (_, v) => posed[3 * v + 1]! - part.positions[3 * v + 1]!);
}

/** Returns the edge of the lower incisors. */
function foremostLower(teeth: Part): { y: number; z: number } {
  const drops = dropsOf(teeth, 'jawOpen');
  const lower = vertices(teeth).filter((at) => drops[at / 3]! < -LOWER && Math.abs(teeth.positions[at]!) < 0.008);
  const z = Math.max(...lower.map((at) => teeth.positions[at + 2]!));
  const front = lower.filter((at) => teeth.positions[at + 2]! > z - 0.008);
  return { y: Math.max(...front.map((at) => teeth.positions[at + 1]!)), z };
}

/** Returns the corners of all triangles that have one of these vertices, as indices into `positions`. */
function trianglesOf({ indices }: Part, wanted: ReadonlySet<number>): number[] {
  const corners: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const own = [3 * indices[t]!, 3 * indices[t + 1]!, 3 * indices[t + 2]!];
    if (own.some((at) => wanted.has(at))) corners.push(...own);
  }
  return corners;
}

/** Lists the vertices of a part and the midpoints of its edges. */
function surface({ indices }: Part, posed: Float32Array): (readonly [number, number, number])[] {
  const middle = (a: number, b: number): [number, number, number] => [
    (posed[a]! + posed[b]!) / 2,
    (posed[a + 1]! + posed[b + 1]!) / 2,
    (posed[a + 2]! + posed[b + 2]!) / 2,
  ];
  return Array.from(indices, (vertex, i) => {
    const next = i % 3 === 2 ? indices[i - 2]! : indices[i + 1]!;
    return [middle(3 * vertex, 3 * vertex), middle(3 * vertex, 3 * next)];
  }).flat();
}
