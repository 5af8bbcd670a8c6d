import sharp from 'sharp';
import { KINDS } from '../geometry/groom/style.ts';
import { smoothStep } from '../geometry/mesh/index.ts';
import type { Color } from '../makehuman/index.ts';
import { hash, noise } from './noise.ts';

/** Size of one card, in pixels. */
const WIDTH = 64;
const HEIGHT = 256;

/** Appearance of one kind of card: number of strands, how much of the card they cover, and where they begin and end. */
interface Kind {
  strands: number;
  /** Opacity behind the strands, and the fraction of the width that has this opacity. */
  behind: number;
  filled: number;
  /** Latest root and shortest strand, as fractions of the height. */
  latest: number;
  shortest: number;
  /** Radius of a strand, in pixels. */
  radius: number;
  /** Opacity of a strand. Defaults to 1. */
  opacity?: number;
}

/** Opacity of single strands. They are blended over their whole length. Otherwise, they would turn into rows of dots. */
const SINGLE = 0.45;

/** Kinds of cards, from dense cards in the inner layers to a few stray hairs. */
const LONG: readonly Kind[] = [
  { strands: 44, behind: 1, filled: 0.8, latest: 0.17, shortest: 0.68, radius: 0.8 },
  { strands: 44, behind: 1, filled: 0.72, latest: 0.18, shortest: 0.66, radius: 0.8 },
  { strands: 42, behind: 1, filled: 0.66, latest: 0.19, shortest: 0.62, radius: 0.8 },
  { strands: 38, behind: 0.9, filled: 0.6, latest: 0.2, shortest: 0.6, radius: 0.75 },
  { strands: 32, behind: 0.6, filled: 0.55, latest: 0.21, shortest: 0.55, radius: 0.75 },
  { strands: 24, behind: 0.2, filled: 0.5, latest: 0.21, shortest: 0.5, radius: 0.75 },
  { strands: 12, behind: 0, filled: 0, latest: 0.2, shortest: 0.5, radius: 1.3, opacity: SINGLE },
  { strands: 8, behind: 0, filled: 0, latest: 0.24, shortest: 0.45, radius: 1.3, opacity: SINGLE },
];

/** Cards of single hairs for beards and other short hair. */
const SHORT: readonly Kind[] = [
  { strands: 18, behind: 0.9, filled: 0.6, latest: 0.1, shortest: 0.6, radius: 1.4 },
  { strands: 17, behind: 0.8, filled: 0.5, latest: 0.1, shortest: 0.55, radius: 1.4 },
  { strands: 16, behind: 0.6, filled: 0.4, latest: 0.12, shortest: 0.5, radius: 1.4 },
  { strands: 14, behind: 0.3, filled: 0.3, latest: 0.12, shortest: 0.5, radius: 1.4 },
  { strands: 12, behind: 0, filled: 0, latest: 0.15, shortest: 0.45, radius: 1.4 },
  { strands: 9, behind: 0, filled: 0, latest: 0.15, shortest: 0.45, radius: 1.4 },
  { strands: 6, behind: 0, filled: 0, latest: 0.2, shortest: 0.4, radius: 1.4 },
  { strands: 4, behind: 0, filled: 0, latest: 0.2, shortest: 0.4, radius: 1.4 },
];

/** Contrast of strands and locks around the mean, and the hue of warm and cool strands. */
export interface StrandTones {
  contrast: number;
  hue: number;
  /** Color factors at the roots and the tips. */
  root: number;
  tip: number;
}

const TONES: StrandTones = { contrast: 0.2, hue: 0.05, root: 0.84, tip: 1.12 };
/** Fraction of the height over which strands fade in at their roots. */
const ROOT_FADE = 0.07;
/** Fraction of its length over which a strand tapers to its tip. */
const TAPER = 0.45;
/** Mean number of locks per card. */
const LOCKS = 6;
/** Lightness behind the strands, and how much it varies between streaks. */
const BEHIND = { light: 0.76, range: 0.24 } as const;

/** Light and opacity of each pixel in a picture. */
interface Sheet {
  width: number;
  light: Float32Array;
  alpha: Float32Array;
}

/**
 * Paints hair cards side by side, from dense to sparse. Strands fade in at their roots, join into locks, taper, and end unevenly.
 * @param color mean color, in sRGB
 */
export async function paintStrandCards(color: Color, look: 'long' | 'short' | 'curls', tones: StrandTones = TONES): Promise<Uint8Array> {
  const width = KINDS * WIDTH;
  const sheet: Sheet = { width, light: new Float32Array(width * HEIGHT), alpha: new Float32Array(width * HEIGHT) };
  for (let number = 0; number < KINDS; number++) {
    if (look === 'curls') {
      paintCoils(sheet, number);
      continue;
    }
    const kind = (look === 'short' ? SHORT : LONG)[number]!;
    if (kind.behind > 0) fillBehind(sheet, kind, number);
    for (let strand = 0; strand < kind.strands; strand++)
      paintStrand(sheet, kind, number, (seed) => hash(number * 64 + strand, seed, 91), tones);
  }
  const data = new Uint8Array(4 * width * HEIGHT);
  for (let i = 0; i < sheet.alpha.length; i++) {
    const v = Math.floor(i / width) / HEIGHT;
    const ends = look === 'curls' ? 1 : tones.root + (tones.tip - tones.root) * Math.min(1, v * 1.6);
    const shade = (sheet.alpha[i]! > 0 ? sheet.light[i]! : 1) * ends;
    const warm = tones.hue * (noise((i % width) / 3.1, v * 6, 4096, 93) - 0.5);
    const channels = [1 + warm, 1, 1 - 1.6 * warm];
    for (let k = 0; k < 3; k++) data[4 * i + k] = Math.min(255, Math.round(color[k]! * shade * channels[k]!));
    data[4 * i + 3] = Math.round(255 * Math.min(1, sheet.alpha[i]!));
  }
  const raw = { width, height: HEIGHT, channels: 4 } as const;
  return Uint8Array.from(await sharp(data, { raw }).png({ compressionLevel: 9 }).toBuffer());
}

/** Fills the middle of a dense card with hair behind the strands. This hair frays into streaks at the sides and ends. */
function fillBehind({ width, light, alpha }: Sheet, kind: Kind, number: number): void {
  for (let y = 0; y < HEIGHT; y++) {
    const v = y / HEIGHT;
    for (let x = 0; x < WIDTH; x++) {
      const aside = Math.abs((x + 0.5) / WIDTH - 0.5) * 2;
      const streak = noise(x / 1.8, v * 3, 4096, 95 + number);
      const root = kind.latest * noise(x / 1.6, 7, 4096, 115 + number);
      const end = kind.shortest - 0.25 + 0.45 * noise(x / 1.5, 3 + v, 4096, 125 + number);
      const side = smoothStep(kind.filled + 0.3 * streak, kind.filled - 0.3 + 0.3 * streak, aside);
      const along = smoothStep(root, root + ROOT_FADE, v) * smoothStep(end, end - 0.2, v);
      const i = y * width + number * WIDTH + x;
      alpha[i] = kind.behind * side * along;
      light[i] = BEHIND.light + BEHIND.range * noise(x / 1.4, v * 2, 4096, 105 + number);
    }
  }
}

function paintStrand(
  { width, light, alpha }: Sheet,
  kind: Kind,
  number: number,
  random: (seed: number) => number,
  tones: StrandTones,
): void {
  const from = 0.04 + 0.92 * random(0);
  const lock = Math.floor(from * LOCKS);
  const lockAt = 0.1 + (0.8 * (lock + 0.25 + 0.5 * hash(number, lock, 92))) / LOCKS;
  const start = kind.latest * random(1);
  const end = Math.min(0.995, kind.shortest + (1 - kind.shortest) * random(2));
  const tone = 1 + tones.contrast * (2 * random(3) - 1 + 0.25 * (2 * hash(number, lock, 94) - 1));
  const radius = (0.7 + 0.6 * random(4)) * kind.radius;
  const [wave, phase] = [0.006 + 0.014 * random(5), 6.28 * random(6)];
  const together = 0.15 + 0.45 * random(7);
  for (let y = Math.floor(start * HEIGHT); y < end * HEIGHT; y++) {
    const t = (y / HEIGHT - start) / (end - start);
    const x = (from + (lockAt - from) * together * t * t + wave * Math.sin(phase + 5 * t)) * WIDTH;
    const tip = smoothStep(1, 1 - TAPER, t);
    const thin = radius * (0.35 + 0.65 * tip);
    const fade = smoothStep(0, ROOT_FADE, y / HEIGHT - start) * Math.min(1, (1 - t) * 6) * (0.5 + 0.5 * tip);
    for (let column = Math.floor(x - radius - 1); column <= Math.ceil(x + radius); column++) {
      if (column < 1 || column >= WIDTH - 1) continue;
      const cover = Math.min(1, Math.max(0, thin + 0.5 - Math.abs(column + 0.5 - x))) * fade * (kind.opacity ?? 1);
      if (cover <= 0) continue;
      const i = y * width + number * WIDTH + column;
      // Strands are darker at their sides.
      const shade = tone * (1 - 0.2 * Math.min(1, Math.abs(column + 0.5 - x) / (radius + 0.5)));
      light[i] = alpha[i]! > 0 ? light[i]! + (shade - light[i]!) * cover : shade;
      alpha[i] = 1 - (1 - alpha[i]!) * (1 - cover);
    }
  }
}

/**
 * Number of coils per card, from dense to sparse; coil radius, as a fraction of the width; half the strand width, in pixels; distance from
 * the middle of the card where coils start to fade; height below which they do not fade toward the root; and fraction of the height that is
 * empty at the root. Textures repeat, so without this empty space, there would be dots at the tips.
 */
const COILS = {
  most: 110,
  fewest: 30,
  radius: 0.075,
  strand: 1.3,
  fadeFrom: 0.15,
  rooted: 0.45,
  margin: 0.06,
} as const;

/** Paints tight coils, as arcs all over a card. There are fewer toward the edges and the tip, and they are darker where they are deeper. */
function paintCoils({ width, light, alpha }: Sheet, number: number): void {
  const count = COILS.most + ((COILS.fewest - COILS.most) * number) / (KINDS - 1);
  const long = HEIGHT / WIDTH;
  for (let coil = 0; coil < count; coil++) {
    const random = (seed: number): number => hash(number * 128 + coil, seed, 96);
    const away = Math.sqrt(random(0)) * 0.86;
    const around = 6.28 * random(1);
    const center = [0.5 + 0.46 * away * Math.cos(around), 0.44 + 0.5 * away * Math.sin(around)] as const;
    const radius = COILS.radius * (0.6 + 0.8 * random(2));
    const [from, turn] = [6.28 * random(3), 2.6 + 3.4 * random(4)];
    // Later strands are on top, where there is more light.
    const tone = 0.6 + 0.5 * (coil / count) * (0.6 + 0.8 * random(5));
    const steps = Math.ceil(turn * radius * WIDTH * 2);
    for (let step = 0; step <= steps; step++) {
      const share = step / steps;
      const angle = from + turn * share;
      const x = (center[0] + radius * Math.cos(angle)) * WIDTH;
      const y = (center[1] + radius * Math.sin(angle)) * HEIGHT;
      const thin = COILS.strand * (0.5 + 0.5 * Math.sin(Math.PI * share));
      for (let row = Math.floor(y - thin * long - 1); row <= y + thin * long + 1; row++)
        for (let column = Math.floor(x - thin - 1); column <= x + thin + 1; column++) {
          if (column < 1 || column >= WIDTH - 1 || row < 0 || row >= HEIGHT) continue;
          const off = Math.hypot(column + 0.5 - x, (row + 0.5 - y) / long);
          const aside = Math.hypot((column + 0.5) / WIDTH - 0.5, Math.max(0, (row + 0.5) / HEIGHT - COILS.rooted));
          const cover =
            smoothStep(thin + 0.6, thin - 0.6, off) *
            smoothStep(0.5, COILS.fadeFrom, aside) *
            smoothStep(COILS.margin, 2 * COILS.margin, row / HEIGHT);
          if (cover <= 0) continue;
          const i = row * width + number * WIDTH + column;
          light[i] = alpha[i]! > 0 ? light[i]! + (tone - light[i]!) * cover * 0.6 : tone;
          alpha[i] = Math.max(alpha[i]!, cover);
        }
    }
  }
}
