import { normalize, type Vector } from './matrix.ts';

/** A light far away: where it comes from, and its linear colour times its strength. */
export interface Light {
  readonly direction: Vector;
  readonly colour: Vector;
}

export interface Lighting {
  readonly key: Light;
  readonly fill: Light;
  readonly rim: Light;
  /** Light from above and from below that comes from everywhere. */
  readonly sky: Vector;
  readonly ground: Vector;
}

/** The lights go round with a camera at the side by this share: the face it sees stays lit. */
const FOLLOWS_CAMERA = 0.7;

/** A softly lit studio: a warm key from the upper left of the picture, a cool fill, a bright edge from behind. */
export function createLighting(azimuth: number): Lighting {
  const turn = azimuth * FOLLOWS_CAMERA;
  return {
    key: { direction: from(turn - 0.62, 0.6), colour: [2.25, 2.18, 2.08] },
    fill: { direction: from(turn + 0.8, 0.12), colour: [0.4, 0.46, 0.55] },
    rim: { direction: from(turn + 2.55, 0.42), colour: [1.9, 1.95, 2.1] },
    sky: [0.62, 0.66, 0.74],
    ground: [0.3, 0.26, 0.23],
  };
}

/** @param around radians from the front towards the actor's left @param up radians above the horizon */
function from(around: number, up: number): Vector {
  return normalize([Math.sin(around) * Math.cos(up), Math.sin(up), Math.cos(around) * Math.cos(up)]);
}
