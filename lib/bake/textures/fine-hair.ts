import sharp from 'sharp';
import { VARIANTS } from '../geometry/fine-hair.ts';
import type { Colour } from '../makehuman/index.ts';
import { hash } from './noise.ts';

/** Size of a variant of a card, pixels. */
const WIDTH = 32;
const HEIGHT = 128;
/** Strands of a card. */
const STRANDS = 6;
/** Alpha of a strand: below the cutoff of the renderer, so that cards are blended. */
const STRAND_ALPHA = 0.4;
const CURLS_ALPHA = 0.6;
/** Factor for the colour: it is the mean of hair in its own shadow, and fine hair has none. */
const LIGHTNESS = 1.25;
/** Variation of lightness between strands. */
const CONTRAST = 0.35;
const CURLS_CONTRAST = 0.6;

/**
 * Paints cards of fine hair, side by side: strands that grow out of the skin, taper and end at different heights.
 *
 * @param curls strands are coils
 */
export async function paintFineHair(colour: Colour, curls: boolean): Promise<Uint8Array> {
  const width = VARIANTS * WIDTH;
  const data = new Uint8Array(4 * width * HEIGHT);
  for (let at = 0; at < data.length; at += 4) data.set(colour, at);
  const plot = (x: number, y: number, alpha: number, light: number): void => {
    const left = Math.floor(x - 0.5);
    for (const column of [left, left + 1]) {
      const at = 4 * (y * width + column);
      const share = alpha * Math.max(0, 1 - Math.abs(column + 0.5 - x));
      if (share * 255 <= data[at + 3]!) continue;
      for (let k = 0; k < 3; k++) data[at + k] = Math.min(255, Math.round(colour[k]! * light));
      data[at + 3] = Math.round(255 * share);
    }
  };
  for (let variant = 0; variant < VARIANTS; variant++) {
    for (let strand = 0; strand < STRANDS; strand++) {
      const random = (seed: number): number => hash(variant, strand, 70 + seed);
      const [from, bend] = [(strand + 0.3 + 0.4 * random(0)) / STRANDS, 0.7 * (random(1) - 0.5)];
      const [end, light] = [
        0.4 + 0.6 * random(2),
        LIGHTNESS + (curls ? CURLS_CONTRAST : CONTRAST) * (2 * random(3) - 1),
      ];
      for (let y = 0; y < HEIGHT; y++) {
        const t = y / HEIGHT / end;
        if (t >= 1) break;
        const coil = curls ? 0.13 * Math.sin(2 * Math.PI * (3.5 * t + random(4))) : 0;
        const x = Math.min(0.94, Math.max(0.06, from + bend * t * t + coil)) * WIDTH;
        const alpha = (curls ? CURLS_ALPHA : STRAND_ALPHA) * Math.min(1, t / 0.35) * Math.sqrt(1 - t);
        // A strand is two pixels wide at its root.
        for (const beside of [-0.5, 0.5]) plot(variant * WIDTH + x + beside * (1 - t), y, alpha, light);
      }
    }
  }
  const raw = { width, height: HEIGHT, channels: 4 } as const;
  return Uint8Array.from(await sharp(data, { raw }).png({ compressionLevel: 9 }).toBuffer());
}
