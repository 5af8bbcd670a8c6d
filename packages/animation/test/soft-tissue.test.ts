import { describe, expect, it } from 'vitest';
import type { Clip } from '../src/index.ts';
import { mapColumns } from '../src/rigs/index.ts';
import { NEUTRAL, perform, read } from './perform.ts';
import { createTimeline } from './timelines.ts';

const column = (clip: Clip, name: string): Float32Array =>
  mapColumns(clip, 'humanoid').find((each) => each.name === `CTRL_expressions_${name}`)!.values!;
const peakFrame = (values: Float32Array): number => values.indexOf(Math.max(...values));

describe('lips of the humanoid rig', () => {
  it('stick together at the corners for a moment after they part in the middle', () => {
    const clip = perform(
      createTimeline([
        ['', 0.5],
        ['a', 0.2],
        ['m', 0.12],
        ['a', 0.3],
        ['', 0.6],
      ]),
    );
    const [inner, outer] = [column(clip, 'mouthStickyUINL'), column(clip, 'mouthStickyUOUTL')];
    const parting = 0.82 * clip.fps;
    const opening = (values: Float32Array): Float32Array => values.slice(parting - 6, parting + 12);
    expect(Math.max(...opening(outer))).toBeGreaterThan(0.12);
    expect(Math.max(...opening(outer))).toBeGreaterThan(1.3 * Math.max(...opening(inner)));
    expect(outer[0]).toBe(0);
    expect(outer.at(-1)).toBe(0);
  });
});

describe('a swallow', () => {
  it('occurs in long silence and passes through the four phases of the throat in order', () => {
    const clips = Array.from({ length: 6 }, (_, seed) => perform(createTimeline([['', 20]]), 60, NEUTRAL, `${seed}`));
    const clip = clips.find((each) => Math.max(...read(each, 'swallow')) > 0.4)!;
    const phases = [1, 2, 3, 4].map((phase) => column(clip, `neckSwallowPh${phase}`));
    const first = peakFrame(read(clip, 'swallow'));
    const near = phases.map((values) => peakFrame(values.slice(Math.max(0, first - 60), first + 90)));
    expect(near).toEqual(near.toSorted((a, b) => a - b));
    for (const values of phases) expect(Math.max(...values)).toBeGreaterThan(0.2);
  });
});

describe('the chest', () => {
  it('fills before speech and empties while speaking, more for longer speech', () => {
    const speak = (count: number) =>
      read(
        perform(
          createTimeline([['', 1.5], ...Array.from({ length: count }, (_, i) => [i % 2 ? 'a' : 's', 0.15] as [string, number]), ['', 1]]),
        ),
        'breath',
      );
    const [long, short] = [speak(40), speak(6)];
    expect(long[0]).toBe(0);
    expect(long[60 * 0.8]).toBeLessThan(0.1);
    expect(long[60 * 1.45]).toBeGreaterThan(0.9);
    expect(short[60 * 1.45]).toBeLessThan(0.8);
    expect(long[60 * 7.5]).toBeLessThan(0.15);
    expect(long.at(-1)).toBe(0);
  });

  it('breathes about 15 times a minute in silence', () => {
    const breath = read(perform(createTimeline([['', 60]])), 'breath');
    const tops = [...breath.keys()].filter(
      (k) => k > 0 && k + 1 < breath.length && breath[k]! > 0.3 && breath[k]! > breath[k - 1]! && breath[k]! >= breath[k + 1]!,
    );
    expect(tops.length).toBeGreaterThanOrEqual(13);
    expect(tops.length).toBeLessThanOrEqual(16);
  });
});
