import { CHANNELS } from '@talking-avatar/animation';
import { type ActorModel, readBakedActor } from '@talking-avatar/avatar';
import type { Part } from '@talking-avatar/avatar/model';
import { BlendShapeMixer, findMouth, pose, withCorrectives } from '@talking-avatar/avatar/testing';
import { describe, expect, it } from 'vitest';
import { Bvh } from '../src/geometry/mesh/index.ts';
import { FACES } from './faces.ts';

const both = (name: string, weight: number): Record<string, number> => ({
  [`${name}Left`]: weight,
  [`${name}Right`]: weight,
});
/** Poses in which the lips are closed. */
const CLOSED = [
  {},
  both('mouthSmile', 1),
  both('mouthFrown', 1),
  both('mouthStretch', 1),
  both('mouthPress', 1),
  { mouthPucker: 1 },
  { mouthRollLower: 1, mouthRollUpper: 1 },
  { jawOpen: 0.15, mouthClose: 0.15 },
  { jawOpen: 0.2, mouthClose: 0.2, mouthPucker: 0.6 },
  { ...both('mouthSmile', 0.6), mouthPucker: 0.5 },
];
/** Happy speech: the lips nearly close while they are rolled and pressed, and then open wide for a vowel. */
const SMILING = [
  {
    ...both('mouthSmile', 0.52),
    ...both('mouthDimple', 0.14),
    ...both('mouthStretch', 0.19),
    ...both('mouthPress', 0.4),
    ...both('mouthLowerDown', 0.13),
    ...both('mouthUpperUp', 0.11),
    ...both('cheekSquint', 0.6),
    mouthRollLower: 0.19,
    mouthRollUpper: 0.19,
    jawOpen: 0.12,
    mouthClose: 0.07,
  },
  {
    ...both('mouthSmile', 0.45),
    ...both('mouthDimple', 0.12),
    ...both('mouthStretch', 0.16),
    ...both('mouthLowerDown', 0.41),
    ...both('mouthUpperUp', 0.27),
    ...both('cheekSquint', 0.64),
    jawOpen: 0.65,
    mouthPucker: 0.11,
  },
];
/** If a tooth is this far in front of the skin, it is visible with camera 0 and 720 lines, in meters. */
const SEEN = 0.0003;
/** Maximum distance of skin in front of a tooth or the tongue, in meters. */
const LIPS = 0.12;
/** Closed lips may leave a slit of 0.3 mm in the shape tests. This is the maximum share of vertices that may be visible through it. */
const SLIT = 0.002;

const partOf = ({ parts }: ActorModel, substance: Part['substance']): Part => parts.find((part) => part.substance === substance)!;

describe.each(FACES)('the face of %s', async (id) => {
  const actor = await readBakedActor(id);
  const [skin, teeth, tongue] = [partOf(actor, 'skin'), partOf(actor, 'teeth'), partOf(actor, 'tongue')];

  it('has correctives of existing shapes, with all of their morph targets', () => {
    for (const { name, shapes } of actor.correctives) {
      expect(shapes.every((shape) => (CHANNELS as readonly string[]).includes(shape))).toBe(true);
      expect(
        actor.parts.some(({ morphs }) => morphs.has(name)),
        name,
      ).toBe(true);
    }
    const names = actor.correctives.map(({ name }) => name);
    for (const pair of ['jawOpen_mouthPucker', 'jawOpen_mouthFunnel', 'jawOpen_mouthSmileLeft']) expect(names).toContain(pair);
    expect(names).toContain('eyeBlinkLeft_eyeLookDownLeft');
  });

  it('includes the shapes that reduce a corrective', () => {
    const undone = new Map(actor.correctives.map(({ name, without }) => [name, without]));
    expect(undone.get('mouthSmileLeft_bared')).toContain('mouthPucker');
    expect(undone.get('lowerLipBite_mouthRollLower_halfway')).toEqual(['lowerLipBite']);
  });

  it("weights a corrective by the product of its shapes' weights", () => {
    const data = { vertices: skin.positions.length / 3, dynamicData: interleave(skin) };
    const mixer = new BlendShapeMixer({ ...actor, parts: [skin] }, { ...data, staticData: new Uint8Array(), firstVertices: [0] });
    const weights = { jawOpen: 0.5, mouthPucker: 0.8 };
    const mixed = mixer.apply(new Map(Object.entries(weights)));
    const expected = pose(skin, { ...weights, jawOpen_mouthPucker: 0.4 });
    const { first, end } = mixer.touched;
    for (let v = first; v < end; v++)
      for (let k = 0; k < 3; k++) expect(Math.abs(mixed[6 * v + k]! - expected[3 * v + k]!)).toBeLessThan(1e-5);
  });

  it.each(CLOSED)('hides teeth and tongue behind closed lips, %o', (weights) => {
    const all = withCorrectives(actor, weights);
    const lips = cornersOf(skin, pose(skin, all));
    const bvh = new Bvh({ corners: lips, opacities: new Float32Array(lips.length / 9).fill(1) });
    for (const part of [teeth, tongue]) {
      const posed = pose(part, all);
      let seen = 0;
      for (let at = 0; at < posed.length; at += 3)
        if (bvh.transmittance(posed[at]!, posed[at + 1]!, posed[at + 2]!, 0, 0, 1, LIPS) > 0) seen++;
      expect((3 * seen) / posed.length, part.name).toBeLessThan(SLIT);
    }
  });

  it.each(SMILING)('keeps the teeth behind lips that a smile pulls against them, %o', (weights) => {
    const all = new Map(Object.entries(withCorrectives(actor, weights)));
    expect(findMouth(actor).through(all).teeth).toBeLessThan(SEEN);
  });

  it('purses the lips under an open jaw to a narrower mouth than at rest', () => {
    const width = (weights: Record<string, number>): number => {
      const posed = pose(skin, withCorrectives(actor, weights));
      return 2 * Math.max(...corners.map((v) => posed[3 * v]!));
    };
    const { vertices, positions } = skin.morphs.get('mouthSmileLeft')!;
    const front = Math.max(...teeth.positions.filter((_, i) => i % 3 === 2));
    // Vertices at the corner of the mouth, which is what a smile moves the farthest.
    const reach = [...vertices].map((_, i) => Math.hypot(...positions.subarray(3 * i, 3 * i + 3)));
    const most = Math.max(...reach);
    const corners = [...vertices].filter((v, i) => reach[i]! > 0.9 * most && skin.positions[3 * v + 2]! > front - 0.03);
    expect(width({ mouthPucker: 1 }) / width({})).toBeLessThan(0.85);
    expect(width({ mouthPucker: 0.8, jawOpen: 0.3 }) / width({})).toBeLessThan(0.85);
  });
});

function interleave({ positions, normals }: Part): Float32Array {
  const data = new Float32Array(2 * positions.length);
  for (let v = 0; v < positions.length / 3; v++) {
    data.set(positions.subarray(3 * v, 3 * v + 3), 6 * v);
    data.set(normals.subarray(3 * v, 3 * v + 3), 6 * v + 3);
  }
  return data;
}

const cornersOf = ({ indices }: Part, posed: Float32Array): Float32Array =>
  Float32Array.from([...indices].flatMap((v) => [...posed.subarray(3 * v, 3 * v + 3)]));
