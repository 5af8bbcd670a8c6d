import { type Clip, ROTATIONS, SHAPES } from '@talking-avatar/animation';
import type { Gaze } from '@talking-avatar/contract';
import type { Eye, Imported, Gaze as Look } from './imported.ts';

/** The expected motion, taken from the source of a file. */
export type Truth = Pick<Imported, 'seconds' | 'weight' | 'turn'>;

/** How far an imported file is from the truth. */
export interface Agreement {
  /** Faults that cannot be measured: wrong names, or shapes that do not move anything. */
  faults: string[];
  /** How many seconds the animation is too long, which is negative if it is too short. */
  length: number;
  /** Maximum difference between two weights. */
  weights: number;
  /** Maximum angle between two rotations of a bone, in radians. */
  turns: number;
  /** Maximum angle between the direction of an eyeball and the expected direction, in radians. 0 if the importer does not show eyeballs. */
  gaze: number;
}

export const EYES = ['leftEye', 'rightEye'] as const;

/** Minimum distance that a shape must move a vertex, in cm. */
const MIN_REACH = 1e-3;

/**
 * Compares an imported file with the truth at a few times, which are in seconds. Rotations of the eye bones are compared only if nothing
 * but bones turns the eyeballs.
 */
export function compare(imported: Imported, truth: Truth, times: readonly number[], by: Gaze = 'bones'): Agreement {
  const faults: string[] = [];
  const names = imported.shapes.map(({ name }) => name);
  for (const shape of SHAPES) if (!names.includes(shape)) faults.push(`no shape ${shape}`);
  for (const name of names) if (!(SHAPES as readonly string[]).includes(name)) faults.push(`a shape ${name}`);
  if (names.length !== SHAPES.length) faults.push(`${names.length} shapes`);
  for (const { name, reach } of imported.shapes) {
    if (!(reach > MIN_REACH)) faults.push(`${name} moves by ${reach} cm`);
  }
  if (faults.length > 0) return { faults, length: Number.NaN, weights: Number.NaN, turns: Number.NaN, gaze: Number.NaN };
  let [weights, turns, gaze] = [0, 0, 0];
  for (const time of times) {
    for (const shape of SHAPES) {
      weights = Math.max(weights, Math.abs(imported.weight(shape, time) - truth.weight(shape, time)));
    }
    for (const joint of by === 'bones' ? (['head', ...EYES] as const) : (['head'] as const)) {
      turns = Math.max(turns, angleBetween(imported.turn(joint, time), truth.turn(joint, time)));
    }
    for (const eye of EYES) gaze = Math.max(gaze, gazeError(imported, truth, eye, time));
  }
  return { faults, length: imported.seconds - truth.seconds, weights, turns, gaze };
}

const gazeError = (imported: Imported, truth: Truth, eye: Eye, time: number): number =>
  imported.gaze ? missOf(imported.gaze(eye, time), truth.turn(eye, time)) : 0;

/** Returns the angle between the direction of an eyeball and its rest direction after rotation, in radians. */
export function missOf({ rest, now }: Look, [qx = 0, qy = 0, qz = 0, qw = 1]: readonly number[]): number {
  const [x = 0, y = 0, z = 0] = rest;
  const turned = multiply(multiply([qx, qy, qz, qw], [x, y, z, 0]), [-qx, -qy, -qz, qw]);
  const cosine = now.reduce((sum, value, i) => sum + value * turned[i]!, 0) / (Math.hypot(...now) * Math.hypot(...rest));
  return Math.acos(Math.min(1, cosine));
}

/** Uses a clip as the truth, interpolating between its frames. */
export function truthOfClip(clip: Clip): Truth {
  return {
    seconds: (clip.frames - 1) / clip.fps,
    weight: (shape, time) => sample(clip, shape, time),
    turn(joint, time) {
      const [yaw, pitch, roll] = ['Yaw', 'Pitch', 'Roll'].map((axis) =>
        sample(clip, ROTATIONS.find((name) => name === joint + axis)!, time),
      ) as [number, number, number];
      return turnOf(yaw, pitch, roll);
    },
  };
}

function sample(clip: Clip, name: string, time: number): number {
  const values = clip.channels.get(name)!;
  const position = Math.min(values.length - 1, time * clip.fps);
  const frame = Math.floor(position);
  return values[frame]! + (position - frame) * (values[Math.min(frame + 1, values.length - 1)]! - values[frame]!);
}

/**
 * Turns sideways, then down, and then tilts, each time about the axes of the joint. This is composed of three rotations and does not use a
 * matrix.
 */
function turnOf(yaw: number, pitch: number, roll: number): Quaternion {
  // Turning to the actor's right goes from +z to -x (x points left), down goes from +z to -y, and tilting to the right shoulder goes from
  // +y to -x.
  const side: Quaternion = [0, -Math.sin(yaw / 2), 0, Math.cos(yaw / 2)];
  const down: Quaternion = [Math.sin(pitch / 2), 0, 0, Math.cos(pitch / 2)];
  const tilt: Quaternion = [0, 0, Math.sin(roll / 2), Math.cos(roll / 2)];
  return multiply(multiply(side, down), tilt);
}

type Quaternion = [x: number, y: number, z: number, w: number];

const multiply = ([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];

const angleBetween = (a: readonly number[], b: readonly number[]): number =>
  2 * Math.acos(Math.min(1, Math.abs(a.reduce((sum, value, i) => sum + value * b[i]!, 0))));

/** Returns pseudorandom times between 0 and the end of a motion. They are the same in every run. */
export function spreadTimes(seconds: number, count = 20): number[] {
  let state = 12345;
  return Array.from({ length: count }, () => {
    state = (1103515245 * state + 12345) % 2 ** 31;
    return (state / 2 ** 31) * seconds;
  });
}
