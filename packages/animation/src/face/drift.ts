import type { Channel } from '../channels.ts';
import { type Curve, createRandom, GRID_RATE } from '../motion/index.ts';

/** Slow variation that keeps a held expression from looking like a mask: parts of the face, and its two sides, drift independently. */
export interface Drift {
  /** Returns the drift factor for a shape, around 1. All shapes in the same part of the face share it. */
  region(channel: Channel): Curve;
  /** Deviation of the left side. The right side deviates by the negative of it. */
  side: Curve;
}

/** Relative size and frequencies (in Hz) of the drift, for parts of the face and for the two sides. Hand-picked. */
const REGION_SHARE = 0.1;
const REGION_HERTZ = [0.17, 0.31] as const;
const SIDE_SHARE = 0.04;
const SIDE_HERTZ = [0.07, 0.19] as const;

const REGIONS = ['brow', 'eye', 'cheek', 'nose', 'mouth', 'jaw'] as const;

/** Creates the drift for an expression. @param samples number of grid samples */
export function createDrift(samples: number, seed: string): Drift {
  const regions = new Map<string, Curve>();
  return {
    region: (channel) => {
      const name = REGIONS.find((start) => channel.startsWith(start)) ?? 'mouth';
      const waves = regions.get(name) ?? sumWaves(samples, REGION_HERTZ, `${seed}/${name}`);
      // An expression only drifts downward, so that it never exceeds its level.
      if (!regions.has(name))
        regions.set(
          name,
          waves.map((value) => 1 + REGION_SHARE * (value - 1)),
        );
      return regions.get(name)!;
    },
    side: sumWaves(samples, SIDE_HERTZ, `${seed}/side`).map((value) => SIDE_SHARE * value),
  };
}

/** Sums sine waves that have no common period. The result is -1..1. */
function sumWaves(samples: number, hertz: readonly number[], seed: string): Curve {
  const random = createRandom(seed);
  const phases = hertz.map(() => random.between(0, 2 * Math.PI));
  return new Float64Array(samples).map(
    (_, k) => hertz.reduce((sum, each, i) => sum + Math.sin(2 * Math.PI * each * (k / GRID_RATE) + phases[i]!), 0) / hertz.length,
  );
}
