import type { Channel } from '../channels.ts';
import { type Curve, createCurve, ease, GRID_RATE } from '../motion/index.ts';
import { blendByEmotion, type ExpressionLevels } from './emotion.ts';
import type { Head } from './head.ts';
import type { Saccade } from './saccades.ts';

const RADIANS = Math.PI / 180;
/** Eye rotation at weight 1 of eyeLookIn/Out and eyeLookUp/Down, in radians (35-37 and 26-30 degrees by regression on recorded takes). */
export const EYE_LOOK_YAW = 36 * RADIANS;
export const EYE_LOOK_PITCH = 28 * RADIANS;
/** Saccade duration: 25 ms plus 2.4 ms per degree (the main sequence, after Lee, Badler & Badler 2002). */
const SACCADE_BASE = 0.025;
const SACCADE_PER_RADIAN = 0.0024 / RADIANS;
/** How much of a head turn the eyes compensate for, to keep the gaze on the listener (vestibulo-ocular reflex). */
const HEAD_COMPENSATION = 0.9;
/** The upper eyelids follow the eyes: eyeBlink per eyeLookDown, and eyeWide per eyeLookUp. */
const LID_FOLLOWS_DOWN = 0.35;
const LID_FOLLOWS_UP = 0.2;

/** Animates both eyes (saccades in world space minus head rotation) as rotations and as the matching eyeLook shapes. */
export function animateEyes(duration: number, saccades: readonly Saccade[], head: Head, emotions: ExpressionLevels): Map<Channel, Curve> {
  const yaw = saccadeCurve(duration, saccades, 'yaw');
  const pitch = saccadeCurve(duration, saccades, 'pitch');
  for (let k = 0; k < yaw.length; k++) {
    yaw[k]! -= HEAD_COMPENSATION * head.yaw[k]!;
    pitch[k]! += blendByEmotion(emotions, (pose) => pose.gazePitch, k / GRID_RATE) - HEAD_COMPENSATION * head.pitch[k]!;
  }
  const positivePart = (curve: Curve, unit: number): Curve => curve.map((value) => Math.max(0, value / unit));
  const right = positivePart(yaw, EYE_LOOK_YAW);
  const left = positivePart(yaw, -EYE_LOOK_YAW);
  const down = positivePart(pitch, EYE_LOOK_PITCH);
  const up = positivePart(pitch, -EYE_LOOK_PITCH);
  const lid = down.map((value) => LID_FOLLOWS_DOWN * value);
  const lift = up.map((value) => LID_FOLLOWS_UP * value);
  return new Map<Channel, Curve>([
    ['leftEyeYaw', yaw],
    ['rightEyeYaw', yaw],
    ['leftEyePitch', pitch],
    ['rightEyePitch', pitch],
    ['eyeLookInLeft', right],
    ['eyeLookOutRight', right],
    ['eyeLookOutLeft', left],
    ['eyeLookInRight', left],
    ['eyeLookDownLeft', down],
    ['eyeLookDownRight', down],
    ['eyeLookUpLeft', up],
    ['eyeLookUpRight', up],
    ['eyeBlinkLeft', lid],
    ['eyeBlinkRight', lid],
    ['eyeWideLeft', lift],
    ['eyeWideRight', lift],
  ]);
}

function saccadeCurve(duration: number, saccades: readonly Saccade[], axis: 'yaw' | 'pitch'): Curve {
  const curve = createCurve(duration);
  let from: Saccade = { time: 0, yaw: 0, pitch: 0, averted: false };
  let reached = 0;
  for (const to of saccades) {
    const start = Math.round(to.time * GRID_RATE);
    curve.fill(from[axis], reached, start);
    const seconds = SACCADE_BASE + SACCADE_PER_RADIAN * Math.hypot(to.yaw - from.yaw, to.pitch - from.pitch);
    reached = Math.min(curve.length, Math.ceil((to.time + seconds) * GRID_RATE));
    for (let k = start; k < reached; k++) {
      curve[k] = from[axis] + (to[axis] - from[axis]) * ease((k / GRID_RATE - to.time) / seconds);
    }
    from = to;
  }
  return curve.fill(from[axis], reached);
}
