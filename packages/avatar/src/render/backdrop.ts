import type { LightingName } from '@talking-avatar/contract';

type Rgb = readonly [red: number, green: number, blue: number];

/** Colors of the wall behind an actor, 0..255, where it is lit and in the corners of a wide frame. */
const WALLS: Readonly<Record<LightingName, { lit: Rgb; dark: Rgb }>> = {
  studio: { lit: [138, 146, 155], dark: [58, 66, 76] },
  window: { lit: [168, 160, 148], dark: [88, 82, 76] },
  evening: { lit: [112, 92, 88], dark: [38, 36, 50] },
  stage: { lit: [62, 68, 84], dark: [12, 13, 18] },
};

/** Center of the light on the wall, relative to the frame width and height, and how far it reaches, in widths of a square frame. */
const POOL = { x: 0.53, y: 0.4, reach: 1.02 } as const;

/**
 * Paints the default background: a lit wall that gets gradually darker toward the corners. Noise below one 8-bit step prevents banding.
 * @returns RGBA with 8 bits per channel, row by row. Always the same for a given lighting and size
 */
export function paintBackdrop(lighting: LightingName, width: number, height: number): Uint8Array {
  const {
    lit: [litRed, litGreen, litBlue],
    dark: [red, green, blue],
  } = WALLS[lighting];
  const pixels = new Uint8Array(width * height * 4);
  const side = POOL.reach * Math.sqrt(width * height);
  let noise = 1;
  for (let y = 0, at = 0; y < height; y++) {
    const down = (y - POOL.y * height) / side;
    for (let x = 0; x < width; x++, at += 4) {
      const across = (x - POOL.x * width) / side;
      const share = 1 / (1 + 5.5 * (across * across + down * down));
      const light = Math.max(0, 1.18 * share - 0.18);
      // Linear congruential generator (Numerical Recipes, third edition, section 7.1).
      noise = (Math.imul(noise, 1664525) + 1013904223) >>> 0;
      const dither = noise / 0x1_0000_0000;
      pixels[at] = red + light * (litRed - red) + dither;
      pixels[at + 1] = green + light * (litGreen - green) + dither;
      pixels[at + 2] = blue + light * (litBlue - blue) + dither;
      pixels[at + 3] = 255;
    }
  }
  return pixels;
}
