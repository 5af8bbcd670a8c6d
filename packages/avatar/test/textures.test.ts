import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeMips, onePixel, packSkin, packSurface, readPixels } from '../src/render/textures.ts';

describe('a texture', () => {
  it('preserves the share of cut-out pixels in its mip levels, and is opaque elsewhere', async () => {
    const shares = fc.integer({ min: 0, max: 16 });
    await fc.assert(
      fc.asyncProperty(shares, async (columns) => {
        const width = 16;
        const raw = Buffer.alloc(width * width * 4);
        for (let k = 0; k < width * width; k++) raw[k * 4 + 3] = k % width < columns ? 255 : 0;
        const bytes = await sharp(raw, { raw: { width, height: width, channels: 4 } })
          .png()
          .toBuffer();
        const { levels } = makeMips(await readPixels({ name: '', mediaType: 'image/png', bytes }, width), 0.42);
        for (const [number, level] of levels.slice(0, 3).entries()) {
          const alphas = [...level.filter((_, k) => k % 4 === 3)];
          const passing = alphas.filter((alpha) => alpha >= 0.42 * 255).length / alphas.length;
          expect(Math.abs(passing - columns / width)).toBeLessThanOrEqual((2 ** number - 1) / width);
          if (columns === width) expect(Math.min(...alphas)).toBe(255);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('is halved by averaging four pixels', async () => {
    const pixel = fc.uint8Array({ minLength: 16, maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(pixel, async (values) => {
        const bytes = await sharp(values, { raw: { width: 2, height: 2, channels: 4 } })
          .png()
          .toBuffer();
        const { levels } = makeMips(await readPixels({ name: '', mediaType: 'image/png', bytes }, 2));
        const mean = [0, 1, 2, 3].map((k) => (values[k]! + values[k + 4]! + values[k + 8]! + values[k + 12]! + 2) >> 2);
        expect([...levels[1]!]).toEqual(mean);
      }),
      { numRuns: 20 },
    );
  });

  it('stores roughness in alpha for skin, even from a smaller image', () => {
    const color = { width: 2, height: 2, levels: [new Uint8Array(16).fill(9), Uint8Array.of(1, 2, 3, 4)] };
    const packed = packSkin(color, onePixel(5, 6, 7, 8), 'roughness');
    expect([...packed.levels[0]!]).toEqual([0, 1, 2, 3].flatMap(() => [9, 9, 9, 6]));
    expect([...packed.levels[1]!]).toEqual([1, 2, 3, 6]);
    expect(packSkin(onePixel(1, 2, 3, 255), undefined, 'roughness')).toEqual(onePixel(1, 2, 3, 128));
  });

  it('combines slopes and sheen at the smaller of the two sizes', () => {
    const slopes = { width: 2, height: 2, levels: [new Uint8Array(16).fill(9), Uint8Array.of(1, 2, 3, 4)] };
    expect(packSurface(slopes, onePixel(5, 6, 7, 8))).toEqual(onePixel(1, 2, 6, 7));
    expect(packSurface(undefined, onePixel(5, 6, 7, 8))).toEqual(onePixel(128, 128, 6, 7));
    expect(packSurface(slopes, undefined).levels[1]).toEqual(Uint8Array.of(1, 2, 128, 128));
  });
});
