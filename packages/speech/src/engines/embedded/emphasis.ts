import type { Style } from '../../text/script.ts';

/** Tempo, pitch, and volume factors for emphasized words, for engines without native support. These values were chosen, not measured. */
export const EMPHASES: Readonly<Record<NonNullable<Style['emphasis']>, readonly [number, number, number]>> = {
  strong: [0.85, 1.08, 1.25],
  moderate: [0.93, 1.04, 1.1],
  reduced: [1.1, 0.97, 0.8],
};
