import { type Clip, EYE_LOOK_PITCH, EYE_LOOK_YAW, type Shape } from '@talking-avatar/animation';
import type { Gaze } from '@talking-avatar/contract';
import type { ActorModel, Joint, Morph, Part } from '../model/model.ts';
import { add, scale, subtract, type Vector } from '../model/vectors.ts';
import { type RotatedJoint, rotate, type ShapeRotation } from './rotations.ts';

/** An eyeLook shape, its eye, and the yaw and pitch of that eye at weight 1, in radians with the signs of `ROTATIONS`. */
interface Look {
  shape: Shape;
  eye: RotatedJoint;
  yaw: number;
  pitch: number;
}

const LOOKS: readonly Look[] = [
  { shape: 'eyeLookDownLeft', eye: 'leftEye', yaw: 0, pitch: EYE_LOOK_PITCH },
  { shape: 'eyeLookInLeft', eye: 'leftEye', yaw: EYE_LOOK_YAW, pitch: 0 },
  { shape: 'eyeLookOutLeft', eye: 'leftEye', yaw: -EYE_LOOK_YAW, pitch: 0 },
  { shape: 'eyeLookUpLeft', eye: 'leftEye', yaw: 0, pitch: -EYE_LOOK_PITCH },
  { shape: 'eyeLookDownRight', eye: 'rightEye', yaw: 0, pitch: EYE_LOOK_PITCH },
  { shape: 'eyeLookInRight', eye: 'rightEye', yaw: -EYE_LOOK_YAW, pitch: 0 },
  { shape: 'eyeLookOutRight', eye: 'rightEye', yaw: EYE_LOOK_YAW, pitch: 0 },
  { shape: 'eyeLookUpRight', eye: 'rightEye', yaw: 0, pitch: -EYE_LOOK_PITCH },
];

const FORWARD: Vector = [0, 0, 1];

/** Makes eyeLook shapes turn the eyeballs as well as the eyelids. Each shape moves the vertices bound to the joint of its eye. */
export function turnEyeballs(model: ActorModel): ActorModel {
  const parts = model.parts.map((part) => {
    const morphs = new Map(part.morphs);
    for (const look of LOOKS) {
      const eye = model.joints.findIndex(({ name }) => name === look.eye);
      const turned = turnVertices(part, look, eye, model.joints[eye]!);
      if (turned) morphs.set(look.shape, turned);
    }
    return { ...part, morphs };
  });
  return { ...model, parts };
}

/** Adds an eyeLook rotation to the morph target of a part. @returns undefined if no vertex in the part is bound to the eye */
function turnVertices(part: Part, look: Look, eye: number, { position }: Joint): Morph | undefined {
  const weights = eyeWeights(part, eye);
  if (weights.size === 0) return undefined;
  const moved = new Map<number, readonly [position: Vector, normal: Vector]>();
  const before = part.morphs.get(look.shape);
  for (const [i, vertex] of (before?.vertices ?? []).entries())
    moved.set(vertex, [vectorAt(before!.positions, i), vectorAt(before!.normals, i)]);
  const change = (vector: Vector, weight: number) => scale(subtract(rotate(vector, look.yaw, look.pitch), vector), weight);
  for (const [vertex, weight] of weights) {
    const [positionBefore, normalBefore] = moved.get(vertex) ?? [
      [0, 0, 0],
      [0, 0, 0],
    ];
    moved.set(vertex, [
      add(positionBefore, change(subtract(vectorAt(part.positions, vertex), position), weight)),
      add(normalBefore, change(vectorAt(part.normals, vertex), weight)),
    ]);
  }
  const sorted = [...moved].sort(([a], [b]) => a - b);
  return {
    vertices: Uint32Array.from(sorted, ([vertex]) => vertex),
    positions: Float32Array.from(sorted.flatMap(([, [delta]]) => delta)),
    normals: Float32Array.from(sorted.flatMap(([, [, delta]]) => delta)),
  };
}

function eyeWeights({ joints, weights }: Part, eye: number): Map<number, number> {
  const found = new Map<number, number>();
  for (const [i, joint] of joints.entries()) {
    const vertex = i >> 2;
    if (joint === eye && weights[i]! > 0) found.set(vertex, (found.get(vertex) ?? 0) + weights[i]!);
  }
  return found;
}

const vectorAt = (values: Float32Array, index: number): Vector => [values[3 * index]!, values[3 * index + 1]!, values[3 * index + 2]!];

/** Returns how far the eyeLook shapes turn the eyes. With `both`, bones add the few degrees that the linear shapes miss. */
export function gazeInShapes(clip: Clip, gaze: Gaze = 'bones'): ShapeRotation {
  return (joint, frame) => {
    if (gaze === 'bones' || joint === 'head') return [0, 0];
    return gaze === 'both' ? lookOf(clip, joint, frame) : undefined;
  };
}

/** Returns the yaw and pitch, in radians, of an eye that is only turned by shapes. */
function lookOf({ channels }: Clip, joint: RotatedJoint, frame: number): [yaw: number, pitch: number] {
  let forward = FORWARD;
  for (const { shape, eye, yaw, pitch } of LOOKS) {
    const weight = channels.get(shape)![frame]!;
    if (eye === joint) forward = add(forward, scale(subtract(rotate(FORWARD, yaw, pitch), FORWARD), weight));
  }
  const [x, y, z] = forward;
  return [Math.atan2(-x, z), Math.atan2(-y, Math.hypot(x, z))];
}
