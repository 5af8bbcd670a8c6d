import { describe, expect, it } from 'vitest';
import { measureEnvelope } from '../src/index.ts';

/** Creates a tone whose amplitude changes every second. */
function hum(sizes: readonly number[], sampleRate = 16_000): { samples: Float32Array; sampleRate: number } {
  const samples = Float32Array.from(
    { length: sizes.length * sampleRate },
    (_, i) => sizes[Math.floor(i / sampleRate)]! * Math.sin((2 * Math.PI * 150 * i) / sampleRate),
  );
  return { samples, sampleRate };
}

describe('loudness', () => {
  it('is 1 at the loud moments, a third less at 10 dB below them, and 0 in silence', () => {
    const { rate, level } = measureEnvelope(hum([0.5, 0.5 / Math.sqrt(10), 0]));
    expect(level).toHaveLength(3 * rate);
    expect(level[Math.round(0.5 * rate)]).toBeCloseTo(1, 1);
    expect(level[Math.round(1.5 * rate)]).toBeCloseTo(2 / 3, 1);
    expect(level[Math.round(2.5 * rate)]).toBe(0);
  });

  it('does not depend on the level or sample rate of the recording', () => {
    const loud = measureEnvelope(hum([0.8, 0.2]));
    const quiet = measureEnvelope(hum([0.008, 0.002]));
    const coarse = measureEnvelope(hum([0.8, 0.2], 8000));
    for (const k of [50, 150]) {
      expect(quiet.level[k]).toBeCloseTo(loud.level[k]!, 2);
      expect(coarse.level[k]).toBeCloseTo(loud.level[k]!, 2);
    }
  });

  it('is 0 for a silent recording and defined for an empty one', () => {
    expect(Math.max(...measureEnvelope(hum([0, 0])).level)).toBe(0);
    expect(measureEnvelope({ samples: new Float32Array(0), sampleRate: 16_000 }).level).toEqual(new Float32Array(1));
  });
});
