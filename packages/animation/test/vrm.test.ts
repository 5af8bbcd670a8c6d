import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANNELS, type Clip, SHAPES, vrmExpressions, writeCsv } from '../src/index.ts';

const VOWELS = ['aa', 'ih', 'ou', 'ee', 'oh'];

/** Creates a clip with a single frame that has these values, and 0 everywhere else. */
const hold = (values: Readonly<Record<string, number>>): Clip => ({
  fps: 60,
  frames: 1,
  channels: new Map(CHANNELS.map((name) => [name, Float32Array.of(values[name] ?? 0)])),
});

const expressionsOf = (values: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(vrmExpressions(hold(values)).map((column) => [column.name, column.values![0]!]));

const strongest = (values: Readonly<Record<string, number>>): string =>
  Object.entries(expressionsOf(values)).sort(([, a], [, b]) => b - a)[0]![0];

const pair = (name: string, value: number) => ({ [`${name}Left`]: value, [`${name}Right`]: value });

describe('the expressions of VRM 1.0', () => {
  it.each([
    ['aa', { jawOpen: 0.5 }],
    ['oh', { jawOpen: 0.5, mouthFunnel: 0.9 }],
    ['ou', { jawOpen: 0.05, mouthPucker: 0.9 }],
    ['ee', { jawOpen: 0.05, ...pair('mouthStretch', 0.4) }],
    ['ih', { jawOpen: 0.4, ...pair('mouthStretch', 0.4) }],
    ['blinkLeft', { eyeBlinkLeft: 1 }],
    ['happy', pair('mouthSmile', 0.8)],
    ['angry', pair('browDown', 0.8)],
    ['sad', pair('mouthFrown', 0.8)],
    ['surprised', { browInnerUp: 0.8, ...pair('browOuterUp', 0.8) }],
    ['lookLeft', { eyeLookOutLeft: 0.5, eyeLookInRight: 0.5 }],
    ['lookDown', pair('eyeLookDown', 0.5)],
  ])('%s is the strongest of %j', (name, shapes) => {
    expect(strongest(shapes)).toBe(name);
  });

  it('are 0 at rest, and no vowel opens closed lips', () => {
    for (const value of Object.values(expressionsOf({}))) expect(value).toBe(0);
    const closed = expressionsOf({ jawOpen: 0.1, mouthClose: 0.1, mouthPucker: 0.5, ...pair('mouthStretch', 0.5) });
    for (const vowel of VOWELS) expect(closed[vowel]).toBeCloseTo(0, 6);
  });

  it('are 0 to 1 for any face, with vowels that add up to no more than 1', () => {
    const anyFace = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: SHAPES.length,
      maxLength: SHAPES.length,
    });
    fc.assert(
      fc.property(anyFace, (given) => {
        const face = Object.fromEntries(SHAPES.map((shape, i) => [shape, given[i]!]));
        const found = expressionsOf({ ...face, mouthClose: face.mouthClose! * face.jawOpen! });
        for (const value of Object.values(found)) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
        expect(VOWELS.reduce((sum, vowel) => sum + found[vowel]!, 0)).toBeLessThan(1 + 1e-6);
      }),
    );
  });

  it('are columns of a CSV, with the rotations', () => {
    const [head, row] = [...writeCsv(hold({ jawOpen: 0.5, headYaw: 0.1 }), 'vrm')].join('').split('\n');
    const columns = head!.split(',');
    expect(columns.slice(0, 4)).toEqual(['Timecode', 'BlendshapeCount', 'aa', 'ih']);
    expect(row!.split(',')[1]).toBe(String(columns.length - 2));
    expect(row!.split(',')[columns.indexOf('headYaw')]).toMatch(/^0\.1/);
  });
});

it('a Ready Player Me CSV has columns with its names', () => {
  const [head] = [...writeCsv(hold({}), 'ready_player_me')].join('').split('\n');
  expect(head!.split(',').slice(2, 54)).toEqual([...SHAPES]);
});
