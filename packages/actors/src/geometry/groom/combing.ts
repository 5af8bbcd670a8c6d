import { noise } from '../../textures/noise.ts';
import { smoothStep, type Vector } from '../mesh/index.ts';
import { angleOf, densityAt, distanceAbove, type Line, wander } from './hairline.ts';

/** Hairlines: one that is rounded, one that recedes at the temples, and one that ends above the nape. */
export const ROUNDED: Line = [
  [0, 0.063],
  [13, 0.063],
  [23, 0.06],
  [31, 0.053],
  [36, 0.043],
  [40, 0.03],
  [43.5, 0.013],
  [47, -0.006],
  [51, -0.02],
  [58, -0.025],
  [65, -0.01],
  [70, 0.008],
  [75, 0.019],
  [86, 0.022],
  [100, 0.016],
  [110, -0.01],
  [119, -0.045],
  [135, -0.062],
  [180, -0.066],
];
export const RECEDING: Line = [
  [0, 0.063],
  [12, 0.065],
  [22, 0.066],
  [29, 0.061],
  [34.5, 0.051],
  [39, 0.038],
  [42, 0.024],
  [45, 0.008],
  [48, -0.009],
  [53, -0.024],
  [62, -0.029],
  [66, -0.006],
  [71, 0.014],
  [86, 0.023],
  [100, 0.016],
  [110, -0.01],
  [119, -0.04],
  [135, -0.055],
  [180, -0.058],
];
/** Upper edge of the hair around a bald head. */
export const BALD: Line = [
  [0, 0.0],
  [50, 0.0],
  [56, 0.03],
  [80, 0.045],
  [120, 0.055],
  [180, 0.06],
];

/** Density of hair on the skin. It increases further, by `UNDER`, where the hair hides the skin. */
export const grow =
  (line: Line, soft: number) =>
  (place: Vector): number => {
    const inside = distanceAbove(line, place) + wander(place);
    const grown = densityAt(inside + 0.35 * soft, 1.3 * soft) + UNDER * smoothStep(0.2 * soft, 1.2 * soft, inside);
    return grown * sideburnAt(place);
  };
const UNDER = 0.8;
/** Thinning of hair in front of the ears: maximum angle from the front in degrees, heights above the eyes in meters, fraction left. */
const SIDEBURN = { within: 70, from: 0.015, to: -0.024, least: 0.3 } as const;

const sideburnAt = (place: Vector): number =>
  angleOf(place) > SIDEBURN.within ? 1 : SIDEBURN.least + (1 - SIDEBURN.least) * smoothStep(SIDEBURN.to, SIDEBURN.from, place[1]);

/** Gradual variation in combing direction over the head, -1..1. Being gradual, it keeps locks together. */
export const lock = ([x, y, z]: Vector, size: number, seed: number): number =>
  noise((x + 1) / size + (0.7 * (y + 1)) / size, (z + 1) / size + (0.4 * (y + 1)) / size, 4096, seed) * 2 - 1;

/**
 * Chooses the kind of a card by its layer, from 0 (densest) to 7 (single strands).
 * @param single cards above this layer are single strands
 * @param outer cards above this layer are thin
 * @param thin number of thin card kinds
 */
const kindsOf =
  (single: number, outer: number, thin: number) =>
  (layer: number, random: (seed: number) => number): number => {
    if (layer > single) return 6 + Math.floor(2 * random(20));
    return layer > outer ? 2 + Math.floor(thin * random(20)) : Math.floor(3 * random(20));
  };

export const dense = kindsOf(0.86, 0.4, 4);
/** The same, for hair that hangs freely with nothing behind it. */
export const full = kindsOf(0.93, 0.7, 3);
