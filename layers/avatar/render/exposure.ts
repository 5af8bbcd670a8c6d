import type { ActorModel } from '../model/index.ts';

/** Exposure for skin of medium brightness, and that brightness (linear, 0..1). */
export const REFERENCE = { exposure: 0.59, brightness: 0.3 };

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
  const [red, green, blue] = [0, 1, 2].map((k) => skin.material.tint[k]! * (pixel[k]! / 255) ** 2) as [
    number,
    number,
    number,
  ];
  const brightness = Math.max(0.02, 0.3 * red + 0.55 * green + 0.15 * blue);
  return REFERENCE.exposure * (REFERENCE.brightness / brightness) ** ADAPTATION;
}
