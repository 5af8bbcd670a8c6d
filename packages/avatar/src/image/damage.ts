import { inflateSync } from 'node:zlib';
import { readImageHeader } from './header.ts';

/** Returns true if an image is truncated or is a PNG with pixels that can't be decompressed. JPEG and WebP pixels are not decoded. */
export function isDamagedImage(bytes: Uint8Array): boolean {
  const header = readImageHeader(bytes);
  const image = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (header?.mediaType === 'image/png') return isDamagedPng(image, header.width, header.height);
  if (header?.mediaType === 'image/jpeg') return !hasJpegEnd(image);
  // RFC 9649, section 2.4: "RIFF" is followed by the file size minus the first 8 bytes.
  return !header || image.readUInt32LE(4) + 8 > image.length;
}

/** Number of channels by IHDR color type (PNG specification, table 11.1). */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Inflates the pixels (PNG specification, sections 5.3 and 10), up to the number of bytes that the header implies. */
function isDamagedPng(image: Buffer, width: number, height: number): boolean {
  const data: Buffer[] = [];
  let isComplete = false;
  for (let at = 8; at + 12 <= image.length && !isComplete; ) {
    const [length, type] = [image.readUInt32BE(at), image.toString('latin1', at + 4, at + 8)];
    if (at + 12 + length > image.length) return true;
    if (type === 'IDAT') data.push(image.subarray(at + 8, at + 8 + length));
    isComplete = type === 'IEND';
    at += 12 + length;
  }
  const [depth, colorType, interlaced] = [image[24]!, image[25]!, image[28] === 1];
  const bits = depth * (CHANNELS[colorType] ?? 0);
  if (!isComplete || bits === 0) return true;
  // Each row has a filter byte. The seven passes of an interlaced image have more rows, and each row may end in a partial byte.
  const least = Math.ceil((height * width * bits) / 8);
  const most = height * (Math.ceil((width * bits) / 8) + (interlaced ? 16 : 1)) + 16;
  try {
    return inflateSync(Buffer.concat(data), { maxOutputLength: most }).length < least;
  } catch {
    return true;
  }
}

/** Looks for the end-of-image marker (EOI) after the first scan (ITU-T T.81, section B.1.1.2). */
function hasJpegEnd(image: Buffer): boolean {
  for (let at = 2; at + 4 <= image.length; ) {
    const marker = image[at + 1]!;
    if (marker === 0xff) at += 1;
    else if (marker === 0xda) return image.indexOf(Buffer.of(0xff, 0xd9), at) >= 0;
    else at += 2 + Math.max(2, image.readUInt16BE(at + 2));
  }
  return false;
}
