import { type Curve, createCurve, GRID_RATE } from '../motion/index.ts';
import type { Gesture } from './gestures.ts';
import { ARTICULATORS, type Articulator, type ArticulatoryTarget, REST, type TargetValue, targetOfSound } from './targets.ts';

/** How far mouth movements lead their sounds, in s. 30-70 ms looks synchronous (ITU-R BT.1359 tolerates 125 ms). */
const MOUTH_LEAD = 0.04;

/** How far the jaw leads, in s. The jaw follows loudness, so with the same lead as the lips it would be 50 ms early in some voices. */
export const JAW_LEAD = 0.005;

/** Decay rate of dominance, exp(-theta |t|), for a 90 ms phone. Twice the means in Cohen & Massaro 1993, which would halve short vowels. */
const VOWEL_THETA = 26;
const CONSONANT_THETA = 34;
const REFERENCE_SECONDS = 0.09;
/** Decay rate before the phone, relative to after it. Protrusion starts up to 150 ms early and ends sooner (JALI, Edwards et al. 2016). */
const ANTICIPATION: Partial<Record<Articulator, number>> = { round: 0.27, funnel: 0.4, spread: 0.6 };
/** Fraction of a phone, around its middle, in which it has full dominance. */
const PLATEAU_SHARE = 0.5;
/** Constant dominance of the rest position. It brings the mouth to rest away from any phone. */
const REST_DOMINANCE = 0.004;
/** How far the dominance of a phone reaches, in decay times. */
const REACH = 5;

/** Dominance of a phone or a pause over time: how strongly it pulls the articulators to its target. */
export interface Dominance {
  target: ArticulatoryTarget;
  /** Start and end of full dominance, in s. */
  from: number;
  to: number;
  theta: number;
  /** Scales the strength of every articulator. */
  weight: number;
  effort: number;
}

/** Blends the targets of all phones into one target curve per articulator, weighted by dominance (Cohen & Massaro 1993). */
export function blendTargets(dominances: readonly Dominance[], duration: number): Record<Articulator, Curve> {
  return Object.fromEntries(
    ARTICULATORS.map((articulator) => [articulator, blendArticulator(articulator, dominances, duration)]),
  ) as Record<Articulator, Curve>;
}

/** Blends the target curve of one articulator. @param delay delay added to its usual timing, in s */
export function blendArticulator(articulator: Articulator, dominances: readonly Dominance[], duration: number, delay = 0): Curve {
  const sum = createCurve(duration);
  const weightSum = createCurve(duration).fill(REST_DOMINANCE);
  const total = delay + (articulator === 'jaw' ? MOUTH_LEAD - JAW_LEAD : 0);
  for (const dominance of dominances) {
    const target = dominance.target[articulator];
    if (target === undefined) continue;
    addDominance(sum, weightSum, delayDominance(dominance, total), target, ANTICIPATION[articulator] ?? 1);
  }
  return sum.map((value, k) => value / weightSum[k]!);
}

export const dominanceOf = (gestures: readonly Gesture[]): Dominance[] => gestures.map(dominanceOfSound);

function dominanceOfSound(gesture: Gesture): Dominance {
  const { sound, start, end, effort } = gesture;
  const seconds = end - start;
  if (sound === null) return dominanceOfPause(start, end);
  const margin = (seconds * (1 - PLATEAU_SHARE)) / 2;
  return {
    target: targetOfSound(sound),
    from: start + margin - MOUTH_LEAD,
    to: end - margin - MOUTH_LEAD,
    theta: (sound.kind === 'vowel' ? VOWEL_THETA : CONSONANT_THETA) * Math.sqrt(REFERENCE_SECONDS / Math.max(0.03, seconds)),
    weight: 1,
    effort,
  };
}

/** How long after speech the lips reach rest, and how long before speech they start to move, in s. In a shorter pause, they never rest. */
const REST_AFTER = 0.16;
const MOVE_BEFORE = 0.14;

function dominanceOfPause(start: number, end: number): Dominance {
  const atRest = end - start - REST_AFTER - MOVE_BEFORE;
  const middle = start + (end - start) * 0.5;
  return {
    target: REST,
    from: atRest > 0 ? start + REST_AFTER : middle,
    to: atRest > 0 ? end - MOVE_BEFORE : middle,
    theta: CONSONANT_THETA,
    weight: Math.min(1, (end - start) / (REST_AFTER + MOVE_BEFORE)),
    effort: 1,
  };
}

const delayDominance = (dominance: Dominance, delay: number): Dominance => ({
  ...dominance,
  from: dominance.from + delay,
  to: dominance.to + delay,
});

function addDominance(sum: Curve, weightSum: Curve, dominance: Dominance, target: TargetValue, anticipation: number): void {
  const { from, to, theta, weight, effort } = dominance;
  const thetaBefore = theta * anticipation;
  const first = Math.max(0, Math.ceil((from - REACH / thetaBefore) * GRID_RATE));
  const last = Math.min(sum.length - 1, Math.floor((to + REACH / theta) * GRID_RATE));
  const growth = Math.exp(thetaBefore / GRID_RATE);
  const decay = Math.exp(-theta / GRID_RATE);
  const value = target.value * effort;
  let current = Math.min(1, Math.exp(thetaBefore * (first / GRID_RATE - from)));
  for (let k = first; k <= last; k++) {
    const weighted = current * target.strength * weight;
    sum[k]! += weighted * value;
    weightSum[k]! += weighted;
    // Exponentials change by a constant factor per sample, so exp() is not needed for each one.
    const t = (k + 1) / GRID_RATE;
    if (t <= from) current *= growth;
    else if (t <= to) current = 1;
    else if (k / GRID_RATE <= to) current = Math.exp(theta * (to - t));
    else current *= decay;
  }
}
