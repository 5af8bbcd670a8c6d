import sharp from 'sharp';
import type { Color } from '../makehuman/index.ts';

/** Minimum and maximum lightness relative to the mean. */
const LIGHTNESS = { least: 0.25, most: 2.6 } as const;
/** Pixels with at most this much alpha, 0..255, get the plain color because their own lightness is unreliable. */
const MIN_ALPHA = 8;

/**
 * Colors brows or lashes. Color extends under transparent pixels so that there is no fringe when the image is scaled down.
 * @param contrast contrast between light and dark, where 1 is as in the image
 * @param strength alpha factor
 */
export async function tintHairCard(
  path: string,
  { color, contrast = 1, strength = 1 }: { color: Color; contrast?: number; strength?: number },
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
    const own = Math.min(LIGHTNESS.most, Math.max(LIGHTNESS.least, lightness(at) / mean)) ** contrast;
    const relative = data[at + 3]! > MIN_ALPHA ? own : 1;
    for (let k = 0; k < 3; k++) data[at + k] = Math.min(255, Math.round(color[k]! * relative));
    data[at + 3] = Math.min(255, data[at + 3]! * strength);
  }
  const picture = sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } });
  return Uint8Array.from(await picture.png({ compressionLevel: 9 }).toBuffer());
}
