import type { Channel } from '../channels.ts';
import { addPulse, type Curve, createCurve, createRandom, type Pulse } from '../motion/index.ts';
import { blendByEmotion, type ExpressionLevels } from './emotion.ts';
import { type Accent, type Phrase, questionStrength } from './phrasing.ts';
import type { Sentence } from './sentences.ts';

/** Timing of a brow raise on a stressed word, in s: up, hold, down. Typical values are 0.12, 0.08, and 0.22. */
const ATTACK = [0.09, 0.17] as const;
const HOLD = [0.02, 0.24] as const;
const RELEASE = [0.16, 0.42] as const;
/** Maximum `browInnerUp` on an accent, a question, and an exclamation. */
const ACCENT_RAISE = 0.4;
const QUESTION_RAISE = 0.45;
const EXCLAIM_RAISE = 0.24;
/** Fraction of accents without a pitch rise that raise the brows. 70% of raises come with a pitch rise (Cavé et al. 1996). */
const FLAT_SHARE = 0.3;
/** How long before the end of a question the brows start to rise, and how long they stay up after it, in s. */
const QUESTION_SECONDS = 0.6;
const QUESTION_HOLD = 0.25;
/** Brows rise on a question word, then lower (Ekman 1979, "About brows"): weights of `browDown` and of the raise. */
const QUESTION_WORD_FROWN = 0.24;
const QUESTION_WORD_RAISE = 0.28;
/** Raises on list items, and on the word that starts a contrast. Hand-picked. */
const ITEM_RAISE = 0.24;
const CONTRAST_RAISE = 0.3;
/** How much the eyes widen on an exclamation. */
const EXCLAIM_WIDEN = 0.14;
/** How far the outer brows rise relative to the inner brows, and the maximum difference between left and right. */
const OUTER_SHARE = [0.35, 1] as const;
const ASYMMETRY = 0.3;

/** Raises the brows on accents, list items, contrasts, exclamations, and the ends of questions, and lowers them after question words. */
export function animateBrows(
  duration: number,
  accents: readonly Accent[],
  phrases: readonly Phrase[],
  sentences: readonly Sentence[],
  emotions: ExpressionLevels,
  seed: string,
): Map<Channel, Curve> {
  const random = createRandom(`${seed}/brows`);
  const raise = createCurve(duration);
  const outerRaise = createCurve(duration);
  const tilt = createCurve(duration);
  const frown = createCurve(duration);
  const widen = createCurve(duration);
  const liveliness = (t: number): number => Math.max(0.2, 1 + blendByEmotion(emotions, (pose) => pose.liveliness, t));
  for (const { time, strength, prominence } of accents) {
    const raised = random.between(0, 1) < FLAT_SHARE + (1 - FLAT_SHARE) * prominence;
    const size = ACCENT_RAISE * strength * (0.3 + 0.7 * prominence) * random.between(0.5, 1) * liveliness(time);
    const side = random.between(-1, 1);
    const outerShare = random.between(...OUTER_SHARE);
    const [attack, hold] = [random.between(...ATTACK), random.between(...HOLD)];
    const release = random.between(...RELEASE);
    if (!raised) continue;
    const pulse: Pulse = { start: time, end: time + hold, attack, release };
    addPulse(raise, pulse, size);
    addPulse(outerRaise, pulse, size * outerShare);
    addPulse(tilt, pulse, size * side);
  }
  for (const phrase of phrases) {
    const { start, end, ending } = phrase;
    const from = Math.max(start, end - QUESTION_SECONDS);
    const question = questionStrength(phrase);
    if (question > 0) {
      const questionPulse: Pulse = { start: from, end: end + QUESTION_HOLD, attack: 0.3, release: 0.45 };
      for (const curve of [raise, outerRaise]) addPulse(curve, questionPulse, QUESTION_RAISE * question);
    }
    if (ending === 'exclamation') {
      const pulse = { start: start + 0.2, end: Math.max(start + 0.2, end - 0.2), attack: 0.3, release: 0.4 };
      addPulse(raise, pulse, EXCLAIM_RAISE);
      addPulse(widen, pulse, EXCLAIM_WIDEN);
    }
  }
  const flash = (time: number, size: number): void => {
    const pulse = { start: time, end: time + 0.12, attack: 0.12, release: 0.28 };
    addPulse(raise, pulse, size);
    addPulse(outerRaise, pulse, size * random.between(...OUTER_SHARE));
  };
  for (const { end, questionWord, items, contrasts } of sentences) {
    for (const item of items) flash(item.start, ITEM_RAISE * random.between(0.5, 1));
    for (const time of contrasts) flash(time, CONTRAST_RAISE);
    if (questionWord === null) continue;
    flash(questionWord, QUESTION_WORD_RAISE);
    const start = Math.min(questionWord + 0.5, end);
    addPulse(frown, { start, end: end + QUESTION_HOLD, attack: 0.3, release: 0.5 }, QUESTION_WORD_FROWN);
  }
  const outer = (side: number): Curve => outerRaise.map((value, k) => Math.max(0, value + ASYMMETRY * side * tilt[k]!));
  return new Map<Channel, Curve>([
    ['browInnerUp', raise],
    ['browOuterUpLeft', outer(1)],
    ['browOuterUpRight', outer(-1)],
    ['browDownLeft', frown],
    ['browDownRight', frown],
    ['eyeWideLeft', widen],
    ['eyeWideRight', widen],
  ]);
}
