import sharp from 'sharp';
import type { Texture } from '../model/index.ts';

// Each texture is only decoded once, so sharp's cache would waste memory.
sharp.cache(false);

/** An image and its mip levels, each half as wide and high as the previous one. */
export interface Mips {
  width: number;
  height: number;
  /** RGBA, 8 bits per channel. */
  levels: Uint8Array[];
}

/** A decoded image: RGBA, 8 bits per channel. */
export interface DecodedImage {
  width: number;
  height: number;
  bytes: Uint8Array;
}

/** Maximum number of pixels in a texture, which is the limit for custom avatars. */
const MAX_PIXELS = 4096 ** 2;
/** Time limit for decoding a texture, in seconds. 4096 × 4096 pixels take less than a second. */
const DECODE_TIMEOUT = 20;

/** Thrown if a texture can't be decoded. */
export class TextureError extends Error {
  override name = 'TextureError';

  constructor(texture: string, cause: unknown) {
    super(`the texture ${texture} cannot be decoded`, { cause });
  }
}

/** Decodes a texture on another thread, up to `most` pixels across. @throws TextureError if it is corrupt, too large, or takes too long */
export async function readPixels(texture: Texture, most: number): Promise<DecodedImage> {
  const { data, info } = await sharp(texture.bytes, { limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: DECODE_TIMEOUT })
    .resize({ width: most, height: most, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw new TextureError(texture.name, cause);
    });
  const bytes: Uint8Array = new Uint8Array(data.buffer, data.byteOffset, data.length);
  return { width: info.width, height: info.height, bytes };
}

/** Computes mip levels. @param cutoff alpha below which pixels are discarded. The fraction of visible pixels is kept in all levels */
export function makeMips({ width, height, bytes }: DecodedImage, cutoff?: number): Mips {
  const levels: Uint8Array[] = [bytes];
  let [w, h] = [width, height];
  while (w > 1 || h > 1) {
    levels.push(halve(levels.at(-1)!, w, h, cutoff !== undefined));
    w = Math.max(1, w >> 1);
    h = Math.max(1, h >> 1);
  }
  if (cutoff !== undefined) keepCoverage(levels, cutoff * 255);
  return { width, height, levels };
}

/** Scales an image to half its size. @param weighted true to weight colors by alpha, so that transparent pixels don't bleed */
function halve(from: Uint8Array, width: number, height: number, weighted: boolean): Uint8Array {
  const w = Math.max(1, width >> 1);
  const h = Math.max(1, height >> 1);
  const source = pixelsOf(from);
  const out = new Int32Array(w * h);
  const right = width > 1 ? 1 : 0;
  const below = height > 1 ? width : 0;
  for (let y = 0; y < h; y++) {
    for (let x = 0, at = y * below * 2; x < w; x++, at += right * 2) {
      const a = source[at]!;
      const b = source[at + right]!;
      const c = source[at + below]!;
      const d = source[at + right + below]!;
      out[y * w + x] = weighted && (a & b & c & d) >>> 24 < 255 ? weightedMean(a, b, c, d) : mean(a, b, c, d);
    }
  }
  return new Uint8Array(out.buffer);
}

const pixelsOf = (bytes: Uint8Array): Int32Array => new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);

/** Returns the mean of four pixels. Two channels at a time are added up in one number. */
function mean(a: number, b: number, c: number, d: number): number {
  const even = (a & 0xff00ff) + (b & 0xff00ff) + (c & 0xff00ff) + (d & 0xff00ff) + 0x20002;
  const odd = ((a >>> 8) & 0xff00ff) + ((b >>> 8) & 0xff00ff) + ((c >>> 8) & 0xff00ff) + ((d >>> 8) & 0xff00ff) + 0x20002;
  return ((even >>> 2) & 0xff00ff) | (((odd >>> 2) & 0xff00ff) << 8);
}

/** Returns the mean of four pixels, weighted by alpha. */
function weightedMean(a: number, b: number, c: number, d: number): number {
  const wa = a >>> 24;
  const wb = b >>> 24;
  const wc = c >>> 24;
  const wd = d >>> 24;
  const alpha = wa + wb + wc + wd;
  if (alpha === 0) return mean(a, b, c, d);
  const red = ((a & 255) * wa + (b & 255) * wb + (c & 255) * wc + (d & 255) * wd) / alpha + 0.5;
  const green = (((a >> 8) & 255) * wa + ((b >> 8) & 255) * wb + ((c >> 8) & 255) * wc + ((d >> 8) & 255) * wd) / alpha + 0.5;
  const blue = (((a >> 16) & 255) * wa + ((b >> 16) & 255) * wb + ((c >> 16) & 255) * wc + ((d >> 16) & 255) * wd) / alpha + 0.5;
  return (((alpha + 2) >> 2) << 24) | (blue << 16) | (green << 8) | red;
}

/** Maximum difference for two fractions of visible pixels to count as equal. */
const COVERAGE_TOLERANCE = 0.002;

/** Scales the alpha of the lower levels until each has the same fraction of pixels above the cutoff as the first level. */
function keepCoverage(levels: Uint8Array[], cut: number): void {
  const coverage = coverageAt(countAlphas(levels[0]!), cut);
  for (const level of levels.slice(1)) {
    const counts = countAlphas(level);
    // If the fraction is already right, the search would end at the lowest alpha that preserves it.
    if (Math.abs(coverageAt(counts, cut) - coverage) < COVERAGE_TOLERANCE) continue;
    let [low, high] = [0.25, 4];
    for (let step = 0; step < 10; step++) {
      const middle = (low + high) / 2;
      if (coverageAt(counts, cut / middle) < coverage) low = middle;
      else high = middle;
    }
    const factor = (low + high) / 2;
    for (let k = 3; k < level.length; k += 4) level[k] = Math.min(255, level[k]! * factor);
  }
}

/** Computes a histogram of alpha, as fractions of all pixels. */
function countAlphas(level: Uint8Array): Float64Array {
  const counts = new Float64Array(256);
  for (let k = 3; k < level.length; k += 4) counts[level[k]!]! += 4 / level.length;
  return counts;
}

const coverageAt = (counts: Float64Array, cut: number): number =>
  counts.reduce((sum, share, alpha) => (alpha >= cut ? sum + share : sum), 0);

export const onePixel = (red: number, green: number, blue: number, alpha: number): Mips => ({
  width: 1,
  height: 1,
  levels: [Uint8Array.of(red, green, blue, alpha)],
});

/** Values for a material without these images, two channels each: a flat normal, and medium roughness and specular strength. */
const DEFAULT_SURFACE = { slope: 0x8080, sheen: 0x8080 } as const;

/** Packs normal x and y, roughness, and specular strength into one texture. The smaller image determines the size. */
export function packSurface(normal: Mips | undefined, surface: Mips | undefined): Mips {
  const width = Math.min(normal?.width ?? Number.POSITIVE_INFINITY, surface?.width ?? Number.POSITIVE_INFINITY);
  const normals = normal && levelsFrom(normal, width);
  const surfaces = surface && levelsFrom(surface, width);
  const shape = normals ?? surfaces ?? onePixel(0, 0, 0, 0);
  const levels = shape.levels.map(({ length }, number) => {
    const packed = new Int32Array(length / 4);
    const normalPixels = normals && pixelsOf(normals.levels[number]!);
    const surfacePixels = surfaces && pixelsOf(surfaces.levels[number]!);
    for (let k = 0; k < packed.length; k++) {
      const low = normalPixels ? normalPixels[k]! & 0xffff : DEFAULT_SURFACE.slope;
      const high = surfacePixels ? (surfacePixels[k]! >> 8) & 0xffff : DEFAULT_SURFACE.sheen;
      packed[k] = low | (high << 16);
    }
    return new Uint8Array(packed.buffer);
  });
  return { width: shape.width, height: shape.height, levels };
}

/** Packs a surface channel into the alpha of the skin color: roughness, or fold depth (255 for none or if there is no surface map). */
export function packSkin(color: Mips, surface: Mips | undefined, channel: 'folds' | 'roughness'): Mips {
  const offset = channel === 'folds' ? 0 : 1;
  const missing = channel === 'folds' ? 255 : DEFAULT_SURFACE.sheen & 255;
  for (const [number, level] of color.levels.entries()) {
    const width = Math.max(1, color.width >> number);
    const packed = surface && levelsFrom(surface, Math.min(width, surface.width));
    const shift = packed ? Math.round(Math.log2(width / packed.width)) : 0;
    const colors = pixelsOf(level);
    const pixels = packed && pixelsOf(packed.levels[0]!);
    for (let y = 0, k = 0; k < colors.length; y++) {
      const row = (y >> shift) * (packed?.width ?? 0);
      for (let x = 0; x < width; x++, k++) {
        const value = pixels ? pixels[row + (x >> shift)]! >> (8 * offset) : missing;
        colors[k] = (colors[k]! & 0xffffff) | (value << 24);
      }
    }
  }
  return color;
}

/** Returns the mip levels with a width of up to `to`. */
function levelsFrom({ width, height, levels }: Mips, to: number): Mips {
  const skipped = Math.round(Math.log2(width / to));
  return { width: width >> skipped, height: height >> skipped, levels: levels.slice(skipped) };
}
