/** Hashes integers to a number in 0..1 (based on the "lowbias32" integer hash by Wellons). */
export function hash(x: number, y: number, seed = 0): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed + 1, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}

/** Smooth periodic value noise, 0..1. @param period number of cells in each direction */
export function noise(x: number, y: number, period: number, seed = 0): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = x - ix;
  const fy = y - iy;
  const sx = fx * fx * (3 - 2 * fx);
  const sy = fy * fy * (3 - 2 * fy);
  const left = wrap(ix, period);
  const right = wrap(ix + 1, period);
  const low = wrap(iy, period);
  const top = hash(left, low, seed) * (1 - sx) + hash(right, low, seed) * sx;
  if (sy === 0) return top;
  const high = wrap(iy + 1, period);
  const bottom = hash(left, high, seed) * (1 - sx) + hash(right, high, seed) * sx;
  return top * (1 - sy) + bottom * sy;
}

/** Period for noise that must not repeat within a texture. */
const ENDLESS = 4096;

/**
 * Smooth value noise for all pixels of a picture: `noise(x / wide, y / high, 4096, seed)`. Computes shared cell corners only once.
 * @returns function that returns row y, always in the same array
 */
export function noiseRows(width: number, wide: number, high: number, seed: number): (y: number) => Float64Array {
  const row = new Float64Array(width);
  return (y) => {
    const iy = Math.floor(y / high);
    const fy = y / high - iy;
    const sy = fy * fy * (3 - 2 * fy);
    const upper = wrap(iy, ENDLESS);
    const lower = wrap(iy + 1, ENDLESS);
    let cell = -1;
    let topLeft = 0;
    let bottomLeft = 0;
    let topRight = hash(0, upper, seed);
    let bottomRight = hash(0, lower, seed);
    for (let i = 0; i < width; i++) {
      const x = i / wide;
      while (cell + 1 <= x) {
        cell++;
        topLeft = topRight;
        bottomLeft = bottomRight;
        const right = wrap(cell + 1, ENDLESS);
        topRight = hash(right, upper, seed);
        bottomRight = hash(right, lower, seed);
      }
      const fx = x - cell;
      const sx = fx * fx * (3 - 2 * fx);
      const top = topLeft * (1 - sx) + topRight * sx;
      const bottom = bottomLeft * (1 - sx) + bottomRight * sx;
      row[i] = top * (1 - sy) + bottom * sy;
    }
    return row;
  };
}

function wrap(cell: number, period: number): number {
  if (cell >= 0 && cell < period) return cell;
  const rest = cell % period;
  return rest < 0 ? rest + period : rest;
}
