import { type Clip, ROTATIONS } from '../../animation/index.ts';
import type { JointName } from '../model/model.ts';

/** Degrees about x, y and z at every frame, applied in that order about the parent's axes: FBX's own order. */
export interface EulerCurves {
  joint: JointName;
  x: Float32Array;
  y: Float32Array;
  z: Float32Array;
}

/** The joints that a clip turns, and what its channels for them begin with. */
const TURNED = [
  ['head', 'head'],
  ['leftEye', 'leftEye'],
  ['rightEye', 'rightEye'],
] as const satisfies readonly (readonly [JointName, string])[];

const DEGREES = 180 / Math.PI;

/** How the joints turn in a clip that has all of `ROTATIONS`. */
export function eulerCurves(clip: Clip): EulerCurves[] {
  return TURNED.map(([joint, prefix]) => {
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
 * Angles about x, then y, then z (radians) of a head that is rolled, then pitched, then turned, with the signs of `ROTATIONS`
 * in a space with y up that the face looks along z of. Every importer reads this order; few are tried with others. Away from a
 * quarter turn sideways there is one answer near zero, so the curves do not flip.
 */
export function eulerAngles(yaw: number, pitch: number, roll: number): [x: number, y: number, z: number] {
  const [sy, cy] = [Math.sin(-yaw), Math.cos(-yaw)];
  const [sp, cp] = [Math.sin(pitch), Math.cos(pitch)];
  const [sr, cr] = [Math.sin(roll), Math.cos(roll)];
  // Elements of the matrix Ry(-yaw) Rx(pitch) Rz(roll) that hold the angles of Rz Ry Rx.
  const m00 = cy * cr + sy * sp * sr;
  const m10 = cp * sr;
  const m20 = -sy * cr + cy * sp * sr;
  const m21 = sy * sr + cy * sp * cr;
  const m22 = cy * cp;
  return [Math.atan2(m21, m22), Math.asin(Math.max(-1, Math.min(1, -m20))), Math.atan2(m10, m00)];
}
