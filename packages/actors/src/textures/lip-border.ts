import { bell, interpolate, smoothStep } from '../geometry/mesh/index.ts';
import type { Face } from '../shapes/face.ts';
import { BEYOND_CREST, measureCrests } from '../shapes/lip-form.ts';
import { noise } from './noise.ts';

/** The lips at a place of a face, 0..1. */
export interface LipPaint {
  /** Share of the red. */
  red: number;
  /** Shadow between the lips, in their corners, and below the lower one. */
  seam: number;
}

/** Minimum and maximum height of the red of an upper lip, and maximum of a lower one, meters. */
const HIGHEST = { least: 0.006, most: 0.0078 } as const;
const LOWEST = 0.0094;
/** Half the width over which the red fades into the skin, and by which its border is uneven, meters. */
const SOFT = 0.0007;
const UNEVEN = { by: 0.0005, size: 0.0022 } as const;
/** Exponents by which the red gets lower from the middle to the corners: an upper lip nearly straight, a lower one round. */
const TAPER = { upper: 1.9, lower: 2.3 } as const;
/** The red extends beyond the corners of the mesh by this distance, meters. */
const BEYOND_CORNER = 0.0005;
/** The fold beyond a corner, which opens with the mouth, is red too: half its height and its length, meters. */
const FOLD = { high: 0.0008, long: 0.0022 } as const;
/** Cupid's bow as it is painted: height of the peaks, depth of the notch, distance from the middle, widths, meters. */
const BOW = { peak: 0.0005, notch: 0.0008, aside: 0.005, peakWidth: 0.0026, notchWidth: 0.0024 } as const;
/** Shadow below the red of the lower lip: distance from it, half its height, meters, and strength. */
const BELOW = { from: 0.001, high: 0.0022, share: 0.6 } as const;
/** Half the height of the shadow between the lips, meters. */
const SEAM_HIGH = 0.0009;

const ridge = (distance: number, width: number): number => Math.exp(-((distance / width) ** 2));

/** Measures where the red of the lips ends. @returns function for the lips at a place in front of the mouth: x and y, meters */
export function measureLipBorder({ positions, line, open }: Face): (x: number, y: number) => LipPaint {
  const crests = measureCrests(positions, line, open);
  const highest = Math.min(HIGHEST.most, Math.max(HIGHEST.least, crests.upper.height + BEYOND_CREST.upper));
  const lowest = Math.min(LOWEST, crests.lower.height + BEYOND_CREST.lower);
  const half = line.half + BEYOND_CORNER;
  return (x, y) => {
    const aside = Math.abs(x);
    const above = y - interpolate(line.places, line.y, x);
    const u = Math.min(1, aside / half);
    const bow = BOW.peak * ridge(aside - BOW.aside, BOW.peakWidth) - BOW.notch * ridge(aside, BOW.notchWidth);
    const border = above > 0 ? highest * (1 - u ** TAPER.upper) + bow : lowest * (1 - u ** TAPER.lower) ** 0.8;
    const uneven = UNEVEN.by * (noise((x + 1) / UNEVEN.size, (y + 1) / UNEVEN.size, 65536, 141) - 0.5);
    const soft = Math.min(SOFT, 0.3 * border + 0.0002);
    const fold = ridge(above, FOLD.high) * bell(Math.max(0, aside - line.half), FOLD.long);
    const upon = u < 1 ? smoothStep(border + soft, border - soft, Math.abs(above) + uneven) : 0;
    const red = Math.max(upon, fold);
    const seam = ridge(above, SEAM_HIGH) * bell(Math.max(0, aside - 0.85 * half), 0.2 * half);
    const below = above < 0 ? BELOW.share * (1 - u ** 3) * (1 - red) * ridge(-above - border - BELOW.from, BELOW.high) : 0;
    return { red, seam: Math.max(below, 0.8 * seam, fold) };
  };
}
