import { decode, encode, hasPngSignature } from 'fast-png';

/**
 * Makes a PNG of another PNG's alpha channel. It has alpha both as brightness and as alpha: some importers look for the one
 * (three.js), some for the other (Blender).
 *
 * @param image an image file, as textures have it
 * @returns undefined for anything but a PNG of 8 bits a channel with alpha
 * @throws Error for a damaged PNG
 */
export function makeOpacityImage(image: Uint8Array): Uint8Array | undefined {
  if (!hasPngSignature(image)) return undefined;
  const { width, height, channels, depth, data } = decode(image);
  const hasAlpha = channels === 2 || channels === 4;
  if (depth !== 8 || !hasAlpha) return undefined;
  const pixels = new Uint8Array(2 * width * height);
  for (let i = 0; i < width * height; i++) pixels.fill(data[channels * (i + 1) - 1]!, 2 * i, 2 * i + 2);
  return encode({ width, height, channels: 2, data: pixels });
}
