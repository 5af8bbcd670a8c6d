import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { liveliest, parseClip, valueAt } from '../src/watch/clip.ts';

const CSV = `Timecode,BlendshapeCount,JawOpen,EyeBlinkLeft,EyeBlinkRight,CTRL_expressions_jawOpen
00:00:00:00.000,61,0,0,0,0
00:00:00:01.000,61,1,0.5,0.5,1
00:00:00:02.000,61,0,1,1,0`;

describe('the curves of a CSV', () => {
  it('are read by name, at 60 frames a second', () => {
    const clip = parseClip(CSV);
    expect([...clip.channels.keys()]).toEqual(['JawOpen', 'EyeBlinkLeft', 'EyeBlinkRight', 'CTRL_expressions_jawOpen']);
    expect([...clip.times]).toEqual([0, 1 / 60, 2 / 60]);
    expect([...clip.channels.get('EyeBlinkLeft')!]).toEqual([0, 0.5, 1]);
  });

  it('are ranked by movement, with only one of two that move alike', () => {
    expect(liveliest(parseClip(CSV), 6)).toEqual(['JawOpen', 'EyeBlinkLeft']);
  });

  it('are rejected if a row is truncated', () => {
    expect(() => parseClip(`${CSV}\n1,2`)).toThrow('Row 5 has 2 columns instead of 6');
  });

  it('are interpolated between adjacent frames', () => {
    const values = fc.float64Array({ minLength: 1, maxLength: 50, min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(values, fc.double({ min: -1, max: 2, noNaN: true }), (curve, time) => {
        const value = valueAt(curve, time);
        expect(value).toBeGreaterThanOrEqual(Math.min(...curve) - 1e-12);
        expect(value).toBeLessThanOrEqual(Math.max(...curve) + 1e-12);
      }),
    );
  });
});
