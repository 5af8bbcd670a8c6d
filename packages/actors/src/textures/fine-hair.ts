import sharp from 'sharp';
import { VARIANTS } from '../geometry/fine-hair.ts';
import type { Color } from '../makehuman/index.ts';
import { hash } from './noise.ts';

/** Size of a card variant, in pixels. */
const WIDTH = 32;
const HEIGHT = 128;
/** Number of strands per card, and their alpha, fraction that fades in at the root, minimum length, and width at the root in pixels. */
interface Look {
  strands: number;
  alpha: number;
  root: number;
  shortest: number;
  wide: number;
}
const LOOKS = {
  hairline: { strands: 6, alpha: 0.4, root: 0.35, shortest: 0.4, wide: 2 },
  curls: { strands: 6, alpha: 0.6, root: 0.35, shortest: 0.4, wide: 2 },
  beard: { strands: 11, alpha: 0.8, root: 0.2, shortest: 0.35, wide: 2 },
  brows: { strands: 2, alpha: 0.8, root: 0.2, shortest: 0.6, wide: 4 },
} as const satisfies Readonly<Record<string, Look>>;
/** Color factor. The given color is the mean of hair in its own shadow, but fine hair does not shade itself. */
const LIGHTNESS = 1.25;
/** Lightness variation between strands. */
const CONTRAST = 0.35;
/** The same for a beard, and its lightness at the root. A beard does shade itself. */
const BEARD_CONTRAST = 0.5;
const BEARD_ROOT = 0.6;
const CURLS_CONTRAST = 0.6;

/** Paints fine-hair cards side by side. Strands grow out of the skin, taper, and end at different heights. */
export async function paintFineHair(color: Color, look: keyof typeof LOOKS): Promise<Uint8Array> {
  const { strands, alpha: most, root, shortest, wide }: Look = LOOKS[look];
  const curls = look === 'curls';
  const width = VARIANTS * WIDTH;
  const data = new Uint8Array(4 * width * HEIGHT);
  for (let at = 0; at < data.length; at += 4) data.set(color, at);
  const plot = (x: number, y: number, alpha: number, light: number): void => {
    const left = Math.floor(x - 0.5);
    for (const column of [left, left + 1]) {
      const at = 4 * (y * width + column);
      const share = alpha * Math.max(0, 1 - Math.abs(column + 0.5 - x));
      if (share * 255 <= data[at + 3]!) continue;
      for (let k = 0; k < 3; k++) data[at + k] = Math.min(255, Math.round(color[k]! * light));
      data[at + 3] = Math.round(255 * share);
    }
  };
  for (let variant = 0; variant < VARIANTS; variant++) {
    for (let strand = 0; strand < strands; strand++) {
      const random = (seed: number): number => hash(variant, strand, 70 + seed);
      const [from, bend] = [(strand + 0.3 + 0.4 * random(0)) / strands, 0.7 * (random(1) - 0.5)];
      const [end, light] = [
        shortest + (1 - shortest) * random(2),
        LIGHTNESS + (curls ? CURLS_CONTRAST : look === 'beard' ? BEARD_CONTRAST : CONTRAST) * (2 * random(3) - 1),
      ];
      for (let y = 0; y < HEIGHT; y++) {
        const t = y / HEIGHT / end;
        if (t >= 1) break;
        const coil = curls ? 0.13 * Math.sin(2 * Math.PI * (3.5 * t + random(4))) : 0;
        const x = Math.min(0.94, Math.max(0.06, from + bend * t * t + coil)) * WIDTH;
        const alpha = most * Math.min(1, t / root) * Math.sqrt(1 - t);
        for (let beside = (1 - wide) / 2; beside < wide / 2; beside++)
          plot(variant * WIDTH + x + beside * (1 - t), y, alpha, light * (look === 'beard' ? BEARD_ROOT + (1 - BEARD_ROOT) * t : 1));
      }
    }
  }
  const raw = { width, height: HEIGHT, channels: 4 } as const;
  return Uint8Array.from(await sharp(data, { raw }).png({ compressionLevel: 9 }).toBuffer());
}
