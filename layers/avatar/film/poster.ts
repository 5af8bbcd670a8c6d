import sharp from 'sharp';
import type { Clip } from '../../animation/index.ts';
import type { Picture, View } from '../render/index.ts';

/**
 * The frame that shows a face best: eyes open, mouth nearly closed, looking ahead; not the very first frames, in which nothing has
 * happened yet.
 */
export function findPosterFrame({ frames, fps, channels }: Clip): number {
  const read = (name: string, frame: number): number => channels.get(name)?.[frame] ?? 0;
  const cost = (frame: number): number =>
    3 * (read('eyeBlinkLeft', frame) + read('eyeBlinkRight', frame)) +
    2 * Math.abs(read('jawOpen', frame) - 0.04) +
    2 * (Math.abs(read('headYaw', frame)) + Math.abs(read('headPitch', frame)) + Math.abs(read('leftEyeYaw', frame))) +
    Math.max(read('mouthPucker', frame), read('mouthFunnel', frame)) -
    0.3 * (read('mouthSmileLeft', frame) + read('mouthSmileRight', frame));
  let best = 0;
  for (let frame = Math.min(frames - 1, Math.round(fps * 0.3)); frame < frames; frame++) {
    if (cost(frame) < cost(best)) best = frame;
  }
  return best;
}

const QUALITY = 90;

/** A frame as a JPEG image, as large as the film. */
export async function encodePoster(picture: Picture, { width, height, background }: View): Promise<Uint8Array> {
  const { red: r, green: g, blue: b } = background;
  const raw = { width: picture.width, height: picture.height, channels: 4 } as const;
  return await sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .composite([{ input: Buffer.from(picture.pixels), raw, left: picture.x, top: picture.y }])
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
