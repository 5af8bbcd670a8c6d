import { REFERENCE } from './exposure.ts';
import { weighFolds } from './folds.ts';
import { type Eye, LID_STATIONS } from './lids.ts';
import { directionOf } from './lights.ts';
import { LIP_STATIONS } from './lips.ts';
import type { Matrix, Vector } from './matrix.ts';
import type { Pose } from './pose.ts';
import type { Scene } from './scene.ts';
import { FRAME_FLOATS } from './shader/index.ts';
import { measureSlit } from './slit.ts';

/** Exponent that relates the light on the whites of the eyes to the exposure. Without it, they would be too bright in dark faces. */
const EYES_ADAPTATION = 5.2;
/**
 * Light in the mouth for the reference cheeks. It scales with the light on the cheeks, because the exposure for dark skin would make the
 * teeth too bright (decision 0033).
 */
const MOUTH_LIGHT = 0.9;

/** Writes the `Frame` shader uniform. @param floats positions and normals of all vertices, after blend shapes */
export function writeFrameUniforms(
  { actor, camera, lights, exposure, cheeks, lips, eyes, mouthHeight }: Scene,
  pose: Pose,
  floats: Float32Array,
): Float32Array<ArrayBuffer> {
  const head = pose.joints[actor.joints.findIndex(({ name }) => name === 'head')]!;
  const toHead = invert(head);
  const mouth = measureSlit(lips, LIP_STATIONS, floats);
  const lids = eyes.map((eye) => measureSlit(eye.lids, LID_STATIONS, floats));
  const { rotation, brightness } = lights.panorama;
  const values = new Float32Array(FRAME_FLOATS);
  let at = 0;
  const write = (...rows: ArrayLike<number>[]): void => {
    for (const row of rows) {
      values.set(row, at);
      at += Math.ceil(row.length / 4) * 4;
    }
  };
  write(camera.viewProjection, toHead);
  write([...camera.position, exposure], lights.key.direction, lights.key.color);
  write(lights.rim.direction, lights.rim.color, ...lights.irradiance, ...rotation.map((row) => [...row, brightness]));
  const light = MOUTH_LIGHT * (cheeks / REFERENCE.cheeks);
  write(apply(toHead, camera.position, 1), [...apply(toHead, lights.key.direction, 0), light]);
  mouth[3] = (REFERENCE.exposure / exposure) ** EYES_ADAPTATION;
  write(mouth, ...eyes.map(({ center, radius }) => [...center, radius]));
  write(...eyes.map(({ axis }) => axis));
  write(placeBox(lights.key.direction, eyes, lids), ...lids);
  const [raised, drawn, narrowed, smile, chin] = weighFolds(pose);
  const [left] = eyes;
  write([left.center[1], left.center[0], mouthHeight - left.center[1], chin], [raised, drawn, narrowed, smile], ...pose.joints);
  return values;
}

/** Radius of the cornea in meters (7.8 mm on average). */
const CORNEA = 0.0078;
/** Elevation of the softbox that eyes reflect, relative to the key light. Photographers place it low. */
const LOWER = 0.62;
/** Angle of the softbox below the highest direction that the cornea reflects under the eyelid, in radians. */
const BELOW_LID = 0.5;
/** Minimum elevation of the softbox, in radians. */
const LOWEST = -0.6;

/** Returns a direction for the softbox in which both eyes reflect it below the eyelid. */
function placeBox([x, y, z]: Vector, eyes: readonly Eye[], lids: readonly Float32Array[]): Vector {
  const azimuth = Math.atan2(x, z);
  const mirrored = lids.map((edges, k) => {
    const middle = 4 * ((edges.length / 4) >> 1);
    return (
      2 * Math.asin(Math.max(-0.9, Math.min(0.9, (edges[middle]! - eyes[k]!.center[1] - eyes[k]!.radius * eyes[k]!.axis[1]) / CORNEA)))
    );
  });
  const up = Math.max(LOWEST, Math.min(LOWER * Math.asin(y), Math.min(...mirrored) - BELOW_LID));
  return directionOf(azimuth, up);
}

/** Inverts a matrix that only rotates and translates. */
function invert(m: Matrix): Matrix {
  const out = Float32Array.of(m[0]!, m[4]!, m[8]!, 0, m[1]!, m[5]!, m[9]!, 0, m[2]!, m[6]!, m[10]!, 0, 0, 0, 0, 1);
  const [x, y, z] = apply(out, [-m[12]!, -m[13]!, -m[14]!], 0);
  out.set([x, y, z], 12);
  return out;
}

/** Transforms a point (w = 1) or a direction (w = 0). */
function apply(m: Matrix, [x, y, z]: Vector, w: 0 | 1): Vector {
  const row = (k: number): number => m[k]! * x + m[4 + k]! * y + m[8 + k]! * z + w * m[12 + k]!;
  return [row(0), row(1), row(2)];
}
