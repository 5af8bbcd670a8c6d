import fc from 'fast-check';
import { encode } from 'fast-png';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { makeOpacityImage } from '../../src/fbx/opacity.ts';
import { writeFbx } from '../../src/index.ts';
import { makeClip, makeFigure, pixel } from './figure.ts';
import { connectionsOf, objectsOf, onlyValue, readFbx } from './reader.ts';

const pictures = fc
  .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 40 }) })
  .chain(({ width, height }) =>
    fc
      .uint8Array({ minLength: 4 * width * height, maxLength: 4 * width * height })
      .map((pixels) => ({ width, height, channels: 4 as const, pixels })),
  );

/** Returns the red, green, blue, and alpha of every pixel. */
const pixelsOf = (file: Uint8Array) => sharp(file).toColorspace('srgb').raw().toBuffer();

it('makes an image of the alpha of any PNG, as brightness and as alpha', async () => {
  await fc.assert(
    fc.asyncProperty(pictures, fc.boolean(), fc.boolean(), async (picture, adaptiveFiltering, progressive) => {
      const raw = { width: picture.width, height: picture.height, channels: 4 as const };
      const file = await sharp(picture.pixels, { raw }).png({ adaptiveFiltering, progressive }).toBuffer();
      const opacity = await pixelsOf(makeOpacityImage(file)!);
      const alphas = Array.from({ length: opacity.length }, (_, i) => picture.pixels[4 * Math.floor(i / 4) + 3]);
      expect([...opacity]).toEqual(alphas);
    }),
    { numRuns: 30, seed: 7, endOnFailure: true },
  );
});

it('returns undefined for other images', () => {
  expect(makeOpacityImage(pixel(1, 2, 3))).toBeUndefined();
  expect(makeOpacityImage(new Uint8Array(100))).toBeUndefined();
  expect(makeOpacityImage(new Uint8Array())).toBeUndefined();
});

it('stores identical images and their opacity once', () => {
  const figure = makeFigure();
  const hair = (gray: number) => ({
    name: `hair${gray}`,
    mediaType: 'image/png' as const,
    bytes: encode({ width: 2, height: 1, data: Uint8Array.of(gray, gray, gray, 255, gray, gray, gray, 60) }),
  });
  const parts = figure.parts.map((part, i) => ({
    ...part,
    material: { ...part.material, alpha: 'cutout' as const, color: i + 1 },
  }));
  const model = { ...figure, parts, textures: [...figure.textures, hair(9), { ...hair(9), name: 'beard' }, hair(70)] };
  const file = readFbx(writeFbx(model, makeClip(0.2), 'alpha'));
  expect(objectsOf(file, 'Video').map(({ label }) => label)).toEqual(['hair9', 'hair9_opacity', 'hair70']);
  const links = connectionsOf(file).filter(({ property }) => property === 'TransparencyFactor');
  expect(new Set(links.map(({ child }) => child)).size).toBe(1);
});

it('stores the opacity of cut-out textures as a separate picture in an FBX, bright and opaque like the texture', async () => {
  const figure = makeFigure();
  const bytes = encode({ width: 2, height: 1, data: Uint8Array.of(9, 9, 9, 255, 80, 80, 80, 60) });
  const [skin, ...eyes] = figure.parts;
  const material = { ...skin!.material, alpha: 'cutout' as const, color: 1 };
  const model = {
    ...figure,
    parts: [{ ...skin!, material }, ...eyes],
    textures: [...figure.textures, { name: 'hair', mediaType: 'image/png' as const, bytes }],
  };
  const file = readFbx(writeFbx(model, makeClip(0.2), 'alpha'));
  const link = connectionsOf(file).find(({ property }) => property === 'TransparencyFactor')!;
  const texture = objectsOf(file, 'Texture').find(({ id }) => id === link.child)!;
  expect(texture.label).toBe('hair_opacity');
  const video = objectsOf(file, 'Video').find(({ label }) => label === 'hair_opacity')!;
  // Red, green, blue, and alpha are all equal to the alpha of the texture.
  const content = await pixelsOf(onlyValue<Uint8Array>(video, 'Content'));
  expect([...content]).toEqual([255, 255, 255, 255, 60, 60, 60, 60]);
});
