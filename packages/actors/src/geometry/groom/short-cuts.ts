import { smoothStep } from '../mesh/index.ts';
import { BALD, dense, grow, lock, RECEDING, ROUNDED } from './combing.ts';
import { angleOf, densityAt, distanceAbove, type Line, wander } from './hairline.ts';
import type { Style } from './style.ts';

/**
 * Short hair, combed back or to the side. `top` and `sides` are lengths in meters.
 * @param aside how far hair on top is combed toward +x, relative to 0.75 toward the back
 * @param lift angle between hair and skin at the roots behind the forehead, in radians
 */
export function swept({
  line = RECEDING,
  aside,
  top,
  sides,
  lift,
}: {
  line?: Line;
  aside: number;
  top: number;
  sides: number;
  lift: number;
}): Style {
  return {
    density: grow(line, 0.013),
    growAt(place, random) {
      const inside = distanceAbove(line, place) + wander(place);
      if (random(10) > densityAt(inside, 0.014)) return undefined;
      const up = smoothStep(0.02, 0.08, place[1]);
      const edge = smoothStep(0, 0.018, inside);
      // Farther back, it lies flat.
      const raised = up * smoothStep(-0.1, -0.03, place[2]);
      return {
        length: (sides + (top - sides) * up) * (0.5 + 0.5 * edge),
        lift: 0.07 + (lift - 0.07) * raised * (0.3 + 0.7 * edge),
        weight: 5,
        rise: (0.0015 + 0.009 * up) * (0.4 + 0.6 * edge),
        width: 0.6 + 0.4 * edge,
        // Cards over the forehead have few strands. Dense cards would look jagged.
        inside: inside - 0.005 * smoothStep(50, 35, angleOf(place)),
      };
    },
    comb(place) {
      const [x, y] = place;
      // Hair over the forehead is combed up from the root.
      const up = smoothStep(0.035, 0.085, y + 0.045 * smoothStep(50, 30, angleOf(place)));
      const sway = 0.22 * lock(place, 0.018, 53);
      return [aside * up - 0.15 * Math.sign(x) * (1 - up) + sway, -0.75 * (1 - up), -0.75 + 0.25 * sway];
    },
    keep: () => 35,
    behindEars: true,
    bare: (place) => distanceAbove(line, place) < -0.003 && angleOf(place) < 40,
    hug: 0.6,
    depth: 0.0008,
    spacing: 0.0045,
    width: 0.008,
    segments: 4,
    stray: 0.05,
    kindOf: dense,
  };
}

/** Hair a few millimeters long, in tufts of coils that lie on the scalp. */
export const buzz: Style = {
  density: grow(RECEDING, 0.013),
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
  hug: 0,
  spacing: 0.0034,
  width: 0.0068,
  segments: 1,
  stray: 3,
  kindOf: (layer, random) => Math.min(KINDS_OF_CURLS - 1, Math.floor(3 + 3 * layer + 2 * random(20))),
};
const KINDS_OF_CURLS = 8;

/** Tight curls that stand out from the head. */
export const afro: Style = {
  density: grow(ROUNDED, 0.013),
  growAt(place, random) {
    const inside = distanceAbove(ROUNDED, place) + wander(place);
    if (random(10) > densityAt(inside - 0.007, 0.003)) return undefined;
    const high = smoothStep(0, 0.035, inside);
    return {
      length: (0.011 + 0.017 * high) * (0.85 + 0.3 * random(11)),
      lift: 0.5 + 0.5 * random(12),
      weight: 0,
      rise: 0.016 * high,
      inside: 1,
      width: 0.5 + 0.5 * high,
    };
  },
  comb: (_place, random) => [random(14) - 0.5, random(15) - 0.55, random(16) - 0.5],
  keep: (share) => 25 * share,
  hug: 0,
  spacing: 0.0058,
  width: 0.02,
  segments: 2,
  stray: 0.8,
  kindOf: (layer, random) => Math.min(KINDS_OF_CURLS - 1, Math.floor(4 * layer + 4 * random(20))),
};

/** Short hair around a bald head. */
export const rim: Style = {
  density: (place) => Math.min(grow(RECEDING, 0.013)(place), densityAt(wander(place) - distanceAbove(BALD, place), 0.02)),
  growAt(place, random) {
    if (angleOf(place) < 40 || random(10) > rim.density(place)) return undefined;
    return { length: 0.014, lift: 0.03, weight: 4, rise: 0.0006, sunk: 0.0022, inside: 1 };
  },
  comb: (place) => [0.1 * lock(place, 0.02, 55), -0.7, -0.6],
  keep: () => 20,
  behindEars: true,
  hug: 0.6,
  spacing: 0.0034,
  width: 0.0042,
  segments: 2,
  stray: 0.2,
  kindOf: (_layer, random) => 3 + Math.floor(4 * random(20)),
};
