import type { ActorModel } from '../model/index.ts';
import { transform, type Vector } from './matrix.ts';
import type { Pose } from './pose.ts';

/** Height of the upper lid's edge above the centre of an open eye, and its travel when it closes, metres. */
const OPEN_HEIGHT = 0.0052;
const LID_TRAVEL = 0.0095;

/**
 * Computes the heights of the upper lid edges in the world (left, right), and the x between the eyes: four numbers for
 * the shader.
 */
export function findLidEdges(actor: ActorModel, { joints, lids }: Pose): number[] {
  const place = (name: string): Vector => {
    const index = actor.joints.findIndex((joint) => joint.name === name);
    const joint = actor.joints[index];
    if (!joint) return [0, 0, 0];
    const [x, y, z] = transform(joints[index]!, joint.position);
    return [x, y, z];
  };
  const [left, right] = [place('leftEye'), place('rightEye')];
  return [
    left[1] + OPEN_HEIGHT - LID_TRAVEL * lids.left,
    right[1] + OPEN_HEIGHT - LID_TRAVEL * lids.right,
    (left[0] + right[0]) / 2,
    0,
  ];
}
