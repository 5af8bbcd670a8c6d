import { normalize, type Vector } from './matrix.ts';

/** A directional light: the direction it comes from, and linear colour times intensity. */
export interface Light {
  readonly direction: Vector;
  readonly colour: Vector;
}

export interface Lighting {
  readonly key: Light;
  readonly fill: Light;
  readonly rim: Light;
  /** Ambient light from above and below. */
  readonly sky: Vector;
  readonly ground: Vector;
}

/** Share of the camera's azimuth by which the lights turn with it, so that the visible side of the face stays lit. */
const FOLLOWS_CAMERA = 0.7;

/**
 * Returns a soft studio lighting: a warm key light from the upper left of the image, a cool fill light, a bright rim
 * light.
 *
 * @param azimuth of the camera, radians
 */
export function createLighting(azimuth: number): Lighting {
  const turn = azimuth * FOLLOWS_CAMERA;
  return {
    key: { direction: directionOf(turn - 0.62, 0.6), colour: [2.25, 2.18, 2.08] },
    fill: { direction: directionOf(turn + 0.8, 0.12), colour: [0.4, 0.46, 0.55] },
    rim: { direction: directionOf(turn + 2.55, 0.42), colour: [1.9, 1.95, 2.1] },
    sky: [0.62, 0.66, 0.74],
    ground: [0.3, 0.26, 0.23],
  };
}

/**
 * Returns a direction.
 *
 * @param around radians from the front towards the actor's left
 * @param up radians above the horizon
 */
function directionOf(around: number, up: number): Vector {
  return normalize([Math.sin(around) * Math.cos(up), Math.sin(up), Math.cos(around) * Math.cos(up)]);
}
