import { noise } from '../../textures/noise.ts';
import { smoothStep, type Vector } from '../mesh/index.ts';
import { densityAt, distanceAbove, type Line, wander } from './hairline.ts';

/** Hairlines: rounded, receding at the temples, and above the nape. */
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
/** Upper edge of hair around a bald head. */
export const BALD: Line = [
  [0, 0.0],
  [50, 0.0],
  [56, 0.03],
  [80, 0.045],
  [120, 0.055],
  [180, 0.06],
];

/** Density on the skin: it goes on increasing under the hair, by `UNDER`, where the skin is hidden. */
export const grow =
  (line: Line, soft: number) =>
  (place: Vector): number => {
    const inside = distanceAbove(line, place) + wander(place);
    return densityAt(inside + 0.35 * soft, 1.3 * soft) + UNDER * smoothStep(0.2 * soft, 1.2 * soft, inside);
  };
const UNDER = 0.8;

/** Slow variation of a comb over the head, -1..1: locks lie together. */
export const lock = ([x, y, z]: Vector, size: number, seed: number): number =>
  noise((x + 1) / size + (0.7 * (y + 1)) / size, (z + 1) / size + (0.4 * (y + 1)) / size, 4096, seed) * 2 - 1;

export const dense = (layer: number, random: (seed: number) => number): number =>
  layer > 0.86
    ? 6 + Math.floor(2 * random(20))
    : layer > 0.4
      ? 2 + Math.floor(4 * random(20))
      : Math.floor(3 * random(20));
/** The same for hair that hangs free, with nothing behind it. */
export const full = (layer: number, random: (seed: number) => number): number =>
  layer > 0.93
    ? 6 + Math.floor(2 * random(20))
    : layer > 0.7
      ? 2 + Math.floor(3 * random(20))
      : Math.floor(3 * random(20));
