import sharp from 'sharp';
import { SKIN_ATLAS } from '../geometry/atlas.ts';
import { smoothStep } from '../geometry/mesh/index.ts';
import type { Recipe } from '../makehuman/index.ts';
import { byte } from './byte.ts';
import { applyComplexion, type Complexion, fairnessOf } from './complexion.ts';
import { tintAt } from './mottling.ts';
import { hash, noise, noiseRows } from './noise.ts';
import { blurSkin, evenNeck, paintNostrils } from './skin-ground.ts';
import type { SkinMasks } from './skin-masks.ts';
import { roughnessFor, toNormals, toSurface } from './skin-surface.ts';

/** Width and height of the color map, and of the normal and surface maps, in pixels. */
export const SKIN_SIZE = 2048;
export const RELIEF_SIZE = 1024;

/** Skin textures, as JPEG. */
export interface Skin {
  color: Uint8Array;
  normal: Uint8Array;
  surface: Uint8Array;
  /** Twice the roughness factor in the surface map. */
  roughness: number;
}

/** Height map of pores on top of fine lines, 0..1, one value per pixel. It is the same for all actors. */
let relief: Float32Array | undefined;

/**
 * Paints a skin: a color map, which is the MakeHuman texture sharpened and enlarged for the head, with the pores and blotches that its 512
 * pixels cannot show; a normal map with pores and lip creases; and a surface map with roughness and specular strength.
 * @param path path of the MakeHuman texture
 * @param masks masks with a size of `RELIEF_SIZE`
 */
export async function paintSkin(path: string, { skin, build, hair, brows, lashes }: Recipe, masks: SkinMasks): Promise<Skin> {
  relief ??= makeRelief();
  const age = Math.min(1, Math.max(0, (build.age - 25) / 45));
  const fair = fairnessOf(skin.cheek);
  const height = new Float32Array(relief.length);
  const patches = noiseRows(RELIEF_SIZE, 38, 38, 31);
  for (let y = 0, i = 0; y < RELIEF_SIZE; y++) {
    const patch = patches(y);
    for (let x = 0; x < RELIEF_SIZE; x++, i++) {
      // Creases run across the lips, which is along u in this texture.
      const crease = masks.lips[i]! !== 0 ? masks.lips[i]! * noise(x / 11, y / 1.8, 4096, 7) : 0;
      // Pores are wide on the nose and forehead. As people age, folds become permanent.
      height[i] =
        masks.pores[i]! * (relief[i]! * reliefAt(patch[x]!, age, masks.oily[i]!) - FOLD_DEPTH * foldAtRest(masks.folds[i]!, age)) +
        LIP_CREASES * crease;
    }
  }
  return {
    color: await paintColor(
      path,
      { complexion: complexionOf(skin, build), hair, brows: brows.color, strength: lashes.strength, age },
      masks,
      height,
    ),
    normal: await encode(toNormals(height, RELIEF_SIZE, fair), 86),
    surface: await encode(toSurface(masks, height, age, fair), 84),
    roughness: roughnessFor(fair),
  };
}

async function paintColor(
  path: string,
  {
    complexion,
    hair,
    brows,
    strength,
    age,
  }: { complexion: Complexion; hair: Recipe['hair']; brows: readonly number[]; strength: number; age: number },
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
      const { data: input, info } = await sharp(path)
        .removeAlpha()
        .extract(cut)
        .resize(Math.round(to.width * SKIN_SIZE), Math.round(to.height * SKIN_SIZE), {
          fit: 'fill',
          kernel: 'lanczos3',
        })
        .sharpen({ sigma: 3, m1: 0.6, m2: 1.6 })
        .raw()
        .toBuffer({ resolveWithObject: true });
      return { input, info, left: Math.round(to.u * SKIN_SIZE), top: Math.round(to.v * SKIN_SIZE) };
    }),
  );
  const data = new Uint8Array(3 * SKIN_SIZE * SKIN_SIZE);
  for (let i = 0; i < data.length; i++) data[i] = GROUND[i % 3]!;
  for (const { input, info, left, top } of pieces)
    for (let y = 0; y < info.height; y++)
      data.set(input.subarray(3 * y * info.width, 3 * (y + 1) * info.width), 3 * ((top + y) * SKIN_SIZE + left));
  const scale = SKIN_SIZE / RELIEF_SIZE;
  applyComplexion(data, SKIN_SIZE, masks, complexion, isHeadOrBody);
  const fair = fairnessOf(complexion.cheek);
  evenNeck(data, await blurSkin(data, SKIN_SIZE), SKIN_SIZE, masks);
  paintNostrils(data, SKIN_SIZE);
  const shaded = (color: readonly number[]): number[] => color.map((value) => value * UNDER_LIGHTNESS);
  const beardColor = shaded(hair.find(({ beard }) => beard)?.color ?? brows);
  const scalpColor = shaded(hair.find(({ beard }) => !beard)?.color ?? brows);
  // White brows do not have the shadow of dense hair, so dark roots would show.
  const browColor = brows.map((value) => value * (UNDER_LIGHTNESS + FAIR_BROWS * smoothStep(90, 150, value)));
  const rowsOf = (wide: number, high: number, seed: number) => noiseRows(SKIN_SIZE, wide, high, seed);
  const [blotches, fines, roughs] = [rowsOf(90, 90, 3), rowsOf(2.1, 2.1, 4), rowsOf(5.5, 5.5, 26)];
  const [strands, roots] = [rowsOf(1.7, 2.6, 9), rowsOf(1.4, 3, 10)];
  for (let y = 0, i = 0; y < SKIN_SIZE; y++) {
    const [blotchRow, fineRow, roughRow] = [blotches(y), fines(y), roughs(y)];
    const [strandRow, rootRow, poreRow] = [strands(y), roots(y), porePixels(y)];
    for (let x = 0; x < SKIN_SIZE; x++, i++) {
      const at = Math.floor(y / scale) * RELIEF_SIZE + Math.floor(x / scale);
      const face = masks.pores[at]!;
      const blotch = face > 0 ? blotchRow[x]! - 0.5 : 0;
      const fine = face > 0 ? fineRow[x]! - 0.5 : 0;
      const rough = face > 0 ? roughRow[x]! - 0.5 : 0;
      const pore = face > 0 ? poreRow[x]! * (0.55 + 0.45 * age) * (0.42 + 0.6 * masks.oily[at]! + 0.45 * masks.flush[at]!) : 0;
      const light = 1 + face * (0.1 * (height[at]! - 0.5) + 0.07 * fine + 0.055 * rough - PORE_SHADE * pore);
      const red = 1 + 0.05 * face * blotch;
      const lip = 1 - 0.2 * masks.lips[at]! * Math.max(0, 0.62 - height[at]!);
      const tint = face > 0 ? tintAt(SKIN_SIZE, i, masks.vessels[at]!, TINTED * fair) : NO_TINT;
      const fold = FOLD_SHADE * foldAtRest(masks.folds[at]!, age);
      const shadow = masks.seam[at]!;
      const blood = tint.blood + fold;
      const melanin = tint.melanin + fold;
      // Everywhere else, all factors are 1.
      if (face !== 0 || shadow !== 0 || masks.lips[at]! !== 0) {
        data[3 * i] = byte(data[3 * i]! * light * red * lip * (1 - SEAM[0] * shadow) * (1 - face * 0.45 * melanin));
        data[3 * i + 1] = byte(data[3 * i + 1]! * light * lip * (1 - SEAM[1] * shadow) * (1 - face * (blood + 0.75 * melanin)));
        data[3 * i + 2] = byte(data[3 * i + 2]! * light * lip * (1 - SEAM[2] * shadow) * (1 - face * (0.85 * blood + melanin)));
      }
      for (let k = 0; k < hair.length; k++) {
        const grown = masks.growth[k]![at]!;
        // The lining of the mouth is within the beard area, but hair does not grow there.
        if (grown === 0 || !isHeadOrBody(x, y)) continue;
        const { color, beard, curls } = hair[k]!;
        // There is a soft shadow under a beard, and single hairs are drawn on top of it.
        const strand = curls ? 0.8 * strandRow[x]! : 0;
        const short = beard
          ? BEARD_SHADE * Math.min(1, grown) ** 1.3 + Math.max(0, grown - 1)
          : MAX_HAIR_OPACITY *
            (curls ? smoothStep(strand - 0.15, strand + 0.75, grown) : smoothStep(SCALP_SHADE[0], SCALP_SHADE[1], grown));
        const light = ROOT_LIGHTNESS + ROOT_CONTRAST * (rootRow[x]! - 0.5);
        blendPixel(data, 3 * i, beard ? beardColor : color, Math.min(1, short), beard ? 1 : light);
      }
      const atHairline = masks.hairs.scalp?.[i] ?? 0;
      if (atHairline > 0) blendPixel(data, 3 * i, scalpColor, atHairline / 255);
      const bearded = (masks.hairs.beard?.[i] ?? 0) * (1 - masks.lips[at]!);
      if (bearded > 0 && isHeadOrBody(x, y)) blendPixel(data, 3 * i, beardColor, bearded / 255);
      if (masks.brows[at]! > 0) blendPixel(data, 3 * i, browColor, BROW_SHADE * masks.brows[at]! ** 1.3);
      if (masks.hairs.brows[i]! > 0) blendPixel(data, 3 * i, browColor, masks.hairs.brows[i]! / 255);
      if (masks.lashLine[at]) {
        for (let k = 0; k < 3; k++) data[3 * i + k] = byte(data[3 * i + k]! * (1 - RIM_DARKENING[k]! * masks.lashLine[at]!));
        blendPixel(data, 3 * i, LASH_COLOR, LASH_LINE_OPACITY * strength * masks.lashLine[at]!);
      }
    }
  }
  return encode(data, 88, SKIN_SIZE);
}

/** Strength of the shaved-beard shadow for dark hair, by fairness of the skin. */
const STUBBLE = 0.8;

function complexionOf({ cheek, shaved = 1 }: Recipe['skin'], { gender, age }: Recipe['build']): Complexion {
  return { cheek, gender, stubble: STUBBLE * gender * shaved, seed: Math.round(age * 131 + cheek[0]! * 7 + cheek[2]!) };
}

/** Color of unused areas of the map. */
const GROUND = [156, 106, 82] as const;

/** Regions of the color map for the head and body, not including the inside of the mouth, in pixels. */
const HEAD_AND_BODY = SKIN_ATLAS.slice(0, 2).map(({ to }) => ({
  left: to.u * SKIN_SIZE,
  right: (to.u + to.width) * SKIN_SIZE,
  top: to.v * SKIN_SIZE,
  bottom: (to.v + to.height) * SKIN_SIZE,
}));

function isHeadOrBody(x: number, y: number): boolean {
  for (const { left, right, top, bottom } of HEAD_AND_BODY) if (x >= left && x < right && y >= top && y < bottom) return true;
  return false;
}

/** How dark the darkest pores are, and the side length of the squares that have one pore each, in texture pixels. */
const PORE_SHADE = 0.3;
const PORE_CELL = 4.4;
/** Radius of a pore, in texture pixels. */
const PORE_RADIUS = 1.8;
/** Height of the ridges between lip creases, in units of the height map. */
const LIP_CREASES = 0.7;
/** Fractions of red, green, and blue that are absorbed by the shadow between the lips and in their corners. */
const SEAM = [0.1, 0.24, 0.24] as const;
/** Depth of folds at rest, in units of the height map, and how much light blood and melanin absorb there. */
const FOLD_DEPTH = 1.1;
const FOLD_SHADE = 0.16;

/**
 * Strength of pores and lines. In young people, they are fine, even on the forehead. They vary over the width of a finger.
 * @param patch noise, 0..1
 * @param age 0 for 25 years, 1 for 70
 */
const reliefAt = (patch: number, age: number, oily: number): number =>
  (0.5 + 0.75 * age) * (1 + (0.1 + 0.4 * age) * oily) * (0.55 + 0.9 * patch);

/** Depth of a fold at rest, 0..1. @param age 0 for 25 years, 1 for 70 */
const foldAtRest = (depth: number, age: number): number => depth * (0.05 + 0.4 * age * age);

/** Depth of the pores in a row of the color map, 0..1 per pixel, with one pore per square. Returns the same array each time. */
function porePixels(y: number): Float64Array {
  const row = Math.floor(y / PORE_CELL);
  let [column, px, py, depth] = [-1, 0, 0, 0];
  for (let x = 0; x < SKIN_SIZE; x++) {
    const cell = Math.floor(x / PORE_CELL);
    if (cell !== column) {
      column = cell;
      px = (column + 0.2 + 0.6 * hash(column, row, 21)) * PORE_CELL;
      py = (row + 0.2 + 0.6 * hash(column, row, 22)) * PORE_CELL;
      depth = hash(column, row, 23);
    }
    const away = Math.sqrt((x + 0.5 - px) ** 2 + (y + 0.5 - py) ** 2);
    poreDepths[x] = depth * Math.max(0, 1 - away / PORE_RADIUS);
  }
  return poreDepths;
}

const poreDepths = new Float64Array(SKIN_SIZE);

/** How strongly vessels and freckles show, relative to fairness. */
const TINTED = 0.4;
const NO_TINT = { blood: 0, melanin: 0 } as const;
/** Color factor for hairs painted below beards and brows. */
const UNDER_LIGHTNESS = 0.62;
/** How much lighter hairs painted below white brows are. */
const FAIR_BROWS = 0.34;
/** Color factor for short hairs on the skin. Roots are in the shadow of the hair. */
const ROOT_LIGHTNESS = 0.85;
/** How much this factor varies from hair to hair. */
const ROOT_CONTRAST = 0.35;
/** Color of the dark line of lash roots, and its opacity. */
const LASH_COLOR = [26, 18, 16] as const;
const LASH_LINE_OPACITY = 0.72;
/** How much the red, green, and blue of the eyelid rims are darkened. Otherwise, they would show as a white line when the eye closes. */
const RIM_DARKENING = [0.3, 0.46, 0.48] as const;
/** Range of straight hair densities over which the skin underneath takes on the hair color. Below it, single hairs are drawn. */
const SCALP_SHADE = [0.7, 1.8] as const;
/** Maximum opacity of short hairs, where they are densest. */
const MAX_HAIR_OPACITY = 0.97;
/** Opacity of the shadow below beards and brows where they are densest. */
const BEARD_SHADE = 0.55;
const BROW_SHADE = 0.22;

/** Blends a color over a pixel. @param share opacity, 0..1 @param light factor for the color */
function blendPixel(data: Uint8Array, at: number, color: readonly number[], share: number, light = 1): void {
  for (let k = 0; k < 3; k++) data[at + k] = byte(data[at + k]! + share * (color[k]! * light - data[at + k]!));
}

function makeRelief(): Float32Array {
  const made = new Float32Array(RELIEF_SIZE * RELIEF_SIZE);
  const rows = (wide: number, high: number, seed: number) => noiseRows(RELIEF_SIZE, wide, high, seed);
  const [pores, cells, lines] = [rows(1.4, 1.4, 5), rows(3.1, 3.1, 6), rows(9, 5, 8)];
  for (let y = 0, i = 0; y < RELIEF_SIZE; y++) {
    const [pore, cell, line] = [pores(y), cells(y), lines(y)];
    for (let x = 0; x < RELIEF_SIZE; x++, i++)
      made[i] = 0.5 * (1 - Math.max(0, pore[x]! - 0.62) * 2.4) + 0.28 * cell[x]! + 0.22 * (Math.abs(line[x]! - 0.5) * 2);
  }
  return made;
}

async function encode(data: Uint8Array, quality: number, size = RELIEF_SIZE): Promise<Uint8Array> {
  const raw = { width: size, height: size, channels: 3 } as const;
  return Uint8Array.from(await sharp(data, { raw }).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer());
}
