import sharp from 'sharp';
import type { Colour } from '../makehuman/index.ts';
import { hash } from './noise.ts';
import { type RgbaImage, synthesizeStrands } from './strands.ts';

/**
 * Colours hair, brows or lashes. The light and dark of the image remain, and its mean becomes the colour. Colour
 * extends under transparent pixels, so that scaled-down versions have no fringe.
 *
 * @param contrast of light and dark, 1 as in the image
 * @param strength factor for alpha
 * @param faintest alpha up to which pixels become transparent
 * @param dense closes small gaps
 * @param strands contrast of synthesized strands, at twice the size of the image; none by default
 * @param straight strands run straight down; pure black beside them is background
 * @param soft distance over which edges fade inwards, pixels; by default they stay as they are
 * @param curls replaces the image's light and dark by that of fine curls
 */
export async function tintHairCard(
  path: string,
  {
    colour,
    contrast = 1,
    strength = 1,
    curls = false,
    dense = false,
    faintest = 0,
    strands = 0,
    straight = false,
    soft = 0,
  }: {
    colour: Colour;
    contrast?: number;
    strength?: number;
    curls?: boolean;
    dense?: boolean;
    faintest?: number;
    strands?: number;
    straight?: boolean;
    soft?: number;
  },
): Promise<Uint8Array> {
  const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const lightness = (at: number): number => 0.3 * data[at]! + 0.59 * data[at + 1]! + 0.11 * data[at + 2]!;
  let [sum, weight] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    sum += lightness(at) * data[at + 3]!;
    weight += data[at + 3]!;
  }
  const mean = Math.max(1, sum / Math.max(1, weight));
  if (dense) closeGaps(data, info.width, info.height);
  if (straight) clearBlackBackground(data);
  if (soft) await fadeEdges({ data, width: info.width, height: info.height }, soft);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    const darkest = soft && alpha < FADED_ALPHA ? MIN_FADED_LIGHTNESS : MIN_LIGHTNESS;
    const shown = alpha > 8 ? Math.min(2.6, Math.max(darkest, lightness(at) / mean)) ** contrast : 1;
    const relative = curls ? curlLightness((at / 4) % info.width, Math.floor(at / 4 / info.width)) : shown;
    for (let k = 0; k < 3; k++) data[at + k] = Math.min(255, Math.round(colour[k]! * relative));
    data[at + 3] = 255 * remapAlpha(Math.min(1, (alpha / 255) * strength), faintest);
  }
  const card = { data, width: info.width, height: info.height };
  const { width, height, data: drawn } = strands ? await addStrands(card, strands, straight) : card;
  const picture = sharp(drawn, { raw: { width, height, channels: 4 } });
  return Uint8Array.from(await picture.png({ compressionLevel: strands ? 7 : 9 }).toBuffer());
}

/** Least lightness, relative to the mean. */
const MIN_LIGHTNESS = 0.25;
/** Alpha, 0..255, below which an edge fades. Its least lightness is higher, because the image's background is black. */
const FADED_ALPHA = 250;
const MIN_FADED_LIGHTNESS = 1.2;

/** Difference between light and dark strands in how far they reach beyond the soft edge of an image. */
const STRAND_REACH = 0.55;

/** Doubles the size of an image and adds single strands, in which its soft edges end. */
async function addStrands(card: RgbaImage, strength: number, straight: boolean): Promise<RgbaImage> {
  const strands = synthesizeStrands(card, straight);
  const [width, height] = [2 * card.width, 2 * card.height];
  const raw = { width: card.width, height: card.height, channels: 4 } as const;
  // Separate from alpha, so that colours are not weighted by it.
  const colours = await sharp(card.data, { raw })
    .removeAlpha()
    .resize(width, height, { kernel: 'cubic' })
    .raw()
    .toBuffer();
  const alphas = await sharp(card.data, { raw })
    .extractChannel('alpha')
    .resize(width, height, { kernel: 'cubic' })
    .raw()
    .toBuffer();
  const data = new Uint8Array(4 * width * height);
  for (let i = 0; i < alphas.length; i++) {
    const strand = strands[i]!;
    const light = Math.max(0.4, 1 + strength * strand);
    for (let k = 0; k < 3; k++) data[4 * i + k] = Math.min(255, Math.round(colours[3 * i + k]! * light));
    const alpha = alphas[i]! / 255;
    const soft = 4 * alpha * (1 - alpha);
    data[4 * i + 3] = Math.round(255 * Math.min(1, Math.max(0, alpha + STRAND_REACH * soft * strand)));
  }
  return { data, width, height };
}

/** Alpha from which a card is left opaque; the renderer's cutoff. */
const ALPHA_CUTOFF = 0.42;

/** Reduces alpha below the cutoff, to 0 at `faintest`. */
const remapAlpha = (alpha: number, faintest: number): number =>
  alpha >= ALPHA_CUTOFF ? alpha : Math.max(0, (ALPHA_CUTOFF * (alpha - faintest)) / (ALPHA_CUTOFF - faintest));

/** Clears pure black, which is background beside the painted hair. */
function clearBlackBackground(data: Uint8Array): void {
  for (let at = 0; at < data.length; at += 4) if (!(data[at] || data[at + 1] || data[at + 2])) data[at + 3] = 0;
}

/** Fades the edges of an image's alpha inwards; alpha never increases. */
async function fadeEdges({ data, width, height }: RgbaImage, soft: number): Promise<void> {
  const blurred = await sharp(data, { raw: { width, height, channels: 4 } })
    .extractChannel('alpha')
    .blur(soft)
    .raw()
    .toBuffer();
  for (let i = 0; i < blurred.length; i++) {
    const alpha = data[4 * i + 3]!;
    data[4 * i + 3] = Math.max(0, Math.min(alpha, 2 * blurred[i]! - alpha));
  }
}

/** Half of the largest gap that is closed in dense hair, pixels: behind a gap one would see through the hair. */
const GAP_RADIUS = 2;

/** Closes gaps of an image's alpha: dilation, then erosion. */
function closeGaps(data: Uint8Array, width: number, height: number): void {
  for (const extreme of [Math.max, Math.min]) {
    for (const [along, count] of [
      [1, width],
      [width, height],
    ] as const) {
      const before = Uint8Array.from({ length: width * height }, (_, i) => data[4 * i + 3]!);
      for (let i = 0; i < before.length; i++) {
        const at = along === 1 ? i % width : Math.floor(i / width);
        let value = before[i]!;
        for (let k = -GAP_RADIUS; k <= GAP_RADIUS; k++) {
          if (at + k >= 0 && at + k < count) value = extreme(value, before[i + k * along]!);
        }
        data[4 * i + 3] = value;
      }
    }
  }
}

/**
 * Lightness of tight curls at a pixel, 1 on average. It varies from pixel to pixel only: textures of cards are stretched
 * and mirrored, and larger spots would show it.
 */
const curlLightness = (x: number, y: number): number => 0.85 + 0.3 * hash(x, y, 21);
