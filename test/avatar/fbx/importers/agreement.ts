import { type Clip, ROTATIONS, SHAPES } from '../../../../layers/animation/index.ts';
import type { Imported } from './imported.ts';

/** How far an importer's view of a file is from the clip that it was made of. */
export interface Agreement {
  /** Faults that are no numbers: names, shapes that move nothing. */
  faults: string[];
  /** Seconds that the animation is too long (or short, below 0). */
  length: number;
  /** The greatest difference of a weight. */
  weights: number;
  /** The greatest angle between two turns, radians. */
  turns: number;
}

const TURNED = ['head', 'leftEye', 'rightEye'] as const;

/** Compares what was imported with the clip at some times, seconds. */
export function compare(imported: Imported, clip: Clip, times: readonly number[]): Agreement {
  const faults: string[] = [];
  const names = imported.shapes.map(({ name }) => name);
  for (const shape of SHAPES) if (!names.includes(shape)) faults.push(`no shape ${shape}`);
  for (const name of names) if (!(SHAPES as readonly string[]).includes(name)) faults.push(`a shape ${name}`);
  if (names.length !== SHAPES.length) faults.push(`${names.length} shapes`);
  for (const { name, reach } of imported.shapes) if (!(reach > 1e-3)) faults.push(`${name} moves by ${reach} cm`);
  if (faults.length > 0) return { faults, length: NaN, weights: NaN, turns: NaN };
  let [weights, turns] = [0, 0];
  for (const time of times) {
    for (const shape of SHAPES) {
      weights = Math.max(weights, Math.abs(imported.weight(shape, time) - sample(clip, shape, time)));
    }
    for (const joint of TURNED)
      turns = Math.max(turns, angleBetween(imported.turn(joint, time), turnOf(clip, joint, time)));
  }
  return { faults, length: imported.seconds - (clip.frames - 1) / clip.fps, weights, turns };
}

/** A channel at a time, as the CSV has it: straight lines between frames. */
function sample(clip: Clip, name: string, time: number): number {
  const values = clip.channels.get(name)!;
  const position = Math.min(values.length - 1, time * clip.fps);
  const frame = Math.floor(position);
  return values[frame]! + (position - frame) * (values[Math.min(frame + 1, values.length - 1)]! - values[frame]!);
}

/** Turned to the side, then down, then tilted, each about the joint's own axes: made of three turns, not of a matrix. */
function turnOf(clip: Clip, joint: string, time: number): Quaternion {
  const [yaw, pitch, roll] = ['Yaw', 'Pitch', 'Roll'].map((axis) => {
    const channel = ROTATIONS.find((name) => name === joint + axis)!;
    return sample(clip, channel, time) / 2;
  }) as [number, number, number];
  // To the own right is from +z to -x with x to the left; down is from +z to -y; to the own shoulder is from +y to -x.
  const side: Quaternion = [0, -Math.sin(yaw), 0, Math.cos(yaw)];
  const down: Quaternion = [Math.sin(pitch), 0, 0, Math.cos(pitch)];
  const tilt: Quaternion = [0, 0, Math.sin(roll), Math.cos(roll)];
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

/** Times spread over a clip like dice, the same each run. */
export function spreadTimes(clip: Clip, count = 20): number[] {
  let state = 12345;
  return Array.from({ length: count }, () => {
    state = (1103515245 * state + 12345) % 2 ** 31;
    return (state / 2 ** 31) * ((clip.frames - 1) / clip.fps);
  });
}
