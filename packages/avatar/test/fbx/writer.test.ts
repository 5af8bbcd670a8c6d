import { type Clip, ROTATIONS, SHAPES } from '@talking-avatar/animation';
import { GAZES } from '@talking-avatar/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reduceKeys } from '../../src/animated-head/keys.ts';
import { eulerAngles } from '../../src/animated-head/rotations.ts';
import { encodeFbx } from '../../src/fbx/encode.ts';
import { bool, double, type FbxNode, int, long, node, type Property } from '../../src/fbx/node.ts';
import { createTakeName, HeadInputError, writeFbx } from '../../src/index.ts';
import type { ActorModel, Part } from '../../src/model/index.ts';
import { makeClip, makeFigure } from './figure.ts';
import { compare, spreadTimes, truthOfClip } from './importers/agreement.ts';
import { openWithThree } from './importers/three.ts';
import { type RecordOf, readFbx } from './reader.ts';

describe('records', () => {
  const wholeNumber = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  const property: fc.Arbitrary<Property> = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.uint8Array({ maxLength: 300 }),
    fc.float64Array({ maxLength: 60, noNaN: true }),
    fc.float32Array({ maxLength: 60, noNaN: true }),
    fc.int32Array({ maxLength: 60 }),
    fc.bigInt64Array({ maxLength: 60 }),
    wholeNumber.map(int),
    fc.maxSafeInteger().map(long),
    fc.double({ noNaN: true }).map(double),
    fc.boolean().map(bool),
  );
  const tree = (depth: number): fc.Arbitrary<FbxNode> =>
    fc
      .tuple(
        fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 }),
        fc.array(property, { maxLength: 4 }),
        depth > 0 ? fc.array(tree(depth - 1), { maxLength: 3 }) : fc.constant([]),
      )
      .map(([name, values, children]) => node(name, values, children));

  it('are read back unchanged', () => {
    fc.assert(
      fc.property(fc.array(tree(3), { maxLength: 4 }), (nodes) => {
        expect(readFbx(encodeFbx(nodes)).records.map(plain)).toEqual(nodes.map(plainNode));
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  const plain = ({ name, values, children }: RecordOf): unknown => ({
    name,
    values: values.map(({ type, value }) => [type, value instanceof Uint8Array ? Buffer.from(value) : value]),
    children: children.map(plain),
  });
  const plainNode = ({ name, properties, children }: FbxNode): unknown => ({
    name,
    values: properties.map(plainProperty),
    children: children.map(plainNode),
  });
  function plainProperty(value: Property): unknown {
    if (typeof value === 'string') return ['S', value];
    if (value instanceof Uint8Array) return ['R', Buffer.from(value)];
    if (value instanceof Float64Array) return ['d', [...value]];
    if (value instanceof Float32Array) return ['f', [...value]];
    if (value instanceof Int32Array) return ['i', [...value]];
    if (value instanceof BigInt64Array) return ['l', [...value]];
    if (value.type === 'C') return ['C', value.value === 1];
    return [value.type, value.type === 'L' ? BigInt(value.value) : value.value];
  }
});

describe('keys', () => {
  const curves = fc
    .integer({ min: 1, max: 200 })
    .chain((length) =>
      fc.array(fc.array(fc.float({ min: 0, max: 1, noNaN: true }), { minLength: length, maxLength: length }), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map((lists) => lists.map((list) => Float32Array.from(list)));

  it('produce lines within the tolerance of every value', () => {
    fc.assert(
      fc.property(curves, fc.double({ min: 0.0005, max: 0.3, noNaN: true }), (values, tolerance) => {
        const keys = reduceKeys(values, tolerance);
        expect([keys[0], keys.at(-1)]).toEqual([0, values[0]!.length - 1]);
        for (const curve of values) expect(worst(curve, keys)).toBeLessThanOrEqual(tolerance + 1e-12);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it('are two on a straight line, one for one frame, and few on a smooth curve', () => {
    const line = Float32Array.from({ length: 500 }, (_, i) => i / 500);
    expect(reduceKeys([line], 0.002)).toEqual([0, 499]);
    expect(reduceKeys([Float32Array.of(0.5)], 0.002)).toEqual([0]);
    const wave = Float32Array.from({ length: 600 }, (_, i) => Math.sin(i / 60) ** 2);
    expect(reduceKeys([wave], 0.002).length).toBeLessThan(200);
  });

  const worst = (curve: Float32Array, keys: readonly number[]): number => {
    let most = 0;
    for (let i = 1; i < keys.length; i++) {
      const [a, b] = [keys[i - 1]!, keys[i]!];
      for (let frame = a; frame <= b; frame++) {
        const line = curve[a]! + ((curve[b]! - curve[a]!) * (frame - a)) / (b - a);
        most = Math.max(most, Math.abs(line - curve[frame]!));
      }
    }
    return most;
  };
});

describe('rotations', () => {
  it("equal the angle of a rotation about one axis, in the channel's direction", () => {
    expect(eulerAngles(0.3, 0, 0)).toEqual([0, expect.closeTo(-0.3, 12), 0]);
    expect(eulerAngles(0, 0.3, 0).map(Math.abs)).toEqual([expect.closeTo(0.3, 12), 0, 0]);
    expect(eulerAngles(0, 0.3, 0)[0]).toBeGreaterThan(0);
    expect(eulerAngles(0, 0, 0.3)[2]).toBeCloseTo(0.3, 12);
  });

  it('never flip, so a small step in the clip is a small step in the angles', () => {
    const angle = fc.double({ min: -1.2, max: 1.2, noNaN: true });
    fc.assert(
      fc.property(angle, angle, angle, (yaw, pitch, roll) => {
        const here = eulerAngles(yaw, pitch, roll);
        const next = eulerAngles(yaw + 1e-3, pitch + 1e-3, roll + 1e-3);
        for (let axis = 0; axis < 3; axis++) expect(Math.abs(next[axis]! - here[axis]!)).toBeLessThan(0.05);
      }),
      { seed: 7 },
    );
  });
});

describe('any small actor and clip', () => {
  const value = fc.float({ min: 0, max: 1, noNaN: true });
  const angle = fc.float({ min: Math.fround(-0.6), max: Math.fround(0.6), noNaN: true });
  const anyClip: fc.Arbitrary<Clip> = fc
    .record({
      fps: fc.constantFrom(24_000 / 1001, 24, 25, 30_000 / 1001, 30, 48, 50, 60, 100, 120),
      frames: fc.integer({ min: 2, max: 20 }),
    })
    .chain(({ fps, frames }) =>
      fc
        .tuple(
          fc.array(fc.array(value, { minLength: frames, maxLength: frames }), { minLength: 52, maxLength: 52 }),
          fc.array(fc.array(angle, { minLength: frames, maxLength: frames }), { minLength: 9, maxLength: 9 }),
        )
        .map(([shapes, turns]) => ({
          fps,
          frames,
          channels: new Map([
            ...SHAPES.map((name, i) => [name, Float32Array.from(shapes[i]!)] as const),
            ...ROTATIONS.map((name, i) => [name, Float32Array.from(turns[i]!)] as const),
          ]),
        })),
    );

  it('are unchanged after a round trip through three.js', () => {
    fc.assert(
      fc.property(anyClip, fc.integer({ min: 10, max: 13 }), fc.constantFrom(...GAZES), (clip, rows, gaze) => {
        const bytes = writeFbx(makeFigure(rows), clip, 'any', { gaze });
        readFbx(bytes);
        const times = Array.from({ length: clip.frames }, (_, frame) => frame / clip.fps);
        const found = compare(openWithThree(bytes), truthOfClip(clip), times, gaze);
        const { faults, length, weights, turns } = found;
        expect(faults).toEqual([]);
        expect(Math.abs(length)).toBeLessThan(1e-6);
        expect(weights).toBeLessThan(0.005);
        expect(turns).toBeLessThan(0.005);
        // In an arbitrary clip, the shapes and the rotations look in different directions.
        if (gaze !== 'shapes') expect(found.gaze).toBeLessThan(0.01);
      }),
      { numRuns: 20, seed: 7, endOnFailure: true },
    );
  });

  it('keep the lips closed, without overlap, where the clip closes them', () => {
    const clip = makeClip(4);
    const jaw = clip.channels.get('jawOpen')!;
    const close = jaw.map((value, frame) => value * (frame % 50 < 10 ? 1 : 0.99 + 0.01 * Math.sin(frame / 5)));
    const channels = new Map([...clip.channels, ['mouthClose', close]]);
    const opened = openWithThree(writeFbx(makeFigure(), { ...clip, channels }, 'closed'));
    for (const time of spreadTimes(3.9, 200)) {
      const open = opened.weight('jawOpen', time) - opened.weight('mouthClose', time);
      expect(open).toBeGreaterThan(-1e-7);
      if ((time * clip.fps) % 50 < 9) expect(open).toBeLessThan(0.001);
    }
  });
});

describe('a take', () => {
  it('is named after the first words of the speech, in any script', () => {
    expect(createTakeName(['Hello,', 'world!'])).toBe('Hello_world');
    expect(createTakeName(['¿Qué', 'tal,', 'señor?'])).toBe('Qué_tal_señor');
    expect(createTakeName(['你好，朋友。'])).toBe('你好_朋友');
    expect(createTakeName(['...'])).toBe('speech');
    expect(createTakeName([])).toBe('speech');
    expect(createTakeName(Array(30).fill('word'))).toBe('word_word_word_word_word_word_word_word');
    expect(createTakeName(['Доброе', 'утро,', 'дорогие', 'друзья', 'и', 'подруги'])).toBe('Доброе_утро_дорогие_друзья_и');
  });

  it('truncates a single long word between letters, without separating their marks', () => {
    const hindi = 'नमस्ते'.repeat(9);
    const name = createTakeName([hindi]);
    expect(hindi.startsWith(name)).toBe(true);
    const letters = [...new Intl.Segmenter().segment(hindi)].map(({ segment }) => segment);
    const kept = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
    expect(kept).toEqual(letters.slice(0, kept.length));
    expect(Buffer.byteLength(name + letters[kept.length]!)).toBeGreaterThan(63);
  });

  it('has a name of letters, digits, and underscores within the limits for any speech', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (words) => {
        const name = createTakeName(words);
        expect(name).toMatch(/^[\p{L}\p{M}\p{N}_]{1,40}$/u);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
      }),
      { seed: 7 },
    );
  });
});

describe('an incomplete model or clip', () => {
  const model = makeFigure();
  const clip = makeClip(0.5);
  const [skin, ...eyes] = model.parts;
  const withSkin = (change: Partial<Part>): ActorModel => ({ ...model, parts: [{ ...skin!, ...change }, ...eyes] });
  const without = (name: string): Clip => ({
    ...clip,
    channels: new Map([...clip.channels].filter(([key]) => key !== name)),
  });
  const replaced = (name: string, values: Float32Array): Clip => ({
    ...clip,
    channels: new Map([...clip.channels, [name, values]]),
  });
  const morphs = (name: string, change: object) => new Map([...skin!.morphs, [name, { ...skin!.morphs.get(name)!, ...change }]]);

  it.each<[string, ActorModel, Clip, RegExp]>([
    ['a clip without a shape', model, without('jawOpen'), /missing the channel 'jawOpen'/],
    ['a clip without a rotation', model, without('headYaw'), /missing the channel 'headYaw'/],
    ['a truncated channel', model, replaced('jawOpen', new Float32Array(3)), /'jawOpen' must have 30 values, one per frame, got 3/],
    ['a NaN value', model, replaced('jawOpen', new Float32Array(30).fill(NaN)), /'jawOpen' is NaN at frame 0/],
    ['no frames', model, { ...clip, frames: 0 }, /at least one frame, got 0/],
    ['no frame rate', model, { ...clip, fps: 0 }, /frames per second, got 0/],
    ['an empty shape', withSkin({ morphs: morphs('tongueOut', { positions: new Float32Array(9) }) }), clip, /'tongueOut'/],
    ['a truncated shape', withSkin({ morphs: morphs('jawOpen', { normals: new Float32Array(3) }) }), clip, /'jawOpen'/],
    ['a vertex of a shape out of range', withSkin({ morphs: morphs('jawOpen', { vertices: Uint32Array.of(1, 2, 9999) }) }), clip, /beyond/],
    ['a missing joint', { ...model, joints: model.joints.slice(0, 5) }, clip, /'doll' is missing the joint 'leftEye'/],
    [
      'a parent after its child',
      { ...model, joints: model.joints.map((joint, i) => ({ ...joint, parent: i === 1 ? 3 : joint.parent })) },
      clip,
      /parent of joint 'spine' must be an earlier joint, got 3/,
    ],
    ['truncated normals', withSkin({ normals: new Float32Array(3) }), clip, /part 'skin': it must have 3 normals for each .*, got 3/],
    ['a vertex of a triangle out of range', withSkin({ indices: Uint32Array.of(0, 1, 9999) }), clip, /refers to vertex 9999/],
    ['an incomplete triangle', withSkin({ indices: Uint32Array.of(0, 1) }), clip, /multiple of 3, got 2/],
    ['a joint out of range', withSkin({ joints: skin!.joints.map(() => 9) }), clip, /joint 9, but there are only 7/],
    ['a vertex without a joint', withSkin({ weights: skin!.weights.map(() => 0) }), clip, /not bound to any joint/],
    ['a texture out of range', withSkin({ material: { ...skin!.material, color: 4 } }), clip, /texture 4, but there are only 1/],
  ])('is rejected with a reason: %s', (_, figure, motion, reason) => {
    expect(() => writeFbx(figure, motion, 'take')).toThrow(HeadInputError);
    expect(() => writeFbx(figure, motion, 'take')).toThrow(reason);
  });
});
