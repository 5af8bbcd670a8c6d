import { bell, interpolate, smoothStep } from '../geometry/mesh/index.ts';
import type { Face } from '../shapes/face.ts';
import { BEYOND_CREST, measureCrests } from '../shapes/lip-form.ts';
import { noise } from './noise.ts';

/** Appearance of the lips at a point on a face, 0..1. */
export interface LipPaint {
  /** Amount of red. */
  red: number;
  /** Shadow between the lips, in their corners, and below the lower lip. */
  seam: number;
}

/** Minimum and maximum height of the red of an upper lip, and maximum height of the red of a lower lip, in meters. */
const HIGHEST = { least: 0.006, most: 0.0078 } as const;
const LOWEST = 0.0094;
/** Half the width over which the red fades into the skin, and how uneven its border is, in meters. */
const SOFT = 0.0007;
const UNEVEN = { by: 0.0005, size: 0.0022 } as const;
/** Exponents for tapering the red from the middle to the corners: nearly straight on the upper lip, and round on the lower lip. */
const TAPER = { upper: 1.9, lower: 2.3 } as const;
/** How far the red extends past the corners of the mouth in the mesh, in meters. */
const BEYOND_CORNER = 0.0005;
/** Half the height and the length of the fold past each corner, in meters. It opens with the mouth, and is red too. */
const FOLD = { high: 0.0008, long: 0.0022 } as const;
/** Painted Cupid's bow: height of the peaks, depth of the notch, distance of the peaks from the middle, and widths, in meters. */
const BOW = { peak: 0.0005, notch: 0.0008, aside: 0.005, peakWidth: 0.0026, notchWidth: 0.0024 } as const;
/** Shadow below the red of the lower lip: distance from it and half the shadow height, in meters, and strength. */
const BELOW = { from: 0.001, high: 0.0022, share: 0.6 } as const;
/** Half the height of the shadow between the lips, in meters. */
const SEAM_HIGH = 0.0009;

const ridge = (distance: number, width: number): number => Math.exp(-((distance / width) ** 2));

/** Measures where the red of the lips ends. @returns function from a point in front of the mouth (x and y, in meters) to lip appearance */
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
