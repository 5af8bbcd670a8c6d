/** Format and size of an image, from its header. */
export interface ImageHeader {
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
  /** In pixels. */
  width: number;
  height: number;
}

/** Reads the header of a PNG, JPEG, or WebP image without decoding it. @returns undefined if the data is incomplete or in another format */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return readPng(view) ?? readWebp(view) ?? readJpeg(view);
}

const textAt = (view: DataView, at: number, length: number): string =>
  at + length > view.byteLength ? '' : String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));

/** PNG specification, sections 5.2 (signature) and 11.2.2 (IHDR). */
function readPng(view: DataView): ImageHeader | undefined {
  if (view.byteLength < 33 || textAt(view, 0, 8) !== '\x89PNG\r\n\x1a\n' || textAt(view, 12, 4) !== 'IHDR') return undefined;
  return withSize('image/png', view.getUint32(16), view.getUint32(20));
}

/** Reads the lossy, lossless, and extended WebP formats (RFC 9649). */
function readWebp(view: DataView): ImageHeader | undefined {
  if (view.byteLength < 30 || textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') return undefined;
  const format = textAt(view, 12, 4);
  if (format === 'VP8 ') return withSize('image/webp', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  if (format === 'VP8L') {
    const bits = view.getUint32(21, true);
    return withSize('image/webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (format !== 'VP8X') return undefined;
  const side = (at: number): number => 1 + view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  return withSize('image/webp', side(24), side(27));
}

/** Skips JPEG segments up to the first frame header (ITU-T T.81, annex B). */
function readJpeg(view: DataView): ImageHeader | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isStandalone(marker)) return undefined;
    if (FRAME_HEADERS.has(marker)) return withSize('image/jpeg', view.getUint16(at + 7), view.getUint16(at + 5));
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return undefined;
}

/**
 * TEM, RST0-7, SOI, and EOI have no length (table B.1). If they were skipped as segments, we could find a different header than a decoder.
 */
const isStandalone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9);

/** SOF0 to SOF15, except for DHT, JPG, and DAC. */
const FRAME_HEADERS = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

const withSize = (mediaType: ImageHeader['mediaType'], width: number, height: number): ImageHeader | undefined =>
  width > 0 && height > 0 ? { mediaType, width, height } : undefined;
