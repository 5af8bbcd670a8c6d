import type { ActorModel, Part } from '../model/index.ts';
import type { Mips } from './textures.ts';

/** Exposure for skin of medium brightness, that brightness, and that of cheeks of such skin (linear, 0..1). */
export const REFERENCE = { exposure: 0.59, brightness: 0.3, cheeks: 0.33 };

/**
 * Exponent of the adaptation to the skin's brightness. As in photography, darker skin gets more exposure, but stays
 * darker in the image.
 */
const ADAPTATION = 0.32;

/**
 * Computes the exposure of an actor from the mean colour of the skin.
 *
 * @param means mean RGBA of the model's textures, 0..255
 */
export function exposureFor(actor: ActorModel, means: readonly Uint8Array[]): number {
  const skin = actor.parts.find(({ substance }) => substance === 'skin');
  const pixel = skin?.material.colour === undefined ? undefined : means[skin.material.colour];
  if (!skin || !pixel) return REFERENCE.exposure;
  return REFERENCE.exposure * (REFERENCE.brightness / brightnessOf(skin, pixel)) ** ADAPTATION;
}

/** Brightness of a pixel of a part's texture (linear, 0.02..1). @param pixel RGBA, 0..255 */
function brightnessOf({ material }: Part, pixel: Uint8Array): number {
  const [red, green, blue] = [0, 1, 2].map((k) => material.tint[k]! * (pixel[k]! / 255) ** 2) as [
    number,
    number,
    number,
  ];
  return Math.max(0.02, 0.3 * red + 0.55 * green + 0.15 * blue);
}

/** Middle of a cheek below the eye, and distance from it that counts as cheek, metres. */
const CHEEK = { below: 0.037, near: 0.012 } as const;
/** Width of the picture in which cheeks are measured, pixels: a pixel then shows some millimetres. */
const CHEEK_WIDTH = 128;

/**
 * Measures the brightness of an actor's cheeks (linear, 0.02..1). The mean of the texture has painted hair in it.
 *
 * @param levels the skin's texture and its scaled-down versions, RGBA
 * @returns undefined for an actor without eyes or cheeks
 */
export function measureCheeks({ joints }: ActorModel, skin: Part, { width, height, levels }: Mips): number | undefined {
  const eyes = joints.filter(({ name }) => name === 'leftEye' || name === 'rightEye');
  const level = Math.max(0, Math.min(levels.length - 1, Math.round(Math.log2(width / CHEEK_WIDTH))));
  const [w, h] = [Math.max(1, width >> level), Math.max(1, height >> level)];
  const { positions, uvs } = skin;
  let [sum, count] = [0, 0];
  for (let v = 0; v < positions.length / 3; v++) {
    const [x, y, z] = [positions[3 * v]!, positions[3 * v + 1]!, positions[3 * v + 2]!];
    const isCheek = eyes.some(
      ({ position: [ex, ey, ez] }) => z > ez && Math.hypot(x - ex, y - ey + CHEEK.below) < CHEEK.near,
    );
    if (!isCheek) continue;
    const [column, row] = [Math.floor(uvs[2 * v]! * w), Math.floor(uvs[2 * v + 1]! * h)];
    const at = 4 * (Math.min(h - 1, Math.max(0, row)) * w + Math.min(w - 1, Math.max(0, column)));
    sum += brightnessOf(skin, levels[level]!.subarray(at, at + 3));
    count++;
  }
  return count > 0 ? sum / count : undefined;
}
