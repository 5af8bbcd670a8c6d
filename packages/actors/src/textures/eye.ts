import sharp from 'sharp';
import type { Color } from '../makehuman/index.ts';
import { noise } from './noise.ts';

/** Width and height of the texture, in pixels. */
const SIZE = 1024;
/** Width of the texture in meters, measured as chords of the eyeball from its foremost point, which is in the center. */
export const EYE_TEXTURE = 0.034;
/** Radius of the limbus in meters (11.7 mm across on average), and of the pupil relative to the limbus. */
export const LIMBUS = 0.0058;
const PUPIL = 0.33;
/** Distance from the center where the iris has fully faded into the white, relative to the limbus radius. */
const IRIS_END = 1.09;
/** Color of the white of the eye near the iris and at its edges, where it is thinner and warmer. */
const WHITE: Color = [190, 181, 174];
const EDGE: Color = [176, 138, 126];
/** Color of the veins. */
const VEIN: Color = [168, 78, 66];
/** How much of their chroma blue irises lose, because light scatters in them. Brown irises lose less. */
const GRAYED = 0.5;

/**
 * Paints an eye as seen from the front: an iris with fibers, a lighter collarette, and a soft dark ring, and a white with warm edges and
 * veins.
 */
export async function paintEye(iris: Color): Promise<Uint8Array> {
  white ??= paintWhite();
  const data = Buffer.from(white);
  forEachPixel((at, radius, angle) => {
    const cover = 1 - smooth(0.9, IRIS_END, radius);
    const painted = irisAt(Math.min(1, radius), angle, iris);
    for (let k = 0; k < 3; k++) data[at + k] = Math.round(data[at + k]! * (1 - cover) + painted[k]! * cover);
  }, IRIS_END);
  const raw = { width: SIZE, height: SIZE, channels: 3 } as const;
  return Uint8Array.from(await sharp(data, { raw }).jpeg({ quality: 90 }).toBuffer());
}

/** The white of the eye, which is the same for all actors. */
let white: Buffer | undefined;

function paintWhite(): Buffer {
  const data = Buffer.alloc(SIZE * SIZE * 3);
  forEachPixel((at, radius, angle) => {
    const color = whiteAt(radius, angle);
    for (let k = 0; k < 3; k++) data[at + k] = Math.round(color[k]!);
  });
  return data;
}

/** Visits pixels up to `most` from the center. Passes the first byte, distance relative to the limbus, and angle in fractions of a turn. */
function forEachPixel(visit: (at: number, radius: number, angle: number) => void, most = Infinity): void {
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) {
      const dx = (x + 0.5) / SIZE - 0.5;
      const dy = (y + 0.5) / SIZE - 0.5;
      const radius = (Math.hypot(dx, dy) * EYE_TEXTURE) / LIMBUS;
      if (radius > most) continue;
      visit(3 * (y * SIZE + x), radius, Math.atan2(dy, dx) / (2 * Math.PI) + 0.5);
    }
}

/** @param radius relative to the limbus */
function whiteAt(radius: number, angle: number): Color {
  const edge = smooth(1.15, 2.3, radius);
  // Two layers of branching veins that fade toward the iris.
  const vein = (count: number, seed: number): number => {
    const bend = 0.05 * (noise(angle * 20, radius * 3, 20, seed) - 0.5);
    const ridge = 1 - Math.abs(2 * noise((angle + bend) * count, radius * 1.6, count, seed + 1) - 1);
    return ridge ** 11;
  };
  const red = Math.min(1, 0.6 * vein(26, 21) + 0.35 * vein(64, 23)) * smooth(1.12, 1.8, radius) * 0.8;
  const cloud = 1 + 0.05 * (noise(angle * 24, radius * 5, 24, 25) - 0.5);
  return [0, 1, 2].map((k) => {
    const plain = (WHITE[k]! + edge * (EDGE[k]! - WHITE[k]!)) * cloud;
    return Math.min(255, plain + red * (VEIN[k]! - plain));
  }) as unknown as Color;
}

/** @param radius relative to the limbus */
function irisAt(radius: number, angle: number, iris: Color): Color {
  // Coarse fibers show from a distance, and fine ones in a close-up.
  const fiber = smooth(
    0.22,
    0.78,
    0.4 * noise(angle * 34, radius * 1.6, 34, 1) +
      0.3 * noise(angle * 96, radius * 2.5, 96, 2) +
      0.15 * noise(angle * 192, radius * 4, 192, 4) +
      0.15 * noise(angle * 48, radius * 9, 48, 3),
  );
  const collar = Math.exp(-(((radius - PUPIL - 0.14) / 0.1) ** 2));
  const ring = smooth(0.76, 0.99, radius);
  // In dark irises, melanin hides the depth, except in the fibers and around the pupil.
  const dark = 1 - smooth(60, 100, Math.max(...iris));
  const light = (0.5 + 0.92 * fiber + 0.42 * collar) * (0.88 + 0.55 * dark) * (1 - 0.8 * ring);
  const open = smooth(PUPIL - 0.025, PUPIL + 0.025, radius);
  const warm = [1 + 0.16 * collar, 1 + 0.08 * collar, 1] as const;
  const gray = GRAYED * Math.max(smooth(0, 40, iris[2]! - iris[0]!), 0.35 * smooth(0, 40, iris[0]! - iris[2]!));
  const mean = (iris[0]! + iris[1]! + iris[2]!) / 3;
  const own = iris.map((value) => value + gray * (mean - value));
  return [0, 1, 2].map((k) => open * Math.min(255, own[k]! * light * warm[k]!) + (1 - open) * 6) as unknown as Color;
}

function smooth(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
