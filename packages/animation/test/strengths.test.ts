import type { Strengths } from '@talking-avatar/contract';
import { describe, expect, it } from 'vitest';
import { type Clip, solve } from '../src/index.ts';
import { NEUTRAL, read } from './perform.ts';
import { createTimeline, speakEvenly } from './timelines.ts';

const timeline = createTimeline(Array.from({ length: 60 }, (_, i) => [['m', 'a', 'f', 'u', 'ɹ', 'i'][i % 6]!, 0.11] as [string, number]));

const perform = (strengths?: Strengths): Clip =>
  solve({ timeline, loudness: speakEvenly(timeline), emotion: NEUTRAL, seed: 'seed', fps: 60, strengths });

const reach = (clip: Clip, channels: RegExp): number =>
  Math.max(...[...clip.channels].filter(([name]) => channels.test(name)).flatMap(([, values]) => [...values].map(Math.abs)));

const PARTS = [
  ['jaw', /^jaw/],
  ['lips', /^mouth(?!Close)/],
  ['brows', /^brow/],
  ['blinks', /^eyeBlink/],
  ['head', /^head/],
  ['gaze', /^(left|right)Eye|^eyeLook/],
] as const;

/** Channels that follow other parts of the face: the lids follow the gaze, the eyes follow the head, and closed lips follow the jaw. */
const FOLLOWERS: Readonly<Record<string, RegExp>> = {
  jaw: /^(jaw|mouthClose)/,
  lips: /^(mouth(?!Close)|lowerLipBite)/,
  brows: /^brow/,
  blinks: /^eyeBlink/,
  head: /^(head|(left|right)Eye|eye(Look|Blink|Wide))/,
  gaze: /^((left|right)Eye|eye(Look|Blink|Wide))/,
};

describe('strengths', () => {
  const usual = perform();

  it.each(PARTS)('of %s: 0 leaves it at rest, 0.5 moves it half as far, and nothing else changes', (part, channels) => {
    expect(reach(usual, channels)).toBeGreaterThan(0.01);
    const most = reach(perform({ [part]: 0 }), channels);
    // The lids follow the eyes slightly.
    expect(most).toBeLessThan(part === 'blinks' ? 0.2 : 1e-9);
    const half = perform({ [part]: 0.5 });
    if (part !== 'blinks') expect(reach(half, channels)).toBeCloseTo(reach(usual, channels) / 2, 2);
    for (const [name, values] of half.channels) if (!FOLLOWERS[part]!.test(name)) expect(values, name).toEqual(usual.channels.get(name));
  });

  it('of 2 stay within the limits of shapes, and close the lips no more than the jaw is open', () => {
    const clip = perform({ jaw: 2, lips: 2, brows: 2, blinks: 2, head: 2, gaze: 2 });
    for (const [name, values] of clip.channels)
      if (!/Yaw|Pitch|Roll/.test(name)) for (const value of values) expect(value).toBeLessThanOrEqual(1);
    expect(reach(clip, /^jawOpen/)).toBeGreaterThan(1.5 * reach(usual, /^jawOpen/));
    const jaw = read(clip, 'jawOpen');
    expect(read(clip, 'mouthClose').every((close, frame) => close <= jaw[frame]!)).toBe(true);
  });

  it('of 1 do not change anything', () => {
    expect(perform({ jaw: 1, lips: 1, brows: 1, blinks: 1, head: 1, gaze: 1 })).toEqual(usual);
  });
});
