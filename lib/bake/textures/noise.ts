/** Hashes integers to a number in 0..1 (an integer hash after Wellons' "lowbias32"). */
export function hash(x: number, y: number, seed = 0): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed + 1, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * Smooth periodic value noise, 0..1.
 *
 * @param period number of cells in both directions
 */
export function noise(x: number, y: number, period: number, seed = 0): number {
  const [ix, iy] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - ix, y - iy];
  const [sx, sy] = [fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)];
  const value = (dx: number, dy: number): number =>
    hash((((ix + dx) % period) + period) % period, (((iy + dy) % period) + period) % period, seed);
  const top = value(0, 0) * (1 - sx) + value(1, 0) * sx;
  const bottom = value(0, 1) * (1 - sx) + value(1, 1) * sx;
  return top * (1 - sy) + bottom * sy;
}
