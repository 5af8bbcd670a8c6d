import type { Channel } from '../channels.ts';
import { addPulse, type Curve, createCurve, createRandom, glide, type Random } from '../motion/index.ts';
import type { Phrase } from './phrasing.ts';

/** A blink of both eyes. `time` (when the eyes are shut), `attack`, and `release` are in s; `depth` is 0..1. */
export interface Blink {
  time: number;
  attack: number;
  release: number;
  depth: number;
}

/** Time between blinks in speech, in s (log-normal). The mean is 23 blinks a minute; in conversation, 17-26 (Bentivoglio et al. 1997). */
const GAP_MEDIAN = 2.3;
const GAP_SPREAD = 0.46;
const GAP_RANGE = [0.9, 6.5] as const;
/** How close to a phrase end or gaze shift a blink must be to be moved there, in s. Hand-picked. */
const PHRASE_END_PULL = 0.85;
const GAZE_PULL = 0.25;
/** Delay between the end of a phrase and its blink, in s. */
const AFTER_PHRASE = 0.08;

/** Closing and opening times, in s. Blinks take 0.18 ± 0.1 s, and close 1.6 times faster than they open. */
const CLOSING = [0.09, 0.12] as const;
const OPENING_MEDIAN = 0.165;
const OPENING_SPREAD = 0.38;
const OPENING_RANGE = [0.12, 0.4] as const;
/** Depths of full and partial blinks, and the fraction of blinks that are partial. */
const FULL_DEPTH = [0.9, 1] as const;
const PARTIAL_DEPTH = [0.35, 0.8] as const;
const PARTIAL_SHARE = 0.16;
/** Fraction of blinks followed by a second, shallower one, and the time between the two, in s. Hand-picked. */
const DOUBLE_SHARE = 0.07;
const DOUBLE_GAP = [0.34, 0.46] as const;
/** Delay of the second eye, in s. Half the 8 ms common in synthesis, because the eyes correlate above 0.99 in recorded takes. */
const EYE_OFFSET = 0.004;
/** Plans blinks at random intervals, drawn toward phrase ends and large gaze shifts. @param gazeShifts times of large gaze shifts, in s */
export function planBlinks(duration: number, phrases: readonly Phrase[], gazeShifts: readonly number[], seed: string): Blink[] {
  const random = createRandom(`${seed}/blinks`);
  const attractors = [
    ...phrases.map(({ end }) => ({ at: end + AFTER_PHRASE, pull: PHRASE_END_PULL })),
    ...gazeShifts.map((at) => ({ at, pull: GAZE_PULL })),
  ];
  const blinks: Blink[] = [];
  let last = -random.between(0, GAP_MEDIAN);
  while (last <= duration) {
    const gap = Math.min(GAP_RANGE[1], Math.max(GAP_RANGE[0], random.logNormal(GAP_MEDIAN, GAP_SPREAD)));
    last = attract(last + gap, attractors, last + GAP_RANGE[0]);
    blinks.push(drawBlink(last, random));
    if (random.between(0, 1) < DOUBLE_SHARE) {
      last += random.between(...DOUBLE_GAP);
      const second = drawBlink(last, random);
      blinks.push({ ...second, depth: 0.85 * second.depth });
    }
  }
  // Keep only whole blinks, so that a clip neither starts nor ends with half-closed eyes.
  return blinks.filter(({ time, attack, release }) => time >= attack && time + release <= duration);
}

function drawBlink(time: number, random: Random): Blink {
  const partial = random.between(0, 1) < PARTIAL_SHARE;
  const depth = partial ? random.between(...PARTIAL_DEPTH) : random.between(...FULL_DEPTH);
  const release = random.logNormal(OPENING_MEDIAN, OPENING_SPREAD);
  return {
    time,
    attack: random.between(...CLOSING),
    release: Math.min(OPENING_RANGE[1], Math.max(OPENING_RANGE[0], release)),
    depth,
  };
}

interface Attractor {
  at: number;
  pull: number;
}

/** Returns the time of the attractor that pulls `time` the most, ignoring any before `earliest`, or `time` if none is in range. */
function attract(time: number, attractors: readonly Attractor[], earliest: number): number {
  let strongest = { at: time, share: 1 };
  for (const { at, pull } of attractors) {
    const share = Math.abs(at - time) / pull;
    if (at >= earliest && share < strongest.share) strongest = { at, share };
  }
  return strongest.at;
}

/** Renders blinks as eyelid curves. Squint shapes are not used, because they would lower the brows, and a blink does not. */
export function animateBlinks(blinks: readonly Blink[], duration: number): Map<Channel, Curve> {
  const lidCurve = (delay: number): Curve => {
    const curve = createCurve(duration);
    for (const { time, attack, release, depth } of blinks) {
      addPulse(curve, { start: time + delay, end: time + delay, attack, release, shape: glide }, depth);
    }
    return curve.map((lid) => Math.min(1, lid));
  };
  return new Map<Channel, Curve>([
    ['eyeBlinkLeft', lidCurve(0)],
    ['eyeBlinkRight', lidCurve(EYE_OFFSET)],
  ]);
}
