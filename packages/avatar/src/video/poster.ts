import sharp from 'sharp';
import type { FrameRegion, ViewSettings } from '../render/index.ts';
import { createFramePool } from './canvas.ts';

const JPEG_QUALITY = 90;

/** Encodes a frame as an image the size of the video: a JPEG with smoothed edges or, for a transparent view, a PNG with alpha. */
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
    ? sharp(view.backdrop, { raw: { width, height, channels: 4 } })
    : sharp({ create: { width, height, channels: 3, background: { r, g, b } } });
  const pixels = await wall.composite([input]).removeAlpha().raw().toBuffer();
  smoothEdges(pixels, picture, view);
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** Luma differences up to this are due to rounding, not smoothing. */
const ROUNDING = 2;

/** Smooths edges as in the video by replacing luma with the luma of the video frame. @param pixels RGB of the whole frame, modified */
function smoothEdges(pixels: Uint8Array, picture: FrameRegion, view: ViewSettings): void {
  const [canvas] = createFramePool(view, { canvases: 1, pixelBuffers: 0 }).canvases;
  canvas!.paint({ ...picture, pixels: picture.pixels.slice() });
  for (let y = picture.y; y < picture.y + picture.height; y++) {
    for (let x = picture.x; x < picture.x + picture.width; x++) {
      const at = y * view.width + x;
      // BT.709 in limited range.
      const luma = 16 + (219 / 255) * (0.2126 * pixels[3 * at]! + 0.7152 * pixels[3 * at + 1]! + 0.0722 * pixels[3 * at + 2]!);
      const change = canvas!.bytes[at]! - luma;
      if (Math.abs(change) < ROUNDING) continue;
      for (let k = 3 * at; k < 3 * at + 3; k++) pixels[k] = Math.max(0, Math.min(255, Math.round(pixels[k]! + (255 / 219) * change)));
    }
  }
}
