import { bell, smoothStep } from '../geometry/mesh/index.ts';
import type { Assets, Build } from '../makehuman/index.ts';
import { findLips } from './face.ts';
import { addFields, createField, type Field } from './field.ts';
import { type LipLine, lipCoordinates, mouthHeight } from './lips.ts';

/** Points where the lips protrude the most in the middle of the mouth, in meters: heights from the lip line (positive) and depths. */
export interface LipCrests {
  upper: { height: number; front: number };
  lower: { height: number; front: number };
}

/**
 * Extent of the search for crests, from the middle and from the lip line, and its step size, in meters. A crest is where the next step
 * protrudes less than `rise` farther. Looking for a maximum would not work, because on some faces skin keeps rising toward the nose.
 */
const CREST = {
  aside: [0.0035, 0.0065],
  near: 0.002,
  far: 0.0096,
  step: 0.0012,
  rise: { upper: 0.0003, lower: 0.00008 },
} as const;
/** How far past the crests the red of the lips ends, above the upper lip and below the lower lip, in meters. */
export const BEYOND_CREST = { upper: 0.0014, lower: 0.0036 } as const;
/** Maximum height of the red of an upper lip, in meters, and fraction of the excess to keep. MakeHuman's is too high. Tuned by eye. */
const SLENDER = { height: 0.0062, share: 0.5 } as const;
/** How far an upper lip may protrude past the lower one, in meters, and fraction of any excess to remove. */
const OVERBITE = { front: 0.001, share: 0.6 } as const;
/** Cupid's bow: depth of the notch, height of the peaks, distance of the peaks from the middle, and widths, in meters. */
const BOW = {
  notch: 0.0009,
  peak: 0.0005,
  aside: 0.005,
  notchWidth: 0.0026,
  peakWidth: 0.0026,
  reach: 0.0055,
} as const;
/** Philtrum: depth of the furrow, height of its ridges, their distance from the middle, widths, and length, in meters. */
const PHILTRUM = {
  furrow: 0.0009,
  ridge: 0.0005,
  aside: 0.0043,
  width: 0.0024,
  ridgeWidth: 0.0015,
  long: 0.012,
} as const;
/** Lip line, which dips at the tubercle and rises on both sides: heights, distance of the rises from the middle, and widths, in meters. */
const LINE = { dip: 0.0005, rise: 0.0001, aside: 0.0085, dipWidth: 0.0034, riseWidth: 0.0042, reach: 0.0065 } as const;
/** Extra depth of the corners, and its reach, in meters. */
const CORNER = { deep: 0.0005, reach: 0.0055 } as const;

const ridge = (distance: number, width: number): number => Math.exp(-((distance / width) ** 2));

/** Finds the crests of the lips. @param open field of the open mouth, which tells the lips apart */
export function measureCrests(positions: Float32Array, line: LipLine, open: Field): LipCrests {
  const [from, to] = CREST.aside;
  const heights = Array.from({ length: Math.round((CREST.far - CREST.near) / CREST.step) }, (_, k) => k);
  const profiles = { upper: heights.map(() => -1), lower: heights.map(() => -1) };
  for (let at = 0; at < positions.length; at += 3) {
    const x = positions[at]!;
    if (Math.abs(x) < from || Math.abs(x) > to || Math.abs(positions[at + 1]! - line.y[0]!) > 0.03) continue;
    const { above, inFront, lower } = lipCoordinates(line, x, positions[at + 1]!, positions[at + 2]!, open[at + 1]!);
    const profile = lower > 0.5 ? profiles.lower : profiles.upper;
    const k = Math.floor(((lower > 0.5 ? -above : above) - CREST.near) / CREST.step);
    if (k >= 0 && k < profile.length) profile[k] = Math.max(profile[k]!, inFront);
  }
  return { upper: crestOf(profiles.upper, CREST.rise.upper), lower: crestOf(profiles.lower, CREST.rise.lower) };
}

/** Returns the first position on the profile, starting at the lip line, where the next step rises by less than `rise`, in meters. */
function crestOf(profile: readonly number[], rise: number): LipCrests['upper'] {
  const known = [...profile.entries()].filter(([, front]) => front > -1);
  const at = known.findIndex(([, front], i) => i > 0 && (known[i + 1]?.[1] ?? -1) < front + rise);
  const [k, front] = known[Math.max(0, at)] ?? [0, 0];
  return { height: CREST.near + (k + 0.5) * CREST.step, front };
}

/**
 * Adds shape that MakeHuman lips lack: a slender upper lip with a Cupid's bow below a philtrum, a lip line that dips at the tubercle, and
 * deep corners.
 * @param share how much of it to add, 0..1
 */
export function formLips(assets: Assets, build: Build, body: Float32Array, share = 1): Float32Array {
  const { line, open } = findLips(assets, build, body);
  return addFields([1, body], [share, lipForm(body, line, open)]);
}

function lipForm(positions: Float32Array, line: LipLine, open: Field): Field {
  const { upper, lower: under } = measureCrests(positions, line, open);
  const border = upper.height + BEYOND_CREST.upper;
  const thinner = (1 - SLENDER.share) * Math.max(0, border - SLENDER.height);
  const back = OVERBITE.share * Math.max(0, upper.front - under.front - OVERBITE.front);
  return createField(positions, (x, y, z, v) => {
    if (Math.abs(x) > line.half + CORNER.reach || Math.abs(y - mouthHeight(line)) > 0.03) return undefined;
    const { above, inFront, lower } = lipCoordinates(line, x, y, z, open[3 * v + 1]!);
    const front = smoothStep(-0.011, -0.004, inFront);
    // The whole lip follows the lip line. Otherwise, its inside would be higher than its front.
    const deep = smoothStep(-0.022, -0.013, inFront);
    if (deep === 0) return undefined;
    const aside = Math.abs(x);
    const within = bell(Math.max(0, aside - 0.45 * line.half), 0.6 * line.half);
    const upon = (1 - lower) * front * within;
    const beyond = bell(Math.max(0, above - border), 0.013);
    const bow = BOW.peak * ridge(aside - BOW.aside, BOW.peakWidth) - BOW.notch * ridge(aside, BOW.notchWidth);
    const philtrum = PHILTRUM.ridge * ridge(aside - PHILTRUM.aside, PHILTRUM.ridgeWidth) - PHILTRUM.furrow * ridge(aside, PHILTRUM.width);
    const long =
      smoothStep(border - 0.0012, border + 0.0016, above) * smoothStep(border + PHILTRUM.long, border + 0.4 * PHILTRUM.long, above);
    const dip = LINE.rise * ridge(aside - LINE.aside, LINE.riseWidth) - LINE.dip * ridge(aside, LINE.dipWidth);
    const corner = ridge(Math.hypot(aside - line.half, above), CORNER.reach);
    return [
      0,
      upon * (bow * bell(above - border, BOW.reach) - thinner * smoothStep(0, border, above) * beyond) +
        deep * dip * bell(above, LINE.reach),
      upon * (philtrum * long - back * bell(above - upper.height, 0.008)) - front * CORNER.deep * corner,
    ];
  });
}
