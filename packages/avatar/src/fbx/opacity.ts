import { decode, encode, hasPngSignature } from 'fast-png';

/** Every value as brightness and as alpha. */
const PALETTE = Array.from({ length: 256 }, (_, value) => [value, value, value, value] as [number, number, number, number]);

/**
 * Makes a PNG of another PNG's alpha channel. It has alpha both as brightness and as alpha: some importers look for the one
 * (three.js), some for the other (Blender). One byte a pixel selects both in a palette, which is 40 % smaller than two.
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
  const pixels = Uint8Array.from({ length: width * height }, (_, i) => data[channels * (i + 1) - 1]!);
  return encode({ width, height, channels: 1, depth: 8, data: pixels, palette: PALETTE });
}
