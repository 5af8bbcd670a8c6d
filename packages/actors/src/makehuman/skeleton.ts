import { JOINT_NAMES, type Joint, type JointName } from '@talking-avatar/avatar/model';
import { boneEnd } from './fit.ts';
import type { BaseMesh, Skinning } from './types.ts';

/** Bone end and parent of each joint. */
const JOINT_BONES: Record<JointName, { bone: string; parent: JointName | undefined }> = {
  root: { bone: 'spine03____head', parent: undefined },
  spine: { bone: 'spine01____head', parent: 'root' },
  neck: { bone: 'neck01____head', parent: 'spine' },
  head: { bone: 'head____head', parent: 'neck' },
  jaw: { bone: 'jaw____head', parent: 'head' },
  leftEye: { bone: 'eye.L____head', parent: 'head' },
  rightEye: { bone: 'eye.R____head', parent: 'head' },
};

export function placeJoints(base: BaseMesh, body: Float32Array): Joint[] {
  return JOINT_NAMES.map((name) => {
    const { bone, parent } = JOINT_BONES[name];
    return { name, parent: parent ? JOINT_NAMES.indexOf(parent) : -1, position: boneEnd(base, body, bone) };
  });
}

/** MakeHuman bones that move with the jaw, which are in the jaw, the tongue, and the lower lip. */
const JAW_BONES = /^(jaw|tongue\d\d|special04|oris0[12]|oris0[67]\.[LR])/;

/** Returns the actor joint that replaces a MakeHuman bone. Facial bones are replaced by morph targets. */
function jointOfBone(name: string): JointName {
  if (JAW_BONES.test(name)) return 'jaw';
  if (/^neck0/.test(name)) return 'neck';
  if (/^(spine0[12]|clavicle|shoulder|upperarm|lowerarm|wrist|finger|metacarpal|breast)/.test(name)) return 'spine';
  if (/^(root|spine|pelvis|upperleg|lowerleg|foot|toe)/.test(name)) return 'root';
  if (name === 'eye.L') return 'leftEye';
  if (name === 'eye.R') return 'rightEye';
  return 'head';
}

export interface Binding {
  /** 4 values per vertex. */
  joints: Uint8Array;
  /** 4 values per vertex, which sum to 1. */
  weights: Float32Array;
}

/** Adds up MakeHuman bone weights for each joint of the actor, and keeps the four strongest joints per vertex. */
export function bindToJoints({ boneNames }: BaseMesh, { influences, bones, weights }: Skinning): Binding {
  const jointOf = boneNames.map((name) => JOINT_NAMES.indexOf(jointOfBone(name)));
  const count = bones.length / influences;
  const bound: Binding = { joints: new Uint8Array(4 * count), weights: new Float32Array(4 * count) };
  const sums = new Float64Array(JOINT_NAMES.length);
  for (let v = 0; v < count; v++) {
    sums.fill(0);
    for (let i = v * influences; i < (v + 1) * influences; i++) sums[jointOf[bones[i]!]!]! += weights[i]!;
    const heaviest = [...sums.keys()].sort((a, b) => sums[b]! - sums[a]! || a - b).slice(0, 4);
    const total = heaviest.reduce((sum, joint) => sum + sums[joint]!, 0);
    if (total === 0) {
      bound.joints[4 * v] = JOINT_NAMES.indexOf('head');
      bound.weights[4 * v] = 1;
      continue;
    }
    heaviest.forEach((joint, i) => {
      bound.joints[4 * v + i] = sums[joint]! > 0 ? joint : 0;
      bound.weights[4 * v + i] = sums[joint]! / total;
    });
  }
  return bound;
}

export function bindToJoint(name: JointName, count: number): Binding {
  const bound: Binding = { joints: new Uint8Array(4 * count), weights: new Float32Array(4 * count) };
  for (let v = 0; v < count; v++) {
    bound.joints[4 * v] = JOINT_NAMES.indexOf(name);
    bound.weights[4 * v] = 1;
  }
  return bound;
}
