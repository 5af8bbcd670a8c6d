import type { Clip } from '../src/index.ts';

/** A stretch of time, s, in which the gaze is with the listener or away. */
export interface Look {
  seconds: number;
  away: boolean;
}

const DEGREES = 180 / Math.PI;
/** Farther than this from the listener's face the gaze is away, degrees. */
const AWAY = 4;
/** Faster than this the eyes jump, degrees per second; fixations are what lies between. */
const JUMP_SPEED = 30;
/** The head's turn that eyes undo in space, as the solver does it. */
const HEAD_UNDONE = 0.9;

/** The direction of the left eye in space at each frame, degrees to the right and down, as an observer sees it. */
export function traceGaze(clip: Clip): { yaw: Float32Array; pitch: Float32Array } {
  const trace = (eye: string, head: string): Float32Array => {
    const turn = clip.channels.get(head)!;
    return clip.channels.get(eye)!.map((value, i) => (value + HEAD_UNDONE * turn[i]!) * DEGREES);
  };
  return { yaw: trace('leftEyeYaw', 'headYaw'), pitch: trace('leftEyePitch', 'headPitch') };
}

/** The looks at the listener and away, in turn. */
export function findLooks(clip: Clip): Look[] {
  const { yaw } = traceGaze(clip);
  const looks: Look[] = [];
  for (const degrees of yaw) {
    const away = Math.abs(degrees) > AWAY;
    const last = looks.at(-1);
    if (last?.away === away) last.seconds += 1 / clip.fps;
    else looks.push({ seconds: 1 / clip.fps, away });
  }
  return looks;
}

/** How long the eyes rest between jumps, s; the first and the last rest, which the clip cuts, left out. */
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
