import { type Curve, GRID_RATE } from './grid.ts';

/** 0 below 0, 1 above 1, and a curve between whose slope and bend vanish at both ends (Perlin's smootherstep). */
export function ease(x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x * x * x * (x * (6 * x - 15) + 10);
}

/** A gesture: rises to 1 over `attack` seconds so that it is there at `start`, holds until `end`, falls over `release`. */
export interface Pulse {
  start: number;
  end: number;
  attack: number;
  release: number;
}

/** The value of a pulse at time `t`, 0..1, C2-smooth. */
function readPulse(pulse: Pulse, t: number): number {
  if (t < pulse.start) return ease((t - pulse.start + pulse.attack) / pulse.attack);
  return 1 - ease((t - pulse.end) / pulse.release);
}

/** Calls `visit` with each grid sample that a pulse reaches and the pulse's value there. */
export function visitPulse(pulse: Pulse, samples: number, visit: (k: number, value: number) => void): void {
  const first = Math.max(0, Math.ceil((pulse.start - pulse.attack) * GRID_RATE));
  const last = Math.min(samples - 1, Math.floor((pulse.end + pulse.release) * GRID_RATE));
  for (let k = first; k <= last; k++) visit(k, readPulse(pulse, k / GRID_RATE));
}

/** Adds `gain` times the pulse to a curve. */
export function addPulse(curve: Curve, pulse: Pulse, gain: number): void {
  visitPulse(pulse, curve.length, (k, value) => {
    curve[k]! += gain * value;
  });
}

/** Joins a pulse with what a 0..1 curve already holds: 1 - (1 - a)(1 - b), smooth where the larger of two has a kink. */
export function joinPulse(curve: Curve, pulse: Pulse): void {
  visitPulse(pulse, curve.length, (k, value) => {
    curve[k] = 1 - (1 - curve[k]!) * (1 - value);
  });
}
