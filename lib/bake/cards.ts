import sharp from 'sharp';
import type { Colour } from '../../layers/avatar/human/index.ts';
import { noise } from './noise.ts';

/**
 * Colours hair, brows or lashes: the picture's light and dark stay, its mean becomes the colour. Colour runs out under the
 * transparent parts, so that smaller versions get no fringe.
 *
 * @param contrast Of light and dark, 1 as in the picture.
 * @param strength Of the alpha.
 * @param curls Whether fine curls take the place of the picture's light and dark.
 */
export async function colourCard(
  path: string,
  {
    colour,
    contrast = 1,
    strength = 1,
    curls = false,
  }: { colour: Colour; contrast?: number; strength?: number; curls?: boolean },
): Promise<Uint8Array> {
  const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const lightness = (at: number): number => 0.3 * data[at]! + 0.59 * data[at + 1]! + 0.11 * data[at + 2]!;
  let [sum, weight] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    sum += lightness(at) * data[at + 3]!;
    weight += data[at + 3]!;
  }
  const mean = Math.max(1, sum / Math.max(1, weight));
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    const shown = alpha > 8 ? Math.min(2.6, Math.max(0.25, lightness(at) / mean)) ** contrast : 1;
    const relative = curls ? curlAt((at / 4) % info.width, Math.floor(at / 4 / info.width)) : shown;
    for (let k = 0; k < 3; k++) data[at + k] = Math.min(255, Math.round(colour[k]! * relative));
    data[at + 3] = Math.min(255, Math.round(alpha * strength));
  }
  const picture = sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } });
  return Uint8Array.from(await picture.png({ compressionLevel: 9 }).toBuffer());
}

/** Light and dark of tight curls at a pixel, 1 in the mean: tops of coils in the light, and gaps between them. */
function curlAt(x: number, y: number): number {
  const coil = Math.abs(noise(x / 3.4, y / 3.4, 4096, 21) - 0.5) * 2;
  const tuft = noise(x / 11, y / 11, 4096, 22);
  return 0.35 + 0.9 * coil ** 0.7 + 0.7 * (tuft - 0.4);
}
