import type { Vector } from '../mesh/index.ts';

/** Distance from the camera to the eyes, in meters. It is between the distances of the near and far video cameras. */
const DISTANCE = 1.45;

/** A direction from which hair is rendered when baking: a camera at a typical video camera distance, in the head's frame. */
export interface ReliefCamera {
  /** Angle around the head from the front toward the actor's left, in radians. */
  azimuth: number;
  /** Point between the eyes, in meters. */
  center: Vector;
  /** Directions to the right of the picture and toward the camera. */
  right: Vector;
  toward: Vector;
}

export function aimCamera(azimuth: number, center: Vector): ReliefCamera {
  const [sin, cos] = [Math.sin(azimuth), Math.cos(azimuth)];
  return { azimuth, center, right: [cos, 0, -sin], toward: [sin, 0, cos] };
}

/**
 * Projects points to coordinates in meters: right and up in the plane of the eyes, and forward from that plane.
 * @param points values of each point, starting with its position
 * @param stride number of values per point
 */
export function project({ center, right, toward }: ReliefCamera, points: ArrayLike<number>, stride: number): Float32Array {
  const count = points.length / stride;
  const out = new Float32Array(3 * count);
  const [cx, cy, cz] = center;
  const [rx, , rz] = right;
  const [tx, , tz] = toward;
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

export function unproject({ center, right, toward }: ReliefCamera, x: number, y: number, depth: number): Vector {
  const scale = (DISTANCE - depth) / DISTANCE;
  return [
    center[0] + x * scale * right[0] + depth * toward[0],
    center[1] + y * scale,
    center[2] + x * scale * right[2] + depth * toward[2],
  ];
}
