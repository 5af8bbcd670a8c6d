import type { ActorModel } from '../model/index.ts';
import type { Camera } from './camera.ts';
import { findLidEdges } from './lids.ts';
import type { Lighting } from './lights.ts';
import type { Pose } from './pose.ts';
import { FRAME_FLOATS } from './shader/index.ts';

/** Writes the shader uniform `Frame`. */
export function writeFrameUniforms(
  actor: ActorModel,
  pose: Pose,
  camera: Camera,
  lights: Lighting,
  exposure: number,
): Float32Array<ArrayBuffer> {
  const values = new Float32Array(FRAME_FLOATS);
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
  ];
  values.set(camera.viewProjection);
  for (const [k, row] of rows.entries()) values.set(row, 16 + k * 4);
  for (const [k, matrix] of pose.joints.entries()) values.set(matrix, 56 + k * 16);
  return values;
}
