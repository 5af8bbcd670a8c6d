import sharp from 'sharp';
import { KINDS } from '../geometry/groom/groom.ts';
import type { Colour } from '../makehuman/index.ts';
import { hash, noise } from './noise.ts';

/** Size of a kind of card, pixels. */
const WIDTH = 64;
const HEIGHT = 256;

/** How a kind of card looks: strands, how much of the card they cover, how early they end. */
interface Kind {
  strands: number;
  /** Share of the width that is filled behind the strands. */
  filled: number;
  /** Shortest strand, share of the height. */
  shortest: number;
  /** Factor for the strands' width. */
  thick: number;
}

/** From dense cards of the inner layers to a few stray hairs. */
const KIND: readonly Kind[] = [
  { strands: 34, filled: 0.98, shortest: 0.88, thick: 1 },
  { strands: 34, filled: 0.95, shortest: 0.86, thick: 1 },
  { strands: 32, filled: 0.92, shortest: 0.84, thick: 1 },
  { strands: 30, filled: 0.88, shortest: 0.82, thick: 1 },
  { strands: 28, filled: 0.82, shortest: 0.78, thick: 1 },
  { strands: 26, filled: 0.65, shortest: 0.7, thick: 1 },
  { strands: 14, filled: 0, shortest: 0.5, thick: 1.1 },
  { strands: 10, filled: 0, shortest: 0.4, thick: 1 },
];

/** Cards of beards and other short hair: single hairs. */
const SHORT: readonly Kind[] = [
  { strands: 18, filled: 0.75, shortest: 0.6, thick: 1.9 },
  { strands: 17, filled: 0.65, shortest: 0.55, thick: 1.9 },
  { strands: 16, filled: 0.5, shortest: 0.5, thick: 1.9 },
  { strands: 14, filled: 0.3, shortest: 0.5, thick: 2 },
  { strands: 12, filled: 0, shortest: 0.45, thick: 2 },
  { strands: 9, filled: 0, shortest: 0.45, thick: 2 },
  { strands: 6, filled: 0, shortest: 0.4, thick: 2 },
  { strands: 4, filled: 0, shortest: 0.4, thick: 2 },
];

/** Cards of curls: locks that are coarse enough not to flicker. */
const CURLS: readonly Kind[] = [0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.4].map((filled) => ({
  strands: 7,
  filled,
  shortest: 0.7,
  thick: 3.4,
}));

/** How much light and dark strands differ from the mean, and locks of strands; hue of warm and cold strands. */
export interface StrandTones {
  contrast: number;
  hue: number;
  /** Factors for the colour at roots and tips. */
  root: number;
  tip: number;
}

export const TONES: StrandTones = { contrast: 0.24, hue: 0.06, root: 0.74, tip: 1.1 };

/** Difference between light and dark curls. */
const CURLS_CONTRAST = 0.15;
/** Distance over which the edges of curls fade, pixels. */
const SOFT_CURLS = 6;

const KINDS_OF = { long: KIND, short: SHORT, curls: CURLS } as const;

/**
 * Paints cards of hair, side by side, from dense to sparse: strands that run from root to tip, join in locks, taper and
 * end at different heights.
 *
 * @param colour mean colour, sRGB
 * @param look of long or short strands, or tight coils
 */
export async function paintStrandCards(
  colour: Colour,
  look: 'long' | 'short' | 'curls',
  tones: StrandTones = TONES,
): Promise<Uint8Array> {
  const width = KINDS * WIDTH;
  const light = new Float32Array(width * HEIGHT);
  const alpha = new Float32Array(width * HEIGHT);
  for (let number = 0; number < KINDS; number++) {
    const kind = KINDS_OF[look][number]!;
    const left = number * WIDTH;
    if (kind.filled > 0) fillBehind(light, alpha, width, left, kind, number);
    for (let strand = 0; strand < kind.strands; strand++) {
      paintStrand(
        light,
        alpha,
        width,
        left,
        kind,
        look === 'curls',
        (seed) => hash(number * 64 + strand, seed, 91),
        look === 'curls' ? { ...tones, contrast: CURLS_CONTRAST } : tones,
      );
    }
  }
  const data = new Uint8Array(4 * width * HEIGHT);
  for (let i = 0; i < alpha.length; i++) {
    const v = Math.floor(i / width) / HEIGHT;
    const shade = (alpha[i]! > 0 ? light[i]! : 1) * (tones.root + (tones.tip - tones.root) * Math.min(1, v * 1.6));
    const warm = tones.hue * (noise((i % width) / 3.1, v * 6, 4096, 93) - 0.5);
    const channels = [1 + warm, 1, 1 - 1.6 * warm];
    for (let k = 0; k < 3; k++) data[4 * i + k] = Math.min(255, Math.round(colour[k]! * shade * channels[k]!));
    data[4 * i + 3] = Math.round(255 * Math.min(1, alpha[i]!));
  }
  const raw = { width, height: HEIGHT, channels: 4 } as const;
  if (look === 'curls') {
    // Their many edges would flicker if they did not fade.
    const soft = await sharp(data, { raw }).extractChannel('alpha').blur(SOFT_CURLS).raw().toBuffer();
    soft.forEach((value, i) => {
      data[4 * i + 3] = Math.min(data[4 * i + 3]!, Math.max(0, 2 * value - data[4 * i + 3]!));
    });
  }
  return Uint8Array.from(await sharp(data, { raw }).png({ compressionLevel: 9 }).toBuffer());
}

/** Fills the middle of a dense card: hair behind the strands. */
function fillBehind(
  light: Float32Array,
  alpha: Float32Array,
  width: number,
  left: number,
  kind: Kind,
  number: number,
): void {
  for (let y = 0; y < HEIGHT; y++) {
    const v = y / HEIGHT;
    for (let x = 0; x < WIDTH; x++) {
      const aside = Math.abs((x + 0.5) / WIDTH - 0.5) * 2;
      // Edges and ends fray in streaks.
      const streak = noise(x / 2.6, v * 3, 4096, 95 + number);
      const ends = kind.shortest + 0.3 * (streak - 0.5);
      const inside = Math.min(1, Math.max(0, (kind.filled + 0.45 * (streak - 0.5) - aside) * 5));
      const roots = 0.015 * noise(x / 2, 7, 4096, 115 + number);
      const along = Math.min(1, Math.max(0, (ends - v) * 9)) * Math.min(1, Math.max(0, (v - roots) * 40));
      const i = y * width + left + x;
      alpha[i] = inside * along;
      light[i] = 0.68 + 0.32 * noise(x / 1.7, v * 2, 4096, 105 + number);
    }
  }
}

function paintStrand(
  light: Float32Array,
  alpha: Float32Array,
  width: number,
  left: number,
  kind: Kind,
  curls: boolean,
  random: (seed: number) => number,
  tones: StrandTones,
): void {
  const from = 0.06 + 0.88 * random(0);
  const lockAt = 0.5 + 0.55 * (Math.round((from - 0.5) * 5) / 5 - (from - 0.5) * 0.1);
  const start = 0.012 * random(1);
  const end = Math.min(0.995, kind.shortest + (1 - kind.shortest) * random(2));
  const tone = 1 + tones.contrast * (2 * random(3) - 1) * 1.2;
  const radius = (0.7 + 0.8 * random(4)) * kind.thick;
  const [wave, phase] = [0.012 + 0.02 * random(5), 6.28 * random(6)];
  const together = 0.2 + 0.5 * random(7);
  for (let y = Math.floor(start * HEIGHT); y < end * HEIGHT; y++) {
    const t = (y / HEIGHT - start) / (end - start);
    const coil = curls ? 0.12 * Math.sin(phase + 6.28 * t * (3 + 3 * random(8))) : wave * Math.sin(phase + 5 * t);
    const x = (from + (lockAt - from) * together * t * t + coil) * WIDTH;
    const thin = radius * Math.sqrt(Math.max(0, 1 - t * t * t));
    const fade = Math.min(1, t / 0.015);
    for (let column = Math.floor(x - radius - 1); column <= Math.ceil(x + radius); column++) {
      if (column < 1 || column >= WIDTH - 1) continue;
      const cover = Math.min(1, Math.max(0, thin + 0.5 - Math.abs(column + 0.5 - x))) * fade;
      if (cover <= 0) continue;
      const i = y * width + left + column;
      // A strand is darker at its sides.
      const shade = tone * (1 - 0.25 * Math.min(1, Math.abs(column + 0.5 - x) / (radius + 0.5)));
      light[i] = alpha[i]! > 0 ? light[i]! + (shade - light[i]!) * cover : shade;
      alpha[i] = Math.max(alpha[i]!, cover);
    }
  }
}
