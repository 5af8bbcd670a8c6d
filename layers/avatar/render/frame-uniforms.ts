import { REFERENCE } from './exposure.ts';
import { findLidEdges } from './lids.ts';
import type { Matrix, Vector } from './matrix.ts';
import type { Pose } from './pose.ts';
import type { Scene } from './scene.ts';
import { FRAME_FLOATS } from './shader/index.ts';

/**
 * Exponent by which the light in the mouth follows the exposure. Lips reflect light into the mouth, dark lips less, while
 * the exposure for dark skin would brighten the teeth.
 */
const MOUTH_ADAPTATION = 1.6;

/**
 * Writes the shader uniform `Frame`.
 *
 * @param lips from `measureLips`
 */
export function writeFrameUniforms(
  { actor, camera, lights, exposure }: Pick<Scene, 'actor' | 'camera' | 'lights' | 'exposure'>,
  pose: Pose,
  lips: Float32Array,
): Float32Array<ArrayBuffer> {
  const values = new Float32Array(FRAME_FLOATS);
  const head = pose.joints[actor.joints.findIndex(({ name }) => name === 'head')]!;
  const rows = [
    [...camera.position, exposure],
    [...lights.key.direction, 0],
    [...lights.key.colour, 0],
    [...lights.fill.direction, 0],
    [...lights.fill.colour, 0],
    [...lights.rim.direction, 0],
    [...lights.rim.colour, 0],
    [...lights.sky, 0],
    [...lights.ground, 0],
    findLidEdges(actor, pose),
    [...toRest(head, camera.position, 1), 0],
    [...toRest(head, lights.key.direction, 0), 0],
    [...lips.subarray(0, 3), (REFERENCE.exposure / exposure) ** MOUTH_ADAPTATION],
  ];
  values.set(camera.viewProjection);
  for (const [k, row] of rows.entries()) values.set(row, 16 + k * 4);
  const afterRows = 16 + rows.length * 4;
  values.set(lips.subarray(4), afterRows);
  for (const [k, matrix] of pose.joints.entries()) values.set(matrix, afterRows + lips.length - 4 + k * 16);
  return values;
}

/**
 * Transforms a point or a direction from the world to the rest pose of a joint, whose matrix rotates without scaling.
 *
 * @param w 1 for a point, 0 for a direction
 */
function toRest(joint: Matrix, [x, y, z]: Vector, w: 0 | 1): Vector {
  const [dx, dy, dz] = [x - w * joint[12]!, y - w * joint[13]!, z - w * joint[14]!];
  const along = (column: number): number =>
    joint[4 * column]! * dx + joint[4 * column + 1]! * dy + joint[4 * column + 2]! * dz;
  return [along(0), along(1), along(2)];
}
