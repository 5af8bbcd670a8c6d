import { type Curve, createCurve, glide, type Pulse, smoothCurve, visitPulse } from '../motion/index.ts';
import type { SpeechSound } from '../phonetics/index.ts';
import type { Gesture } from './gestures.ts';

/**
 * Lip rounding is a separate gesture because dominance alone would leave a short /w/ before /i/ spread, which reads as a smile. Times to
 * round and to unround, in s; the middle four fifths of the movement take 74 and 81 ms.
 */
const ATTACK = 0.1;
const RELEASE = 0.11;
/** The lips are round this long before the sound, s, and begin to part this long before its end, in s. */
const LEAD = 0.02;
const EARLY_RELEASE = 0.03;
/** Minimum duration of rounding, in s. Without it, a hurried "full" would unround within its /f/. */
const SHORTEST = 0.075;
/** Minimum rounding of such a sound. Below it, lips barely protrude, and dominance is enough. */
const MIN_ROUND = 0.2;
/** Loss of rounding in an open vowel, and share that a quiet or hurried vowel keeps. */
const LOST_BY_OPENING = 0.55;
const MIN_EFFORT = 0.8;
/** Protrusion of a consonant relative to its rounding: /ʃ/ has .55 in the inventory. */
const CONSONANT_GAIN = 1.25;
/** Time constant for smoothing neighboring gestures, in s; it only removes kinks. */
const SETTLE = 0.014;
/** Exponent of the smooth maximum of this curve and the one blended by dominance. */
const SHARPNESS = 6;

/** Rounds the lips, 0..1, for each rounded sound, however short. @param blended by dominance, 0..1, which rounds the sounds before it */
export function roundLips(gestures: readonly Gesture[], blended: Curve, duration: number): Curve {
  const gate = createCurve(duration);
  for (const { sound, start, end, effort } of gestures) {
    const amount = sound === null ? 0 : roundingOf(sound, effort);
    if (amount < MIN_ROUND) continue;
    const from = start - LEAD;
    const pulse: Pulse = {
      start: from,
      end: Math.max(from + SHORTEST, end - EARLY_RELEASE),
      attack: ATTACK,
      release: RELEASE,
      shape: glide,
    };
    visitPulse(pulse, gate.length, (k, value) => {
      gate[k] = Math.max(gate[k]!, amount * value);
    });
  }
  const smooth = smoothCurve(
    gate,
    gate.map(() => 1),
    SETTLE,
  );
  return blended.map((value, k) => softMaximum(value, Math.max(0, smooth[k]!)));
}

function roundingOf(sound: SpeechSound, effort: number): number {
  if (sound.kind === 'consonant') return Math.min(1, CONSONANT_GAIN * sound.round);
  const { round, open } = sound;
  return Math.min(1, round * (1 - LOST_BY_OPENING * open) * Math.min(1.1, Math.max(MIN_EFFORT, effort)));
}

const softMaximum = (a: number, b: number): number => Math.min(1, (a ** SHARPNESS + b ** SHARPNESS) ** (1 / SHARPNESS));
