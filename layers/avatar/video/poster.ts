import sharp from 'sharp';
import type { Picture, View } from '../render/index.ts';

const JPEG_QUALITY = 90;

/** Encodes a frame as a JPEG image of the video's size. */
export async function encodePoster(picture: Picture, { width, height, background }: View): Promise<Uint8Array> {
  const { red: r, green: g, blue: b } = background;
  const raw = { width: picture.width, height: picture.height, channels: 4 } as const;
  return await sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .composite([{ input: Buffer.from(picture.pixels), raw, left: picture.x, top: picture.y }])
    .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
