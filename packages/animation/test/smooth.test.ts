import { describe, expect, it } from 'vitest';
import { createCurve, GRID_RATE, resampleCurve, smoothCurve } from '../src/motion/index.ts';

const SECONDS = 2;
const even = createCurve(SECONDS).fill(1);
const wave = (hertz: number) => createCurve(SECONDS).map((_, k) => 0.5 + 0.4 * Math.sin((2 * Math.PI * hertz * k) / GRID_RATE));
const bend = (curve: Float64Array) => Math.hypot(...curve.slice(2).map((value, k) => value - 2 * curve[k + 1]! + curve[k]!));

describe('a smoothed curve', () => {
  it('leaves a straight line alone', () => {
    const line = createCurve(SECONDS).map((_, k) => 0.2 + 0.001 * k);
    const smooth = smoothCurve(line, even, 0.05);
    expect(Math.max(...smooth.map((value, k) => Math.abs(value - line[k]!)))).toBeLessThan(1e-9);
  });

  it('keeps slow movement and rounds off fast movement', () => {
    const swing = (curve: Float64Array) => Math.max(...curve.slice(60, 180)) - Math.min(...curve.slice(60, 180));
    expect(swing(smoothCurve(wave(2), even, 0.02))).toBeGreaterThan(0.78);
    expect(swing(smoothCurve(wave(20), even, 0.02))).toBeLessThan(0.2);
  });

  it('has the lowest cost of all nearby curves', () => {
    const wish = wave(5);
    const stiffness = (0.03 * GRID_RATE) ** 4;
    const cost = (curve: Float64Array) => curve.reduce((sum, value, k) => sum + (value - wish[k]!) ** 2, 0) + stiffness * bend(curve) ** 2;
    const best = smoothCurve(wish, even, 0.03);
    for (const at of [0, 1, 2, 100, best.length - 2, best.length - 1]) {
      for (const change of [-0.01, 0.01]) expect(cost(best.with(at, best[at]! + change))).toBeGreaterThan(cost(best));
    }
  });

  it('stays within its bounds, and turns before them', () => {
    const ceiling = createCurve(SECONDS).fill(1).fill(0.1, 110, 130);
    const floor = createCurve(SECONDS);
    const wish = createCurve(SECONDS).fill(0.8);
    const smooth = smoothCurve(wish, even, 0.03, { floor, ceiling });
    expect(Math.max(...smooth.slice(110, 130))).toBeLessThanOrEqual(0.1);
    expect(smooth[105]).toBeLessThan(0.6);
    const cut = wish.map((value, k) => Math.min(value, ceiling[k]!));
    expect(bend(smooth)).toBeLessThan(bend(cut) / 3);
  });
});

describe('reading a curve', () => {
  it('returns grid samples exactly, and interpolates smoothly between them', () => {
    const curve = wave(3);
    expect(resampleCurve(curve, GRID_RATE, 100)).toEqual(Float32Array.from(curve.slice(0, 100)));
    const between = resampleCurve(curve, 97, 97);
    const truth = between.map((_, frame) => 0.5 + 0.4 * Math.sin((2 * Math.PI * 3 * frame) / 97));
    expect(Math.max(...between.map((value, frame) => Math.abs(value - truth[frame]!)))).toBeLessThan(1e-3);
  });

  it('extends the last sample beyond the end', () => {
    expect(resampleCurve(createCurve(0).fill(0.3), 60, 60).at(-1)).toBeCloseTo(0.3);
  });
});
