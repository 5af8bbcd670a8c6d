/** Contents of a file as an importer sees them. Centimeters, seconds, and the importer's names. */
export interface Imported {
  shapes: readonly { name: string /** The longest way that it moves a point, cm. */; reach: number }[];
  /** Length of the take, from 0 to its last key. */
  seconds: number;
  /** Returns a shape's weight at a time, 0..1. */
  weight(shape: string, time: number): number;
  /** Returns a joint's rotation from rest, [x, y, z, w]. */
  turn(joint: string, time: number): readonly number[];
  /** Returns the position of an eyeball's front relative to its center and the head, measured on the vertices. */
  gaze?(eye: Eye, time: number): Gaze;
}

/** Two directions [x, y, z] of any length. */
export interface Gaze {
  rest: readonly number[];
  now: readonly number[];
}
export type Eye = 'leftEye' | 'rightEye';

/** A linearly interpolated value. */
export function sampleKeys(times: ArrayLike<number>, values: (key: number) => number, time: number): number {
  let key = 0;
  while (key < times.length - 1 && times[key + 1]! <= time) key++;
  if (key === times.length - 1 || time <= times[0]!) return values(key);
  const share = (time - times[key]!) / (times[key + 1]! - times[key]!);
  return values(key) + share * (values(key + 1) - values(key));
}

/** Normalized linear interpolation of quaternions: close to slerp for close keys. */
export function sampleTurn(times: ArrayLike<number>, values: ArrayLike<number>, time: number): number[] {
  const mixed = [0, 1, 2, 3].map((i) => sampleKeys(times, (key) => values[4 * key + i]!, time));
  const length = Math.hypot(...mixed);
  return mixed.map((value) => value / length);
}

export const reachOf = (deltas: ArrayLike<number>): number => {
  let reach = 0;
  for (let i = 0; i < deltas.length; i += 3) reach = Math.max(reach, Math.hypot(deltas[i]!, deltas[i + 1]!, deltas[i + 2]!));
  return reach;
};
