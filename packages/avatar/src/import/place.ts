import type { Node } from '@gltf-transform/core';
import { JOINT_NAMES, type Joint, type JointName } from '../model/index.ts';
import { add, scale, subtract, type Vector } from '../model/vectors.ts';
import type { Face } from './face.ts';
import type { Bones } from './skeleton.ts';

/** Transform from file coordinates to actor coordinates: rotation about y, scale, and offset. */
export interface Placement {
  /** Cosine and sine of the rotation angle. */
  turn: readonly [cosine: number, sine: number];
  scale: number;
  offset: Vector;
}

/** Midpoint between the eyes of an actor, and their height above the chin, in meters, as measured on the actors. */
const EYES: Vector = [0, 0.741, 0.112];
const EYES_ABOVE_CHIN = 0.118;
/** Default joint positions, for files without these joints, in meters relative to the parent. The eyes are between the eyelids. */
const OFFSETS = { eyes: [0, 0.0485, 0.0672], head: [0, 0.102, 0.04], neck: [0, 0.15, -0.01] } as const;
/** Distance from the eyelids back to the center of the eyeball, in meters. The radius of an adult eyeball is 12 mm. */
const BEHIND_LIDS = 0.012;

/** Aligns a head with the actors: same size, same eye position, and facing +z. */
export function placeFace({ leftEye, rightEye, chin }: Face): Placement {
  const [x, , z] = subtract(leftEye, rightEye);
  const apart = Math.hypot(x, z);
  const eyes = scale(add(leftEye, rightEye), 0.5);
  const placement = {
    turn: [x / apart, z / apart] as const,
    scale: EYES_ABOVE_CHIN / (eyes[1] - chin),
    offset: [0, 0, 0] as Vector,
  };
  return { ...placement, offset: subtract(EYES, transformPoint(placement, eyes)) };
}

/** Transforms a point from file coordinates. */
export const transformPoint = (placement: Placement, point: Vector): Vector =>
  add(scale(rotateVector(placement, point), placement.scale), placement.offset);

/** Rotates a direction from file coordinates. */
export const rotateVector = ({ turn: [cosine, sine] }: Placement, [x, y, z]: Vector): Vector => [
  x * cosine + z * sine,
  y,
  z * cosine - x * sine,
];

const PARENTS: Readonly<Record<JointName, JointName | undefined>> = {
  root: undefined,
  spine: 'root',
  neck: 'spine',
  head: 'neck',
  jaw: 'head',
  leftEye: 'head',
  rightEye: 'head',
};

/** Returns the joints of an actor, placed at the bones in the file or, for missing bones, at the default positions. */
export function placeJoints(placement: Placement, face: Face, bones: Bones): Joint[] {
  const at = (name: JointName): Vector | undefined => {
    const bone: Node | undefined = bones.get(name);
    return bone && transformPoint(placement, bone.getWorldTranslation() as unknown as Vector);
  };
  const eyeAt = (name: 'leftEye' | 'rightEye'): Vector => at(name) ?? subtract(transformPoint(placement, face[name]), [0, 0, BEHIND_LIDS]);
  const [leftEye, rightEye] = [eyeAt('leftEye'), eyeAt('rightEye')];
  const head = at('head') ?? subtract(scale(add(leftEye, rightEye), 0.5), OFFSETS.eyes);
  const neck = at('neck') ?? subtract(head, OFFSETS.head);
  const spine = at('spine') ?? subtract(neck, OFFSETS.neck);
  const positions = { root: [0, 0, 0] as Vector, spine, neck, head, jaw: head, leftEye, rightEye };
  return JOINT_NAMES.map((name) => {
    const parent = PARENTS[name];
    return { name, parent: parent ? JOINT_NAMES.indexOf(parent) : -1, position: positions[name] };
  });
}
