import { describe, expect, it } from 'vitest';
import { solve } from '../src/index.ts';
import { measureSteps } from './openings.ts';
import { during, NEUTRAL, perform, read } from './perform.ts';
import { findLag } from './statistics.ts';
import { createTimeline } from './timelines.ts';

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

  it('puckers for u and sh, spreads for i', () => {
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
    expect(Math.max(...read(hushed, 'mouthPucker'))).toBeGreaterThan(0.6);
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

  it('keeps the lips apart for lingual consonants', () => {
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

  it('rounds for a short w between spread vowels, without a smile', () => {
    for (const seconds of [0.04, 0.06, 0.09]) {
      const clip = perform(
        createTimeline([
          ['', 0.3],
          ['i', 0.12],
          ['w', seconds],
          ['i', 0.15],
          ['', 0.3],
        ]),
        120,
      );
      const middle = 0.42 + seconds / 2 - 0.01;
      const at = (name: string): number => during(clip, name, middle, middle + 0.0084)[0]!;
      expect(at('mouthPucker'), `${seconds} s`).toBeGreaterThan(0.85);
      expect(Math.max(at('mouthSmileLeft'), at('mouthStretchLeft'), at('mouthUpperUpLeft'))).toBeLessThan(0.05);
    }
  });

  it('shows the tongue no earlier than the voice', () => {
    const clip = perform(
      createTimeline([
        ['', 0.6],
        ['ð', 0.12],
        ['o', 0.15],
        ['', 0.5],
      ]),
      120,
    );
    expect(Math.max(...during(clip, 'tongueOut', 0, 0.555))).toBeLessThan(0.01);
    expect(Math.max(...during(clip, 'tongueOut', 0.6, 0.72))).toBeGreaterThan(0.4);
  });

  it('releases a labiodental contact within a tenth of a second, without lifting the upper lip', () => {
    const clip = perform(
      createTimeline([
        ['ʌ', 0.15],
        ['v', 0.08],
        ['ʌ', 0.15],
      ]),
      120,
    );
    expect(Math.max(...during(clip, 'mouthRollLower', 0.3, 0.38))).toBeLessThan(0.02);
    expect(Math.max(...during(clip, 'mouthRollLower', 0, 0.07))).toBeLessThan(0.02);
    expect(Math.max(...during(clip, 'mouthUpperUpLeft', 0.16, 0.2))).toBeLessThan(0.02);
  });

  it('opens by less than two fifths of its range between two video frames', () => {
    const hurried = createTimeline([
      ['', 0.3],
      ['æ', 0.15],
      ['t', 0.08],
      ['ɛ', 0.115],
      ['ə', 0.058],
      ['m', 0.062],
      ['ə', 0.062],
      ['b', 0.065],
      ['aʊ', 0.15],
      ['t', 0.1],
    ]);
    expect(measureSteps(perform(hurried)).largest).toBeLessThan(0.4);
    const sounds = ['a', 'b', 'a', 'm', 'ɔ', 'f', 'a', 'p', 'ɑ', 'v', 'æ', 'm', 'a'];
    for (const seconds of [0.12, 0.16, 0.2]) {
      const timeline = createTimeline([['', 0.4], ...sounds.map((symbol) => [symbol, seconds] as const), ['', 0.4]]);
      expect(measureSteps(perform(timeline)).largest, `${seconds} s`).toBeLessThan(0.4);
    }
  });

  it('rounds early for a vowel, through the consonants before it, and spreads later', () => {
    const sounds = (vowel: string) =>
      createTimeline([
        ['a', 0.2],
        ['n', 0.08],
        ['d', 0.08],
        [vowel, 0.2],
        ['', 0.3],
      ]);
    const rise = (vowel: string, shape: string) => {
      const values = read(perform(sounds(vowel), 120), shape);
      const largest = Math.max(...values.slice(30));
      return values.findIndex((value, k) => k > 10 && value > 0.4 * largest && values[k + 1]! > value) / 120;
    };
    expect(rise('u', 'mouthPucker')).toBeGreaterThan(0);
    expect(rise('u', 'mouthPucker')).toBeLessThan(0.26);
    expect(rise('u', 'mouthPucker')).toBeLessThan(rise('i', 'mouthStretchLeft'));
  });

  it('stays closed through a long m, but not before or after it', () => {
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
    expect(Math.max(...ratio(0, 0.22), ...ratio(0.66, 0.85))).toBeLessThan(0.05);
  });

  it('moves its lips 30 to 70 ms before the sound, and its jaw with loudness', () => {
    /** Time between the middle of a curve's peak and the middle of the vowel, in s. */
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
    // Rounding begins during earlier sounds, but still looks synchronous.
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

  it('opens the jaw with loudness, whether a voice swells late or early in its vowels', () => {
    const vowels = ['a', 'e', 'ɔ', 'a', 'i', 'a', 'o', 'ɛ'].flatMap((vowel, i) => [vowel, 'tkdn'[i % 4]!]);
    const seconds = (i: number) => 0.09 + 0.013 * ((i * 5) % 7);
    const timeline = createTimeline([...vowels, ...vowels, ...vowels].map((symbol, i) => [symbol, seconds(i)] as const));
    for (const late of [-0.04, 0, 0.04]) {
      const level = Float32Array.from({ length: Math.ceil(timeline.duration * 100) }, (_, k) => {
        const t = k / 100 - late;
        const phone = timeline.phones.find(({ start, end }) => t >= start && t < end);
        return phone === undefined || /[tkdn]/.test(phone.symbol) ? 0.5 : 1;
      });
      const clip = solve({ timeline, loudness: { rate: 100, level }, emotion: NEUTRAL, seed: '', fps: 60 });
      expect(Math.abs(findLag(read(clip, 'jawOpen'), 60, level, 100)), `${late} s`).toBeLessThan(0.016);
    }
  });

  it('reduces quiet and hurried vowels', () => {
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
