import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readImageHeader } from '../src/image/header.ts';
import { decodeBackdrop } from '../src/video/index.ts';

const background = { red: 10, green: 20, blue: 30 };
const view = { width: 160, height: 90, background };

/** Creates an image whose left half is red and whose right half is blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 255, g: 0, b: 0 } } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: { r: 0, g: 0, b: 255 } } },
      left: width / 2,
      top: 0,
    },
  ]);

const at = (pixels: Uint8Array, x: number, y: number): number[] => [
  ...pixels.subarray(4 * (y * view.width + x), 4 * (y * view.width + x) + 4),
];

describe('decodeBackdrop', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('fills the frame with a %s, cropped equally on both sides', async (format) => {
    // The image is four times as wide as it is high, so only the middle is visible.
    const pixels = await decodeBackdrop(await halves(800, 200).toFormat(format, { quality: 100 }).toBuffer(), view, 0);
    expect(pixels).toHaveLength(160 * 90 * 4);
    for (const [k, value] of [255, 0, 0, 255].entries()) expect(Math.abs(at(pixels, 40, 45)[k]! - value)).toBeLessThan(4);
    for (const [k, value] of [0, 0, 255, 255].entries()) expect(Math.abs(at(pixels, 120, 5)[k]! - value)).toBeLessThan(4);
    const edge = Array.from({ length: 160 }, (_, x) => at(pixels, x, 45)[0]!).findIndex((red) => red < 128);
    expect(Math.abs(edge - 80)).toBeLessThanOrEqual(1);
  });

  it('blurs an image on request', async () => {
    const image = await halves(320, 180).png().toBuffer();
    const widths = await Promise.all(
      [0, 0.5, 1].map(async (blur) => {
        const pixels = await decodeBackdrop(image, view, blur);
        return Array.from({ length: 160 }, (_, x) => at(pixels, x, 45)[0]!).filter((red) => red > 25 && red < 230).length;
      }),
    );
    expect(widths[0]).toBeLessThan(3);
    expect(widths[1]).toBeGreaterThan(3);
    expect(widths[2]).toBeGreaterThan(1.5 * widths[1]!);
  });

  it('shows the background color where the image is transparent', async () => {
    const image = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    expect(at(await decodeBackdrop(image, view, 0), 0, 0)).toEqual([10, 20, 30, 255]);
  });

  it('rotates an image according to its EXIF orientation', async () => {
    const image = await halves(200, 100).withMetadata({ orientation: 3 }).jpeg({ quality: 100 }).toBuffer();
    expect(at(await decodeBackdrop(image, view, 0), 20, 45)[2]).toBeGreaterThan(240);
  });

  it('rejects an image that is damaged or has too many pixels', async () => {
    const image = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 99, sigma: 40 },
      },
    })
      .png()
      .toBuffer();
    await expect(decodeBackdrop(image.subarray(0, image.length / 2), view, 0)).rejects.toThrow();
    const bomb = await sharp({ create: { width: 8_000, height: 7_000, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    await expect(decodeBackdrop(bomb, view, 0)).rejects.toThrow(/pixel limit/);
  });
});

describe('readImageHeader', () => {
  it.each([
    ['png', 'image/png', {}],
    ['jpeg', 'image/jpeg', { progressive: true }],
    ['webp', 'image/webp', { lossless: true }],
    ['webp', 'image/webp', { quality: 70 }],
  ] as const)('returns the type and size of a %s', async (format, mediaType, options) => {
    for (const alpha of [false, true]) {
      const channels = alpha && format !== 'jpeg' ? 4 : 3;
      const create = { width: 123, height: 45, channels, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } as const;
      const bytes = await sharp({ create })
        .toFormat(format, options)
        .withExif({ IFD0: { Artist: 'x'.repeat(99) } })
        .toBuffer();
      expect(readImageHeader(bytes)).toEqual({ mediaType, width: 123, height: 45 });
    }
  });

  it('returns undefined for any other bytes', () => {
    expect(readImageHeader(Buffer.from('GIF89a and so on, and so on, and so on'))).toBeUndefined();
    const magic = fc.constantFrom('89504e470d0a1a0a0000000d49484452', 'ffd8ffe0', 'ffd8ffc0', '52494646aaaaaaaa5745425056503858');
    fc.assert(
      fc.property(magic, fc.uint8Array({ maxLength: 60 }), (start, rest) => {
        const header = readImageHeader(Buffer.concat([Buffer.from(start, 'hex'), rest]));
        if (header) expect(Math.min(header.width, header.height)).toBeGreaterThan(0);
      }),
    );
  });
});
