import { addPulse, type Curve, coloredNoise, createCurve, createRandom, GRID_RATE, smoothCurve } from '../motion/index.ts';
import type { Pitch } from '../pitch.ts';
import { fillChest } from './breaths.ts';
import { blendByEmotion, type ExpressionLevels } from './emotion.ts';
import type { ExpressionPose } from './expressions.ts';
import { type Accent, type Phrase, questionStrength } from './phrasing.ts';
import type { Saccade } from './saccades.ts';
import type { Sentence } from './sentences.ts';

/** Head rotation on the grid, in radians. Signs are as in `ROTATIONS`. */
export interface Head {
  yaw: Curve;
  pitch: Curve;
  roll: Curve;
}

const RADIANS = Math.PI / 180;
/** Nods on stressed words: maximum size in radians, and time to the peak and back, in s (typically 0.15 and 0.25). */
const NOD = 4.5 * RADIANS;
const NOD_ATTACK = [0.11, 0.2] as const;
const NOD_RELEASE = [0.2, 0.42] as const;
/** Fraction of nods that go up. */
const LIFTED_SHARE = 0.15;
/** Time from the start of the stressed vowel to the lowest point of the nod, in s. */
const NOD_DELAY = 0.05;
/** Fraction of accents that get a nod. The rest only raise the brows. */
const NODDED_SHARE = 0.7;
/** Maximum sideways turn and tilt during a nod, in radians. */
const NOD_YAW = 1.2 * RADIANS;
const NOD_ROLL = 2.2 * RADIANS;
/** Head pitch per semitone of voice pitch, and its limits. The two correlate (Munhall et al. 2004). */
const LIFT_PER_SEMITONE = 0.28 * RADIANS;
const MELODY_SEMITONES = 5;
/** Time constant for smoothing the melody, in s. The head is too heavy to follow it any faster. */
const MELODY_SETTLE = 0.09;
/** Drift between gestures: deviation per axis in radians, and time constant in s. Mostly below 1 Hz in conversation (Hadar et al. 1983). */
const DRIFT = { yaw: 0.95 * RADIANS, pitch: 0.65 * RADIANS, roll: 0.82 * RADIANS };
const DRIFT_SECONDS = 0.32;
/** How far the chin rises when the chest is full, in radians. */
const BREATH = 0.7 * RADIANS;
/** Head turn for a phrase: size in radians, and transition time in s. */
const TURN = 4 * RADIANS;
const TURN_ROLL = 0.9 * RADIANS;
const TURN_SECONDS = 0.7;
/** Head movement at the end of a question (chin up, head tilted) and at the end of a statement (chin down), in radians. */
const QUESTION_LIFT = 2.8 * RADIANS;
const QUESTION_TILT = 2 * RADIANS;
const STATEMENT_DIP = 1.6 * RADIANS;
/** Chin lift at the start of an exclamation, and deeper dip at its end, in radians. Hand-picked, like the values below. */
const EXCLAIM_LIFT = 2.2 * RADIANS;
const EXCLAIM_DIP = 2.6 * RADIANS;
/** The head dips and tilts on a question word. */
const QUESTION_WORD_DIP = 1.2 * RADIANS;
const QUESTION_WORD_TILT = 1.6 * RADIANS;
/** In a list, the head turns left and right in alternation and nods on each item. The last nod is the deepest. */
const ITEM_TURN = 2.4 * RADIANS;
const ITEM_NOD = 1.8 * RADIANS;
const LAST_ITEM_NOD = 3 * RADIANS;
/** At a contrast, the head turns and tilts to the other side: sizes in radians, and duration in s. */
const CONTRAST_TURN = 2.6 * RADIANS;
const CONTRAST_TILT = 1.4 * RADIANS;
const CONTRAST_SECONDS = 1.1;
/** How much of a gaze aversion the head follows, and the transition time in s. */
const AVERSION_SHARE = 0.25;
const AVERSION_SECONDS = 0.4;

export interface HeadInput {
  duration: number;
  accents: readonly Accent[];
  phrases: readonly Phrase[];
  sentences: readonly Sentence[];
  saccades: readonly Saccade[];
  emotions: ExpressionLevels;
  pitch: Pitch | undefined;
  seed: string;
}

/** Animates the head: drift, breath, speech melody, turns for phrases, gestures, nods on accents, gaze aversion, and emotion offsets. */
export function animateHead(input: HeadInput): Head {
  const { duration, emotions, seed } = input;
  const emotionCurve = (property: (pose: ExpressionPose) => number): Curve =>
    createCurve(duration).map((_, k) => blendByEmotion(emotions, property, k / GRID_RATE));
  const samples = createCurve(duration).length;
  const drift = (axis: keyof typeof DRIFT): Curve =>
    coloredNoise(samples, DRIFT_SECONDS, `${seed}/${axis}`).map((value) => DRIFT[axis] * value);
  const head: Head = { yaw: drift('yaw'), pitch: drift('pitch'), roll: drift('roll') };
  const random = createRandom(`${seed}/head`);
  addCurve(
    head.pitch,
    fillChest(duration, input.phrases).map((fullness) => -BREATH * fullness),
  );
  if (input.pitch !== undefined) followMelody(head.pitch, input.pitch);
  for (const phrase of input.phrases) turnForPhrase(head, phrase, random.between);
  for (const sentence of input.sentences) followSentence(head, sentence, random.between);
  for (const { time, strength } of input.accents) {
    const nodded = random.between(0, 1) < NODDED_SHARE;
    const size = strength * random.between(0.5, 1) * (random.between(0, 1) < LIFTED_SHARE ? -0.7 : 1);
    const [sideways, tilted] = [random.between(-1, 1), random.between(-1, 1)];
    const [attack, release] = [random.between(...NOD_ATTACK), random.between(...NOD_RELEASE)];
    if (!nodded) continue;
    const bottom = time + NOD_DELAY;
    const nod = { start: bottom, end: bottom, attack, release };
    addPulse(head.pitch, nod, NOD * size);
    addPulse(head.yaw, { ...nod, release: 2 * release }, NOD_YAW * size * sideways);
    addPulse(head.roll, { ...nod, release: 2 * release }, NOD_ROLL * size * tilted);
  }
  followAversions(head, input.saccades);
  // Emotion changes the size of movements, but not their timing.
  const size = emotionCurve((pose) => pose.liveliness).map((share) => Math.max(0.2, 1 + share));
  for (const axis of [head.yaw, head.pitch, head.roll]) for (let k = 0; k < axis.length; k++) axis[k]! *= size[k]!;
  addCurve(
    head.pitch,
    emotionCurve((pose) => pose.headPitch),
  );
  addCurve(
    head.yaw,
    emotionCurve((pose) => pose.headYaw),
  );
  addCurve(
    head.roll,
    emotionCurve((pose) => pose.headRoll),
  );
  return head;
}

function turnForPhrase(head: Head, phrase: Phrase, between: (low: number, high: number) => number): void {
  const { start, end, ending } = phrase;
  const turn = {
    start: start + 0.2,
    end: Math.max(start + 0.2, end - 0.2),
    attack: TURN_SECONDS,
    release: TURN_SECONDS,
  };
  const yaw = between(-1, 1) * TURN;
  const tilt = between(-1, 1) < 0 ? -1 : 1;
  addPulse(head.yaw, turn, yaw);
  addPulse(head.roll, turn, yaw * between(-0.05, 0.2) + TURN_ROLL * between(-1, 1));
  const question = questionStrength(phrase);
  const closing = { start: turn.end, end: end + 0.2, attack: 0.4, release: TURN_SECONDS };
  if (question > 0) {
    addPulse(head.pitch, closing, -QUESTION_LIFT * question);
    addPulse(head.roll, closing, QUESTION_TILT * question * tilt);
  } else if (ending === 'statement' || ending === 'exclamation') {
    const dip = ending === 'statement' ? STATEMENT_DIP : EXCLAIM_DIP;
    addPulse(head.pitch, { start: end, end: end + 0.1, attack: 0.35, release: 0.6 }, dip);
  }
}

function followSentence(head: Head, sentence: Sentence, between: (low: number, high: number) => number): void {
  const { start, end, kind, questionWord, items, contrasts } = sentence;
  const side = between(-1, 1) < 0 ? -1 : 1;
  if (kind === 'exclamation') {
    addPulse(head.pitch, { start: start + 0.1, end: start + 0.25, attack: 0.3, release: 0.5 }, -EXCLAIM_LIFT);
  }
  if (questionWord !== null) {
    const lean = { start: Math.min(questionWord + 0.3, end), end: end + 0.2, attack: 0.4, release: TURN_SECONDS };
    addPulse(head.pitch, lean, QUESTION_WORD_DIP);
    addPulse(head.roll, lean, QUESTION_WORD_TILT * side);
  }
  for (const [i, item] of items.entries()) {
    const size = between(0.6, 1);
    const nod = { start: item.start + NOD_DELAY, end: item.start + NOD_DELAY, attack: 0.16, release: 0.32 };
    addPulse(head.pitch, nod, size * (i === items.length - 1 ? LAST_ITEM_NOD : ITEM_NOD));
    const turn = { start: item.start, end: item.end, attack: 0.35, release: 0.5 };
    if (i < items.length - 1) addPulse(head.yaw, turn, ITEM_TURN * size * side * (i % 2 === 0 ? 1 : -1));
  }
  for (const time of contrasts) {
    const turn = { start: time + 0.2, end: time + CONTRAST_SECONDS, attack: 0.4, release: TURN_SECONDS };
    addPulse(head.yaw, turn, CONTRAST_TURN * side);
    addPulse(head.roll, turn, CONTRAST_TILT * side);
  }
}

function followMelody(headPitch: Curve, { rate, semitones, voiced }: Pitch): void {
  const at = (k: number): number => Math.min(semitones.length - 1, Math.round((k * rate) / GRID_RATE));
  const target = headPitch.map((_, k) => Math.min(MELODY_SEMITONES, Math.max(-MELODY_SEMITONES, semitones[at(k)]!)));
  const weight = headPitch.map((_, k) => (voiced[at(k)] === 1 ? 1 : 0.15));
  const melody = smoothCurve(target, weight, MELODY_SETTLE);
  for (let k = 0; k < headPitch.length; k++) headPitch[k]! -= LIFT_PER_SEMITONE * melody[k]!;
}

function followAversions(head: Head, saccades: readonly Saccade[]): void {
  for (let i = 0; i < saccades.length; i++) {
    const { time, yaw, pitch, averted } = saccades[i]!;
    if (!averted) continue;
    const end = saccades[i + 1]?.time ?? time;
    const pulse = {
      start: time + AVERSION_SECONDS,
      end: Math.max(time + AVERSION_SECONDS, end),
      attack: AVERSION_SECONDS,
      release: AVERSION_SECONDS,
    };
    addPulse(head.yaw, pulse, AVERSION_SHARE * yaw);
    addPulse(head.pitch, pulse, AVERSION_SHARE * pitch);
  }
}

function addCurve(curve: Curve, other: Curve): void {
  for (let k = 0; k < curve.length; k++) curve[k]! += other[k]!;
}
