import { byte } from './byte.ts';
import { noiseRows } from './noise.ts';
import type { SkinMasks } from './skin-masks.ts';

/**
 * Slope of the normal map per unit of height. On dark skin, most of the reflected light is the highlight, which shows every ridge. With the
 * slopes of fair skin, it would look wet or salted.
 */
const NORMAL_STRENGTH = { dark: 0.2, fair: 0.36 } as const;
/** How much the highlight varies from ridge to ridge and from pore to pore. */
const GRAIN = { dark: 0.3, fair: 0.7 } as const;
/** Roughness factor for a broad sheen. */
const ROUGHNESS = { dark: 0.53, fair: 0.5 } as const;
/** Specular strength. On dark skin, it is mostly the sheen that shows the shape. */
const GLOSS = { dark: 0.32, fair: 0.26 } as const;

/** Mixes values for dark and fair skin. @param fair 0..1 */
const by = ({ dark, fair: light }: { dark: number; fair: number }, fair: number): number => dark + fair * (light - dark);

/** Returns twice the roughness factor in the surface map. @param fair 0..1 */
export const roughnessFor = (fair: number): number => by(ROUGHNESS, fair);

/** Converts a height map to a normal map packed as in glTF, where green points up in the texture. @param size in pixels @param fair 0..1 */
export function toNormals(height: Float32Array, size: number, fair: number): Uint8Array {
  const packed = new Uint8Array(height.length * 3);
  const last = size - 1;
  const strength = by(NORMAL_STRENGTH, fair);
  for (let y = 0, i = 0; y <= last; y++)
    for (let x = 0; x <= last; x++, i++) {
      const dx = height[x < last ? i + 1 : i]! - height[x > 0 ? i - 1 : i]!;
      const dy = height[y < last ? i + size : i]! - height[y > 0 ? i - size : i]!;
      const nx = -strength * dx;
      const ny = strength * dy;
      const length = Math.sqrt(nx * nx + ny * ny + 1);
      packed[3 * i] = byte(127.5 + (127.5 * nx) / length);
      packed[3 * i + 1] = byte(127.5 + (127.5 * ny) / length);
      packed[3 * i + 2] = byte(127.5 + 127.5 / length);
    }
  return packed;
}

/**
 * Computes the surface map, with fold depth in red (255 for none), roughness in green, and specular strength in blue. The lips are moist,
 * the forehead, nose, and chin are oily, and the cheeks are matte. Variation over a few millimeters breaks up highlights.
 * @param age 0 for 25 years, 1 for 70
 */
export function toSurface(masks: SkinMasks, height: Float32Array, age: number, fair: number): Uint8Array {
  const { lips, oily, folds, pores, seam, size } = masks;
  const packed = new Uint8Array(height.length * 3);
  const grains = by(GRAIN, fair);
  const [varies, grainy] = [noiseRows(size, 7, 7, 18), noiseRows(size, 1.3, 1.3, 24)];
  for (let y = 0, i = 0; y < size; y++) {
    const [coarse, fine] = [varies(y), grainy(y)];
    for (let x = 0; x < size; x++, i++) {
      const vary = (0.2 + 0.8 * pores[i]!) * (coarse[x]! - 0.5);
      // Between pores, single ridges catch the light. This makes highlights look grainy rather than like a film.
      const grain = pores[i]! !== 0 ? grains * pores[i]! * (fine[x]! - 0.5) : 0;
      const rough =
        0.63 +
        0.06 * age -
        0.17 * oily[i]! -
        0.08 * lips[i]! +
        0.12 * (1 - pores[i]!) * (1 - lips[i]!) +
        (0.24 * grains * (0.6 - height[i]!) + 0.05 * vary - 0.07 * grain) * (1 - lips[i]!);
      const gloss =
        by(GLOSS, fair) * (1 + 0.65 * oily[i]!) * (1 + 0.3 * vary + 0.9 * grain + 0.9 * grains * pores[i]! * (height[i]! - 0.6)) +
        0.24 * lips[i]! * height[i]!;
      packed[3 * i] = byte(255 * (1 - folds[i]!));
      packed[3 * i + 1] = byte(255 * rough);
      packed[3 * i + 2] = byte(255 * Math.min(1, gloss * (1 - 0.7 * seam[i]!)));
    }
  }
  return packed;
}
