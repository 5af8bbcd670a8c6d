import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measurePitch } from '../src/index.ts';
import { measureProminence, measureRise } from '../src/pitch.ts';

/** Creates a sound like a voice, with harmonics of `hertz` at each time. It is silent where `hertz` is 0. */
function hum(seconds: number, sampleRate: number, hertz: (t: number) => number) {
  let phase = 0;
  const samples = Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, i) => {
    const f = hertz(i / sampleRate);
    phase += (2 * Math.PI * f) / sampleRate;
    return f === 0 ? 0 : 0.3 * Math.sin(phase) + 0.15 * Math.sin(2 * phase) + 0.1 * Math.sin(3 * phase);
  });
  return { samples, sampleRate };
}

describe('the pitch of a voice', () => {
  it('is accurate to three quarters of a semitone, for low and high voices at any sample rate', () => {
    fc.assert(
      fc.property(
        // Even after the largest step down, the lowest pitch stays above 60 Hz.
        fc.double({ min: 85, max: 260, noNaN: true }),
        fc.constantFrom(8_000, 16_000, 22_050, 44_100, 48_000),
        fc.double({ min: -5, max: 5, noNaN: true }),
        (base, sampleRate, step) => {
          const pitch = measurePitch(hum(1, sampleRate, (t) => (t < 0.6 ? base : base * 2 ** (step / 12))));
          expect(Math.abs(pitch.semitones[90]! - pitch.semitones[30]! - step)).toBeLessThan(0.75);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('distinguishes voiced from silent and interpolates silence linearly', () => {
    const pitch = measurePitch(hum(1.5, 22_050, (t) => (t < 0.5 ? 120 : t < 1 ? 0 : 180)));
    expect([...pitch.voiced.slice(10, 45)].every((voiced) => voiced === 1)).toBe(true);
    expect([...pitch.voiced.slice(55, 95)].every((voiced) => voiced === 0)).toBe(true);
    expect(pitch.semitones[75]!).toBeCloseTo((pitch.semitones[25]! + pitch.semitones[125]!) / 2, 0);
    expect(pitch.semitones[125]! - pitch.semitones[25]!).toBeCloseTo(12 * Math.log2(180 / 120), 0);
  });

  it('is flat for noise and for silence, and finite for any sound', () => {
    expect(new Set(measurePitch(hum(1, 22_050, () => 0)).semitones)).toEqual(new Set([0]));
    fc.assert(
      fc.property(
        fc.float32Array({ min: -1, max: 1, noNaN: true, maxLength: 4_000 }),
        fc.integer({ min: 1_000, max: 96_000 }),
        (samples, sampleRate) => {
          const { semitones, voiced } = measurePitch({ samples, sampleRate });
          expect(semitones).toHaveLength(voiced.length);
          expect(semitones.every((value) => Math.abs(value) <= 12)).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('shows the end and the peaks of a phrase', () => {
    const rising = measurePitch(hum(1, 22_050, (t) => 120 * 2 ** (Math.max(0, t - 0.7) * 1.5)));
    const falling = measurePitch(hum(1, 22_050, (t) => 120 * 2 ** -(Math.max(0, t - 0.7) * 1.5)));
    expect(measureRise(rising, 1, 0.3)).toBeGreaterThan(2);
    expect(measureRise(falling, 1, 0.3)).toBeLessThan(-2);
    const peak = measurePitch(hum(1, 22_050, (t) => (t > 0.45 && t < 0.6 ? 150 : 120)));
    expect(measureProminence(peak, 0.45, 0.6, 0.3)).toBeGreaterThan(2.5);
    expect(measureProminence(peak, 0.1, 0.2, 0.1)).toBeLessThan(0.5);
  });
});
