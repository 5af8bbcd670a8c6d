import type { ActorModel } from '../model/index.ts';
import { transform, type Vector } from './matrix.ts';
import type { Pose } from './pose.ts';

/** An open eye shows this much above its middle, metres, and the lid comes down by so much when it closes. */
const OPEN = 0.0052;
const TRAVEL = 0.0095;

/** Heights of the upper lids' edges in the world, left and right, and where in x the eyes part: four numbers for the shader. */
export function findLidEdges(actor: ActorModel, { joints, lids }: Pose): number[] {
  const place = (name: string): Vector => {
    const index = actor.joints.findIndex((joint) => joint.name === name);
    const joint = actor.joints[index];
    if (!joint) return [0, 0, 0];
    const [x, y, z] = transform(joints[index]!, joint.position);
    return [x, y, z];
  };
  const [left, right] = [place('leftEye'), place('rightEye')];
  return [left[1] + OPEN - TRAVEL * lids.left, right[1] + OPEN - TRAVEL * lids.right, (left[0] + right[0]) / 2, 0];
}
