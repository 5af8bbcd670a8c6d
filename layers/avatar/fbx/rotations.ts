import { type Clip, ROTATIONS } from '../../animation/index.ts';
import type { JointName } from '../model/model.ts';

/** Degrees about x, y and z at every frame, applied in that order about the parent's axes: FBX's default order. */
export interface EulerCurves {
  joint: JointName;
  x: Float32Array;
  y: Float32Array;
  z: Float32Array;
}

/** Joints that a clip rotates, and the prefix of their channels. */
const ROTATED_JOINTS = [
  ['head', 'head'],
  ['leftEye', 'leftEye'],
  ['rightEye', 'rightEye'],
] as const satisfies readonly (readonly [JointName, string])[];

const DEGREES = 180 / Math.PI;

/** Computes the rotations of the joints. The clip must have all of `ROTATIONS`. */
export function eulerCurves(clip: Clip): EulerCurves[] {
  return ROTATED_JOINTS.map(([joint, prefix]) => {
    const channel = (suffix: string) => clip.channels.get(ROTATIONS.find((name) => name === prefix + suffix)!)!;
    const [yaw, pitch, roll] = [channel('Yaw'), channel('Pitch'), channel('Roll')];
    const curves = { joint, x: yaw.slice(), y: yaw.slice(), z: yaw.slice() };
    for (let frame = 0; frame < yaw.length; frame++) {
      const [x, y, z] = eulerAngles(yaw[frame]!, pitch[frame]!, roll[frame]!);
      curves.x[frame] = x * DEGREES;
      curves.y[frame] = y * DEGREES;
      curves.z[frame] = z * DEGREES;
    }
    return curves;
  });
}

/**
 * Converts roll, then pitch, then yaw to angles about x, then y, then z.
 *
 * All angles are in radians; the input has the signs of `ROTATIONS`, in a space with y up where the face looks along z.
 * Every importer supports this order; few are tested with others. Away from a quarter turn sideways there is one
 * solution near zero, so the curves do not flip.
 */
export function eulerAngles(yaw: number, pitch: number, roll: number): [x: number, y: number, z: number] {
  const [sy, cy] = [Math.sin(-yaw), Math.cos(-yaw)];
  const [sp, cp] = [Math.sin(pitch), Math.cos(pitch)];
  const [sr, cr] = [Math.sin(roll), Math.cos(roll)];
  // Elements of the matrix Ry(-yaw) Rx(pitch) Rz(roll) that give the angles of Rz Ry Rx.
  const m00 = cy * cr + sy * sp * sr;
  const m10 = cp * sr;
  const m20 = -sy * cr + cy * sp * sr;
  const m21 = sy * sr + cy * sp * cr;
  const m22 = cy * cp;
  return [Math.atan2(m21, m22), Math.asin(Math.max(-1, Math.min(1, -m20))), Math.atan2(m10, m00)];
}
