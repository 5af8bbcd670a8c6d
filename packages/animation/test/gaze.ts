import type { Clip } from '../src/index.ts';

/** A period in which the gaze is either on the listener or averted, in s. */
export interface Look {
  seconds: number;
  away: boolean;
}

const DEGREES = 180 / Math.PI;
/** When the gaze is averted, it is at least this far from the listener's face, in degrees. */
const MIN_AVERTED = 4;
/** Minimum speed of a saccade, in degrees per second. Between two saccades, there is a fixation. */
const JUMP_SPEED = 30;
/** Share of the head movement that the eyes compensate for. Same value as in the solver. */
const HEAD_UNDONE = 0.9;

/** For each frame, computes the direction in which the left eye appears to look, in degrees to the right and down. */
export function traceGaze(clip: Clip): { yaw: Float32Array; pitch: Float32Array } {
  const trace = (eye: string, head: string): Float32Array => {
    const turn = clip.channels.get(head)!;
    return clip.channels.get(eye)!.map((value, i) => (value + HEAD_UNDONE * turn[i]!) * DEGREES);
  };
  return { yaw: trace('leftEyeYaw', 'headYaw'), pitch: trace('leftEyePitch', 'headPitch') };
}

/** Finds the periods in which the gaze is on the listener, alternating with those in which it is averted. */
export function findLooks(clip: Clip): Look[] {
  const { yaw } = traceGaze(clip);
  const looks: Look[] = [];
  for (const degrees of yaw) {
    const away = Math.abs(degrees) > MIN_AVERTED;
    const last = looks.at(-1);
    if (last?.away === away) last.seconds += 1 / clip.fps;
    else looks.push({ seconds: 1 / clip.fps, away });
  }
  return looks;
}

/** Measures how long fixations last, in s. Leaves out the first and the last one, because the clip cuts them off. */
export function findFixations(clip: Clip): number[] {
  const { yaw, pitch } = traceGaze(clip);
  const jumps = (i: number): boolean => Math.hypot(yaw[i]! - yaw[i - 1]!, pitch[i]! - pitch[i - 1]!) * clip.fps > JUMP_SPEED;
  const rests: number[] = [];
  let length = 0;
  for (let i = 1; i < clip.frames; i++) {
    if (!jumps(i)) length++;
    else if (length > 0) {
      rests.push(length / clip.fps);
      length = 0;
    }
  }
  return rests.slice(1);
}
