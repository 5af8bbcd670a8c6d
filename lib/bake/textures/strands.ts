import type { StrandDirection } from '../geometry/strands.ts';
import { hash } from './noise.ts';

/** An RGBA image, 8 bits per channel. */
export interface RgbaImage {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Steps along a strand to each side, pixels of the larger image. */
const TRACE_STEPS = 14;
/** Radius in which the direction of strands is averaged, pixels of the image. */
const DIRECTION_RADIUS = 6;
/** Alpha below which colours carry no information on strands. */
const MIN_COLOUR_ALPHA = 100;

/**
 * Synthesizes the lightness of strands, relative to the mean around them, at twice the size of an image: noise smeared
 * along the direction of the image's own strands (line integral convolution, Cabral and Leedom 1993).
 *
 * @param straight strands run straight down the whole image, across its bands of light
 * @returns one value per pixel, 0 on average, seldom outside -1..1
 */
export function synthesizeStrands({ data, width, height }: RgbaImage, straight = false): Float32Array {
  const { along, across } = straight ? straightDown(width * height) : findDirections({ data, width, height });
  const [w, h] = [2 * width, 2 * height];
  const grains = Float32Array.from({ length: w * h }, (_, i) => hash(i % w, Math.floor(i / w), 31) - 0.5);
  const strands = new Float32Array(w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      let sum = grains[y * w + x]!;
      for (const sign of [1, -1]) {
        let [px, py] = [x + 0.5, y + 0.5];
        let [dx, dy] = [0, 0];
        for (let step = 0; step < TRACE_STEPS; step++) {
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
  // Standard deviation of a sum of that many uniform values.
  const deviation = Math.sqrt((2 * TRACE_STEPS + 1) / 12);
  return strands.map((value) => value / (2 * deviation));
}

/** Returns the direction of the strands in an image. */
export function readStrandDirections(image: RgbaImage, straight = false): StrandDirection {
  if (straight) return () => ({ u: 0, v: 1, certainty: 1 });
  const { along, across, certainty } = findDirections(image);
  const pixel = (share: number, count: number): number => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
  return (u, v) => {
    const i = pixel(v, image.height) * image.width + pixel(u, image.width);
    return { u: along[i]! / image.width, v: across[i]! / image.height, certainty: certainty[i]! };
  };
}

const straightDown = (count: number): Directions => ({
  along: new Float32Array(count),
  across: new Float32Array(count).fill(1),
});

/** Unit vectors in an image, to the right and down, one per pixel. */
interface Directions {
  along: Float32Array;
  across: Float32Array;
}

/** Returns the direction of least change around each pixel, which is that of the strands (structure tensor). */
function findDirections({ data, width, height }: RgbaImage): Directions & { certainty: Float32Array } {
  const count = width * height;
  const light = (i: number): number => 0.3 * data[4 * i]! + 0.59 * data[4 * i + 1]! + 0.11 * data[4 * i + 2]!;
  const [xx, xy, yy] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      // The outline of a card has no information on the strands inside.
      if ([i, i - 1, i + 1, i - width, i + width].some((k) => data[4 * k + 3]! < MIN_COLOUR_ALPHA)) continue;
      const [gx, gy] = [light(i + 1) - light(i - 1), light(i + width) - light(i - width)];
      xx[i] = gx * gx;
      xy[i] = gx * gy;
      yy[i] = gy * gy;
    }
  }
  for (const values of [xx, xy, yy]) for (let round = 0; round < 2; round++) blur(values, width, height);
  const [along, across, certainty] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  for (let i = 0; i < count; i++) {
    const angle = Math.atan2(2 * xy[i]!, xx[i]! - yy[i]!) / 2 + Math.PI / 2;
    along[i] = Math.cos(angle);
    across[i] = Math.sin(angle);
    // Difference of the tensor's eigenvalues relative to their sum.
    certainty[i] = Math.hypot(xx[i]! - yy[i]!, 2 * xy[i]!) / Math.max(1e-6, xx[i]! + yy[i]!);
  }
  return { along, across, certainty };
}

/** Applies a box filter. */
function blur(values: Float32Array, width: number, height: number): void {
  for (const [step, lines, next, count] of [
    [1, height, width, width],
    [width, width, 1, height],
  ] as const) {
    const line = new Float32Array(count);
    for (let l = 0; l < lines; l++) {
      for (let k = 0; k < count; k++) line[k] = values[l * next + k * step]!;
      let sum = 0;
      for (let k = -DIRECTION_RADIUS; k < count; k++) {
        sum += line[k + DIRECTION_RADIUS] ?? 0;
        sum -= line[k - DIRECTION_RADIUS - 1] ?? 0;
        if (k >= 0) values[l * next + k * step] = sum / (2 * DIRECTION_RADIUS + 1);
      }
    }
  }
}
