import { noise } from './noise.ts';

/** Patterns of skin, one byte a pixel; the same for all actors. */
interface Patterns {
  /** Uneven blood, of three sizes. */
  mottle: Uint8Array;
  /** Fine vessels. */
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
  for (let i = 0; i < size * size; i++) {
    const [x, y] = [i % size, Math.floor(i / size)];
    mottle[i] =
      255 *
      (0.5 * noise(x / 46, y / 46, 4096, 11) +
        0.3 * noise(x / 19, y / 19, 4096, 12) +
        0.2 * noise(x / 8, y / 8, 4096, 13));
    vessel[i] = 255 * (1 - Math.abs(2 * noise(x / 17, y / 23, 4096, 14) - 1)) ** 16;
    spot[i] = 765 * Math.max(0, noise(x / 5.5, y / 5.5, 4096, 15) - 0.72 - 0.1 * noise(x / 60, y / 60, 4096, 16));
    brown[i] = 255 * noise(x / 30, y / 30, 4096, 17);
  }
  return { mottle, vessel, spot, brown };
}

/**
 * Returns how much blood and melanin darken skin beyond MakeHuman's texture: flushed regions, mottling of three sizes,
 * fine vessels, and freckles on fair skin.
 *
 * @param pixel index in an image of `size` by `size` pixels
 * @param flush 0..1
 * @param fair 0..1
 */
export function tintAt(size: number, pixel: number, flush: number, fair: number): { blood: number; melanin: number } {
  patterns ??= makePatterns(size);
  const [mottle, vessel] = [patterns.mottle[pixel]! / 255, patterns.vessel[pixel]! / 255];
  // Melanin hides the blood below it.
  const shown = 0.4 + 0.6 * fair;
  const blood = shown * (0.17 * (mottle - 0.5) + flush * (0.15 + 0.22 * (mottle - 0.4) + 0.16 * vessel * fair));
  const freckle = (patterns.spot[pixel]! / 255) * fair * (0.35 + flush);
  return { blood, melanin: 0.07 * (patterns.brown[pixel]! / 255 - 0.5) + 0.35 * freckle };
}
