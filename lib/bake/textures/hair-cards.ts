import sharp from 'sharp';
import type { Colour } from '../makehuman/index.ts';
import { noise } from './noise.ts';
import { type Card, synthesizeStrands } from './strands.ts';

/**
 * Colours hair, brows or lashes: the picture's light and dark stay, its mean becomes the colour. Colour runs out under the
 * transparent parts, so that smaller versions get no fringe.
 *
 * @param contrast Of light and dark, 1 as in the picture.
 * @param strength Of the alpha.
 * @param faintest Alpha up to which nothing is seen.
 * @param dense Whether small gaps are closed.
 * @param strands How much single strands stand out of what the picture shows, at twice its size; none without.
 * @param straight Whether its strands run straight down it; what is quite black beside them is not hair.
 * @param soft How far the edges fade into it, pixels; they stay as they are without.
 * @param curls Whether fine curls take the place of the picture's light and dark.
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
  if (straight) clearGround(data);
  if (soft) await fadeEdges({ data, width: info.width, height: info.height }, soft);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    const darkest = soft && alpha < FADED ? DARKEST_FADED : DARKEST;
    const shown = alpha > 8 ? Math.min(2.6, Math.max(darkest, lightness(at) / mean)) ** contrast : 1;
    const relative = curls ? curlAt((at / 4) % info.width, Math.floor(at / 4 / info.width)) : shown;
    for (let k = 0; k < 3; k++) data[at + k] = Math.min(255, Math.round(colour[k]! * relative));
    data[at + 3] = 255 * thin(Math.min(1, (alpha / 255) * strength), faintest);
  }
  const card = { data, width: info.width, height: info.height };
  const { width, height, data: drawn } = strands ? await sharpen(card, strands, straight) : card;
  const picture = sharp(drawn, { raw: { width, height, channels: 4 } });
  return Uint8Array.from(await picture.png({ compressionLevel: strands ? 7 : 9 }).toBuffer());
}

/** The darkest that is left of a picture, as a share of its mean. */
const DARKEST = 0.25;
/** Alpha, 0..255, below which an edge fades; it is no darker than its hair there, though the picture's ground is black. */
const FADED = 250;
const DARKEST_FADED = 1.2;

/** How much further a light strand reaches beyond the soft edge of a picture than a dark one. */
const FRAYED = 0.55;

/** A picture at twice its size, with the single strands that it is too small to show: its soft edges end in them. */
async function sharpen(card: Card, strength: number, straight: boolean): Promise<Card> {
  const strands = synthesizeStrands(card, straight);
  const [width, height] = [2 * card.width, 2 * card.height];
  const raw = { width: card.width, height: card.height, channels: 4 } as const;
  // Apart, so that colours do not count by their alpha.
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
    data[4 * i + 3] = Math.round(255 * Math.min(1, Math.max(0, alpha + FRAYED * soft * strand)));
  }
  return { data, width, height };
}

/** Alpha from which a card is as opaque as its picture: there renderers begin to cut it out. */
const SOLID = 0.42;

/** Thins out what is fainter than the solid part of a card. */
const thin = (alpha: number, faintest: number): number =>
  alpha >= SOLID ? alpha : Math.max(0, (SOLID * (alpha - faintest)) / (SOLID - faintest));

/** Clears what is quite black: it is the ground beside the painted hair, and no strand. */
function clearGround(data: Uint8Array): void {
  for (let at = 0; at < data.length; at += 4) if (!(data[at] || data[at + 1] || data[at + 2])) data[at + 3] = 0;
}

/** Fades the edges of a picture's alpha inwards: beside what is clear it runs out, and nothing grows. */
async function fadeEdges({ data, width, height }: Card, soft: number): Promise<void> {
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

/** Gaps in dense hair that are no wider than twice this are closed, pixels: behind them one would see through the hair. */
const GAP = 2;

/** Closes gaps of a picture's alpha: it grows, and then shrinks by as much. */
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
        for (let k = -GAP; k <= GAP; k++) {
          if (at + k >= 0 && at + k < count) value = extreme(value, before[i + k * along]!);
        }
        data[4 * i + 3] = value;
      }
    }
  }
}

/** Light and dark of tight curls at a pixel, 1 in the mean: tops of coils in the light, and gaps between them. */
function curlAt(x: number, y: number): number {
  const coil = Math.abs(noise(x / 3.4, y / 3.4, 4096, 21) - 0.5) * 2;
  const tuft = noise(x / 11, y / 11, 4096, 22);
  return 0.35 + 0.9 * coil ** 0.7 + 0.7 * (tuft - 0.4);
}
