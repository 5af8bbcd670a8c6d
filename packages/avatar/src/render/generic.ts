import { type Mips, makeMips, onePixel } from './textures.ts';

/** Values for a missing map: a flat normal, and roughness and metalness factors of 1. */
const PLAIN = { slope: 128, factor: 255 } as const;

/** Packs normal x and y, roughness, and metalness (green and blue of `surface`). The texture has the normal map's size, if there is one. */
export function packGeneric(normal: Mips | undefined, surface: Mips | undefined): Mips {
  const shape = normal ?? surface;
  if (!shape) return onePixel(PLAIN.slope, PLAIN.slope, PLAIN.factor, PLAIN.factor);
  const { width, height } = shape;
  const bytes = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x);
      const [slopes, factors] = [normal, surface].map((image) => image && pixelAt(image, x / width, y / height));
      bytes[at] = slopes?.[0] ?? PLAIN.slope;
      bytes[at + 1] = slopes?.[1] ?? PLAIN.slope;
      bytes[at + 2] = factors?.[1] ?? PLAIN.factor;
      bytes[at + 3] = factors?.[2] ?? PLAIN.factor;
    }
  }
  return makeMips({ width, height, bytes });
}

function pixelAt({ width, height, levels }: Mips, u: number, v: number): Uint8Array {
  const at = 4 * (Math.floor(v * height) * width + Math.floor(u * width));
  return levels[0]!.subarray(at, at + 4);
}
