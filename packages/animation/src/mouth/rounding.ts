import { type Curve, createCurve, glide, type Pulse, smoothCurve, visitPulse } from '../motion/index.ts';
import type { SpeechSound } from '../phonetics/index.ts';
import type { Gesture } from './gestures.ts';

/**
 * Time to round and to unround, in s; the middle four fifths of the movement take 74 and 81 ms. Rounding is a separate gesture because
 * dominance alone would leave a short /w/ before /i/ spread, which reads as a smile.
 */
const ATTACK = 0.1;
const RELEASE = 0.11;
/** How long before a sound the lips are round, and how long before its end they start to unround, in s. */
const LEAD = 0.02;
const EARLY_RELEASE = 0.03;
/** Minimum duration of rounding, in s. Without it, a hurried "full" would unround during the /f/. */
const SHORTEST = 0.075;
/** Minimum rounding for a sound to get its own gesture. Below it, the lips barely protrude, and dominance is enough. */
const MIN_ROUND = 0.2;
/** Loss of rounding in an open vowel, and the fraction that a quiet or hurried vowel keeps. */
const LOST_BY_OPENING = 0.55;
const MIN_EFFORT = 0.8;
/** Protrusion of a consonant relative to its rounding; for example, /ʃ/ has a rounding of 0.55 in the inventory. */
const CONSONANT_GAIN = 1.25;
/** Time constant for smoothing neighboring gestures, in s. Just enough to remove kinks. */
const SETTLE = 0.014;
/** Exponent of the smooth maximum of this curve and the dominance-blended one. */
const SHARPNESS = 6;

/** Rounds the lips (0..1) for each rounded sound, however short. @param blended curve from `blendTargets`, which rounds preceding sounds */
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
