import sharp from 'sharp';
import type { Texture } from '../model/index.ts';

// Each texture is decoded once: a cache would only keep memory.
sharp.cache(false);

/** An image with its smaller copies, each half as wide and high as the one before. */
export interface Mips {
  width: number;
  height: number;
  /** RGBA, 8 bits each. */
  levels: Uint8Array[];
}

/**
 * Decodes a texture.
 *
 * @param most pixels across that can be seen: a larger image is made smaller
 * @param cutoff alpha at which pixels are left out; its smaller copies then keep the share of pixels that are drawn
 */
export async function decodeTexture(texture: Texture, most: number, cutoff?: number): Promise<Mips> {
  const { data, info } = await sharp(texture.bytes)
    .resize({ width: most, height: most, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const first: Uint8Array = new Uint8Array(data.buffer, data.byteOffset, data.length);
  const levels: Uint8Array[] = [first];
  let { width, height } = info;
  while (width > 1 || height > 1) {
    levels.push(halve(levels.at(-1)!, width, height, cutoff !== undefined));
    width = Math.max(1, width >> 1);
    height = Math.max(1, height >> 1);
  }
  if (cutoff !== undefined) keepCoverage(levels, cutoff * 255);
  return { width: info.width, height: info.height, levels };
}

/** @param weighted colours count by their alpha: what is clear has none to give */
function halve(from: Uint8Array, width: number, height: number, weighted: boolean): Uint8Array {
  const [w, h] = [Math.max(1, width >> 1), Math.max(1, height >> 1)];
  const out = new Uint8Array(w * h * 4);
  const right = width > 1 ? 4 : 0;
  const below = height > 1 ? width * 4 : 0;
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const a = (y * 2 * (height > 1 ? 1 : 0.5) * width + x * (width > 1 ? 2 : 0)) * 4;
      const [b, c, d] = [a + right, a + below, a + right + below];
      const to = (y * w + x) * 4;
      const alpha = from[a + 3]! + from[b + 3]! + from[c + 3]! + from[d + 3]!;
      if (weighted && alpha > 0) {
        for (let k = 0; k < 3; k++) {
          const sum =
            from[a + k]! * from[a + 3]! +
            from[b + k]! * from[b + 3]! +
            from[c + k]! * from[c + 3]! +
            from[d + k]! * from[d + 3]!;
          out[to + k] = sum / alpha + 0.5;
        }
      } else {
        for (let k = 0; k < 3; k++) out[to + k] = (from[a + k]! + from[b + k]! + from[c + k]! + from[d + k]! + 2) >> 2;
      }
      out[to + 3] = (alpha + 2) >> 2;
    }
  }
  return out;
}

/** Scales the alpha of the smaller copies until as large a share of each passes the cut as of the first. */
function keepCoverage(levels: Uint8Array[], cut: number): void {
  const wanted = coverage(levels[0]!, cut);
  for (const level of levels.slice(1)) {
    let [low, high] = [0.25, 4];
    for (let step = 0; step < 10; step++) {
      const middle = (low + high) / 2;
      if (coverage(level, cut / middle) < wanted) low = middle;
      else high = middle;
    }
    const factor = (low + high) / 2;
    for (let k = 3; k < level.length; k += 4) level[k] = Math.min(255, level[k]! * factor);
  }
}

function coverage(level: Uint8Array, cut: number): number {
  let passed = 0;
  for (let k = 3; k < level.length; k += 4) if (level[k]! >= cut) passed++;
  return passed / (level.length / 4);
}
