import type { Color } from '../makehuman/index.ts';
import { byte } from './byte.ts';
import { hash, noiseRows } from './noise.ts';
import type { SkinMasks } from './skin-masks.ts';

/** Fraction of MakeHuman's hue and chroma differences to keep. Some of them come from the lighting and makeup in the photographs. */
const HUES_KEPT = 0.5;
/** Fraction of these differences to remove from the ears. */
const EARS_EVENED = 0.8;
/** Fraction of the lightness differences within MakeHuman lips to keep. */
const LIP_SHADING = 0.7;
/** The photographs show closed lips, so the shadow between them and in their corners is lightened toward the red of the lips. */
const PARTED = { share: 0.75, lightness: 0.85 } as const;
/** Color factors for the red of the lips relative to the cheeks, for dark and fair skin. Melanin hides the color of blood. */
const DARK_LIPS: Color = [0.92, 0.8, 0.86];
const FAIR_LIPS: Color = [0.82, 0.66, 0.735];
/** The same, for men with fair skin, whose lips would look painted if they were as red as women's. Tuned by eye. */
const FAIR_LIPS_OF_MEN: Color = [0.8, 0.685, 0.715];
/** Green values of the cheeks that count as dark and fair skin, 0..255. */
const FAIRNESS = { dark: 88, fair: 146 } as const;
/** Color factors for the skin below the eyes, where it is thin, and for shaved beards. */
const THIN: Color = [0.91, 0.845, 0.885];
const SHAVED: Color = [0.8, 0.81, 0.85];
/** Fraction of the shaved-beard shadow to remove from the lips. Without any shadow, men's lips would look painted. */
const BARE_LIPS = 0.85;
/** Color factors for the forehead, which is brighter and yellower than the cheeks in the photographs. */
const FOREHEAD: Color = [0.985, 0.962, 0.972];
/** Moles: grid cell size in texture pixels, fraction of cells with a mole, range of radii, and color. */
const MOLES = { cell: 96, share: 0.14, radius: [1.6, 3.4], color: [0.62, 0.48, 0.42] } as const;

export interface Complexion {
  /** Mean color of the cheeks, 0..255. */
  cheek: Color;
  /** 0 for a woman, 1 for a man. */
  gender: number;
  /** Strength of the shaved-beard shadow, 0..1. */
  stubble: number;
  /** Random seed for mole positions. */
  seed: number;
}

/**
 * Applies a complexion: cheek color, hue differences between regions, lips that match the skin color, and moles.
 * @param data RGB pixels, modified in place
 * @param head returns true if a pixel is on the head or body, as opposed to the mouth or other parts
 */
export function applyComplexion(
  data: Uint8Array,
  size: number,
  masks: SkinMasks,
  { cheek, gender, stubble, seed }: Complexion,
  head: (x: number, y: number) => boolean,
): void {
  const scale = size / masks.size;
  const mean = meanColor(data, size, masks.flush, masks.size);
  const lipLight = lightness(meanColor(data, size, masks.lips, masks.size));
  const meanLight = lightness(mean);
  const gain = cheek.map((value, k) => value / mean[k]!);
  const fair = fairnessOf(cheek);
  const lips = cheek.map((value, k) => {
    const fairLips = FAIR_LIPS[k]! + gender * (FAIR_LIPS_OF_MEN[k]! - FAIR_LIPS[k]!);
    return value * (DARK_LIPS[k]! + fair * (fairLips - DARK_LIPS[k]!));
  });
  const dotted = noiseRows(size, 1.7, 1.7, 19);
  for (let y = 0, i = 0; y < size; y++) {
    const dot = dotted(y);
    for (let x = 0; x < size; x++, i++) {
      const light = 0.3 * data[3 * i]! + 0.55 * data[3 * i + 1]! + 0.15 * data[3 * i + 2]! + DARKEST;
      const inHead = head(x, y);
      const at = Math.floor(y / scale) * masks.size + Math.floor(x / scale);
      const red = masks.lips[at]!;
      const thin = masks.thin[at]!;
      const shaved = inHead ? stubble * masks.jaw[at]! * (1 - BARE_LIPS * red) : 0;
      // Stubble looks like a shadow with dots.
      const dots = shaved > 0 ? shaved * (0.55 + 0.9 * dot[x]!) : 0;
      const hues = HUES_KEPT * (1 - EARS_EVENED * masks.ears[at]!);
      const brow = 0.8 * masks.oily[at]! * (1 - masks.flush[at]!);
      const face = masks.flush[at]! + masks.oily[at]! + masks.folds[at]! > 0.15;
      const mole = inHead && face && masks.pores[at]! > 0.9 ? moleAt(x, y, seed) : 0;
      const parted = PARTED.share * masks.seam[at]!;
      const shade = 1 + LIP_SHADING * (light / lipLight - 1);
      for (let k = 0; k < 3; k++) {
        let value = data[3 * i + k]!;
        if (inHead) value = light * (mean[k]! / meanLight + hues * (value / light - mean[k]! / meanLight));
        value *= gain[k]!;
        value += red * (lips[k]! * shade - value);
        value += parted * Math.max(0, PARTED.lightness * lips[k]! - value);
        value *=
          (1 + thin * (THIN[k]! - 1)) *
          (1 + dots * (SHAVED[k]! - 1)) *
          (1 + brow * (FOREHEAD[k]! - 1)) *
          (1 + mole * (MOLES.color[k]! - 1));
        data[3 * i + k] = byte(value);
      }
    }
  }
}

/** Returns the fairness of skin, 0..1. @param cheek color of the cheeks, 0..255 */
export const fairnessOf = (cheek: Color): number => Math.min(1, Math.max(0, (cheek[1]! - FAIRNESS.dark) / (FAIRNESS.fair - FAIRNESS.dark)));

/** Added to lightness values to avoid dividing by zero. */
const DARKEST = 0.01;
const lightness = ([red, green, blue]: readonly number[]): number => 0.3 * red! + 0.55 * green! + 0.15 * blue! + DARKEST;

/** Mean color where the mask is above 0.5. */
function meanColor(data: Uint8Array, size: number, mask: Float32Array, maskSize: number): Color {
  const scale = size / maskSize;
  const sum = [0, 0, 0];
  let count = 0;
  for (let at = 0; at < mask.length; at += 3) {
    if (mask[at]! < 0.5) continue;
    const i = Math.floor(Math.floor(at / maskSize) * scale) * size + Math.floor((at % maskSize) * scale);
    for (let k = 0; k < 3; k++) sum[k]! += data[3 * i + k]!;
    count++;
  }
  return sum.map((value) => value / Math.max(1, count)) as unknown as Color;
}

/** Opacity of a mole at a pixel, 0..1. */
function moleAt(x: number, y: number, seed: number): number {
  const [column, row] = [Math.floor(x / MOLES.cell), Math.floor(y / MOLES.cell)];
  if (hash(column, row, seed) > MOLES.share) return 0;
  const place = (of: number): number => (0.2 + 0.6 * hash(column, row, seed + of)) * MOLES.cell;
  const [small, large] = MOLES.radius;
  const radius = small + hash(column, row, seed + 3) * (large - small);
  const away = Math.hypot(x - column * MOLES.cell - place(1), y - row * MOLES.cell - place(2)) / radius;
  return Math.max(0, Math.min(1, 1.6 - away)) * (0.35 + 0.5 * hash(column, row, seed + 4));
}
