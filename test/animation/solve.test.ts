import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANNELS, type Clip, ROTATIONS, SHAPES, solve } from '../../layers/animation/index.ts';
import { type Emotion, EXPRESSIONS, type SpeechTimeline } from '../../layers/contract/index.ts';
import { anyTimeline, createTimeline, speakEvenly } from './timelines.ts';

const NEUTRAL: Emotion = { expression: 'neutral', level: 0 };

function perform(timeline: SpeechTimeline, fps = 60, emotion = NEUTRAL, seed = 'seed'): Clip {
  return solve({ timeline, loudness: speakEvenly(timeline), emotion, seed, fps });
}

function read(clip: Clip, name: string): Float32Array {
  return clip.channels.get(name)!;
}

/** The values of a channel from one time to another, s. */
function during(clip: Clip, name: string, from: number, to: number): number[] {
  return [...read(clip, name).slice(Math.ceil(from * clip.fps), Math.floor(to * clip.fps) + 1)];
}

/** Sounds with the tongue between the teeth among sounds that close the lips. */
const anyTongue = fc
  .array(
    fc.tuple(fc.constantFrom('θ', 'ð', 'm', 'b', 'a', 'n', 's'), fc.double({ min: 0.03, max: 0.15, noNaN: true })),
    {
      minLength: 2,
      maxLength: 12,
    },
  )
  .map(createTimeline);

const anyEmotion = fc.record({
  expression: fc.constantFrom('neutral', 'happy', 'sad', 'surprise', 'fear', 'disappointed'),
  level: fc.double({ min: 0, max: 1, noNaN: true }),
}) as fc.Arbitrary<Emotion>;

describe('any speech', () => {
  it('gives every channel, finite, shapes within 0..1, rotations within a head', () => {
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

  it('never closes the lips further than the jaw is open', () => {
    fc.assert(
      fc.property(anyTimeline, anyEmotion, fc.constantFrom(24, 25, 60, 97.3), (timeline, emotion, fps) => {
        const clip = perform(timeline, fps, emotion);
        const jaw = read(clip, 'jawOpen');
        expect(read(clip, 'mouthClose').every((close, frame) => close <= jaw[frame]!)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('seals every p, b and m, whatever the face feels', () => {
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

  it('moves no shape by more than a quarter in a frame, but for the lips around p, b, m', () => {
    fc.assert(
      fc.property(anyTimeline, anyEmotion, (timeline, emotion) => {
        const clip = perform(timeline, 60, emotion);
        const closures = timeline.phones.filter(({ symbol }) => /^[pbm]/.test(symbol));
        for (const shape of SHAPES) {
          const values = read(clip, shape);
          for (let frame = 1; frame < clip.frames; frame++) {
            const t = frame / 60;
            if (closures.some(({ start, end }) => t > start - 0.08 && t < end + 0.08)) continue;
            expect(Math.abs(values[frame]! - values[frame - 1]!), `${shape} at ${t}`).toBeLessThan(0.25);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('holds closures and bites under all six expressions at their strongest', () => {
    const timeline = createTimeline(
      ['a', 'm', 'a', 'f', 'a', 'b', 'i', 'v', 'u', 'p', 'ɔ', 'm', 'e'].map((symbol) => [symbol, 0.11] as const),
    );
    for (const expression of EXPRESSIONS) {
      const clip = perform(timeline, 60, { expression, level: 1 });
      for (const { symbol, start, end } of timeline.phones) {
        const middle = Math.round(((start + end) / 2) * 60);
        const at = (name: string): number => read(clip, name)[middle]!;
        const gap = Math.max(
          ...['mouthUpperUp', 'mouthLowerDown'].map((name) => Math.max(at(`${name}Left`), at(`${name}Right`))),
        );
        if (/[mbp]/.test(symbol)) {
          expect(at('mouthClose') / at('jawOpen'), `${expression} ${symbol}`).toBeGreaterThan(0.9);
          expect(at('jawOpen')).toBeLessThan(0.04);
          expect(Math.max(gap, at('tongueOut'), at('noseSneerLeft')), `${expression} ${symbol}`).toBeLessThan(0.06);
        } else if (/[fv]/.test(symbol)) {
          expect(at('lowerLipBite'), `${expression} ${symbol}`).toBeGreaterThan(0.9);
          expect(at('jawOpen'), `${expression} ${symbol}`).toBeLessThan(0.16);
          expect(Math.max(at('mouthLowerDownLeft'), at('mouthLowerDownRight')), `${expression} ${symbol}`).toBeLessThan(
            0.06,
          );
        }
      }
    }
  });

  it('wears no expression at level 0', () => {
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
      const clip = perform(
        createTimeline(['p', 'a', 'p', 'a', 'p', 'a', 'p'].map((symbol) => [symbol, seconds] as const)),
        120,
      );
      const sealing = (from: number, to: number): number[] => {
        const jaw = during(clip, 'jawOpen', from, to);
        return during(clip, 'mouthClose', from, to).map((close, i) => close / Math.max(1e-4, jaw[i]!));
      };
      expect(Math.min(...sealing(3 * seconds - 0.02, 4 * seconds)), `${seconds} s`).toBeLessThan(0.3);
      expect(Math.max(...during(clip, 'jawOpen', 3 * seconds - 0.02, 4 * seconds)), `${seconds} s`).toBeGreaterThan(
        0.18,
      );
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

  it('is the same motion at any frame rate', () => {
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

  it('is decided by its seed', () => {
    const timeline = createTimeline([...Array(40).fill(['a', 0.2]), ['', 1]]);
    expect(perform(timeline, 60, NEUTRAL, 'one')).toEqual(perform(timeline, 60, NEUTRAL, 'one'));
    expect(read(perform(timeline, 60, NEUTRAL, 'one'), 'headYaw')).not.toEqual(
      read(perform(timeline, 60, NEUTRAL, 'two'), 'headYaw'),
    );
  });

  it('refuses a frame rate that no rig plays', () => {
    const timeline = createTimeline([['a', 1]]);
    expect(() => perform(timeline, 12)).toThrow('fps must be from 24 to 120, got 12');
    expect(() => perform(timeline, Number.NaN)).toThrow(RangeError);
  });

  it('animates a face that says nothing', () => {
    const clip = perform(createTimeline([['', 5]]));
    expect(Math.max(...read(clip, 'jawOpen'))).toBe(0);
    expect(Math.max(...read(clip, 'eyeBlinkLeft'))).toBeGreaterThan(0.8);
    expect(new Set(read(clip, 'headYaw')).size).toBeGreaterThan(200);
    expect(perform(createTimeline([])).frames).toBe(1);
  });
});

describe('the speaking mouth', () => {
  it('opens wider for a than for i', () => {
    const open = perform(
      createTimeline([
        ['t', 0.08],
        ['a', 0.2],
        ['t', 0.08],
      ]),
    );
    const close = perform(
      createTimeline([
        ['t', 0.08],
        ['i', 0.2],
        ['t', 0.08],
      ]),
    );
    expect(Math.max(...read(open, 'jawOpen'))).toBeGreaterThan(0.4);
    expect(Math.max(...read(close, 'jawOpen'))).toBeLessThan(0.2);
  });

  it('puckers for u, funnels for sh, spreads for i', () => {
    const rounded = perform(
      createTimeline([
        ['', 0.3],
        ['u', 0.25],
        ['', 0.3],
      ]),
    );
    const hushed = perform(
      createTimeline([
        ['', 0.3],
        ['ʃ', 0.25],
        ['', 0.3],
      ]),
    );
    const spread = perform(
      createTimeline([
        ['', 0.3],
        ['i', 0.25],
        ['', 0.3],
      ]),
    );
    expect(Math.max(...read(rounded, 'mouthPucker'))).toBeGreaterThan(0.7);
    expect(Math.max(...read(hushed, 'mouthFunnel'))).toBeGreaterThan(0.45);
    expect(Math.max(...read(spread, 'mouthStretchLeft'))).toBeGreaterThan(0.3);
    expect(Math.max(...read(spread, 'mouthPucker'))).toBeLessThan(0.05);
  });

  it('brings the lower lip to the teeth for f and v', () => {
    const clip = perform(
      createTimeline([
        ['a', 0.15],
        ['f', 0.09],
        ['a', 0.15],
        ['v', 0.07],
        ['a', 0.15],
      ]),
    );
    expect(Math.max(...during(clip, 'lowerLipBite', 0.15, 0.24))).toBeGreaterThan(0.9);
    expect(Math.max(...during(clip, 'mouthRollLower', 0.39, 0.46))).toBeGreaterThan(0.65);
    expect(Math.min(...during(clip, 'jawOpen', 0.15, 0.24))).toBeLessThan(0.15);
  });

  it('keeps the lips apart for consonants of the tongue', () => {
    const clip = perform(
      createTimeline([
        ['a', 0.15],
        ['t', 0.09],
        ['a', 0.15],
        ['k', 0.09],
        ['a', 0.15],
      ]),
    );
    expect(Math.max(...read(clip, 'mouthClose'))).toBe(0);
    expect(Math.max(...read(clip, 'mouthPressLeft'))).toBe(0);
  });

  it('rounds ahead of a rounded vowel, through the consonants before it, and later spreads than rounds', () => {
    const sounds = (vowel: string) =>
      createTimeline([
        ['a', 0.2],
        ['n', 0.08],
        ['d', 0.08],
        [vowel, 0.2],
        ['', 0.3],
      ]);
    const share = (vowel: string, shape: string) => {
      const values = read(perform(sounds(vowel), 120), shape);
      return values[Math.round(0.26 * 120)]! / Math.max(...values.slice(40));
    };
    expect(share('u', 'mouthPucker')).toBeGreaterThan(0.4);
    expect(share('u', 'mouthPucker')).toBeGreaterThan(share('i', 'mouthStretchLeft'));
  });

  it('holds a seal through a long m, and neither before it nor after it', () => {
    const clip = perform(
      createTimeline([
        ['a', 0.3],
        ['m', 0.3],
        ['a', 0.3],
      ]),
      120,
    );
    const ratio = (from: number, to: number) => {
      const jaw = during(clip, 'jawOpen', from, to);
      return during(clip, 'mouthClose', from, to).map((close, i) => close / jaw[i]!);
    };
    expect(Math.min(...ratio(0.31, 0.57))).toBeGreaterThan(0.9);
    expect(Math.max(...ratio(0, 0.27), ...ratio(0.62, 0.85))).toBeLessThan(0.9);
    expect(Math.max(...ratio(0, 0.22), ...ratio(0.66, 0.85))).toBeLessThan(0.05);
  });

  it('moves its lips before the sound by 30 to 70 ms, and its jaw with the loudness', () => {
    /** How long before the middle of the vowel the middle of a curve's top comes, s. */
    const leadOf = (vowel: string, name: string) => {
      const clip = perform(
        createTimeline([
          ['', 0.5],
          ['t', 0.08],
          [vowel, 0.2],
          ['t', 0.08],
          ['', 0.5],
        ]),
        120,
      );
      const curve = read(clip, name);
      const top = Math.max(...curve) * 0.99;
      return 0.68 - (curve.findIndex((value) => value >= top) + curve.findLastIndex((value) => value >= top)) / 240;
    };
    for (const vowel of ['i', 'e', 'a']) {
      const lead = leadOf(vowel, 'mouthStretchLeft');
      expect(lead).toBeGreaterThan(0.03);
      expect(lead).toBeLessThan(0.07);
    }
    // Rounding spreads into what stands before it, but not past what still looks in time.
    expect(leadOf('u', 'mouthPucker')).toBeLessThan(0.125);
    expect(Math.abs(leadOf('a', 'jawOpen'))).toBeLessThan(0.03);
  });

  it('shows the tongue for th and rests in a pause', () => {
    const clip = perform(
      createTimeline([
        ['a', 0.12],
        ['θ', 0.12],
        ['a', 0.12],
        ['', 1],
        ['a', 0.2],
      ]),
    );
    expect(Math.max(...during(clip, 'tongueOut', 0.1, 0.24))).toBeGreaterThan(0.3);
    expect(Math.max(...during(clip, 'jawOpen', 0.8, 0.92))).toBeLessThan(0.03);
  });

  it('makes less of quiet and of hurried vowels', () => {
    const timeline = createTimeline([
      ['t', 0.08],
      ['a', 0.2],
      ['t', 0.08],
    ]);
    const loud = perform(timeline);
    const quiet = solve({
      timeline,
      loudness: { rate: 100, level: new Float32Array(40).fill(0.4) },
      emotion: NEUTRAL,
      seed: '',
      fps: 60,
    });
    const fast = perform(
      createTimeline([
        ['t', 0.03],
        ['a', 0.05],
        ['t', 0.03],
      ]),
    );
    expect(Math.max(...read(quiet, 'jawOpen'))).toBeLessThan(0.8 * Math.max(...read(loud, 'jawOpen')));
    expect(Math.max(...read(fast, 'jawOpen'))).toBeLessThan(0.85 * Math.max(...read(loud, 'jawOpen')));
  });
});
