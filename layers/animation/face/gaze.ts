import type { Channel } from '../channels.ts';
import { type Curve, createCurve, createRandom, ease, GRID_RATE, type Random } from '../motion/index.ts';
import { type Emotions, sumBearing } from './emotion.ts';
import type { Head } from './head.ts';
import type { Phrase } from './phrasing.ts';

const RADIANS = Math.PI / 180;

/** Eye rotation of one unit of eyeLookIn/Out and of eyeLookUp/Down, rad (regression on recorded takes: 35-37 and 26-30 degrees). */
const YAW_PER_UNIT = 36 * RADIANS;
const PITCH_PER_UNIT = 28 * RADIANS;

/** A jump of the eyes to a new direction in space, rad; yaw to the right and pitch down are positive. */
export interface Saccade {
  time: number;
  yaw: number;
  pitch: number;
}

/** Eyes rest this long on one point, s, log-normal (fixations of 200-600 ms; on a listener's face, longer). */
const FIXATION_MEDIAN = 0.75;
const FIXATION_SPREAD = 0.5;
const FIXATION_RANGE = [0.25, 3] as const;
/** Jumps between the points of a listener's face, rad. */
const FACE_YAW = 1.6 * RADIANS;
const FACE_PITCH = 1.1 * RADIANS;
/** Speakers look away as a phrase begins, while they plan it, and back as it goes on (Kendon 1967): share, size, s. */
const AVERTED_SHARE = 0.45;
const AVERSION_YAW = [4 * RADIANS, 8 * RADIANS] as const;
const AVERSION_PITCH = [-4 * RADIANS, 3 * RADIANS] as const;
const AVERSION_SECONDS = [0.5, 1.2] as const;
/** Duration of a saccade, s: 25 ms and 2.4 ms for each degree. */
const SACCADE_BASE = 0.025;
const SACCADE_PER_RADIAN = 0.0024 / RADIANS;
/** A shift of gaze this large takes a blink along, rad. */
const BLINKING_SHIFT = 6 * RADIANS;
/** The eyes undo this share of the head's turn, so that they stay on the listener (vestibulo-ocular reflex). */
const HEAD_UNDONE = 0.9;
/** Upper lids follow eyes that look down, eyeBlink per eyeLookDown, and lift with eyes that look up. */
const LID_FOLLOWS_DOWN = 0.35;
const LID_FOLLOWS_UP = 0.2;

/** Chooses where to look and when. */
export function listSaccades(duration: number, phrases: readonly Phrase[], seed: string): Saccade[] {
  const random = createRandom(`${seed}/gaze`);
  const saccades: Saccade[] = [];
  const aversions = phrases.filter(() => random.between(0, 1) < AVERTED_SHARE).map((phrase) => phrase.start);
  let time = 0;
  while (time < duration) {
    const fixation = Math.min(
      FIXATION_RANGE[1],
      Math.max(FIXATION_RANGE[0], random.logNormal(FIXATION_MEDIAN, FIXATION_SPREAD)),
    );
    const aversion = aversions[0];
    if (aversion !== undefined && aversion <= time + fixation) {
      aversions.shift();
      time = Math.max(time + FIXATION_RANGE[0], aversion - 0.1);
      saccades.push(avert(time, random));
      time += random.between(...AVERSION_SECONDS);
    } else {
      time += fixation;
    }
    saccades.push({ time, yaw: FACE_YAW * random.between(-1, 1), pitch: FACE_PITCH * random.between(-1, 1) });
  }
  return saccades;
}

function avert(time: number, random: Random): Saccade {
  const side = random.between(0, 1) < 0.5 ? -1 : 1;
  return { time, yaw: side * random.between(...AVERSION_YAW), pitch: random.between(...AVERSION_PITCH) };
}

/** Times at which the gaze shifts far enough to take a blink along. */
export function listLargeShifts(saccades: readonly Saccade[]): number[] {
  return saccades
    .filter(({ yaw, pitch }, i) => {
      const from = saccades[i - 1] ?? { yaw: 0, pitch: 0 };
      return Math.hypot(yaw - from.yaw, pitch - from.pitch) >= BLINKING_SHIFT;
    })
    .map(({ time }) => time);
}

/** Turns both eyes: saccades in space, less what the head turned already, as rotations and as the shapes that match them. */
export function moveEyes(
  duration: number,
  saccades: readonly Saccade[],
  head: Head,
  emotions: Emotions,
): Map<Channel, Curve> {
  const yaw = drawSaccades(duration, saccades, 'yaw');
  const pitch = drawSaccades(duration, saccades, 'pitch');
  for (let k = 0; k < yaw.length; k++) {
    yaw[k]! -= HEAD_UNDONE * head.yaw[k]!;
    pitch[k]! += sumBearing(emotions, (look) => look.gazePitch, k / GRID_RATE) - HEAD_UNDONE * head.pitch[k]!;
  }
  const half = (curve: Curve, unit: number): Curve => curve.map((value) => Math.max(0, value / unit));
  const right = half(yaw, YAW_PER_UNIT);
  const left = half(yaw, -YAW_PER_UNIT);
  const down = half(pitch, PITCH_PER_UNIT);
  const up = half(pitch, -PITCH_PER_UNIT);
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

function drawSaccades(duration: number, saccades: readonly Saccade[], axis: 'yaw' | 'pitch'): Curve {
  const curve = createCurve(duration);
  let from: Saccade = { time: 0, yaw: 0, pitch: 0 };
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
