/** An area in a square frame. Its edges are relative to the width of the frame. */
export type Area = Record<'left' | 'right' | 'top' | 'bottom', number>;

/** Returns the share of the pixels in an area of a frame for which a predicate is true. */
export function share(side: number, { left, right, top, bottom }: Area, holds: (pixel: number) => boolean): number {
  let [count, all] = [0, 0];
  for (let y = Math.round(side * top); y < side * bottom; y++) {
    for (let x = Math.round(side * left); x < side * right; x++, all++) if (holds(y * side + x)) count++;
  }
  return count / all;
}

const MOUTH: Area = { left: 0.42, right: 0.58, top: 0.6, bottom: 0.78 };

/** Maximum luma of the dark area between the lips. The lips themselves are brighter. */
const DARK = 60;

/**
 * Measures how far the lips of a fair-skinned actor are open in a square frame from camera 0, as the share of the area around the mouth
 * that is dark.
 *
 * @param luma 16..235
 */
export const apertureOf = (luma: Uint8Array, side: number): number => share(side, MOUTH, (pixel) => luma[pixel]! < DARK);

/** Returns the correlation of two series if the first one lags behind the second by a number of frames. */
export function agreement(a: readonly number[], b: readonly number[], lag: number): number {
  const pairs = a.flatMap((value, k) => (b[k - lag] === undefined ? [] : [[value, b[k - lag]!] as const]));
  const mean = (k: 0 | 1): number => pairs.reduce((sum, pair) => sum + pair[k], 0) / pairs.length;
  const [ma, mb] = [mean(0), mean(1)];
  const product = (p: 0 | 1, q: 0 | 1): number =>
    pairs.reduce((sum, pair) => sum + (pair[p] - (p ? mb : ma)) * (pair[q] - (q ? mb : ma)), 0);
  return product(0, 1) / Math.sqrt(product(0, 0) * product(1, 1));
}

/** Returns how many frames the first series lags behind the second one, which is the lag at which they correlate best. */
export function bestLag(a: readonly number[], b: readonly number[], most = 3): number {
  const lags = Array.from({ length: 2 * most + 1 }, (_, k) => k - most);
  return lags.reduce((best, lag) => (agreement(a, b, lag) > agreement(a, b, best) ? lag : best), 0);
}
