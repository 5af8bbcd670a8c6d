import type { Clip } from '@talking-avatar/animation';
import type { ActorModel, JointName } from '../model/index.ts';
import type { Camera } from './camera.ts';
import { type Matrix, multiply, rotation, scale, subtract, transform, translation, type Vector } from './matrix.ts';

/** The pose of an actor in one frame. */
export interface Pose {
  /** Matrices from rest pose to world space, one per joint. */
  readonly joints: readonly Matrix[];
  /** Morph target weights, by ARKit name. */
  readonly weights: ReadonlyMap<string, number>;
}

/** How much of the head rotation comes from the neck. The spine contributes a little. */
const NECK_SHARE = 0.4;
const SPINE_FOLLOWS = { yaw: 0.12, pitch: 0.04, roll: 0.1 };
/** How far the head and spine turn toward a camera at the side. The eyes do the rest. */
export const HEAD_FACES_CAMERA = 0.42;
const SPINE_FACES_CAMERA = 0.08;
/** Maximum eye rotation in radians: a comfortable gaze, about 25 degrees. */
const EYE_LIMIT = 0.45;
/** Eye rotation at weight 1 of an eyeLook shape, in radians. The shapes move the eyelids along with the eyes. */
const EYE_LOOK_YAW = 0.63;
const EYE_LOOK_PITCH = 0.49;

/** A full breath: the spine leans back (rad), chest and shoulders rise and come forward (m), the neck compensates. Our own estimate. */
const BREATH = { lean: 0.012, rise: 0.007, forward: 0.004, headStays: 0.75 } as const;
/** Default breathing: shallow, 15 breaths a minute. */
const IDLE_BREATH = { hertz: 0.25, depth: 0.3 } as const;

/** Shifting weight from foot to foot: three slow waves without a common period. Frequencies are in Hz; phases and sizes in radians. */
const SWAY = [
  { hertz: 0.07, phase: 0.4, roll: 0.006, yaw: 0.008 },
  { hertz: 0.113, phase: 2.1, roll: 0.004, yaw: -0.006 },
  { hertz: 0.19, phase: 4.4, roll: -0.0025, yaw: 0.004 },
] as const;

/** Poses an actor in front of a camera for one frame of a clip. */
export function poseActor(actor: ActorModel, clip: Clip, camera: Camera, frame: number): Pose {
  const read = (channel: string): number => clip.channels.get(channel)?.[frame] ?? 0;
  const rotations = bodyRotations(read, camera.azimuth, frame / clip.fps, clip.channels.get('breath')?.[frame]);
  const joints: Matrix[] = [];
  for (const [index, joint] of actor.joints.entries()) {
    const parent = joints[joint.parent];
    const rotated = rotations[joint.name] ?? aimEye(joint.name, read, joint.position, parent, camera);
    const about = rotated ? rotateAbout(joint.position, rotated) : undefined;
    joints[index] = parent ? (about ? multiply(parent, about) : parent) : (about ?? translation([0, 0, 0]));
  }
  const weights = new Map([...clip.channels].map(([name, values]) => [name, values[frame] ?? 0]));
  const gaze = gazeOf(actor, joints);
  for (const [name, weight] of eyeLookWeights(gaze)) weights.set(name, weight);
  return { joints, weights };
}

/** Returns head, neck, and spine rotations at `time` (in s), including breathing. `fullness` is how full the chest is, 0..1, if known. */
function bodyRotations(
  read: (channel: string) => number,
  azimuth: number,
  time: number,
  fullness: number | undefined,
): Partial<Record<JointName, Matrix>> {
  const yaw = azimuth * HEAD_FACES_CAMERA - read('headYaw');
  const pitch = read('headPitch');
  const roll = read('headRoll');
  const { hertz, depth } = IDLE_BREATH;
  const breath = fullness ?? depth * (0.5 - 0.5 * Math.cos(2 * Math.PI * hertz * time));
  const rise = BREATH.rise * breath;
  let [swayRoll, swayYaw] = [0, 0];
  for (const wave of SWAY) {
    const value = Math.sin(2 * Math.PI * wave.hertz * time + wave.phase);
    swayRoll += wave.roll * value;
    swayYaw += wave.yaw * value;
  }
  const spine = {
    y: swayYaw + azimuth * SPINE_FACES_CAMERA - SPINE_FOLLOWS.yaw * read('headYaw'),
    x: SPINE_FOLLOWS.pitch * pitch - BREATH.lean * breath,
    z: swayRoll + SPINE_FOLLOWS.roll * roll,
  };
  // The neck compensates for the spine, so that the head rotation matches the clip.
  const rest = { y: yaw - spine.y, x: pitch - spine.x, z: roll - spine.z };
  const share = (part: number): Matrix => rotation({ x: rest.x * part, y: rest.y * part, z: rest.z * part });
  return {
    spine: multiply(translation([0, rise, BREATH.forward * breath]), rotation(spine)),
    neck: multiply(translation([0, -BREATH.headStays * rise, 0]), share(NECK_SHARE)),
    head: share(1 - NECK_SHARE),
  };
}

/** Applies a rotation about a position instead of the origin. */
const rotateAbout = (position: Vector, rotated: Matrix): Matrix =>
  multiply(translation(position), multiply(rotated, translation(scale(position, -1))));

/** Aims an eye at the camera and adds the gaze from the clip. */
function aimEye(
  name: JointName,
  read: (channel: string) => number,
  position: Vector,
  head: Matrix | undefined,
  camera: Camera,
): Matrix | undefined {
  if ((name !== 'leftEye' && name !== 'rightEye') || !head) return undefined;
  const [x, y, z] = transform(head, position);
  const [dx, dy, dz] = subtract(camera.position, [x, y, z]);
  // The gaze in the clip already compensates for head rotation, so the target is the camera as seen from a head at rest.
  const toward = camera.azimuth * HEAD_FACES_CAMERA;
  const yaw = Math.atan2(dx, dz) - toward - read(`${name}Yaw`);
  const pitch = -Math.atan2(dy, Math.hypot(dx, dz)) + read(`${name}Pitch`);
  return rotation({ x: limit(pitch), y: limit(yaw), z: read(`${name}Roll`) });
}

const limit = (angle: number): number => Math.max(-EYE_LIMIT, Math.min(EYE_LIMIT, angle));

interface Gaze {
  /** Angles toward the actor's left and downward, in radians. */
  left: { yaw: number; pitch: number };
  right: { yaw: number; pitch: number };
}

/** Measures the rotations of the eyes relative to the head. */
function gazeOf(actor: ActorModel, joints: readonly Matrix[]): Gaze {
  const turn = (name: JointName) => {
    const index = actor.joints.findIndex((joint) => joint.name === name);
    const eye = joints[index];
    const head = joints[actor.joints[index]?.parent ?? -1];
    if (!eye || !head) return { yaw: 0, pitch: 0 };
    // Viewing axis of the eye in head space. The head matrix rotates without scaling.
    const axis: Vector = [eye[8]!, eye[9]!, eye[10]!];
    const along = (column: number): number =>
      axis[0] * head[column * 4]! + axis[1] * head[column * 4 + 1]! + axis[2] * head[column * 4 + 2]!;
    return { yaw: Math.atan2(along(0), along(2)), pitch: -Math.asin(Math.max(-1, Math.min(1, along(1)))) };
  };
  return { left: turn('leftEye'), right: turn('rightEye') };
}

/** Computes the eyeLook weights, which move the eyelids with the eyes. */
function eyeLookWeights({ left, right }: Gaze): [string, number][] {
  const part = (value: number, unit: number): number => Math.max(0, Math.min(1, value / unit));
  return [
    ['eyeLookOutLeft', part(left.yaw, EYE_LOOK_YAW)],
    ['eyeLookInLeft', part(-left.yaw, EYE_LOOK_YAW)],
    ['eyeLookInRight', part(right.yaw, EYE_LOOK_YAW)],
    ['eyeLookOutRight', part(-right.yaw, EYE_LOOK_YAW)],
    ['eyeLookDownLeft', part(left.pitch, EYE_LOOK_PITCH)],
    ['eyeLookUpLeft', part(-left.pitch, EYE_LOOK_PITCH)],
    ['eyeLookDownRight', part(right.pitch, EYE_LOOK_PITCH)],
    ['eyeLookUpRight', part(-right.pitch, EYE_LOOK_PITCH)],
  ];
}
