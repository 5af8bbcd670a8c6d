import type { CutName } from '../groom/cuts.ts';

/** How the strands of a cut are arranged around its traced guides. Lengths are in meters. */
export interface StrandLook {
  /** Number of strands per guide. */
  count: number;
  width: number;
  /** Half the spread of the strands, relative to the card width of the guide. */
  spread: number;
  /** Depth of the deepest strands below the guide. */
  depth: number;
  /** How strongly tips are pulled toward the guide's tufts, 0..1, and the number of tufts. */
  clump: number;
  tufts: number;
  /** Relative variation in length. */
  uneven: number;
  /** Maximum length of the tapered tip. */
  tip: number;
  /** Amplitude and length of the waves in single strands. */
  wave: { size: number; length: number };
  /** Contrast between strands and between tufts. */
  contrast: number;
  tuftContrast: number;
  /** Fraction of strands that are stray, and how far their tips stick out, as a fraction of their length. */
  stray: { share: number; off: number };
  /** True if hair falls to both sides of a parting. */
  parted?: boolean;
  /** Draw coils instead of strands: their radius, and the distance between turns. */
  coil?: { radius: number; pitch: number };
}

const LONG: StrandLook = {
  count: 64,
  width: 0.00019,
  spread: 0.7,
  depth: 0.004,
  clump: 0.42,
  tufts: 3,
  uneven: 0.16,
  tip: 0.05,
  wave: { size: 0.0006, length: 0.045 },
  contrast: 0.3,
  tuftContrast: 0.2,
  stray: { share: 0.045, off: 0.05 },
};

const SHORT: StrandLook = {
  ...LONG,
  contrast: 0.2,
  tuftContrast: 0.13,
  count: 34,
  width: 0.00018,
  spread: 0.8,
  depth: 0.0014,
  clump: 0.35,
  tufts: 3,
  uneven: 0.45,
  wave: { size: 0.0004, length: 0.02 },
  stray: { share: 0.06, off: 0.1 },
};

/** Looks by cut. Beards do not have one. */
export const LOOKS: Partial<Record<CutName, StrandLook>> = {
  parted: { ...LONG, parted: true },
  // Less contrast, because light and dark strands differ more in fair hair, where they would look like strips.
  loose: { ...LONG, count: 84, clump: 0.32, tufts: 8, contrast: 0.34, tuftContrast: 0.08, uneven: 0.24, parted: true },
  bob: { ...LONG, uneven: 0.05, tip: 0.02, parted: true },
  tied: {
    ...SHORT,
    count: 30,
    clump: 0.3,
    tufts: 4,
    uneven: 0.1,
    depth: 0.0006,
    contrast: 0.3,
    stray: { share: 0.06, off: 0.08 },
  },
  crop: { ...SHORT, count: 40, parted: true },
  swept: SHORT,
  sidePart: SHORT,
  rim: { ...SHORT, count: 24, depth: 0.0004 },
  buzz: {
    ...SHORT,
    count: 14,
    width: 0.00016,
    depth: 0.001,
    clump: 0,
    uneven: 0.4,
    contrast: 0.45,
    stray: { share: 0, off: 0 },
  },
  afro: {
    ...SHORT,
    count: 30,
    width: 0.00019,
    spread: 0.9,
    depth: 0.003,
    clump: 0,
    uneven: 0.35,
    contrast: 0.4,
    stray: { share: 0.04, off: 0.15 },
    coil: { radius: 0.0022, pitch: 0.0034 },
  },
};
