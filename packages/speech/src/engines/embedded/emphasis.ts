import type { Style } from '../../text/script.ts';

/** Factors for tempo, pitch, and volume of emphasized words, for engines without native support. These are choices, not measurements. */
export const EMPHASES: Readonly<Record<NonNullable<Style['emphasis']>, readonly [number, number, number]>> = {
  strong: [0.85, 1.08, 1.25],
  moderate: [0.93, 1.04, 1.1],
  reduced: [1.1, 0.97, 0.8],
};
