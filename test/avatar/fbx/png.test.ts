import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { readPng, writePng } from '../../../layers/avatar/fbx/png.ts';
import { writeFbx } from '../../../layers/avatar/index.ts';
import { makeClip, makeFigure, pixel } from './figure.ts';
import { connectionsOf, objectsOf, onlyValue, readFbx } from './reader.ts';

const pictures = fc
  .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 40 }) })
  .chain(({ width, height }) =>
    fc
      .uint8Array({ minLength: 4 * width * height, maxLength: 4 * width * height })
      .map((pixels) => ({ width, height, channels: 4 as const, pixels })),
  );

it('reads what sharp writes with every filter, and sharp reads what it writes', async () => {
  await fc.assert(
    fc.asyncProperty(pictures, fc.boolean(), async (picture, adaptiveFiltering) => {
      const raw = { width: picture.width, height: picture.height, channels: 4 as const };
      const file = await sharp(picture.pixels, { raw }).png({ adaptiveFiltering }).toBuffer();
      const read = readPng(file)!;
      expect([read.width, read.height, read.channels]).toEqual([picture.width, picture.height, 4]);
      expect(Buffer.from(read.pixels).equals(Buffer.from(picture.pixels))).toBe(true);
      const again = await sharp(writePng(read)).raw().toBuffer();
      expect(again.equals(Buffer.from(picture.pixels))).toBe(true);
    }),
    { numRuns: 30, seed: 7, endOnFailure: true },
  );
});

it('leaves other pictures alone', () => {
  expect(readPng(pixel(1, 2, 3))).toBeUndefined();
  expect(readPng(new Uint8Array(100))).toBeUndefined();
  expect(readPng(new Uint8Array())).toBeUndefined();
});

it('makes the opacity of cut-out textures a picture of its own in an FBX, bright and opaque where the texture is', async () => {
  const figure = makeFigure();
  const bytes = writePng({ width: 2, height: 1, channels: 4, pixels: Uint8Array.of(9, 9, 9, 255, 80, 80, 80, 60) });
  const [skin, ...eyes] = figure.parts;
  const material = { ...skin!.material, alpha: 'cutout' as const, colour: 1 };
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
  // As red, green, blue and alpha, which are all the texture's alpha.
  const content = await sharp(onlyValue<Uint8Array>(video, 'Content')).toColourspace('srgb').raw().toBuffer();
  expect([...content]).toEqual([255, 255, 255, 255, 60, 60, 60, 60]);
});
