import { smoothStep, type Vector } from '../mesh/index.ts';
import { angleOf, densityAt, distanceAbove, heightOf, type Line, wander } from './hairline.ts';
import type { Style } from './style.ts';

/** Mouth height relative to the eyes that beards are designed for, in meters. Actual faces differ, so beard units are aligned to it. */
export const BEARD_MOUTH = -0.068;

/** Upper edge of a beard on the cheeks and under the nose. */
const CHEEKS: Line = [
  [0, -0.0475],
  [8, -0.0475],
  [15, -0.05],
  [22, -0.056],
  [29, -0.059],
  [37, -0.052],
  [45, -0.034],
  [50, -0.012],
  [53, 0.004],
  [70, 0.004],
];
/** Lower edge of a beard, under the jaw. */
const NECK: Line = [
  [0, -0.126],
  [30, -0.12],
  [50, -0.108],
  [70, -0.09],
];
/** Angle where a beard ends in front of the ear, in degrees, and the number of meters per degree there. */
const EAR = { angle: 64, meters: 0.0014 } as const;
/** The red area of the narrowest lips, where no hair grows: half its width, and its extent above and below the lip line, in meters. */
const LIPS = { half: 0.024, above: 0.006, below: 0.0088 } as const;
/** Edge of the upper lip above the mouth, in meters. */
const LIP_EDGE = 0.007;

/** Distance from the lips, in meters. Negative on the lips. */
function fromLips([x, y]: Vector): number {
  const height = y > BEARD_MOUTH ? LIPS.above : LIPS.below;
  return (Math.hypot(x / LIPS.half, (y - BEARD_MOUTH) / height) - 1) * height;
}

/** How much faster a beard thickens around the lips than at its other edges. Otherwise, there would be a pale ring. */
const AT_LIPS = 3.4;
/** Fraction of roots on the cheeks and chin that get a card. A mustache needs more, because its hair is short. */
const BESIDE_MUSTACHE = 0.58;
/** Distances over which a beard thickens, from its edge on the cheeks and from the lips, in meters. */
const EDGE = { cheek: 0.009, lip: 0.0028 } as const;

/** Distance inside the outline of a full beard, in meters. */
function insideBeard(place: Vector): number {
  if (place[2] < -0.075) return -1;
  const angle = angleOf(place);
  const lower = heightOf(NECK, angle);
  return Math.min(
    -distanceAbove(CHEEKS, place) + wander(place),
    place[1] - lower + 2 * wander(place),
    (EAR.angle - angle) * EAR.meters,
    AT_LIPS * fromLips(place),
  );
}

/** Returns the degree to which a point is part of the mustache, which is above the mouth and next to its corners. */
const inMustache = ([x, y]: Vector): number =>
  smoothStep(BEARD_MOUTH - 0.004, BEARD_MOUTH + 0.003, y) * smoothStep(0.04, 0.032, Math.abs(x));

/** Hair above the lip is combed sideways and kept short enough to leave the lip visible. */
const aboveLip = ([x, y]: Vector, length: number): number =>
  Math.abs(x) > LIPS.half ? length : Math.min(length, Math.max(0.0065, (y - BEARD_MOUTH - LIP_EDGE) * 1.7));

const comb = (place: Vector, random: (seed: number) => number): Vector => {
  const [x, y] = place;
  const share = inMustache(place);
  const aside = Math.sign(x || 1) * (0.35 + 0.65 * smoothStep(0, 0.012, Math.abs(x)));
  const under = smoothStep(-0.1, -0.115, y);
  return [
    share * aside * 1.1 + (1 - share) * (x * 3 + 0.3 * (random(14) - 0.5)),
    -(1 - share) - (0.2 + 0.6 * smoothStep(0.007, 0.015, y - BEARD_MOUTH)) * share,
    0.35 * (1 - share) * (1 - under) + 0.7 * under,
  ];
};

const common = {
  comb,
  keep: () => 25,
  hug: 0.2,
  spacing: 0.0038,
  width: 0.0078,
  segments: 1,
  stray: 0.3,
  kindOf: (_layer: number, random: (seed: number) => number) => Math.floor(6 * random(20)),
};

/** A full beard. @param length hair length on the chin, in meters; it is shorter on the cheeks */
function beard(length: number): Style {
  // A mustache is dense up to its edge.
  const density = (place: Vector): number => densityAt(insideBeard(place), EDGE.cheek + inMustache(place) * (EDGE.lip - EDGE.cheek));
  return {
    ...common,
    density,
    growAt(place, random) {
      if (random(10) > density(place) * (BESIDE_MUSTACHE + (1 - BESIDE_MUSTACHE) * inMustache(place))) return undefined;
      const inside = insideBeard(place);
      const chin = smoothStep(0.06, 0.03, Math.abs(place[0])) * smoothStep(-0.07, -0.085, place[1]);
      const long = length * (0.5 + 0.5 * chin) * (0.55 + 0.45 * smoothStep(0, 0.014, inside));
      const share = inMustache(place);
      return {
        length: share > 0 ? aboveLip(place, Math.min(long, 0.012)) : long,
        lift: (0.5 - 0.25 * share) * (0.4 + 0.6 * smoothStep(0, 0.014, inside)),
        weight: 14,
        rise: 0.003,
        width: 0.6 + 0.4 * Math.max(share, smoothStep(0, 0.012, inside)),
        inside,
      };
    },
  };
}

/** Distance inside the outline of a mustache, in meters. */
const insideMustache = (place: Vector): number => {
  const [x, y, z] = place;
  if (z < -0.03) return -1;
  const top = -0.0465 - 0.01 * smoothStep(0.008, 0.034, Math.abs(x));
  return Math.min(top - y + wander(place), 1.4 * (0.034 - Math.abs(x)), y - BEARD_MOUTH - 0.001, fromLips(place));
};

const mustache: Style = {
  ...common,
  density: (place) => densityAt(insideMustache(place), 0.004),
  growAt(place, random) {
    const inside = insideMustache(place);
    if (random(10) > densityAt(inside, 0.0035)) return undefined;
    return { length: aboveLip(place, 0.014), lift: 0.35, weight: 8, rise: 0.002, inside: 1 };
  },
  spacing: 0.0019,
  width: 0.004,
};

export const BEARDS = { beard: beard(0.014), longBeard: beard(0.026), mustache } as const;
