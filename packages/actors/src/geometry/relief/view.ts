import type { Vector } from '../mesh/index.ts';

/** Distance of the camera from the eyes, metres: between those of the near and the far cameras. */
const DISTANCE = 1.45;

/** A direction from which hair is drawn at the bake: a camera as far away as those of videos, seen from the head. */
export interface ReliefCamera {
  /** Angle around the head from the front towards the actor's left, radians. */
  azimuth: number;
  /** Between the eyes, metres. */
  centre: Vector;
  /** Directions to the right of the picture, and towards the camera. */
  right: Vector;
  towards: Vector;
}

export function aimCamera(azimuth: number, centre: Vector): ReliefCamera {
  const [sin, cos] = [Math.sin(azimuth), Math.cos(azimuth)];
  return { azimuth, centre, right: [cos, 0, -sin], towards: [sin, 0, cos] };
}

/**
 * Projects points: metres to the right and up in the plane of the eyes, and metres before it.
 *
 * @param points with their position first
 * @param stride numbers per point
 * @returns 3 per point
 */
export function project({ centre, right, towards }: ReliefCamera, points: ArrayLike<number>, stride: number): Float32Array {
  const count = points.length / stride;
  const out = new Float32Array(3 * count);
  const [cx, cy, cz] = centre;
  const [rx, , rz] = right;
  const [tx, , tz] = towards;
  for (let k = 0, at = 0, to = 0; k < count; k++, at += stride, to += 3) {
    const x = points[at]! - cx;
    const y = points[at + 1]! - cy;
    const z = points[at + 2]! - cz;
    const depth = x * tx + z * tz;
    const scale = DISTANCE / (DISTANCE - depth);
    out[to] = (x * rx + z * rz) * scale;
    out[to + 1] = y * scale;
    out[to + 2] = depth;
  }
  return out;
}

/** Returns the place of a projected point. */
export function unproject({ centre, right, towards }: ReliefCamera, x: number, y: number, depth: number): Vector {
  const scale = (DISTANCE - depth) / DISTANCE;
  return [
    centre[0] + x * scale * right[0] + depth * towards[0],
    centre[1] + y * scale,
    centre[2] + x * scale * right[2] + depth * towards[2],
  ];
}
