import type { SpeechTimeline } from '@talking-avatar/contract';
import type { LoudnessEnvelope } from '../envelope.ts';
import { type Curve, coloredNoise, createCurve, GRID_RATE, screenBlendPulse, smoothCurve } from '../motion/index.ts';
import type { SpeechSound } from '../phonetics/index.ts';
import {
  type Contact,
  contactCurve,
  contactForces,
  findContacts,
  findShortOpenings,
  isBilabial,
  isLabiodental,
  LIP_CONTACT_SPEED,
  limitDuringContacts,
  riseFromContacts,
  TEETH_CONTACT_SPEED,
} from './contacts.ts';
import { blendTargets, dominanceOf, JAW_LEAD } from './dominance.ts';
import { findGestures, type Gesture } from './gestures.ts';
import { alignJawToEnvelope } from './jaw-timing.ts';
import { roundLips } from './rounding.ts';
import { ARTICULATORS, type Articulator, targetOfSound } from './targets.ts';

/** Mouth movement on the grid. Articulators and contacts are 0..1. */
export interface MouthCurves {
  articulators: Record<Articulator, Curve>;
  /** Lips closed, for p, b, and m. */
  closure: Curve;
  /** Lower lip on the upper teeth, for f and v. */
  labiodental: Curve;
  /** Force of each closure and labiodental contact, around 1. */
  force: Curve;
  teethForce: Curve;
  /** Slow, independent left-right differences, -1..1. */
  asymmetry: readonly Curve[];
  /** 1 while speaking, 0 in pauses long enough for expressions to take over. */
  activity: Curve;
}

/** Limits for the jaw and the lip funnel during bilabial closure, and for the jaw during labiodental contact and in s, z, and sh. */
const CLOSURE_JAW = 0.02;
const CLOSURE_FUNNEL = 0;
const LABIODENTAL_JAW = 0.1;
const SIBILANT_JAW = 0.2;

/** Time constants of movement, in s. The jaw is heavier than the lips, and the tongue lighter. */
const TIME_CONSTANTS: Readonly<Record<Articulator, number>> = {
  jaw: 0.0245,
  round: 0.028,
  funnel: 0.028,
  spread: 0.028,
  lowerLip: 0.022,
  upperLip: 0.022,
  jawForward: 0.035,
  tongueTip: 0.027,
  tongueBack: 0.024,
  tongueOut: 0.024,
};

/** Animates the mouth for the phones in a timeline. `vocalEffort` is from `computeVocalEffort`. `seed` adds variety to repeated sounds. */
export function animateMouth(timeline: SpeechTimeline, loudness: LoudnessEnvelope, vocalEffort: Curve, seed: string): MouthCurves {
  const { duration } = timeline;
  const gestures = findGestures(timeline, loudness, vocalEffort);
  const closures = findContacts(gestures, isBilabial, LIP_CONTACT_SPEED);
  const labiodentals = findContacts(gestures, isLabiodental, TEETH_CONTACT_SPEED);
  const closure = contactCurve(closures, duration);
  const dominances = dominanceOf(gestures);
  const targets = blendTargets(dominances, duration);
  const { delay: jawDelay, target: jawTarget } = alignJawToEnvelope(targets.jaw, dominances, closure, loudness, duration);
  targets.jaw = jawTarget;
  const ones = createCurve(duration).fill(1);
  const jawWeight = openJawBetweenClosures(gestures, closures, targets.jaw);
  const floor = createCurve(duration);
  const jawRange = targets.jaw.reduce((widest, value) => Math.max(widest, value), MIN_JAW_RANGE);
  const ceilings = ceilingCurves(gestures, closures, labiodentals, jawDelay, jawRange, duration);
  const articulators = Object.fromEntries(
    ARTICULATORS.map((articulator) => {
      const bounds = { floor, ceiling: ceilings[articulator] ?? ones };
      const weight = articulator === 'jaw' ? jawWeight : ones;
      const smooth = smoothCurve(targets[articulator], weight, TIME_CONSTANTS[articulator], bounds);
      return [articulator, articulator === 'round' ? roundLips(gestures, smooth, duration) : smooth];
    }),
  ) as Record<Articulator, Curve>;
  return {
    articulators,
    closure,
    labiodental: contactCurve(labiodentals, duration),
    force: contactForces(closures, gestures, vocalEffort, `${seed}/closures`),
    teethForce: contactForces(labiodentals, gestures, vocalEffort, `${seed}/labiodentals`),
    asymmetry: ['lips', 'corners', 'press'].map((part) => wander(duration, `${seed}/${part}`)),
    activity: activityCurve(gestures, duration),
  };
}

/** Time between closures, in s, below which the jaw can't open fully, and the fraction of the vowel opening it then reaches. */
const SHORT_OPENING_SECONDS = 0.14;
const SHORT_OPENING_SHARE = 0.52;
/** Maximum weight of such an opening. An ordinary target has a weight of 1. */
const SHORT_OPENING_WEIGHT = 4;

/** Raises the jaw target in vowels between two quick closures, which would otherwise keep the jaw shut. @returns a weight per sample */
function openJawBetweenClosures(gestures: readonly Gesture[], closures: readonly Contact[], target: Curve): Curve {
  const weight = target.map(() => 1);
  let next = 0;
  for (const { from, to, depth } of findShortOpenings(closures)) {
    const shortness = 1 - (to - from) / SHORT_OPENING_SECONDS;
    if (shortness <= 0 || depth === 0) continue;
    while (next < gestures.length && gestures[next]!.end <= from) next++;
    let size = 0;
    for (let i = next; i < gestures.length && gestures[i]!.start < to; i++) {
      const { sound, effort } = gestures[i]!;
      if (sound?.kind === 'vowel') size = Math.max(size, targetOfSound(sound).jaw!.value * effort);
    }
    const quarter = (to - from) / 4;
    for (let k = Math.ceil((from + quarter) * GRID_RATE); k <= (to - quarter) * GRID_RATE && k < target.length; k++) {
      target[k] = Math.max(target[k]!, size * SHORT_OPENING_SHARE * depth);
      weight[k] = 1 + (SHORT_OPENING_WEIGHT - 1) * shortness;
    }
  }
  return weight;
}

/** How long around a closure the tongue stays behind the teeth, in s, and its maximum speed, 1/s: 1/6 of the range per frame at 60 fps. */
const TONGUE_MARGIN = 0.025;
const TONGUE_SPEED = 10;
/** Maximum time before speech that the tongue may be out, in s. A tongue that is out in silence reads as a grimace. */
const TONGUE_LEAD = 0.04;
/**
 * Maximum jaw speed next to closed lips, and next to a lip on the teeth, in jaw ranges of the speech per second. Any faster, and the mouth
 * would snap open by more than two fifths of its range per frame at 30 fps. It is lower next to closed lips, whose parting also opens it.
 */
const JAW_SPEED_AT_CLOSURE = 5.2;
const JAW_SPEED_AT_TEETH = 7.8;
/** Jaw range of speech without vowels, in `jawOpen` units. */
const MIN_JAW_RANGE = 0.36;
/** Time between closures below which a vowel barely shows, in s. The jaw then opens by this fraction of its range, within these limits. */
const HURRIED_SECONDS = 0.105;
const HURRIED_JAW = { least: 0.203, share: 0.43, most: 0.24 } as const;

/** Computes the ceilings of articulators during contacts from the jaw delay, in s, and the widest `jawOpen` in the speech. */
function ceilingCurves(
  gestures: readonly Gesture[],
  closures: readonly Contact[],
  labiodentals: readonly Contact[],
  jawDelay: number,
  jawRange: number,
  duration: number,
): Partial<Record<Articulator, Curve>> {
  const jaw = createCurve(duration).fill(1);
  riseFromContacts(closures, jaw, CLOSURE_JAW, JAW_SPEED_AT_CLOSURE * jawRange);
  const hurried = Math.min(HURRIED_JAW.most, Math.max(HURRIED_JAW.least, HURRIED_JAW.share * jawRange));
  for (const { from, to } of findShortOpenings(closures)) {
    if (to - from > HURRIED_SECONDS) continue;
    for (let k = Math.ceil(from * GRID_RATE); k < to * GRID_RATE && k < jaw.length; k++) {
      const arch = Math.sin((Math.PI * (k / GRID_RATE - from)) / (to - from));
      jaw[k] = Math.max(jaw[k]!, CLOSURE_JAW + hurried * arch);
    }
  }
  riseFromContacts(labiodentals, jaw, LABIODENTAL_JAW, JAW_SPEED_AT_TEETH * jawRange);
  limitDuringContacts(findContacts(gestures, isSibilant, TEETH_CONTACT_SPEED), jaw, SIBILANT_JAW, JAW_LEAD - jawDelay);
  // An open funnel contradicts a closure, but a pucker does not ("oo-boo").
  const funnel = createCurve(duration).fill(1);
  limitDuringContacts(closures, funnel, CLOSURE_FUNNEL);
  // Otherwise, the tongue would get caught between the closing lips.
  const tongueOut = createCurve(duration).fill(1);
  riseFromContacts(closures, tongueOut, 0, TONGUE_SPEED, TONGUE_MARGIN);
  const pauses = gestures.filter(({ sound }) => sound === null);
  riseFromContacts(pauses, tongueOut, 0, TONGUE_SPEED, -TONGUE_LEAD);
  return { jaw, funnel, tongueOut };
}

/** Time constant of the asymmetry, in s, and its maximum, in standard deviations. */
const WANDER_SECONDS = 2;
const WANDER_LIMIT = 1.6;

const wander = (duration: number, seed: string): Curve =>
  coloredNoise(createCurve(duration).length, WANDER_SECONDS, seed).map((value) => Math.tanh(value / WANDER_LIMIT));

/** How long speech still controls the face at the start and end of a pause, in s. */
const PAUSE_MARGIN = 0.25;

function activityCurve(gestures: readonly Gesture[], duration: number): Curve {
  const idle = createCurve(duration);
  for (const { sound, start, end } of gestures) {
    if (sound !== null || end - start < 2 * PAUSE_MARGIN) continue;
    screenBlendPulse(idle, {
      start: start + PAUSE_MARGIN,
      end: end - PAUSE_MARGIN,
      attack: PAUSE_MARGIN,
      release: PAUSE_MARGIN,
    });
  }
  return idle.map((value) => 1 - value);
}

function isSibilant(sound: SpeechSound | null): boolean {
  return sound?.kind === 'consonant' && sound.manner === 'sibilant';
}
