import type { Material, Part } from '@talking-avatar/avatar/model';
import { type FineStyle, growFineHair, meanAt } from '../fine-hair.ts';
import { at, interpolate, normalize, smoothStep, type Vector } from '../mesh/index.ts';

/** Cell size of the brow map, and half its width and height, in meters. */
const CELL = 0.0005;
const HALF_WIDTH = 0.075;
const HALF_HEIGHT = 0.045;
const COLUMNS = Math.round((2 * HALF_WIDTH) / CELL);
const ROWS = Math.round((2 * HALF_HEIGHT) / CELL);
/** Distance between image samples, in meters, and the smoothing radius of the map, in cells. */
const SAMPLING = 0.00035;
const SMOOTHING = 1;
/** Exponent that makes brows narrower than their image, which has semitransparent edges. */
const SHARPER = 1.4;
/** Density at the inner ends of the brows relative to the middle, and the distance over which it increases, in meters. */
const ENDS = { inner: 0.45, over: 0.012 } as const;
/** Distance over which brows taper toward their outer ends, in meters, and how much the exponent increases there. */
const TAIL = { over: 0.018, sharper: 2 } as const;
/** A brow ends where it drops below this fraction of its fullest. Below the minimum density, single hairs would look like dirt. */
const LEAST = { share: 0.3, density: 0.08 } as const;
/** Maximum depth behind the eyes for brows to grow, in meters. */
const BEHIND = 0.03;

export interface Brows {
  /** Density at a point, 0..1. */
  density(place: Vector): number;
  /** Returns true if brows may grow near the point. */
  within(place: Vector): boolean;
  /** Direction of hair growth. */
  comb(place: Vector): Vector;
  /** Height of the brow's center line at a given distance from the middle of the face, in meters. */
  height(aside: number): number;
}

/** MakeHuman brows, which are an image on a card in front of the face. */
export interface BrowCard {
  positions: Float32Array;
  triangles: Uint32Array;
  uvTriangles: Uint32Array;
  uvs: Float32Array;
  /** Alpha of the image, 0..255. */
  image: { width: number; height: number; alpha: Uint8Array };
}

/** Uses the image on a brow card to find where the brows grow. @param eye center of one eye */
export function measureBrows(card: BrowCard, [, eyeY, eyeZ]: Vector): Brows {
  const map = smooth(smooth(project(card, eyeY)));
  const most = map.reduce((greatest, value) => Math.max(greatest, value), 1e-6);
  const cell = (x: number, y: number): number => {
    const [column, row] = [Math.floor((x + HALF_WIDTH) / CELL), Math.floor((y - eyeY + HALF_HEIGHT) / CELL)];
    return column < 0 || row < 0 || column >= COLUMNS || row >= ROWS ? 0 : map[row * COLUMNS + column]! / most;
  };
  const { places, heights, inner, outer } = middleLine(map);
  return {
    height: (aside) => eyeY + interpolate(places, heights, aside),
    within: ([x, y, z]) => z > eyeZ - 2 * BEHIND && Math.abs(x) < HALF_WIDTH && Math.abs(y - eyeY) < HALF_HEIGHT,
    density([x, y, z]) {
      const aside = Math.abs(x);
      if (z < eyeZ - BEHIND || aside > outer) return 0;
      const tail = smoothStep(outer - TAIL.over, outer, aside);
      const density =
        cell(x, y) ** (SHARPER + TAIL.sharper * tail) * (ENDS.inner + (1 - ENDS.inner) * smoothStep(inner, inner + ENDS.over, aside));
      return Math.max(0, density - LEAST.density) / (1 - LEAST.density);
    },
    comb([x, y]) {
      const aside = Math.abs(x);
      const share = smoothStep(inner, outer, aside);
      const slope = (interpolate(places, heights, aside + 0.004) - interpolate(places, heights, aside - 0.004)) / 0.008;
      // Hairs at the upper edge lie flat on top of the lower hairs. Hairs at the lower edge and next to the nose stand up.
      const above = (y - eyeY - interpolate(places, heights, aside)) / 0.004;
      const rising = 0.5 * (1 - share) ** 2 + 0.16 - 0.34 * Math.max(-1, Math.min(1, above)) * (1 - 0.5 * share);
      return normalize([Math.sign(x || 1), slope + rising - 0.1 * share, 0]);
    },
  };
}

/** Projects the image onto a front-view map of the face. Each cell gets the maximum alpha of its samples. */
function project({ positions, triangles, uvTriangles, uvs, image }: BrowCard, eyeY: number): Float32Array {
  const map = new Float32Array(COLUMNS * ROWS);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k): Vector => at(positions, triangles[t + k]!)) as [Vector, Vector, Vector];
    const uv = [0, 1, 2].map((k) => [uvs[2 * uvTriangles[t + k]!]!, uvs[2 * uvTriangles[t + k]! + 1]!] as const);
    const longest = Math.max(
      Math.hypot(a[0] - b[0], a[1] - b[1]),
      Math.hypot(b[0] - c[0], b[1] - c[1]),
      Math.hypot(c[0] - a[0], c[1] - a[1]),
    );
    const parts = Math.ceil(longest / SAMPLING);
    for (let i = 0; i <= parts; i++)
      for (let j = 0; i + j <= parts; j++) {
        const weights = [1 - (i + j) / parts, i / parts, j / parts] as const;
        const mix = (values: readonly number[]): number => values.reduce((sum, value, k) => sum + weights[k]! * value, 0);
        const [x, y] = [mix([a[0], b[0], c[0]]), mix([a[1], b[1], c[1]])];
        const [u, v] = [mix(uv.map(([value]) => value)), mix(uv.map(([, value]) => value))];
        const [column, row] = [Math.floor((x + HALF_WIDTH) / CELL), Math.floor((y - eyeY + HALF_HEIGHT) / CELL)];
        if (column < 0 || row < 0 || column >= COLUMNS || row >= ROWS) continue;
        const px = Math.min(image.width - 1, Math.max(0, Math.floor(u * image.width)));
        const py = Math.min(image.height - 1, Math.max(0, Math.floor(v * image.height)));
        const cell = row * COLUMNS + column;
        map[cell] = Math.max(map[cell]!, image.alpha[py * image.width + px]! / 255);
      }
  }
  return map;
}

/** Averages a square around each cell. */
function smooth(map: Float32Array): Float32Array {
  return map.map((_, cell) => {
    const [column, row] = [cell % COLUMNS, Math.floor(cell / COLUMNS)];
    let [sum, count] = [0, 0];
    for (let r = Math.max(0, row - SMOOTHING); r <= Math.min(ROWS - 1, row + SMOOTHING); r++)
      for (let c = Math.max(0, column - SMOOTHING); c <= Math.min(COLUMNS - 1, column + SMOOTHING); c++, count++)
        sum += map[r * COLUMNS + c]!;
    return sum / count;
  });
}

/**
 * Returns the height of the brow's center line above the eyes, by distance from the middle of the face. The brow ends where hairs become
 * sparse, or where it would drop below its inner end.
 */
function middleLine(map: Float32Array) {
  const [places, heights, weights] = [[] as number[], [] as number[], [] as number[]];
  for (let column = COLUMNS / 2; column < COLUMNS; column++) {
    let [sum, weight] = [0, 0];
    for (let row = 0; row < ROWS; row++) {
      const value = map[row * COLUMNS + column]! + map[row * COLUMNS + COLUMNS - 1 - column]!;
      sum += value * ((row + 0.5) * CELL - HALF_HEIGHT);
      weight += value;
    }
    if (weight < 0.5) continue;
    places.push((column + 0.5) * CELL - HALF_WIDTH);
    heights.push(sum / weight);
    weights.push(weight);
  }
  const fullest = Math.max(...weights);
  const last = heights.findLastIndex((height, k) => weights[k]! > LEAST.share * fullest && height > heights[0]!);
  return { places, heights, inner: places[0] ?? 0, outer: places[last] ?? places.at(-1) ?? 1 };
}

const HAIRS: Omit<FineStyle, 'material'> = {
  length: 0.006,
  width: 0.0015,
  lift: 0.16,
  stray: 0.2,
  spacing: 0.0016,
  segments: 1,
  above: 0.0004,
};
/** Range of brow densities over which hair cards are added on top of the painted hairs. */
const DENSE = { from: 0.3, to: 0.8 } as const;

export function growBrows(skin: Part, brows: Brows, material: Material): Part {
  const grown = growFineHair(
    'brows',
    skin,
    (place, corner) => {
      const density = brows.density(place);
      if (density < DENSE.from) return undefined;
      const size = 0.5 + 0.5 * smoothStep(DENSE.from, DENSE.to, density);
      return { direction: brows.comb(place), normal: normalize(meanAt(skin.normals, corner)), size };
    },
    { ...HAIRS, within: brows.within, material },
  );
  return { ...grown, substance: 'brows' };
}
