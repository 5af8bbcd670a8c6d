import { noise } from '../../textures/noise.ts';
import { add, bell, scale, smoothStep, type Vector } from '../mesh/index.ts';
import { dense, full, grow, lock, ROUNDED } from './combing.ts';
import { angleOf, densityAt, distanceAbove, wander } from './hairline.ts';
import type { Growing, Locks, Style } from './style.ts';

/** How strongly hanging hair is pulled into place, per meter. */
const PULL = 12;
/** Range of depths over which a parting ends and hair fans out from the crown, relative to the eyes, in meters. */
const CROWN = { from: -0.04, to: -0.066 } as const;
/** Depths of hair before and behind the shoulders and of the split between, and heights of the split, relative to the eyes, in meters. */
const SHOULDERS = { before: -0.05, behind: -0.19, split: -0.085, from: 0, to: -0.08 } as const;
/** How much farther to the side hair falls at the chest than at the neck, in meters. */
const WIDER = 0.03;
/** Range of heights relative to the eyes over which hair in front of the shoulders stops spreading, in meters. */
const SPREADS = { from: -0.1, to: -0.16 } as const;
/** Returns the sideways and forward slopes of hanging hair. */
function fallTo(x: number, y: number, z: number, fall: Fall): [aside: number, forward: number] {
  if (!fall.shoulders) return [limit(PULL * (Math.min(x, fall.aside) - x)), 0];
  const parting = smoothStep(SHOULDERS.from, SHOULDERS.to, y);
  if (z < SHOULDERS.split) {
    const aside = Math.min(x, fall.aside + WIDER * smoothStep(-0.05, -0.2, y));
    return [limit(PULL * (aside - x)), steep(PULL * (Math.min(z, SHOULDERS.behind) - z)) * parting];
  }
  // Seen from the front, the width of hair in front of the shoulders depends on its depth at the side of the head.
  const spread = FACE.outer + (FACE.inner - FACE.outer) * smoothStep(SHOULDERS.split, FACE.front, z);
  const spreading = smoothStep(SPREADS.to, SPREADS.from, y);
  return [steep(PULL * (spread - x)) * spreading, steep(PULL * (Math.max(z, SHOULDERS.before) - z)) * parting];
}
/** Distances from the middle to hair in front of the shoulders, and the depth of the innermost hair relative to the eyes, in meters. */
const FACE = { inner: 0.052, outer: 0.112, front: -0.02 } as const;
/**
 * Locks along the cheeks: depth relative to the eyes, and steepest forward slope; range of heights above the eyes where they leave the
 * hairline; maximum distance of their roots from the hairline, and the angles of the roots from the front, in degrees; and where they end.
 * Lengths are in meters.
 */
const FRAMING = {
  front: -0.014,
  steepest: 0.6,
  from: 0.04,
  to: 0.01,
  inside: 0.014,
  angles: { from: 22, to: 48 },
  cut: -0.13,
  range: 0.05,
} as const;
/** Influence of the crown on hair at a given depth. */
const whorlAt = (z: number): number => smoothStep(CROWN.from, CROWN.to, z);
/** Hair at the crown starts close to the height of its neighbors, which avoids a notch at the end of the parting. */
const atCrown = (place: Vector, parting: number, rise: number, height: number): Pick<Growing, 'rise' | 'sunk'> => {
  const share = whorlAt(place[2]) * bell(place[0] - parting, 0.04) * smoothStep(0.05, 0.08, place[1]);
  return { rise: rise * (1 - 0.95 * share), sunk: -share * (0.6 * rise + 0.0015 * height) };
};
/** How much shorter hair is than the longest, in meters: varies by lock, by card, and by the layering of the cut. */
const layered = (place: Vector, random: (seed: number) => number, range: number): number =>
  0.006 * lock(place, 0.02, 58) + range * (random(12) + random(16) ** 5);

const blend = (a: Vector, b: Vector, share: number): Vector => add(scale(a, 1 - share), scale(b, share));
const limit = (slope: number): number => Math.max(-0.9, slope);
const steep = (slope: number): number => Math.max(-1.1, Math.min(1.1, slope));

/** Returns true if the point is in front of the temples and above the brows. */
const onForehead = ([, y, z]: Vector): boolean => z > -0.045 && y > 0.02;

/** How far to the side hair falls below the ears, in meters, and whether it splits in front of and behind the shoulders. */
interface Fall {
  aside: number;
  shoulders?: boolean;
}

/** How much less hair droops above the middle of the forehead, where it follows the hairline. Otherwise, skin would show above it. */
const ALONG = 0.7;
const atHairline = (place: Vector): number => bell(Math.max(0, distanceAbove(ROUNDED, place)), 0.012) * smoothStep(36, 24, angleOf(place));

/** Minimum density of hair where a parting meets the hairline, and its reach on the forehead, in meters. No other hair covers this area. */
const BESIDE_PARTING = 1.3;
const AT_PARTING = 0.006;
/** Roots painted there so that the skin does not look bare: density, and distances from the parting and the hairline, in meters. */
const SHADED = { density: 1.7, aside: 0.016, from: -0.004, to: 0 } as const;

/** Long hair, parted in the middle or on the side. */
export function parted({
  parting,
  length,
  cut,
  ragged = 0.045,
  overForehead = 0.011,
  framing = 0,
  rise = 0.006,
  back,
  locks,
  fall,
}: {
  parting: number;
  length: number;
  cut: number;
  /** How much shorter single cards may be cut, in meters. */
  ragged?: number;
  /** How far strands may reach over the forehead, in meters. */
  overForehead?: number;
  /** Fraction of the hair in front of the temples that falls along the cheeks. */
  framing?: number;
  /** How much higher hair rises at the crown than at the hairline, in meters. */
  rise?: number;
  back: number;
  locks: Locks;
  fall: Fall;
}): Style {
  const partAt = ([, , z]: Vector): number =>
    parting + 0.0022 * (noise((z + 1) / 0.011, 3, 4096, 59) - 0.5) + 0.001 * (noise((z + 1) / 0.0022, 5, 4096, 60) - 0.5);
  const fromPart = (place: Vector): number =>
    Math.abs(place[0] - partAt(place)) + 0.3 * smoothStep(CROWN.from, CROWN.to, place[2]) + 0.3 * smoothStep(0.05, 0.03, place[1]);
  const grown = grow(ROUNDED, 0.013);
  const isFraming = (random: (seed: number) => number): boolean => random(30) < framing;
  const density = (place: Vector): number =>
    Math.max(
      grown(place) * (1 - 0.28 * bell(fromPart(place), 0.0015)),
      BESIDE_PARTING * bell(fromPart(place), 0.024) * smoothStep(-0.002, 0.003, distanceAbove(ROUNDED, place)),
    );
  return {
    density,
    shade: (place) =>
      Math.max(
        density(place),
        SHADED.density * bell(fromPart(place), SHADED.aside) * smoothStep(SHADED.from, SHADED.to, distanceAbove(ROUNDED, place)),
      ),
    growAt(place, random) {
      const inside = distanceAbove(ROUNDED, place) + wander(place);
      const share = Math.max(
        0.17,
        bell(fromPart(place), 0.026),
        bell(
          Math.hypot(place[0] - parting, place[2] - CROWN.to) * smoothStep(0.05, 0.08, place[1]) + smoothStep(0.08, 0.05, place[1]),
          0.036,
        ),
        1.1 * bell(inside, 0.02) * smoothStep(-0.09, -0.06, place[2]),
      );
      if (random(10) > densityAt(inside, 0.008) * share) return undefined;
      return {
        length: length * (0.9 + 0.2 * random(11)),
        lift: 0.04 + 0.06 * smoothStep(0, 0.02, fromPart(place)),
        weight: 38,
        ...atCrown(place, parting, 0.002 + rise * smoothStep(0, 0.03, inside), random(13)),
        width: 0.6 + 0.4 * smoothStep(0, 0.02, inside),
        inside,
        sharp: bell(fromPart(place), 0.02),
        before: toParting(place, partAt(place)),
      };
    },
    comb(place, random) {
      const [x, y, z] = place;
      const whorl = whorlAt(z);
      // Behind the parting, hair fans out from the crown in all directions.
      const side = (x > partAt(place) ? 1 : -1) * (1 - whorl * (1 - Math.min(1, Math.abs(x - parting) / 0.035)));
      const top = smoothStep(0.02, 0.085, y) * smoothStep(-0.17, -0.1, z);
      const face = smoothStep(-0.075, -0.035, z) * smoothStep(0.078, 0.06, Math.abs(x));
      const sway = 0.08 * lock(place, 0.03, 51);
      const hanging = smoothStep(0.01, -0.05, y);
      const [inward, past] = fallTo(Math.abs(x), y, z, fall);
      const forward = Math.min(FRAMING.steepest, PULL * (FRAMING.front - z));
      const framed = isFraming(random) && z > SHOULDERS.before ? smoothStep(FRAMING.from, FRAMING.to, y) : 0;
      return blend(
        blend(
          [
            side * (0.05 + 0.95 * Math.max(top, face)),
            -1 + 0.75 * top + ALONG * atHairline(place),
            -Math.max(back, face) * (1 - 0.5 * top) - 0.7 * whorl * top + sway,
          ],
          [0, -1, forward],
          framed,
        ),
        [side * inward, -1, past + forward * framed],
        hanging,
      );
    },
    keep: (share) => 18 + 37 * smoothStep(0.45, 0.1, share),
    bare: (place) => onForehead(place) && distanceAbove(ROUNDED, place) < -Math.max(overForehead, AT_PARTING * bell(fromPart(place), 0.03)),
    cutAt(place, random) {
      const angle = angleOf(place);
      const frames =
        isFraming(random) && distanceAbove(ROUNDED, place) < FRAMING.inside && angle > FRAMING.angles.from && angle < FRAMING.angles.to;
      return Math.max(cut + layered(place, random, ragged), frames ? FRAMING.cut - FRAMING.range * random(31) : -1);
    },
    locks,
    hug: 0.85,
    spacing: 0.006,
    width: 0.0152,
    segments: 22,
    drapes: true,
    stray: 0.035,
    kindOf: full,
  };
}

/** How far ahead of its root hair next to a side parting begins, in meters. Otherwise, there would be a wide bare stripe. */
const toParting = (place: Vector, parting = 0.026): number =>
  Math.min(0.009, Math.max(0, Math.abs(place[0] - parting) - 0.0005)) *
  smoothStep(0.045, 0.06, place[1]) *
  (1 - whorlAt(place[2])) *
  bell(place[0] - parting, 0.013);

/** Chin-length hair, parted on the side. */
export const bob: Style = {
  ...parted({
    parting: 0.014,
    length: 0.3,
    cut: -0.135,
    ragged: 0.012,
    overForehead: 0.006,
    framing: 0.3,
    rise: 0.009,
    back: 0.3,
    locks: { size: 0.022, pull: 0.2, from: 0.25, round: 0.5, uneven: 0.04, wave: { size: 0.0015, length: 0.12 } },
    fall: { aside: 0.07 },
  }),
  // It ends above the shoulders.
  drapes: false,
};
/** Combing direction of layered hair: away from the parting to both sides, and to the right over the forehead. */
const combOver = ([x, y, z]: Vector): Vector => {
  const whorl = whorlAt(z);
  const side = (x > 0.026 ? 1 : -1) * (1 - whorl * (1 - Math.min(1, Math.abs(x - 0.026) / 0.035)));
  const top = smoothStep(0.03, 0.08, y) * smoothStep(-0.15, -0.1, z);
  const front = smoothStep(-0.06, -0.01, z) * smoothStep(0.03, 0.02, x);
  const sway = 0.06 * lock([x, y, z], 0.03, 51);
  // The ends turn inward.
  const inward = 0.7 * smoothStep(-0.03, -0.09, y) * smoothStep(0.03, 0.06, Math.abs(x));
  return [
    side * (0.1 + 0.9 * top) * (1 - smoothStep(0, -0.04, y)) - Math.sign(x) * inward,
    -1 + 0.75 * top,
    -0.3 - 0.2 * top - 0.7 * whorl * top + 0.75 * front + sway,
  ];
};

/** Hair that is pulled back has no loose strands. */
const tight: Style['kindOf'] = (layer, random) => Math.min(4, dense(layer, random));

export const tied: Style = {
  density: grow(ROUNDED, 0.013),
  growAt(place, random) {
    const inside = distanceAbove(ROUNDED, place) + wander(place);
    if (random(10) > densityAt(inside, 0.008)) return undefined;
    const [x, y, z] = place;
    return {
      length: Math.min(0.15, Math.hypot(x, y - 0.05, z + 0.185) * 1.15),
      lift: 0.03,
      weight: 0,
      rise: 0.001 + 0.0055 * smoothStep(0, 0.035, inside),
      width: 0.6 + 0.4 * smoothStep(0, 0.02, inside),
      inside,
    };
  },
  comb: (place) => [-place[0], 0.05 - place[1] + 0.006 * lock(place, 0.02, 52), -0.185 - place[2]],
  keep: () => 70,
  behindEars: true,
  hug: 0.75,
  depth: 0.0006,
  spacing: 0.0064,
  width: 0.0072,
  segments: 7,
  stray: 0.02,
  kindOf: tight,
};

/** Layered hair over the ears, parted on the left. */
export const crop: Style = {
  ...bob,
  comb(place) {
    const [x, y, z] = combOver(place);
    return [x - 0.6 * Math.sign(place[0]) * smoothStep(0.06, 0, place[1]), y, z];
  },
  growAt(place, random) {
    const inside = distanceAbove(ROUNDED, place) + wander(place);
    if (random(10) > densityAt(inside, 0.008)) return undefined;
    const up = smoothStep(0, 0.08, place[1]);
    return {
      length: 0.035 + 0.055 * up,
      lift: 0.08 + 0.1 * up,
      weight: 26,
      ...atCrown(place, 0.026, 0.003 + 0.0065 * up, random(13)),
      width: 0.6 + 0.4 * smoothStep(0, 0.02, inside),
      inside,
      sharp: bell(place[0] - 0.026, 0.02),
      before: toParting(place),
    };
  },
  // Strands rest on the forehead, but not on the cheeks.
  bare: (place) => (place[0] > 0.026 && bob.bare!(place)) || (place[1] < -0.005 && place[2] > -0.05 && Math.abs(place[0]) < 0.06),
  cutAt: ([x, , z], random) => (z > -0.03 && Math.abs(x) < 0.05 ? 0.03 + 0.02 * random(13) : -0.03 + 0.02 * random(12)),
  keep: (share) => 20 + 25 * smoothStep(0.7, 0.1, share),
  locks: { size: 0.014, pull: 0.5, from: 0.15, round: 0.6, uneven: 0.2, wave: { size: 0.0012, length: 0.06 } },
  hug: 0.85,
  spacing: 0.0054,
  width: 0.009,
  segments: 9,
  stray: 0.05,
  kindOf: dense,
};
