import { hash } from './noise.ts';

/** A picture in red, green, blue and alpha, 8 bits each. */
export interface Card {
  data: Uint8Array;
  width: number;
  height: number;
}

/** How far strands are followed to each side, pixels of the finer picture. */
const FOLLOWED = 14;
/** How far around a pixel is looked for where strands run, pixels of the picture. */
const AROUND = 6;
/** Alpha below which a picture's colours tell nothing of strands. */
const TOLD = 100;

/**
 * Finds how light each strand is beside the mean of those around it, at twice the size of a picture: noise that is drawn out along
 * the direction in which the picture's own strands run (line integral convolution, Cabral and Leedom 1993).
 *
 * @param straight whether strands run straight down all of the picture, across its bands of light
 * @returns one value a pixel, 0 in the mean, seldom beyond -1..1
 */
export function synthesizeStrands({ data, width, height }: Card, straight = false): Float32Array {
  const { along, across } = straight ? runDown(width * height) : findDirections({ data, width, height });
  const [w, h] = [2 * width, 2 * height];
  const grains = Float32Array.from({ length: w * h }, (_, i) => hash(i % w, Math.floor(i / w), 31) - 0.5);
  const strands = new Float32Array(w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      let sum = grains[y * w + x]!;
      for (const sign of [1, -1]) {
        let [px, py] = [x + 0.5, y + 0.5];
        let [dx, dy] = [0, 0];
        for (let step = 0; step < FOLLOWED; step++) {
          const from = (py >> 1) * width + (px >> 1);
          const turned = step === 0 ? sign : along[from]! * dx + across[from]! * dy < 0 ? -1 : 1;
          dx = turned * along[from]!;
          dy = turned * across[from]!;
          px += dx;
          py += dy;
          if (px < 0 || py < 0 || px >= w || py >= h) break;
          sum += grains[(py | 0) * w + (px | 0)]!;
        }
      }
      strands[y * w + x] = sum;
    }
  }
  // Of so many grains of even noise the sum has this deviation.
  const deviation = Math.sqrt((2 * FOLLOWED + 1) / 12);
  return strands.map((value) => value / (2 * deviation));
}

const runDown = (count: number): Directions => ({
  along: new Float32Array(count),
  across: new Float32Array(count).fill(1),
});

/** Unit vectors in a picture, to the right and down, one a pixel. */
interface Directions {
  along: Float32Array;
  across: Float32Array;
}

/** The direction at each pixel in which its surroundings change least: that of the strands (the structure tensor's). */
function findDirections({ data, width, height }: Card): Directions {
  const count = width * height;
  const light = (i: number): number => 0.3 * data[4 * i]! + 0.59 * data[4 * i + 1]! + 0.11 * data[4 * i + 2]!;
  const [xx, xy, yy] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      // The outline of a card says nothing of the strands in it.
      if ([i, i - 1, i + 1, i - width, i + width].some((k) => data[4 * k + 3]! < TOLD)) continue;
      const [gx, gy] = [light(i + 1) - light(i - 1), light(i + width) - light(i - width)];
      xx[i] = gx * gx;
      xy[i] = gx * gy;
      yy[i] = gy * gy;
    }
  }
  for (const values of [xx, xy, yy]) for (let round = 0; round < 2; round++) blur(values, width, height);
  const [along, across] = [new Float32Array(count), new Float32Array(count)];
  for (let i = 0; i < count; i++) {
    const angle = Math.atan2(2 * xy[i]!, xx[i]! - yy[i]!) / 2 + Math.PI / 2;
    along[i] = Math.cos(angle);
    across[i] = Math.sin(angle);
  }
  return { along, across };
}

/** Replaces each value by the mean of those around it. */
function blur(values: Float32Array, width: number, height: number): void {
  for (const [step, lines, next, count] of [
    [1, height, width, width],
    [width, width, 1, height],
  ] as const) {
    const line = new Float32Array(count);
    for (let l = 0; l < lines; l++) {
      for (let k = 0; k < count; k++) line[k] = values[l * next + k * step]!;
      let sum = 0;
      for (let k = -AROUND; k < count; k++) {
        sum += line[k + AROUND] ?? 0;
        sum -= line[k - AROUND - 1] ?? 0;
        if (k >= 0) values[l * next + k * step] = sum / (2 * AROUND + 1);
      }
    }
  }
}
