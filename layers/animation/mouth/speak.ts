import type { SpeechTimeline } from '../../contract/index.ts';
import type { Loudness } from '../loudness.ts';
import { type Curve, createCurve, joinPulse, smoothCurve } from '../motion/index.ts';
import type { Sound } from '../phonetics/index.ts';
import { bitesLip, drawContacts, LIPS_PACE, limitDuring, listContacts, sealsLips, TEETH_PACE } from './contacts.ts';
import { blendTargets, MOUTH_LEAD } from './dominance.ts';
import { type Gesture, listGestures } from './gestures.ts';
import { ARTICULATORS, type Articulator } from './targets.ts';

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

/** How far the jaw may open while the lips are sealed, on the lip bite, and in s z sh (jawOpen units). */
const SEALED_JAW = 0.02;
const BITE_JAW = 0.1;
const SIBILANT_JAW = 0.2;

/** Time constants of movement, s: the jaw is heavier than the lips, the tongue lighter. */
const SETTLE: Readonly<Record<Articulator, number>> = {
  jaw: 0.02,
  round: 0.028,
  funnel: 0.028,
  spread: 0.028,
  lowerLip: 0.022,
  upperLip: 0.022,
  jawForward: 0.035,
  tongueTip: 0.014,
  tongueBack: 0.018,
  tongueOut: 0.016,
};

/** Moves the mouth through the sounds of a timeline. */
export function speak(timeline: SpeechTimeline, loudness: Loudness): Mouth {
  const { duration } = timeline;
  const gestures = listGestures(timeline, loudness);
  const seals = listContacts(gestures, sealsLips, LIPS_PACE);
  const bites = listContacts(gestures, bitesLip, TEETH_PACE);
  const wishes = blendTargets(gestures, duration);
  const even = createCurve(duration).fill(1);
  const floor = createCurve(duration);
  const open = createCurve(duration).fill(1);
  const jawCeiling = open.slice();
  limitDuring(listContacts(gestures, hisses, TEETH_PACE), jawCeiling, SIBILANT_JAW, MOUTH_LEAD);
  limitDuring(bites, jawCeiling, BITE_JAW);
  limitDuring(seals, jawCeiling, SEALED_JAW);
  const articulators = Object.fromEntries(
    ARTICULATORS.map((articulator) => {
      const ceiling = articulator === 'jaw' ? jawCeiling : open;
      return [articulator, smoothCurve(wishes[articulator], even, SETTLE[articulator], { floor, ceiling })];
    }),
  ) as Record<Articulator, Curve>;
  return {
    articulators,
    seal: drawContacts(seals, duration),
    bite: drawContacts(bites, duration),
    activity: drawActivity(gestures, duration),
  };
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
