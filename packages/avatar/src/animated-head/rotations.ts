import { type Clip, ROTATIONS } from '@talking-avatar/animation';
import type { JointName } from '../model/model.ts';
import { dot, type Vector } from '../model/vectors.ts';

/** Angles about x, y, and z in each frame, in degrees, applied in that order about the axes of the parent (the default order in FBX). */
export interface EulerCurves {
  joint: JointName;
  x: Float32Array;
  y: Float32Array;
  z: Float32Array;
}

/** Joints that a clip rotates. The names of their channels start with the joint name. */
const ROTATED_JOINTS = ['head', 'leftEye', 'rightEye'] as const satisfies readonly JointName[];
export type RotatedJoint = (typeof ROTATED_JOINTS)[number];

/** Returns the rotation that shapes already contribute in a frame, in radians, or undefined if the joint does not need a curve. */
export type ShapeRotation = (joint: RotatedJoint, frame: number) => readonly [yaw: number, pitch: number] | undefined;

const DEGREES = 180 / Math.PI;
const NONE = [0, 0] as const;

/** Computes joint rotations. The clip must contain all of `ROTATIONS`. */
export function eulerCurves(clip: Clip, inShapes: ShapeRotation = () => NONE): EulerCurves[] {
  return ROTATED_JOINTS.filter((joint) => inShapes(joint, 0)).map((joint) => {
    const channel = (suffix: string) => clip.channels.get(ROTATIONS.find((name) => name === joint + suffix)!)!;
    const [yaw, pitch, roll] = [channel('Yaw'), channel('Pitch'), channel('Roll')];
    const curves = { joint, x: yaw.slice(), y: yaw.slice(), z: yaw.slice() };
    for (let frame = 0; frame < yaw.length; frame++) {
      const done = inShapes(joint, frame)!;
      const [x, y, z] = eulerAngles(yaw[frame]!, pitch[frame]!, roll[frame]!, done);
      curves.x[frame] = x * DEGREES;
      curves.y[frame] = y * DEGREES;
      curves.z[frame] = z * DEGREES;
    }
    return curves;
  });
}

/**
 * Converts roll, then pitch, then yaw to angles about x, then y, then z, which is an order that every importer supports. Angles are in
 * radians. The input uses the signs of `ROTATIONS`, with y up and the face looking along z. Except near a quarter turn sideways, one
 * solution is near zero, so the curves never flip.
 * @param done yaw and pitch that are already applied, and are subtracted
 */
export function eulerAngles(
  yaw: number,
  pitch: number,
  roll: number,
  [doneYaw, donePitch]: readonly [yaw: number, pitch: number] = NONE,
): Vector {
  const rows = rotationRows(yaw, pitch, roll);
  // Multiply by the inverse (the transpose) of the rotation that is already applied.
  const before = rotationRows(doneYaw, donePitch, 0);
  const at = (row: number, column: number) => dot(rows[row]!, before[column]!);
  return [Math.atan2(at(2, 1), at(2, 2)), Math.asin(Math.max(-1, Math.min(1, -at(2, 0)))), Math.atan2(at(1, 0), at(0, 0))];
}

/** Rotates a vector by roll, then pitch, then yaw, in radians with the signs of `ROTATIONS`. */
export const rotate = (vector: Vector, yaw: number, pitch: number, roll = 0): Vector =>
  rotationRows(yaw, pitch, roll).map((row) => dot(row, vector)) as unknown as Vector;

/** Returns the rows of the matrix Ry(-yaw) Rx(pitch) Rz(roll). */
function rotationRows(yaw: number, pitch: number, roll: number): readonly [Vector, Vector, Vector] {
  const [sy, cy] = [Math.sin(-yaw), Math.cos(-yaw)];
  const [sp, cp] = [Math.sin(pitch), Math.cos(pitch)];
  const [sr, cr] = [Math.sin(roll), Math.cos(roll)];
  return [
    [cy * cr + sy * sp * sr, -cy * sr + sy * sp * cr, sy * cp],
    [cp * sr, cp * cr, -sp],
    [-sy * cr + cy * sp * sr, sy * sr + cy * sp * cr, cy * cp],
  ];
}
