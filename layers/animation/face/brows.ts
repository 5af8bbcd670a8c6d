import type { Channel } from '../channels.ts';
import { addPulse, type Curve, createCurve, createRandom, type Pulse } from '../motion/index.ts';
import type { Accent, Phrase } from './phrasing.ts';

/** A brow raise on a stressed word: up, held and down in these times, s. */
const ATTACK = 0.12;
const HOLD = 0.08;
const RELEASE = 0.22;
/** Size of a raise on the strongest accent, and under a question, browInnerUp units. */
const ACCENT_RAISE = 0.34;
const QUESTION_RAISE = 0.42;
/** Questions are raised over their last moments, s. */
const QUESTION_SECONDS = 0.55;
/** Outer brows follow the inner by this share. */
const OUTER_SHARE = 0.7;

/** Raises the brows on accents and at the ends of questions. */
export function raiseBrows(
  duration: number,
  accents: readonly Accent[],
  phrases: readonly Phrase[],
  seed: string,
): Map<Channel, Curve> {
  const random = createRandom(`${seed}/brows`);
  const raise = createCurve(duration);
  for (const { time, strength } of accents) {
    addPulse(
      raise,
      { start: time, end: time + HOLD, attack: ATTACK, release: RELEASE },
      ACCENT_RAISE * strength * random.between(0.2, 1),
    );
  }
  for (const { end, asks } of phrases) {
    const question: Pulse = { start: end - QUESTION_SECONDS, end, attack: 0.3, release: 0.4 };
    if (asks) addPulse(raise, question, QUESTION_RAISE);
  }
  const scale = (share: number): Curve => raise.map((value) => value * share);
  return new Map<Channel, Curve>([
    ['browInnerUp', scale(1)],
    ['browOuterUpLeft', scale(OUTER_SHARE * 1.05)],
    ['browOuterUpRight', scale(OUTER_SHARE * 0.95)],
  ]);
}
