import { LIMITS } from '@talking-avatar/contract';
import sharp from 'sharp';
import type { ViewSettings } from '../render/index.ts';

/** Standard deviation of the strongest blur, relative to the frame height, as for a wall two meters behind the subject of a portrait. */
const STRONGEST_BLUR = 0.04;
/** Minimum standard deviation accepted by sharp, in pixels. */
const MIN_BLUR = 0.3;
/** Time limit for decoding and scaling, in s. */
const TIMEOUT = 20;

/**
 * Decodes a PNG, JPEG, or WebP (the first frame if it is animated) over the background color, cropped equally on both sides to fit.
 * @param blur from 0 (sharp) to 1
 * @returns RGBA with 8 bits per channel, row by row
 * @throws Error if the image is corrupt or has too many pixels
 */
export async function decodeBackdrop(
  image: Uint8Array,
  { width, height, background: { red: r, green: g, blue: b } }: Pick<ViewSettings, 'width' | 'height' | 'background'>,
  blur: number,
): Promise<Uint8Array> {
  const fitted = sharp(image, { limitInputPixels: LIMITS.backgroundPixels, failOn: 'error' })
    .timeout({ seconds: TIMEOUT })
    .autoOrient()
    .resize({ width, height, fit: 'cover' })
    .flatten({ background: { r, g, b } })
    .toColorspace('srgb');
  const sigma = blur * STRONGEST_BLUR * height;
  if (sigma >= MIN_BLUR) fitted.blur(sigma);
  const { data } = await fitted.ensureAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  return new Uint8Array(data.buffer, data.byteOffset, data.length);
}
