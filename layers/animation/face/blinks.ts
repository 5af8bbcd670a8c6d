import type { Channel } from '../channels.ts';
import { addPulse, type Curve, createCurve, createRandom } from '../motion/index.ts';
import { blendByEmotion, type Emotions } from './emotion.ts';
import type { Phrase } from './phrasing.ts';

/** A blink of both eyes. The eyes are shut at `time` (s); `attack` and `release` are in s, `depth` is 0..1. */
export interface Blink {
  time: number;
  attack: number;
  release: number;
  depth: number;
}

/**
 * Time between blinks while speaking, s: log-normal with a mean of 2.8 s, i.e. 21 blinks a minute (conversation: 17-26,
 * Bentivoglio et al. 1997), limited to the range.
 */
const GAP_MEDIAN = 2.55;
const GAP_SPREAD = 0.42;
const GAP_RANGE = [1, 6.5] as const;
/** A blink this near to the end of a phrase, or to a shift of gaze, moves to it, s; own choice. */
const PHRASE_END_PULL = 0.85;
const GAZE_PULL = 0.25;
/** Delay of a blink after the end of a phrase, s. */
const AFTER_PHRASE = 0.08;

/**
 * Full closing and opening times, s. Measured at 15 % of the peak, as in recorded takes, a blink lasts 0.17-0.22 s.
 * Faster closing would exceed a quarter of the range per frame at 60 fps.
 */
const CLOSING = [0.134, 0.142] as const;
const OPENING = [0.134, 0.15] as const;
const DEPTH = [0.9, 1] as const;
/**
 * Delay of the second eye, s: half of the 8 ms that is common in synthesis, because the eyes of recorded takes
 * correlate above .99.
 */
const EYE_OFFSET = 0.004;
/** Squint that goes with a blink, as a share of the lid's closure. */
const SQUINT_SHARE = 0.12;

/**
 * Plans blinks: at random intervals, attracted to ends of phrases and large shifts of gaze.
 *
 * @param gazeShifts times of large shifts of gaze, s
 */
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
    const gapFactor = 1 + blendByEmotion(emotions, (pose) => pose.blinkGap, last);
    const gap = Math.min(GAP_RANGE[1], Math.max(GAP_RANGE[0], random.logNormal(GAP_MEDIAN, GAP_SPREAD) * gapFactor));
    last = attract(last + gap, attractors, last + GAP_RANGE[0]);
    const blink = {
      time: last,
      attack: random.between(...CLOSING),
      release: random.between(...OPENING),
      depth: random.between(...DEPTH),
    };
    // Only whole blinks: a clip neither starts nor ends with half-closed eyes.
    if (last >= blink.attack && last + blink.release <= duration) blinks.push(blink);
  }
  return blinks;
}

interface Attractor {
  at: number;
  pull: number;
}

/**
 * Returns the time of the attractor with the strongest pull on `time` that is not before `earliest`, or `time` if none
 * is in range.
 */
function attract(time: number, attractors: readonly Attractor[], earliest: number): number {
  let strongest = { at: time, share: 1 };
  for (const { at, pull } of attractors) {
    const share = Math.abs(at - time) / pull;
    if (at >= earliest && share < strongest.share) strongest = { at, share };
  }
  return strongest.at;
}

/** Renders blinks as lid curves of both eyes, with a small squint. */
export function animateBlinks(blinks: readonly Blink[], duration: number): Map<Channel, Curve> {
  const lidCurve = (delay: number, gain: number): Curve => {
    const curve = createCurve(duration);
    for (const { time, attack, release, depth } of blinks) {
      addPulse(curve, { start: time + delay, end: time + delay, attack, release }, depth * gain);
    }
    return curve;
  };
  return new Map<Channel, Curve>([
    ['eyeBlinkLeft', lidCurve(0, 1)],
    ['eyeBlinkRight', lidCurve(EYE_OFFSET, 1)],
    ['eyeSquintLeft', lidCurve(0, SQUINT_SHARE)],
    ['eyeSquintRight', lidCurve(EYE_OFFSET, SQUINT_SHARE)],
  ]);
}
