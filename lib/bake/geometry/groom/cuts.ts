import { noise } from '../../textures/noise.ts';
import { add, bell, scale, smoothStep, type Vector } from '../mesh/index.ts';
import { BEARDS } from './beards.ts';
import type { Style } from './groom.ts';
import { angleOf, densityAt, distanceAbove, type Line, wander } from './hairline.ts';

/** Names of styles. */
export type CutName =
  | 'parted'
  | 'loose'
  | 'bob'
  | 'tied'
  | 'swept'
  | 'fringe'
  | 'crop'
  | 'buzz'
  | 'afro'
  | 'rim'
  | keyof typeof BEARDS;

/** Hairlines: rounded, receding at the temples, and above the nape. */
const ROUNDED: Line = [
  [0, 0.066],
  [16, 0.066],
  [30, 0.061],
  [39, 0.051],
  [44, 0.036],
  [47, 0.016],
  [50, -0.006],
  [57, -0.018],
  [65, -0.008],
  [70, 0.008],
  [75, 0.019],
  [86, 0.022],
  [100, 0.016],
  [110, -0.01],
  [119, -0.045],
  [135, -0.062],
  [180, -0.066],
];
const RECEDING: Line = [
  [0, 0.066],
  [12, 0.067],
  [25, 0.072],
  [33, 0.069],
  [40, 0.056],
  [43.5, 0.04],
  [46, 0.022],
  [48.5, 0.004],
  [53, -0.018],
  [62, -0.024],
  [66, -0.006],
  [71, 0.014],
  [86, 0.023],
  [100, 0.016],
  [110, -0.01],
  [119, -0.04],
  [135, -0.055],
  [180, -0.058],
];
/** Upper edge of hair around a bald head. */
const BALD: Line = [
  [0, 0.0],
  [50, 0.0],
  [56, 0.03],
  [80, 0.045],
  [120, 0.055],
  [180, 0.06],
];

/** Density on the skin: it goes on increasing under the hair, by `UNDER`, where the skin is hidden. */
const grow =
  (line: Line, soft: number) =>
  (place: Vector): number => {
    const inside = distanceAbove(line, place) + wander(place);
    return densityAt(inside + 0.35 * soft, 1.3 * soft) + UNDER * smoothStep(0.2 * soft, 1.2 * soft, inside);
  };
const UNDER = 0.8;

/** Slow variation of a comb over the head, -1..1: locks lie together. */
const lock = ([x, y, z]: Vector, size: number, seed: number): number =>
  noise((x + 1) / size + (0.7 * (y + 1)) / size, (z + 1) / size + (0.4 * (y + 1)) / size, 4096, seed) * 2 - 1;

const dense = (layer: number, random: (seed: number) => number): number =>
  layer > 0.86
    ? 6 + Math.floor(2 * random(20))
    : layer > 0.4
      ? 2 + Math.floor(4 * random(20))
      : Math.floor(3 * random(20));
/** The same for hair that hangs free, with nothing behind it. */
const full = (layer: number, random: (seed: number) => number): number =>
  layer > 0.93
    ? 6 + Math.floor(2 * random(20))
    : layer > 0.7
      ? 2 + Math.floor(3 * random(20))
      : Math.floor(3 * random(20));

/** How strongly hanging hair is drawn to its place, per metre, and its steepest slope. */
const PULL = 12;
const blend = (a: Vector, b: Vector, share: number): Vector => add(scale(a, 1 - share), scale(b, share));
const limit = (slope: number): number => Math.max(-0.9, slope);

/** Whether a place is before the temples and above the brows. */
const onForehead = ([, y, z]: Vector): boolean => z > -0.045 && y > 0.02;

/** Long hair, parted in the middle or beside it. */
function parted({
  parting,
  length,
  cut,
  back,
  wave,
  fall,
}: {
  parting: number;
  length: number;
  cut: number;
  back: number;
  wave: number;
  /** Where hair falls to below the ears: how far aside at most, and how deep behind the eyes, metres. */
  fall: { aside: number; behind?: number };
}): Style {
  const partAt = ([, , z]: Vector): number => parting + 0.0008 * Math.sin(z * 60);
  const fromPart = (place: Vector): number =>
    Math.abs(place[0] - partAt(place)) +
    0.3 * smoothStep(-0.11, -0.14, place[2]) +
    0.3 * smoothStep(0.05, 0.03, place[1]);
  const grown = grow(ROUNDED, 0.009);
  return {
    density: (place) => grown(place) * (1 - 0.65 * bell(fromPart(place), 0.0019)),
    growAt(place, random) {
      const inside = distanceAbove(ROUNDED, place) + wander(place);
      const share = Math.max(
        0.17,
        bell(fromPart(place), 0.026),
        0.75 * bell(inside, 0.018) * smoothStep(-0.09, -0.06, place[2]),
      );
      if (random(10) > densityAt(inside, 0.008) * share) return undefined;
      return {
        length: length * (0.9 + 0.2 * random(11)),
        lift: 0.04 + 0.06 * smoothStep(0, 0.02, fromPart(place)),
        weight: 38,
        rise: 0.0015 + 0.0035 * smoothStep(0, 0.03, inside),
        width: 0.6 + 0.4 * smoothStep(0, 0.02, inside),
        ...{ inside, sharp: bell(fromPart(place), 0.02) },
      };
    },
    comb(place) {
      const [x, y, z] = place;
      const side = x > partAt(place) ? 1 : -1;
      const top = smoothStep(0.02, 0.085, y) * smoothStep(-0.17, -0.1, z);
      const face = smoothStep(-0.075, -0.035, z) * smoothStep(0.078, 0.06, Math.abs(x));
      const sway = 0.08 * lock(place, 0.03, 51);
      const hanging = smoothStep(0.01, -0.05, y);
      const inwards = limit(PULL * (Math.min(Math.abs(x), fall.aside) - Math.abs(x)));
      const backwards = fall.behind === undefined ? 0 : limit(PULL * (Math.min(z, fall.behind) - z));
      return blend(
        [side * (0.05 + 0.95 * Math.max(top, face)), -1 + 0.75 * top, -Math.max(back, face) * (1 - 0.5 * top) + sway],
        [side * inwards, -1, backwards],
        hanging,
      );
    },
    keep: (share) => 18 + 37 * smoothStep(0.45, 0.1, share),
    bare: (place) => onForehead(place) && distanceAbove(ROUNDED, place) < -0.011,
    cutAt: (_place, random) => cut + 0.012 * random(12),
    wave: { size: wave, length: 0.1 },
    ...{ hug: 0.85, spacing: 0.0054, width: 0.0125, stretches: 12, stray: 0.035, kindOf: full },
  };
}

/** Hair of chin's length with a fringe swept to the right. */
const sideParted = parted({ parting: 0.026, length: 0.2, cut: -0.1, back: 0.3, wave: 0.001, fall: { aside: 0.05 } });
const bob: Style = {
  ...sideParted,
  comb(place) {
    const [x, y, z] = place;
    const side = x > 0.026 ? 1 : -1;
    const top = smoothStep(0.03, 0.08, y) * smoothStep(-0.15, -0.1, z);
    const front = smoothStep(-0.06, -0.01, z) * smoothStep(0.03, 0.02, x);
    const sway = 0.06 * lock(place, 0.03, 51);
    // Ends turn in.
    const inwards = 0.7 * smoothStep(-0.03, -0.09, y) * smoothStep(0.03, 0.06, Math.abs(x));
    return [
      side * (0.1 + 0.9 * top) * (1 - smoothStep(0, -0.04, y)) - Math.sign(x) * inwards,
      -1 + 0.75 * top,
      -0.3 - 0.2 * top + 0.75 * front + sway,
    ];
  },
  growAt(place, random) {
    const grown = sideParted.growAt(place, random);
    const front = smoothStep(-0.05, -0.01, place[2]);
    return grown && { ...grown, weight: grown.weight - 24 * front };
  },
  bare: (place) => place[0] > 0.026 && sideParted.bare!(place),
  // Above the brow where it starts, and lower to the side.
  cutAt: ([x, , z], random) =>
    z > -0.025 && x < 0.026
      ? 0.03 + 0.012 * random(13) - 0.13 * smoothStep(-0.02, -0.05, x)
      : -0.1 + 0.012 * random(12),
  stretches: 12,
};

/** Hair tied behind the head. */
const tied: Style = {
  density: grow(ROUNDED, 0.009),
  growAt(place, random) {
    const inside = distanceAbove(ROUNDED, place) + wander(place);
    if (random(10) > densityAt(inside, 0.008)) return undefined;
    const [x, y, z] = place;
    return {
      length: Math.min(0.15, Math.hypot(x, y - 0.05, z + 0.185) * 1.15),
      ...{ lift: 0.03, weight: 0, rise: 0.0015 + 0.003 * smoothStep(0, 0.03, inside) },
      width: 0.6 + 0.4 * smoothStep(0, 0.02, inside),
      inside,
    };
  },
  comb: (place) => [-place[0], 0.05 - place[1] + 0.006 * lock(place, 0.02, 52), -0.185 - place[2]],
  keep: () => 70,
  ...{ hug: 0.75, spacing: 0.0064, width: 0.0095, stretches: 7, stray: 0.02, kindOf: dense },
};

/** Short hair, combed back, or to the side. */
function swept({ aside, top, sides, lift }: { aside: number; top: number; sides: number; lift: number }): Style {
  return {
    density: grow(RECEDING, 0.008),
    growAt(place, random) {
      const inside = distanceAbove(RECEDING, place) + wander(place);
      if (random(10) > densityAt(inside, 0.007)) return undefined;
      const up = smoothStep(0.02, 0.08, place[1]);
      const edge = smoothStep(0, 0.018, inside);
      return {
        length: (sides + (top - sides) * up) * (0.5 + 0.5 * edge),
        lift: 0.12 + (lift - 0.12) * up,
        weight: 5,
        rise: (0.0015 + 0.0115 * up) * (0.4 + 0.6 * edge),
        width: 0.6 + 0.4 * edge,
        inside,
      };
    },
    comb(place) {
      const [x, y] = place;
      const up = smoothStep(0.035, 0.085, y);
      const sway = 0.22 * lock(place, 0.018, 53);
      return [aside * up - 0.15 * Math.sign(x) * (1 - up) + sway, -0.75 * (1 - up), -0.75 + 0.25 * sway];
    },
    keep: () => 35,
    ...{ hug: 0.6, spacing: 0.0045, width: 0.0072, stretches: 4, stray: 0.08, kindOf: dense },
  };
}

/** Short hair that falls onto the forehead. */
const fringe: Style = {
  density: grow(RECEDING, 0.008),
  growAt(place, random) {
    const inside = distanceAbove(RECEDING, place) + wander(place);
    if (random(10) > densityAt(inside, 0.007)) return undefined;
    const up = smoothStep(0.025, 0.075, place[1]);
    return {
      length: 0.02 + 0.045 * up,
      lift: 0.12 + 0.2 * up,
      weight: 12,
      rise: 0.0015 + 0.0095 * up,
      width: 0.6 + 0.4 * smoothStep(0, 0.02, inside),
      inside,
    };
  },
  comb(place) {
    const [x, y, z] = place;
    const up = smoothStep(0.03, 0.08, y);
    const sway = 0.35 * lock(place, 0.02, 54);
    // From the whorl outwards, and to the right in front.
    return [
      (x - 0.012) * 8 * up - 0.1 * Math.sign(x) * (1 - up) - 0.3 * up + sway,
      -0.9 * (1 - up),
      (z + 0.105) * 8 * up + 0.15,
    ];
  },
  keep: (share) => 35 * smoothStep(0.8, 0.2, share),
  cutAt: (place, random) =>
    place[2] > -0.06 && Math.abs(place[0]) < 0.055 ? 0.034 + 0.014 * random(13) : angleOf(place) > 60 ? 0.018 : -0.02,
  ...{ hug: 0.65, spacing: 0.0047, width: 0.0075, stretches: 5, stray: 0.08, kindOf: dense },
};

/** Layered hair over the ears, parted at the left. */
const crop: Style = {
  ...bob,
  comb(place, random) {
    const [x, y, z] = bob.comb(place, random);
    return [x - 0.6 * Math.sign(place[0]) * smoothStep(0.06, 0, place[1]), y, z];
  },
  growAt(place, random) {
    const inside = distanceAbove(ROUNDED, place) + wander(place);
    if (random(10) > densityAt(inside, 0.008)) return undefined;
    const up = smoothStep(0, 0.08, place[1]);
    return {
      length: 0.035 + 0.055 * up,
      ...{ lift: 0.08 + 0.1 * up, weight: 26, rise: 0.003 + 0.006 * up },
      width: 0.6 + 0.4 * smoothStep(0, 0.02, inside),
      ...{ inside, sharp: bell(place[0] - 0.026, 0.02) },
    };
  },
  cutAt: ([x, , z], random) => (z > -0.03 && Math.abs(x) < 0.05 ? 0.03 + 0.02 * random(13) : -0.03 + 0.02 * random(12)),
  keep: (share) => 20 + 25 * smoothStep(0.7, 0.1, share),
  ...{ hug: 0.85, spacing: 0.0054, width: 0.0095, stretches: 7, stray: 0.05, kindOf: dense },
};

/** Hair of a few millimetres: tufts of coils that lie on the scalp. */
const buzz: Style = {
  density: grow(RECEDING, 0.008),
  growAt(place, random) {
    const inside = distanceAbove(RECEDING, place) + wander(place);
    const faded = smoothStep(-0.01, 0.05, place[1]);
    if (random(10) > densityAt(inside - 0.01, 0.002) * (0.5 + 0.5 * faded)) return undefined;
    const edge = smoothStep(0, 0.014, inside);
    return {
      length: (0.005 + 0.002 * faded) * (0.6 + 0.4 * edge),
      lift: 0.2,
      weight: 0,
      rise: 0.0008 * edge,
      sunk: 0.0024,
      width: 0.6 + 0.4 * edge,
      inside: 1,
    };
  },
  comb: (_place, random) => [random(14) - 0.5, random(15) - 0.6, random(16) - 0.5],
  keep: () => 0,
  ...{ hug: 0, spacing: 0.0034, width: 0.0068, stretches: 1, stray: 3 },
  kindOf: (layer, random) => Math.min(KINDS_OF_CURLS - 1, Math.floor(3 + 3 * layer + 2 * random(20))),
};
const KINDS_OF_CURLS = 8;

/** Tight curls that stand off the head. */
const afro: Style = {
  density: grow(ROUNDED, 0.01),
  growAt(place, random) {
    const inside = distanceAbove(ROUNDED, place) + wander(place);
    if (random(10) > densityAt(inside - 0.007, 0.003)) return undefined;
    const high = smoothStep(0, 0.035, inside);
    return {
      length: (0.011 + 0.017 * high) * (0.85 + 0.3 * random(11)),
      ...{ lift: 0.5 + 0.5 * random(12), weight: 0, rise: 0.016 * high, inside: 1 },
      width: 0.5 + 0.5 * high,
    };
  },
  comb: (_place, random) => [random(14) - 0.5, random(15) - 0.55, random(16) - 0.5],
  keep: (share) => 25 * share,
  ...{ hug: 0, spacing: 0.0058, width: 0.02, stretches: 2, stray: 0.8 },
  kindOf: (layer, random) => Math.min(KINDS_OF_CURLS - 1, Math.floor(4 * layer + 4 * random(20))),
};

/** What is left around a bald head, cut short. */
const rim: Style = {
  density: (place) =>
    Math.min(grow(RECEDING, 0.008)(place), densityAt(wander(place) - distanceAbove(BALD, place), 0.02)),
  growAt(place, random) {
    if (angleOf(place) < 40 || random(10) > rim.density(place)) return undefined;
    return { length: 0.013, lift: 0.1, weight: 4, rise: 0.001, sunk: 0.001, inside: 1 };
  },
  comb: (place) => [0.1 * lock(place, 0.02, 55), -0.7, -0.6],
  keep: () => 20,
  ...{
    hug: 0.6,
    spacing: 0.004,
    width: 0.006,
    stretches: 2,
    stray: 0.2,
    kindOf: (_layer, random) => 1 + Math.floor(5 * random(20)),
  },
};

/** Styles of hair, by name. */
export const CUTS: Readonly<Record<CutName, Style>> = {
  ...BEARDS,
  parted: parted({
    parting: 0.001,
    length: 0.4,
    cut: -0.21,
    back: 0.8,
    wave: 0.002,
    fall: { aside: 0.07, behind: -0.165 },
  }),
  loose: parted({ parting: -0.012, length: 0.32, cut: -0.155, back: 0.4, wave: 0.004, fall: { aside: 0.078 } }),
  ...{ afro, bob, tied, fringe, crop, buzz, rim },
  swept: swept({ aside: 0.35, top: 0.05, sides: 0.019, lift: 0.38 }),
};
