import sharp from 'sharp';
import type { FrameRegion, ViewSettings } from '../render/index.ts';

const JPEG_QUALITY = 90;

/** Encodes a frame as an image of the video's size: JPEG, or PNG with alpha for a transparent view. */
export async function encodePoster(picture: FrameRegion, view: ViewSettings): Promise<Uint8Array> {
  const { width, height, transparent = false } = view;
  const { red: r, green: g, blue: b } = view.background;
  const raw = { width: picture.width, height: picture.height, channels: 4 } as const;
  const input = { input: Buffer.from(picture.pixels), raw, left: picture.x, top: picture.y };
  if (transparent) {
    return await sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .composite([{ ...input, premultiplied: true }])
      .png()
      .toBuffer();
  }
  const wall = view.backdrop
    ? sharp(view.backdrop, { raw: { width, height, channels: 4 } }).removeAlpha()
    : sharp({ create: { width, height, channels: 3, background: { r, g, b } } });
  return await wall.composite([input]).jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' }).toBuffer();
}
