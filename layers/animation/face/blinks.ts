import type { Channel } from '../channels.ts';
import { addPulse, type Curve, createCurve, createRandom } from '../motion/index.ts';
import { blendByEmotion, type Emotions } from './emotion.ts';
import type { Phrase } from './phrasing.ts';

/** A closing and opening of both eyes. `time` is when they are shut, s. */
export interface Blink {
  time: number;
  attack: number;
  release: number;
  depth: number;
}

/**
 * Time between blinks while speaking: log-normal with a mean of 2.8 s, that is 21 a minute (conversation: 17-26, Bentivoglio
 * et al. 1997), never nearer or farther than these, s.
 */
const GAP_MEDIAN = 2.55;
const GAP_SPREAD = 0.42;
const GAP_RANGE = [1, 6.5] as const;
/** A blink that falls this near to the end of a phrase, or to a shift of gaze, waits for it or hurries to it, s; our own choice. */
const PHRASE_END_PULL = 0.85;
const GAZE_PULL = 0.25;
/** A blink starts this long after the voice stops, s. */
const AFTER_PHRASE = 0.08;

/**
 * Closing and opening times, s, from nothing to nothing. Seen at 15 % of the peak, as recorded takes were measured, these
 * give 0.17-0.22 s in all. Faster closing would step more than a quarter of the way in one frame of 60.
 */
const CLOSING = [0.134, 0.142] as const;
const OPENING = [0.134, 0.15] as const;
const DEPTH = [0.9, 1] as const;
/** The second eye follows the first by this, s; takes correlate above .99, so half of the 8 ms that synthesis often uses. */
const EYE_OFFSET = 0.004;
/** What the muscle around the eye does with each blink, share of the lid. */
const SQUINT_SHARE = 0.12;

/** Chooses when to blink: at random as people do, drawn to ends of phrases and to large shifts of gaze. */
export function planBlinks(
  duration: number,
  phrases: readonly Phrase[],
  gazeShifts: readonly number[],
  emotions: Emotions,
  seed: string,
): Blink[] {
  const random = createRandom(`${seed}/blinks`);
  const attractors = [
    ...phrases.map(({ end }) => ({ at: end + AFTER_PHRASE, pull: PHRASE_END_PULL })),
    ...gazeShifts.map((at) => ({ at, pull: GAZE_PULL })),
  ];
  const blinks: Blink[] = [];
  let last = -random.between(0, GAP_MEDIAN);
  while (last <= duration) {
    const hurry = 1 + blendByEmotion(emotions, (look) => look.blinkGap, last);
    const gap = Math.min(GAP_RANGE[1], Math.max(GAP_RANGE[0], random.logNormal(GAP_MEDIAN, GAP_SPREAD) * hurry));
    last = attract(last + gap, attractors, last + GAP_RANGE[0]);
    const blink = {
      time: last,
      attack: random.between(...CLOSING),
      release: random.between(...OPENING),
      depth: random.between(...DEPTH),
    };
    // Only whole blinks: a clip neither begins nor ends with half-shut eyes.
    if (last >= blink.attack && last + blink.release <= duration) blinks.push(blink);
  }
  return blinks;
}

interface Attractor {
  at: number;
  pull: number;
}

/** The time of the attractor that pulls hardest, or `time` where none reaches. */
function attract(time: number, attractors: readonly Attractor[], earliest: number): number {
  let strongest = { at: time, share: 1 };
  for (const { at, pull } of attractors) {
    const share = Math.abs(at - time) / pull;
    if (at >= earliest && share < strongest.share) strongest = { at, share };
  }
  return strongest.at;
}

/** The lids of both eyes, and the small squint that goes with them. */
export function animateBlinks(blinks: readonly Blink[], duration: number): Map<Channel, Curve> {
  const draw = (delay: number, gain: number): Curve => {
    const curve = createCurve(duration);
    for (const { time, attack, release, depth } of blinks) {
      addPulse(curve, { start: time + delay, end: time + delay, attack, release }, depth * gain);
    }
    return curve;
  };
  return new Map<Channel, Curve>([
    ['eyeBlinkLeft', draw(0, 1)],
    ['eyeBlinkRight', draw(EYE_OFFSET, 1)],
    ['eyeSquintLeft', draw(0, SQUINT_SHARE)],
    ['eyeSquintRight', draw(EYE_OFFSET, SQUINT_SHARE)],
  ]);
}
