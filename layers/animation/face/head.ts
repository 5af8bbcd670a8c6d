import { addPulse, type Curve, createCurve, createRandom, GRID_RATE } from '../motion/index.ts';
import { type Emotions, sumBearing } from './emotion.ts';
import type { Accent, Phrase } from './phrasing.ts';

/** Head rotation, rad, on the grid; signs as in `ROTATIONS`. */
export interface Head {
  yaw: Curve;
  pitch: Curve;
  roll: Curve;
}

const RADIANS = Math.PI / 180;

/** Nods come on stressed words: this far at the strongest, up to the peak and back in these times, s. */
const NOD = 4 * RADIANS;
const NOD_ATTACK = 0.15;
const NOD_RELEASE = 0.25;
/** The head reaches the bottom of a nod this long after the stressed vowel begins, s. */
const NOD_DELAY = 0.05;
/** Share of accents that are nodded to; the others are carried by the brows alone. */
const NODDED_SHARE = 0.7;
/** Idle sway: size of each axis and three frequencies without a common period, Hz. */
const SWAY = { yaw: 1.5 * RADIANS, pitch: 0.9 * RADIANS, roll: 0.8 * RADIANS };
const SWAY_HERTZ = [0.13, 0.27, 0.41] as const;
const BREATH = 0.35 * RADIANS;
const BREATH_HERTZ = 0.25;
/** A speaker turns a little for each phrase, s and rad; the chin lifts on a question. */
const TURN = 3.2 * RADIANS;
const TURN_SECONDS = 0.7;
const ASK_LIFT = 2.5 * RADIANS;

/** Moves the head: sway and breath all the time, turns by phrase, nods by accent, bearing by emotion. */
export function moveHead(
  duration: number,
  accents: readonly Accent[],
  phrases: readonly Phrase[],
  emotions: Emotions,
  seed: string,
): Head {
  const random = createRandom(`${seed}/head`);
  const head: Head = {
    yaw: sway(duration, SWAY.yaw, `${seed}/yaw`),
    pitch: sway(duration, SWAY.pitch, `${seed}/pitch`),
    roll: sway(duration, SWAY.roll, `${seed}/roll`),
  };
  breathe(head.pitch, random.between(0, 1));
  for (const phrase of phrases) {
    const turn = {
      start: phrase.start + 0.2,
      end: Math.max(phrase.start + 0.2, phrase.end - 0.2),
      attack: TURN_SECONDS,
      release: TURN_SECONDS,
    };
    const yaw = random.between(-1, 1) * TURN;
    addPulse(head.yaw, turn, yaw);
    addPulse(head.roll, turn, yaw * random.between(-0.1, 0.5));
    if (phrase.asks) addPulse(head.pitch, { ...turn, start: turn.end }, -ASK_LIFT);
  }
  for (const { time, strength } of accents) {
    const nodded = random.between(0, 1) < NODDED_SHARE;
    const depth = NOD * strength * random.between(0.5, 1);
    const bottom = time + NOD_DELAY;
    if (nodded) addPulse(head.pitch, { start: bottom, end: bottom, attack: NOD_ATTACK, release: NOD_RELEASE }, depth);
  }
  for (let k = 0; k < head.pitch.length; k++) {
    head.pitch[k]! += sumBearing(emotions, (look) => look.headPitch, k / GRID_RATE);
    head.roll[k]! += sumBearing(emotions, (look) => look.headRoll, k / GRID_RATE);
  }
  return head;
}

function sway(duration: number, size: number, seed: string): Curve {
  const random = createRandom(seed);
  const waves = SWAY_HERTZ.map((hertz) => ({
    hertz,
    phase: random.between(0, 2 * Math.PI),
    gain: random.between(0.6, 1),
  }));
  return createCurve(duration).map((_, k) => {
    const t = k / GRID_RATE;
    const sum = waves.reduce(
      (total, { hertz, phase, gain }) => total + gain * Math.sin(2 * Math.PI * hertz * t + phase),
      0,
    );
    return (size * sum) / waves.length;
  });
}

function breathe(pitch: Curve, phase: number): void {
  for (let k = 0; k < pitch.length; k++) {
    pitch[k]! += BREATH * Math.sin(2 * Math.PI * (BREATH_HERTZ * (k / GRID_RATE) + phase));
  }
}
