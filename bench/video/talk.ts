import type { Clip } from '@talking-avatar/animation';
import { clipOf } from '@talking-avatar/avatar/testing';

/** Frame size of the measured videos. */
export const SIZE = { width: 1280, height: 720 } as const;
export const ACTOR = 'amara';
/** The actor whose hair takes the longest to render. */
export const COSTLIEST_ACTOR = 'kavya';
export const BACKGROUND = { red: 104, green: 116, blue: 130 };

/** Creates a clip at 30 frames per second, with talking, blinking, and head movement. */
export const talk = (frames: number): Clip =>
  clipOf(frames, {
    jawOpen: (k) => 0.3 + 0.3 * Math.sin(k / 2),
    mouthFunnel: (k) => 0.3 + 0.3 * Math.sin(k / 5),
    headYaw: (k) => 0.08 * Math.sin(k / 20),
    eyeBlinkLeft: (k) => (k % 60 < 5 ? 1 : 0),
    eyeBlinkRight: (k) => (k % 60 < 5 ? 1 : 0),
  });
