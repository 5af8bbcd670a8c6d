import type { SpeechTimeline } from '../../contract/index.ts';
import type { Envelope } from '../envelope.ts';
import { type Curve, createCurve, ease, GRID_RATE, joinPulse, smoothCurve } from '../motion/index.ts';
import type { Sound } from '../phonetics/index.ts';
import {
  type Contact,
  clearAround,
  contactCurve,
  findContacts,
  findShortOpenings,
  isBilabial,
  isLabiodental,
  LIP_CONTACT_SPEED,
  limitDuring,
  TEETH_CONTACT_SPEED,
} from './contacts.ts';
import { blendTargets, dominanceOf, JAW_LEAD } from './dominance.ts';
import { findGestures, type Gesture } from './gestures.ts';
import { alignJawToEnvelope } from './jaw-timing.ts';
import { ARTICULATORS, type Articulator, targetOfSound } from './targets.ts';

/** The mouth over time: articulators and contacts, 0..1, on the grid. */
export interface Mouth {
  articulators: Record<Articulator, Curve>;
  /** Lips sealed on p b m. */
  seal: Curve;
  /** Lower lip on the upper teeth, f v. */
  bite: Curve;
  /** 1 while speaking, 0 in pauses long enough for the face to do something else. */
  activity: Curve;
}

/** How far the jaw may open, and the lips funnel, while the lips are sealed; the jaw on the lip bite and in s z sh. */
const SEALED_JAW = 0.02;
const SEALED_FUNNEL = 0;
const BITE_JAW = 0.1;
const SIBILANT_JAW = 0.2;

/** Time constants of movement, s: the jaw is heavier than the lips, the tongue lighter. */
const SETTLE: Readonly<Record<Articulator, number>> = {
  jaw: 0.023,
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

/** Moves the mouth through the sounds of a timeline. */
export function animateMouth(timeline: SpeechTimeline, loudness: Envelope): Mouth {
  const { duration } = timeline;
  const gestures = findGestures(timeline, loudness);
  const seals = findContacts(gestures, isBilabial, LIP_CONTACT_SPEED);
  const bites = findContacts(gestures, isLabiodental, TEETH_CONTACT_SPEED);
  const seal = contactCurve(seals, duration);
  const influences = dominanceOf(gestures);
  const wishes = blendTargets(influences, duration);
  const { later, wish } = alignJawToEnvelope(wishes.jaw, influences, seal, loudness, duration);
  wishes.jaw = wish;
  const even = createCurve(duration).fill(1);
  const [jawOnset, lipsOnset] = [drawOnset(duration, JAW_ONSET), drawOnset(duration, LIPS_ONSET)];
  const urgency = openBetween(gestures, seals, wishes.jaw);
  const floor = createCurve(duration);
  const ceilings = drawCeilings(gestures, seals, bites, later, duration);
  const articulators = Object.fromEntries(
    ARTICULATORS.map((articulator) => {
      const bounds = { floor, ceiling: ceilings[articulator] ?? even };
      const weight = articulator === 'jaw' ? urgency : even;
      const curve = smoothCurve(wishes[articulator], weight, SETTLE[articulator], bounds);
      // What the tongue does behind the teeth is not seen to begin.
      if (articulator === 'tongueTip' || articulator === 'tongueBack') return [articulator, curve];
      const onset = articulator === 'jaw' ? jawOnset : lipsOnset;
      return [articulator, curve.map((value, k) => value * onset[k]!)];
    }),
  ) as Record<Articulator, Curve>;
  return {
    articulators,
    seal,
    bite: contactCurve(bites, duration),
    activity: drawActivity(gestures, duration),
  };
}

/** Between two seals this close, s, the jaw has not the time for its usual way, and opens by this share of a vowel's size. */
const HURRIED_SECONDS = 0.14;
const HURRIED_SHARE = 0.52;
/** How hard the jaw then insists, at most; 1 is an ordinary wish. */
const HURRIED_WEIGHT = 4;

/**
 * Has the jaw open a little for every vowel between two seals in a hurry, where the pull of the neighbours would leave it shut.
 * @param wish what the jaw wishes, raised in place
 * @returns how hard it insists on its wishes
 */
function openBetween(gestures: readonly Gesture[], seals: readonly Contact[], wish: Curve): Curve {
  const weight = wish.map(() => 1);
  let next = 0;
  for (const { from, to, depth } of findShortOpenings(seals)) {
    const hurry = 1 - (to - from) / HURRIED_SECONDS;
    if (hurry <= 0 || depth === 0) continue;
    while (next < gestures.length && gestures[next]!.end <= from) next++;
    let size = 0;
    for (let i = next; i < gestures.length && gestures[i]!.start < to; i++) {
      const { sound, effort } = gestures[i]!;
      if (sound?.kind === 'vowel') size = Math.max(size, targetOfSound(sound).jaw!.value * effort);
    }
    const quarter = (to - from) / 4;
    for (let k = Math.ceil((from + quarter) * GRID_RATE); k <= (to - quarter) * GRID_RATE && k < wish.length; k++) {
      wish[k] = Math.max(wish[k]!, size * HURRIED_SHARE * depth);
      weight[k] = 1 + (HURRIED_WEIGHT - 1) * hurry;
    }
  }
  return weight;
}

/** The tongue is behind the teeth this long before the lips are sealed and after, s, and goes at most so fast, 1/s: a sixth in a frame of 60. */
const TONGUE_MARGIN = 0.025;
const TONGUE_SPEED = 10;

/** How far articulators may go while others are in contact; `later` is how much later than usual the jaw moves, s. */
function drawCeilings(
  gestures: readonly Gesture[],
  seals: readonly Contact[],
  bites: readonly Contact[],
  later: number,
  duration: number,
): Partial<Record<Articulator, Curve>> {
  const jaw = createCurve(duration).fill(1);
  limitDuring(findContacts(gestures, hisses, TEETH_CONTACT_SPEED), jaw, SIBILANT_JAW, JAW_LEAD - later);
  limitDuring(bites, jaw, BITE_JAW);
  limitDuring(seals, jaw, SEALED_JAW);
  // An open funnel and a seal contradict each other; a pucker and a seal do not (oo-boo).
  const funnel = createCurve(duration).fill(1);
  limitDuring(seals, funnel, SEALED_FUNNEL);
  // Lips that close on the tongue would bite it.
  const tongueOut = createCurve(duration).fill(1);
  clearAround(seals, tongueOut, TONGUE_MARGIN, TONGUE_SPEED);
  return { jaw, funnel, tongueOut };
}

/** A take that begins or ends within a sound has the jaw come from rest and return to it over this time, s, and lips and tongue. */
const JAW_ONSET = 0.1;
const LIPS_ONSET = 0.14;

/** What stays at the very ends: a jaw that is quite shut could not tell whether its lips are sealed (mouthClose is a share of it). */
const ONSET_FLOOR = 0.01;

/** Almost 0 at both ends of a take, and 1 away from them by `seconds`. */
function drawOnset(duration: number, seconds: number): Curve {
  const last = duration * GRID_RATE;
  const rise = (k: number): number => ease(Math.min(k, last - k) / (seconds * GRID_RATE));
  return createCurve(duration).map((_, k) => ONSET_FLOOR + (1 - ONSET_FLOOR) * rise(k));
}

/** The face stays with speech this long into a pause and comes back to it as long before its end, s. */
const PAUSE_MARGIN = 0.25;

function drawActivity(gestures: readonly Gesture[], duration: number): Curve {
  const idle = createCurve(duration);
  for (const { sound, start, end } of gestures) {
    if (sound !== null || end - start < 2 * PAUSE_MARGIN) continue;
    joinPulse(idle, {
      start: start + PAUSE_MARGIN,
      end: end - PAUSE_MARGIN,
      attack: PAUSE_MARGIN,
      release: PAUSE_MARGIN,
    });
  }
  return idle.map((value) => 1 - value);
}

function hisses(sound: Sound | null): boolean {
  return sound?.kind === 'consonant' && sound.manner === 'sibilant';
}
