import sharp from 'sharp';
import { SKIN_ATLAS } from '../geometry/atlas.ts';
import type { Recipe } from '../makehuman/index.ts';
import { noise } from './noise.ts';
import type { SkinMasks } from './skin-masks.ts';

/** Pixels to each side of the colour, and of the normals and the surface. */
export const SKIN_SIZE = 2048;
export const RELIEF_SIZE = 1024;

/** A skin's three pictures, as JPEG. */
export interface Skin {
  colour: Uint8Array;
  normal: Uint8Array;
  surface: Uint8Array;
}

/** Relief of any skin, 0..1, one value a pixel: pores over fine lines. It is the same for all actors. */
let relief: Float32Array | undefined;

/**
 * Paints a skin: MakeHuman's picture of it sharpened and enlarged where the head is, with the pores and blotches that its
 * 512 pixels lack; normals of the pores and of the creases of the lips; roughness and strength of the gloss.
 *
 * @param path MakeHuman's picture.
 * @param masks Of `RELIEF_SIZE`.
 */
export async function paintSkin(path: string, { skin, build, hair, lashes }: Recipe, masks: SkinMasks): Promise<Skin> {
  relief ??= makeRelief();
  const age = Math.min(1, Math.max(0, (build.age - 25) / 45));
  const height = new Float32Array(relief.length);
  for (let i = 0; i < height.length; i++) {
    const [x, y] = [i % RELIEF_SIZE, Math.floor(i / RELIEF_SIZE)];
    // Creases of the lips run across them: along u in this texture.
    const crease = masks.lips[i]! * noise(x / 24, y / 3.2, 4096, 7);
    height[i] = masks.pores[i]! * relief[i]! * (0.8 + 0.5 * age) + 1.3 * crease;
  }
  return {
    colour: await paintColour(path, { tone: skin.tone, hair, strength: lashes.strength }, masks, height),
    normal: await encode(toNormals(height), 86),
    surface: await encode(toSurface(masks, height, age), 84),
  };
}

async function paintColour(
  path: string,
  { tone, hair, strength }: { tone: readonly number[]; hair: Recipe['hair']; strength: number },
  masks: SkinMasks,
  height: Float32Array,
): Promise<Uint8Array> {
  const { width = 512, height: rows = 512 } = await sharp(path).metadata();
  const pieces = await Promise.all(
    SKIN_ATLAS.map(async ({ from, to }) => {
      const cut = {
        left: Math.floor(from.u * width),
        top: Math.floor(from.v * rows),
        width: Math.round(from.width * width),
        height: Math.round(from.height * rows),
      };
      const input = await sharp(path)
        .removeAlpha()
        .extract(cut)
        .resize(Math.round(to.width * SKIN_SIZE), Math.round(to.height * SKIN_SIZE), {
          fit: 'fill',
          kernel: 'lanczos3',
        })
        .sharpen({ sigma: 3, m1: 0.6, m2: 1.6 })
        .png({ compressionLevel: 0 })
        .toBuffer();
      return { input, left: Math.round(to.u * SKIN_SIZE), top: Math.round(to.v * SKIN_SIZE) };
    }),
  );
  const ground = { width: SKIN_SIZE, height: SKIN_SIZE, channels: 3 as const, background: '#9c6a52' };
  const data = await sharp({ create: ground }).composite(pieces).removeAlpha().raw().toBuffer();
  const scale = SKIN_SIZE / RELIEF_SIZE;
  for (let i = 0; i < SKIN_SIZE * SKIN_SIZE; i++) {
    const [x, y] = [i % SKIN_SIZE, Math.floor(i / SKIN_SIZE)];
    const at = Math.floor(y / scale) * RELIEF_SIZE + Math.floor(x / scale);
    const blotch = noise(x / 90, y / 90, 4096, 3) - 0.5;
    const fine = noise(x / 2.1, y / 2.1, 4096, 4) - 0.5;
    const face = masks.pores[at]!;
    const light = 1 + face * (0.08 * (height[at]! - 0.5) + 0.05 * fine);
    const red = 1 + 0.05 * face * blotch;
    const lip = 1 - 0.1 * masks.lips[at]!;
    data[3 * i] = byte(data[3 * i]! * tone[0]! * light * red);
    data[3 * i + 1] = byte(data[3 * i + 1]! * tone[1]! * light * lip);
    data[3 * i + 2] = byte(data[3 * i + 2]! * tone[2]! * light * lip);
    for (const [k, { colour, beard }] of hair.entries()) {
      const grown = masks.growth[k]![at]!;
      if (grown === 0) continue;
      const short =
        (beard ? DENSEST_BEARD : DENSEST) *
        Math.min(1, grown) ** 1.5 *
        (0.5 + noise(x / (beard ? 1.3 : 7), y / 1.3, 4096, 9));
      mix(
        data,
        3 * i,
        colour.map((value) => value * ROOTS),
        Math.min(1, short + Math.max(0, grown - 1)),
      );
    }
    if (masks.lashLine[at]) {
      for (let k = 0; k < 3; k++) data[3 * i + k] = byte(data[3 * i + k]! * (1 - RIM[k]! * masks.lashLine[at]!));
      mix(data, 3 * i, LASHES, LASH_LINE * strength * masks.lashLine[at]!);
    }
  }
  return encode(data, 88, SKIN_SIZE);
}

/** Hair lies in layers that light each other; short hairs on the skin are painted lighter to be of one colour with it. */
const ROOTS = 1.3;
/** Where lashes grow out of the lid there is a dark line; its colour, and how much of the skin it hides. */
const LASHES = [26, 18, 16] as const;
const LASH_LINE = 0.85;
/** How much less red, green and blue the rims of the lids are than the picture's, which are a white line when they close. */
const RIM = [0.3, 0.46, 0.48] as const;
/** How much of the skin short hairs hide where they are densest. */
const DENSEST = 0.62;
const DENSEST_BEARD = 0.8;

/** Lays a colour over a pixel. @param share 0..1 */
function mix(data: Uint8Array, at: number, colour: readonly number[], share: number): void {
  for (let k = 0; k < 3; k++) data[at + k] = byte(data[at + k]! + share * (colour[k]! - data[at + k]!));
}

function makeRelief(): Float32Array {
  const made = new Float32Array(RELIEF_SIZE * RELIEF_SIZE);
  for (let i = 0; i < made.length; i++) {
    const [x, y] = [i % RELIEF_SIZE, Math.floor(i / RELIEF_SIZE)];
    const pore = noise(x / 2.2, y / 2.2, 4096, 5);
    const cell = noise(x / 4.6, y / 4.6, 4096, 6);
    const line = Math.abs(noise(x / 9, y / 5, 4096, 8) - 0.5) * 2;
    made[i] = 0.5 * (1 - Math.max(0, pore - 0.62) * 2.4) + 0.28 * cell + 0.22 * line;
  }
  return made;
}

/** How far relief tilts the surface. */
const STEEPNESS = 0.3;

/** Normals of a height field, as glTF packs them: green points up in the texture. */
function toNormals(height: Float32Array): Uint8Array {
  const packed = new Uint8Array(height.length * 3);
  const last = RELIEF_SIZE - 1;
  for (let i = 0; i < height.length; i++) {
    const [x, y] = [i % RELIEF_SIZE, Math.floor(i / RELIEF_SIZE)];
    const dx = height[x < last ? i + 1 : i]! - height[x > 0 ? i - 1 : i]!;
    const dy = height[y < last ? i + RELIEF_SIZE : i]! - height[y > 0 ? i - RELIEF_SIZE : i]!;
    const [nx, ny] = [-STEEPNESS * dx, STEEPNESS * dy];
    const length = Math.hypot(nx, ny, 1);
    packed[3 * i] = byte(127.5 + (127.5 * nx) / length);
    packed[3 * i + 1] = byte(127.5 + (127.5 * ny) / length);
    packed[3 * i + 2] = byte(127.5 + 127.5 / length);
  }
  return packed;
}

/** Roughness in green, strength of the gloss in blue: lips wet, forehead and nose shiny, pores matt. */
function toSurface({ lips, oily }: SkinMasks, height: Float32Array, age: number): Uint8Array {
  const packed = new Uint8Array(height.length * 3);
  for (let i = 0; i < height.length; i++) {
    const rough = 0.62 + 0.06 * age - 0.1 * oily[i]! - 0.2 * lips[i]! + 0.1 * (0.6 - height[i]!) * (1 - lips[i]!);
    const gloss = 0.36 + 0.14 * oily[i]! + 0.36 * lips[i]!;
    packed[3 * i] = 255;
    packed[3 * i + 1] = byte(255 * rough);
    packed[3 * i + 2] = byte(255 * Math.min(1, gloss));
  }
  return packed;
}

async function encode(data: Uint8Array, quality: number, size = RELIEF_SIZE): Promise<Uint8Array> {
  const raw = { width: size, height: size, channels: 3 } as const;
  return Uint8Array.from(await sharp(data, { raw }).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer());
}

const byte = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));
