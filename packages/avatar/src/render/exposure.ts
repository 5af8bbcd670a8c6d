import type { ActorModel, Joint, Part } from '../model/index.ts';
import type { Mips } from './textures.ts';

/** Exposure for medium skin, and the brightness of such skin and of the cheeks (linear, 0..1). */
export const REFERENCE = { exposure: 0.59, brightness: 0.3, cheeks: 0.33 };

/** Exponent for adapting the exposure to skin brightness. As in photography, darker skin gets more exposure but is still darker. */
const ADAPTATION = 0.32;

/** Computes the exposure for an actor from the mean skin color. @param means mean RGBA of each texture, 0..255 */
export function exposureFor(actor: ActorModel, means: readonly Uint8Array[]): number {
  const skin = actor.parts.find(({ substance }) => substance === 'skin');
  const pixel = skin?.material.color === undefined ? undefined : means[skin.material.color];
  if (!skin || !pixel) return REFERENCE.exposure;
  return REFERENCE.exposure * (REFERENCE.brightness / brightnessOf(skin, pixel)) ** ADAPTATION;
}

/** Returns the brightness of a pixel in the texture of a part (linear, 0.02..1). @param pixel RGBA, 0..255 */
function brightnessOf({ material }: Part, pixel: Uint8Array): number {
  const linear = (k: 0 | 1 | 2): number => material.tint[k] * (pixel[k]! / 255) ** 2;
  const [red, green, blue] = [linear(0), linear(1), linear(2)];
  return Math.max(0.02, 0.3 * red + 0.55 * green + 0.15 * blue);
}

/** How far the middle of a cheek is below the eye, and its radius, in meters. */
const CHEEK = { below: 0.037, near: 0.012 } as const;
/** Width of the image in which cheeks are measured, in pixels. At this size, a pixel covers a few millimeters. */
const CHEEK_WIDTH = 128;

/** Returns the vertices of the cheek below an eye. */
function verticesBelow(positions: Float32Array, [x, y, z]: Joint['position']): number[] {
  const vertices: number[] = [];
  for (let at = 0; at < positions.length; at += 3) {
    const aside = positions[at]! - x;
    const below = positions[at + 1]! - y + CHEEK.below;
    if (positions[at + 2]! > z && aside ** 2 + below ** 2 < CHEEK.near ** 2) vertices.push(at / 3);
  }
  return vertices;
}

/**
 * Measures the brightness of the cheeks (linear, 0.02..1). The mean of the texture would include painted hair.
 * @returns undefined if there are no eyes or cheeks
 */
export function measureCheeks({ joints }: ActorModel, skin: Part, { width, height, levels }: Mips): number | undefined {
  const eyes = joints.filter(({ name }) => name === 'leftEye' || name === 'rightEye');
  const level = Math.max(0, Math.min(levels.length - 1, Math.round(Math.log2(width / CHEEK_WIDTH))));
  const [w, h] = [Math.max(1, width >> level), Math.max(1, height >> level)];
  const { positions, uvs } = skin;
  const cheeks = eyes.flatMap(({ position }) => verticesBelow(positions, position)).sort((a, b) => a - b);
  let sum = 0;
  for (const v of cheeks) {
    const [column, row] = [Math.floor(uvs[2 * v]! * w), Math.floor(uvs[2 * v + 1]! * h)];
    const at = 4 * (Math.min(h - 1, Math.max(0, row)) * w + Math.min(w - 1, Math.max(0, column)));
    sum += brightnessOf(skin, levels[level]!.subarray(at, at + 3));
  }
  return cheeks.length > 0 ? sum / cheeks.length : undefined;
}
