import type { Emotion, SpeechTimeline } from '@talking-avatar/contract';
import { describe, expect, it } from 'vitest';
import { type Clip, solve } from '../src/index.ts';
import { findBlinks } from './blinks.ts';
import { deviation, median } from './statistics.ts';
import { createTimeline, speakEvenly } from './timelines.ts';

const NEUTRAL: Emotion = { expression: 'neutral', level: 0 };
const SYLLABLES: [string, number][] = [
  ['t', 0.08],
  ['a', 0.14],
  ['s', 0.1],
  ['o', 0.12],
  ['', 0.02],
  ['n', 0.08],
  ['i', 0.12],
];

/** Creates `seconds` of syllables, with a pause every three seconds. */
function babble(seconds: number): SpeechTimeline {
  const phrase = Array.from({ length: 5 }, () => SYLLABLES).flat();
  return createTimeline(Array.from({ length: Math.ceil(seconds / 3.7) }, () => [...phrase, ['', 0.4] as [string, number]]).flat());
}

function perform(timeline: SpeechTimeline, emotion = NEUTRAL, seed = 'seed'): Clip {
  return solve({ timeline, loudness: speakEvenly(timeline), emotion, seed, fps: 60 });
}

function mean(clip: Clip, name: string, from = 0, to = clip.frames / clip.fps): number {
  const values = clip.channels.get(name)!.slice(Math.round(from * clip.fps), Math.round(to * clip.fps));
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe('eyes', () => {
  it('blink 17 to 26 times a minute while speaking, with variation, and open slower than they close', () => {
    for (const seed of ['a', 'b', 'c']) {
      const blinks = findBlinks(perform(babble(180), NEUTRAL, seed).channels.get('eyeBlinkLeft')!, 60);
      expect(blinks.length / 3).toBeGreaterThan(17);
      expect(blinks.length / 3).toBeLessThan(26);
      const lengths = blinks.map(({ length }) => length);
      expect(Math.min(...lengths)).toBeGreaterThan(0.1);
      expect(Math.max(...lengths)).toBeLessThan(0.4);
      expect(median(lengths)).toBeGreaterThan(0.15);
      expect(median(lengths)).toBeLessThan(0.25);
      expect(deviation(lengths)).toBeGreaterThan(0.04);
      expect(median(blinks.map(({ closing, opening }) => closing / opening))).toBeLessThan(0.75);
      const gaps = blinks.slice(1).map(({ time }, i) => time - blinks[i]!.time);
      expect(Math.min(...gaps)).toBeGreaterThan(0.3);
      expect(Math.max(...gaps)).toBeGreaterThan(2 * median(gaps));
    }
  });

  it('turn by the same angle in the shapes as in the rotations', () => {
    const clip = perform(babble(60));
    const [yaw, pitch, into, out, down, up] = [
      'leftEyeYaw',
      'leftEyePitch',
      'eyeLookInLeft',
      'eyeLookOutLeft',
      'eyeLookDownLeft',
      'eyeLookUpLeft',
    ].map((name) => clip.channels.get(name)!) as [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];
    for (let i = 0; i < clip.frames; i++) {
      expect((into[i]! - out[i]!) * 36).toBeCloseTo((yaw[i]! * 180) / Math.PI, 4);
      expect((down[i]! - up[i]!) * 28).toBeCloseTo((pitch[i]! * 180) / Math.PI, 4);
    }
  });

  it('stay on the listener while the head turns, except for glances of up to 15 degrees', () => {
    const clip = perform(babble(60));
    const [eye, head] = [clip.channels.get('leftEyeYaw')!, clip.channels.get('headYaw')!];
    const gaze = eye.map((value, i) => ((value + head[i]!) * 180) / Math.PI);
    const away = gaze.filter((degrees) => Math.abs(degrees) > 3).length / gaze.length;
    expect(Math.max(...gaze.map(Math.abs))).toBeLessThan(15);
    expect(away).toBeGreaterThan(0.01);
    expect(away).toBeLessThan(0.4);
    const drift = (values: Float32Array) =>
      values
        .slice(1)
        .map((value, i) => Math.abs(value - values[i]!))
        .toSorted()[1800]!;
    expect(drift(gaze)).toBeLessThan(0.2 * drift(head.map((value) => (value * 180) / Math.PI)));
  });
});

describe('head and brows', () => {
  it('nod and rise on stressed words', () => {
    const timeline = createTimeline([
      ['', 1],
      ['t', 0.08],
      ['a', 0.2],
      ['', 1.5],
    ]);
    const stressed = { ...timeline, phones: timeline.phones.map((phone) => ({ ...phone, stress: 1 as const })) };
    const brow = perform(stressed).channels.get('browInnerUp')!;
    expect(Math.max(...brow.slice(60, 80))).toBeGreaterThan(0.05);
    expect(brow[30]).toBe(0);
    const nods = Array.from({ length: 20 }, (_, seed) => {
      const pitch = perform(stressed, NEUTRAL, `${seed}`).channels.get('headPitch')!;
      return pitch[67]! - pitch[56]!;
    });
    expect(Math.max(...nods) * (180 / Math.PI)).toBeGreaterThan(2);
  });

  it('rise at the end of a question', () => {
    const timeline = babble(3);
    const mark = (text: string) => [{ type: 'sentence' as const, start: 0, end: timeline.duration, text }];
    const asked = perform({ ...timeline, marks: mark('Are you sure?') });
    const stated = perform({ ...timeline, marks: mark('You are sure.') });
    expect(mean(asked, 'browInnerUp', 2.8, 3.2)).toBeGreaterThan(mean(stated, 'browInnerUp', 2.8, 3.2) + 0.2);
  });
});

describe('breath', () => {
  it('is taken before a phrase after a pause, but not between words', () => {
    const paused = perform(
      createTimeline([
        ['', 1],
        ['s', 0.1],
        ['a', 0.2],
        ['', 0.2],
        ['s', 0.1],
        ['a', 0.2],
      ]),
    );
    expect(mean(paused, 'noseSneerLeft', 0.75, 0.85)).toBeGreaterThan(0.05);
    expect(mean(paused, 'jawOpen', 0.75, 0.85)).toBeGreaterThan(0.03);
    expect(mean(paused, 'noseSneerLeft', 1.2, 1.8)).toBe(0);
  });
});

describe('emotions', () => {
  it('show on the whole face, and more at higher levels', () => {
    const timeline = babble(20);
    const marks: [Emotion['expression'], string][] = [
      ['happy', 'mouthSmileLeft'],
      ['happy', 'cheekSquintLeft'],
      ['sad', 'browInnerUp'],
      ['sad', 'mouthFrownRight'],
      ['surprise', 'eyeWideLeft'],
      ['surprise', 'browOuterUpRight'],
      ['fear', 'mouthStretchLeft'],
      ['disappointed', 'browDownLeft'],
    ];
    for (const [expression, shape] of marks) {
      const [none, half, full] = [0, 0.5, 1].map((level) => mean(perform(timeline, { expression, level }), shape)) as [
        number,
        number,
        number,
      ];
      expect(half, shape).toBeGreaterThan(none + 0.05);
      expect(full, shape).toBeGreaterThan(half + 0.05);
    }
  });

  it("follow emotion spans, and the job's emotion outside them", () => {
    const timeline = babble(12);
    const span = { type: 'emotion' as const, start: 4, end: 8, expression: 'happy' as const, level: 1 };
    const clip = perform({ ...timeline, marks: [span] }, { expression: 'sad', level: 1 });
    expect(mean(clip, 'cheekSquintLeft', 4.5, 7.5)).toBeGreaterThan(0.3);
    expect(mean(clip, 'cheekSquintLeft', 0, 3)).toBe(0);
    expect(mean(clip, 'mouthFrownLeft', 0, 3)).toBeGreaterThan(0.2);
    expect(mean(clip, 'mouthFrownLeft', 4.5, 7)).toBeLessThan(0.02);
    expect(mean(clip, 'mouthFrownLeft', 9.5, 11)).toBeGreaterThan(0.2);
  });
});
