import { noiseRows } from './noise.ts';

/** Skin patterns, one byte per pixel. They are the same for all actors. */
interface Patterns {
  /** Uneven blood supply, at three scales. */
  mottle: Uint8Array;
  /** Fine blood vessels. */
  vessel: Uint8Array;
  /** Freckles. */
  spot: Uint8Array;
  /** Uneven melanin. */
  brown: Uint8Array;
}

let patterns: Patterns | undefined;

function makePatterns(size: number): Patterns {
  const [mottle, vessel] = [new Uint8Array(size * size), new Uint8Array(size * size)];
  const [spot, brown] = [new Uint8Array(size * size), new Uint8Array(size * size)];
  const rows = (wide: number, high: number, seed: number) => noiseRows(size, wide, high, seed);
  const [coarse, middle, fine] = [rows(46, 46, 11), rows(19, 19, 12), rows(8, 8, 13)];
  const [branches, freckles, groups, melanin] = [rows(17, 23, 14), rows(5.5, 5.5, 15), rows(60, 60, 16), rows(30, 30, 17)];
  for (let y = 0, i = 0; y < size; y++) {
    const [a, b, c] = [coarse(y), middle(y), fine(y)];
    const [branch, freckle, group, dark] = [branches(y), freckles(y), groups(y), melanin(y)];
    for (let x = 0; x < size; x++, i++) {
      mottle[i] = 255 * (0.5 * a[x]! + 0.3 * b[x]! + 0.2 * c[x]!);
      vessel[i] = 255 * (1 - Math.abs(2 * branch[x]! - 1)) ** 16;
      spot[i] = 765 * Math.max(0, freckle[x]! - 0.72 - 0.1 * group[x]!);
      brown[i] = 255 * dark[x]!;
    }
  }
  return { mottle, vessel, spot, brown };
}

/**
 * Returns how much blood and melanin darken the MakeHuman skin texture: flushed regions, mottling, fine vessels, and freckles.
 * @param pixel pixel index in an image of `size` by `size` pixels
 */
export function tintAt(size: number, pixel: number, flush: number, fair: number): { blood: number; melanin: number } {
  patterns ??= makePatterns(size);
  const mottle = patterns.mottle[pixel]! / 255;
  const vessel = patterns.vessel[pixel]! / 255;
  // Melanin hides the color of the blood below it.
  const shown = 0.4 + 0.6 * fair;
  const blood = shown * (0.17 * (mottle - 0.5) + flush * (0.15 + 0.22 * (mottle - 0.4) + 0.16 * vessel * fair));
  const freckle = (patterns.spot[pixel]! / 255) * fair * (0.35 + flush);
  return { blood, melanin: 0.07 * (patterns.brown[pixel]! / 255 - 0.5) + 0.35 * freckle };
}
