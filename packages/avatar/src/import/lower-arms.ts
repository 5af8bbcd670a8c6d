import type { Node, vec4 } from '@gltf-transform/core';
import { cross, dot, normalize, subtract, type Vector } from '../model/vectors.ts';
import { wordsOf } from './shape-names.ts';
import { findVrmBone } from './skeleton.ts';

/** Target angle of the arms below horizontal, in radians. Arms that already hang below `from` are unchanged. */
const HANGING = { angle: 1.25, from: 0.8 } as const;

/** Lowers the arms of a body in a T-pose. @param nodes nodes of the scene, whose rotations are changed */
export function lowerArms(nodes: readonly Node[], vrm: unknown, all: readonly Node[]): void {
  for (const side of ['left', 'right'] as const) {
    const upper = findVrmBone(vrm, all, `${side}UpperArm`) ?? nodes.find((node) => isUpperArm(node, side));
    const lower = findVrmBone(vrm, all, `${side}LowerArm`) ?? upper?.listChildren()[0];
    if (!upper || !lower) continue;
    const along = normalize(subtract(lower.getWorldTranslation() as Vector, upper.getWorldTranslation() as Vector));
    const axis = normalize(cross(along, [0, -1, 0]));
    const angle = HANGING.angle - Math.asin(Math.max(-1, Math.min(1, -along[1])));
    if (Math.hypot(...axis) < 0.5 || HANGING.angle - angle > HANGING.from) continue;
    turn(upper, axis, angle);
  }
}

/** Matches names such as LeftArm, mixamorig:LeftArm, J_Bip_L_UpperArm, and upperarm_l, but not LeftForeArm. */
function isUpperArm(node: Node, side: 'left' | 'right'): boolean {
  const words = wordsOf(node.getName());
  const isSide = words.some((word) => word === side || word === side.charAt(0));
  const isArm = words.some((word) => word === 'arm' || word === 'upperarm');
  return isSide && isArm && !words.some((word) => /^(fore|lower|twist|roll)/.test(word));
}

/** Rotates a node about its origin, around an axis in scene coordinates. */
function turn(node: Node, axis: Vector, angle: number): void {
  const parent = node.getParentNode()?.getWorldRotation() ?? [0, 0, 0, 1];
  const sine = Math.sin(angle / 2);
  const turned: vec4 = [axis[0] * sine, axis[1] * sine, axis[2] * sine, Math.cos(angle / 2)];
  const inverse: vec4 = [-parent[0], -parent[1], -parent[2], parent[3]];
  node.setRotation(multiply(multiply(inverse, multiply(turned, parent)), node.getRotation()));
}

/** Multiplies quaternions. */
function multiply(a: vec4, b: vec4): vec4 {
  const [u, v]: [Vector, Vector] = [
    [a[0], a[1], a[2]],
    [b[0], b[1], b[2]],
  ];
  const across = cross(u, v);
  const part = (k: 0 | 1 | 2): number => a[3] * v[k] + b[3] * u[k] + across[k];
  return [part(0), part(1), part(2), a[3] * b[3] - dot(u, v)];
}
