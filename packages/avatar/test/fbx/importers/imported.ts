/** Contents of a file as an importer reads it, in centimeters and seconds, with the importer's names. */
export interface Imported {
  shapes: readonly { name: string /** The longest way that it moves a point, cm. */; reach: number }[];
  /** Length of the take, from 0 to the last key. */
  seconds: number;
  /** Returns the weight of a shape at a given time, 0..1. */
  weight(shape: string, time: number): number;
  /** Returns the rotation of a joint relative to its rest pose, as [x, y, z, w]. */
  turn(joint: string, time: number): readonly number[];
  /** Returns where the front of an eyeball is relative to its center and the head, as measured on its vertices. */
  gaze?(eye: Eye, time: number): Gaze;
}

/** Two directions [x, y, z]. Their lengths do not matter. */
export interface Gaze {
  rest: readonly number[];
  now: readonly number[];
}
export type Eye = 'leftEye' | 'rightEye';

/** Returns a value between two keys by linear interpolation. */
export function sampleKeys(times: ArrayLike<number>, values: (key: number) => number, time: number): number {
  let key = 0;
  while (key < times.length - 1 && times[key + 1]! <= time) key++;
  if (key === times.length - 1 || time <= times[0]!) return values(key);
  const share = (time - times[key]!) / (times[key + 1]! - times[key]!);
  return values(key) + share * (values(key + 1) - values(key));
}

/**
 * Interpolates between two quaternions linearly, and normalizes the result. If the keys are close to each other, this is close to slerp.
 */
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
