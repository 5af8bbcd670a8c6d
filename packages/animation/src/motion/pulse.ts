import { type Curve, GRID_RATE } from './grid.ts';

/** Perlin's smootherstep: 0 below 0, 1 above 1, with zero slope and curvature at both ends. */
export function ease(x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x * x * x * (x * (6 * x - 15) + 10);
}

/** Fraction of a glide spent speeding up, and also the fraction spent slowing down. */
const GLIDE_ENDS = 0.15;

/** Constant speed with smooth ends, 0..1. Its maximum slope is 1.18 (`ease`: 1.88), so it can finish sooner for the same step per frame. */
export function glide(x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const speed = 1 / (1 - GLIDE_ENDS);
  if (x < GLIDE_ENDS) return (speed * x * x) / (2 * GLIDE_ENDS);
  if (x > 1 - GLIDE_ENDS) return 1 - (speed * (1 - x) ** 2) / (2 * GLIDE_ENDS);
  return speed * (x - GLIDE_ENDS / 2);
}

/** A gesture over time, in s: rises to 1 over `attack`, arriving at `start`, holds until `end`, and falls over `release`. */
export interface Pulse {
  start: number;
  end: number;
  attack: number;
  release: number;
  /** Shape of the rise and fall. Defaults to `ease`. */
  shape?: (x: number) => number;
}

/** Returns the value of a pulse at time `t` (s), 0..1. */
function readPulse({ start, end, attack, release, shape = ease }: Pulse, t: number): number {
  if (t < start) return shape((t - start + attack) / attack);
  return 1 - shape((t - end) / release);
}

/** Calls `visit` with each grid sample that a pulse covers, and the value of the pulse there. */
export function visitPulse(pulse: Pulse, samples: number, visit: (k: number, value: number) => void): void {
  const first = Math.max(0, Math.ceil((pulse.start - pulse.attack) * GRID_RATE));
  const last = Math.min(samples - 1, Math.floor((pulse.end + pulse.release) * GRID_RATE));
  for (let k = first; k <= last; k++) visit(k, readPulse(pulse, k / GRID_RATE));
}

export function addPulse(curve: Curve, pulse: Pulse, gain: number): void {
  visitPulse(pulse, curve.length, (k, value) => {
    curve[k]! += gain * value;
  });
}

/** Screen-blends a pulse onto a 0..1 curve: 1 - (1 - a)(1 - b). The result is smooth where taking the maximum would leave a kink. */
export function screenBlendPulse(curve: Curve, pulse: Pulse): void {
  visitPulse(pulse, curve.length, (k, value) => {
    curve[k] = 1 - (1 - curve[k]!) * (1 - value);
  });
}
