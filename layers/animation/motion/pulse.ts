import { type Curve, GRID_RATE } from './grid.ts';

/** Perlin's smootherstep: 0 below 0, 1 above 1; slope and curvature vanish at both ends. */
export function ease(x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x * x * x * (x * (6 * x - 15) + 10);
}

/** A gesture over time, s: rises to 1 over `attack` until `start`, holds until `end`, falls over `release`. */
export interface Pulse {
  start: number;
  end: number;
  attack: number;
  release: number;
}

/** Returns the value of a pulse at time `t` (s), 0..1, C2-smooth. */
function readPulse(pulse: Pulse, t: number): number {
  if (t < pulse.start) return ease((t - pulse.start + pulse.attack) / pulse.attack);
  return 1 - ease((t - pulse.end) / pulse.release);
}

/** Calls `visit` with each grid sample that a pulse covers and the pulse's value there. */
export function visitPulse(pulse: Pulse, samples: number, visit: (k: number, value: number) => void): void {
  const first = Math.max(0, Math.ceil((pulse.start - pulse.attack) * GRID_RATE));
  const last = Math.min(samples - 1, Math.floor((pulse.end + pulse.release) * GRID_RATE));
  for (let k = first; k <= last; k++) visit(k, readPulse(pulse, k / GRID_RATE));
}

/** Adds `gain` times a pulse to a curve. */
export function addPulse(curve: Curve, pulse: Pulse, gain: number): void {
  visitPulse(pulse, curve.length, (k, value) => {
    curve[k]! += gain * value;
  });
}

/**
 * Screen-blends a pulse onto a 0..1 curve: 1 - (1 - a)(1 - b). It is smooth where the maximum of both would have a
 * kink.
 */
export function screenPulse(curve: Curve, pulse: Pulse): void {
  visitPulse(pulse, curve.length, (k, value) => {
    curve[k] = 1 - (1 - curve[k]!) * (1 - value);
  });
}
