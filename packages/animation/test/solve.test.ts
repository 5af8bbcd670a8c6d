import { type Emotion, EXPRESSIONS } from '@talking-avatar/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NON_ARKIT_SHAPES } from '../src/channels.ts';
import { CHANNELS, ROTATIONS, SHAPES, solve } from '../src/index.ts';
import { during, NEUTRAL, perform, read } from './perform.ts';
import { correlate } from './statistics.ts';
import { anyTimeline, createTimeline, speakEvenly } from './timelines.ts';

/** Interdental sounds, mixed with sounds that close the lips. */
const anyTongue = fc
  .array(fc.tuple(fc.constantFrom('θ', 'ð', 'm', 'b', 'a', 'n', 's'), fc.double({ min: 0.03, max: 0.15, noNaN: true })), {
    minLength: 2,
    maxLength: 12,
  })
  .map(createTimeline);

/** Lip shapes that take part in the burst after p, b, and m. */
const LIPS = /^mouth(Close|Press|Roll|LowerDown|UpperUp)/;

const anyEmotion = fc.record({
  expression: fc.constantFrom('neutral', 'happy', 'sad', 'surprise', 'fear', 'disappointed'),
  level: fc.double({ min: 0, max: 1, noNaN: true }),
}) as fc.Arbitrary<Emotion>;

describe('any speech', () => {
  it('returns every channel with finite values: shapes within 0..1, rotations within human limits', () => {
    fc.assert(
      fc.property(anyTimeline, anyEmotion, fc.string(), (timeline, emotion, seed) => {
        const clip = perform(timeline, 60, emotion, seed);
        expect([...clip.channels.keys()]).toEqual([...CHANNELS]);
        expect(clip.frames).toBe(Math.max(1, Math.ceil(timeline.duration * 60 - 1e-6)));
        for (const shape of SHAPES) {
          expect(read(clip, shape)).toHaveLength(clip.frames);
          expect(read(clip, shape).every((value) => value >= 0 && value <= 1)).toBe(true);
        }
        for (const rotation of ROTATIONS) {
          expect(read(clip, rotation).every((value) => Math.abs(value) < 0.6)).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('never closes the lips more than the jaw is open', () => {
    fc.assert(
      fc.property(anyTimeline, anyEmotion, fc.constantFrom(24, 25, 60, 97.3), (timeline, emotion, fps) => {
        const clip = perform(timeline, fps, emotion);
        const jaw = read(clip, 'jawOpen');
        expect(read(clip, 'mouthClose').every((close, frame) => close <= jaw[frame]!)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('closes the lips for every p, b, and m, regardless of the emotion', () => {
    fc.assert(
      fc.property(anyTimeline, anyEmotion, (timeline, emotion) => {
        const clip = perform(timeline, 120, emotion);
        for (const { symbol, start, end } of timeline.phones) {
          if (!/^[pbm]/.test(symbol) || end - start < 0.02) continue;
          const close = during(clip, 'mouthClose', start, end);
          const jaw = during(clip, 'jawOpen', start, end);
          expect(Math.max(...close.map((value, i) => value / jaw[i]!))).toBeGreaterThan(0.9);
          expect(Math.min(...jaw)).toBeLessThan(0.03);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('does not move channels by more than a quarter per frame, except the lips around p, b, and m', () => {
    fc.assert(
      fc.property(fc.oneof(anyTimeline, anyTongue), anyEmotion, (timeline, emotion) => {
        const clip = perform(timeline, 60, emotion);
        const closures = timeline.phones.filter(({ symbol }) => /^[pbm]/.test(symbol));
        for (const shape of [...SHAPES, ...NON_ARKIT_SHAPES]) {
          const values = read(clip, shape);
          for (let frame = 1; frame < clip.frames; frame++) {
            const step = Math.abs(values[frame]! - values[frame - 1]!);
            if (step < 0.25) continue;
            const t = frame / 60;
            const burst = closures.some(({ start, end }) => t > start - 0.08 && t < end + 0.08);
            expect(LIPS.test(shape) && burst, `${shape} steps by ${step} at ${t}`).toBe(true);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('keeps the lips closed between consecutive p, b, and m', () => {
    const seconds = fc.double({ min: 0.03, max: 0.25, noNaN: true });
    const pair = fc.tuple(fc.constantFrom('m', 'b', 'p', 'bʰ'), seconds, fc.constantFrom('p', 'b', 'm'), seconds);
    const gap = fc.constantFrom(0, 0.015, 0.05, 0.1);
    fc.assert(
      fc.property(fc.array(fc.tuple(pair, gap), { minLength: 1, maxLength: 5 }), anyEmotion, (pairs, emotion) => {
        const timeline = createTimeline(
          pairs.flatMap(([[first, a, second, b], silence]) => [
            ['a', 0.12],
            [first, a],
            ['', silence],
            [second, b],
            ['ɹ', 0.1],
          ]),
        );
        const clip = perform(timeline, 120, emotion);
        for (const [i, { start, end, symbol }] of timeline.phones.entries()) {
          if (!/^[pbm]/.test(symbol) || i % 4 !== 1) continue;
          const [from, to] = [(start + end) / 2, timeline.phones[i + 1]!.end - 0.022];
          const jaw = during(clip, 'jawOpen', from, to);
          expect(Math.min(...during(clip, 'mouthPressLeft', from, to)), `${symbol} at ${start}`).toBeGreaterThan(0.3);
          expect(Math.max(...during(clip, 'mouthClose', from, to).map((close, k) => jaw[k]! - close))).toBeLessThan(0.005);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('keeps closures and labiodentals under all six expressions at full level', () => {
    const timeline = createTimeline(
      ['a', 'm', 'a', 'f', 'a', 'b', 'i', 'v', 'u', 'p', 'ɔ', 'm', 'e'].map((symbol) => [symbol, 0.11] as const),
    );
    for (const expression of EXPRESSIONS) {
      const clip = perform(timeline, 60, { expression, level: 1 });
      for (const { symbol, start, end } of timeline.phones) {
        const middle = Math.round(((start + end) / 2) * 60);
        const at = (name: string): number => read(clip, name)[middle]!;
        const gap = Math.max(...['mouthUpperUp', 'mouthLowerDown'].map((name) => Math.max(at(`${name}Left`), at(`${name}Right`))));
        if (/[mbp]/.test(symbol)) {
          expect(at('mouthClose') / at('jawOpen'), `${expression} ${symbol}`).toBeGreaterThan(0.9);
          expect(at('jawOpen')).toBeLessThan(0.04);
          expect(Math.max(gap, at('tongueOut'), at('noseSneerLeft')), `${expression} ${symbol}`).toBeLessThan(0.06);
        } else if (/[fv]/.test(symbol)) {
          expect(at('lowerLipBite'), `${expression} ${symbol}`).toBeGreaterThan(0.9);
          expect(at('jawOpen'), `${expression} ${symbol}`).toBeLessThan(0.16);
          expect(Math.max(at('mouthLowerDownLeft'), at('mouthLowerDownRight')), `${expression} ${symbol}`).toBeLessThan(0.06);
        }
      }
    }
  });

  it('is neutral at level 0 of any expression', () => {
    fc.assert(
      fc.property(anyTimeline, fc.constantFrom(...EXPRESSIONS), (timeline, expression) => {
        const plain = { ...timeline, marks: [] };
        expect(perform(plain, 60, { expression, level: 0 })).toEqual(perform(plain, 60, NEUTRAL));
      }),
      { numRuns: 12 },
    );
  });

  it('opens a little for a vowel between two hurried closures, and closes for both', () => {
    for (const seconds of [0.045, 0.06, 0.08]) {
      const clip = perform(createTimeline(['p', 'a', 'p', 'a', 'p', 'a', 'p'].map((symbol) => [symbol, seconds] as const)), 120);
      const sealing = (from: number, to: number): number[] => {
        const jaw = during(clip, 'jawOpen', from, to);
        return during(clip, 'mouthClose', from, to).map((close, i) => close / Math.max(1e-4, jaw[i]!));
      };
      expect(Math.min(...sealing(3 * seconds - 0.02, 4 * seconds)), `${seconds} s`).toBeLessThan(0.3);
      expect(Math.max(...during(clip, 'jawOpen', 3 * seconds - 0.02, 4 * seconds)), `${seconds} s`).toBeGreaterThan(0.18);
      expect(Math.max(...sealing(2 * seconds, 3 * seconds))).toBeGreaterThan(0.9);
      expect(Math.max(...sealing(4 * seconds, 5 * seconds))).toBeGreaterThan(0.9);
    }
  });

  it('keeps the tongue behind lips that touch', () => {
    fc.assert(
      fc.property(anyTongue, (timeline) => {
        const clip = perform(timeline, 120);
        const [tongue, jaw, close] = ['tongueOut', 'jawOpen', 'mouthClose'].map((name) => read(clip, name)) as [
          Float32Array,
          Float32Array,
          Float32Array,
        ];
        for (let i = 0; i < clip.frames; i++) {
          if (close[i]! > 0.8 * jaw[i]!) expect(tongue[i]!).toBeLessThanOrEqual(jaw[i]! > 1e-4 ? 0.05 : 1);
        }
        const interdental = timeline.phones.some(({ symbol }) => /[θð]/.test(symbol));
        if (!interdental) expect(Math.max(...tongue)).toBeLessThan(0.01);
      }),
      { numRuns: 40 },
    );
  });

  it('extends the tongue only between open teeth, at any jaw strength', () => {
    fc.assert(
      fc.property(anyTongue, anyEmotion, fc.constantFrom(0, 0.5, 1), (timeline, emotion, strength) => {
        const strengths = { jaw: strength };
        const clip = solve({ timeline, loudness: speakEvenly(timeline), emotion, seed: '', fps: 60, strengths });
        const jaw = read(clip, 'jawOpen');
        expect(read(clip, 'tongueOut').every((out, i) => out <= 0.27 + 1.9 * jaw[i]! + 1e-6)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('has the same motion at any frame rate', () => {
    fc.assert(
      fc.property(anyTimeline, fc.constantFrom(24, 30, 40, 60), (timeline, fps) => {
        const fine = perform(timeline, 120);
        const coarse = perform(timeline, fps);
        for (const name of CHANNELS) {
          const every = 120 / fps;
          const picked = read(coarse, name).map((_, frame) => read(fine, name)[frame * every] ?? Number.NaN);
          expect(read(coarse, name)).toEqual(picked);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('begins and ends every channel at the rest pose', () => {
    fc.assert(
      fc.property(anyTimeline, anyEmotion, fc.constantFrom(24, 30, 60), (timeline, emotion, fps) => {
        const clip = perform(timeline, fps, emotion);
        for (const name of CHANNELS) {
          const values = read(clip, name);
          expect(Math.max(Math.abs(values[0]!), Math.abs(values.at(-1)!)), name).toBeLessThan(0.02);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('has the same timing of blinks and head movements at every level of an emotion', () => {
    const timeline = createTimeline([...Array(60).fill(['a', 0.2]), ['', 1], ...Array(20).fill(['o', 0.2])]);
    for (const expression of EXPRESSIONS) {
      const [mild, strong] = [0.25, 1].map((level) => perform(timeline, 60, { expression, level }));
      for (const name of ['eyeBlinkLeft', 'headYaw', 'headPitch', 'headRoll']) {
        const middle = (clip: typeof mild) => read(clip!, name).slice(30, -30);
        expect(correlate(middle(mild), middle(strong)), `${expression} ${name}`).toBeGreaterThan(0.99);
      }
    }
  });

  it('depends only on its seed', () => {
    const timeline = createTimeline([...Array(40).fill(['a', 0.2]), ['', 1]]);
    expect(perform(timeline, 60, NEUTRAL, 'one')).toEqual(perform(timeline, 60, NEUTRAL, 'one'));
    expect(read(perform(timeline, 60, NEUTRAL, 'one'), 'headYaw')).not.toEqual(read(perform(timeline, 60, NEUTRAL, 'two'), 'headYaw'));
  });

  it('rejects a frame rate out of range', () => {
    const timeline = createTimeline([['a', 1]]);
    expect(() => perform(timeline, 12)).toThrow('fps must be from 23.976 to 120, got 12');
    expect(() => perform(timeline, Number.NaN)).toThrow(RangeError);
  });

  it('animates a silent face', () => {
    const clip = perform(createTimeline([['', 5]]));
    expect(Math.max(...read(clip, 'jawOpen'))).toBeLessThan(0.04);
    expect(new Set(read(clip, 'jawOpen')).size).toBeGreaterThan(200);
    expect(Math.max(...read(clip, 'mouthPressLeft'), ...read(clip, 'mouthRollLower'))).toBeGreaterThan(0.05);
    expect(Math.max(...read(clip, 'eyeBlinkLeft'))).toBeGreaterThan(0.8);
    expect(new Set(read(clip, 'headYaw')).size).toBeGreaterThan(200);
    expect(perform(createTimeline([])).frames).toBe(1);
  });
});
