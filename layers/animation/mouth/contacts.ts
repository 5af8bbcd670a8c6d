import { type Curve, createCurve, GRID_RATE, joinPulse, type Pulse } from '../motion/index.ts';
import type { Consonant, Sound } from '../phonetics/index.ts';
import type { Gesture } from './gestures.ts';

/** A part of the mouth that is fully in contact for a while: what averaging between neighbours must never undo. */
export type Contact = Pulse;

/**
 * Contact is complete as the sound begins, which by the shape of the approach puts nine tenths of it a frame of 60 earlier,
 * and opens this long before the sound ends, s: a burst is heard on opening.
 */
const EARLY_OPENING = 0.02;
/** A contact shorter than this falls between two frames, s. */
const SHORTEST_CONTACT = 0.03;

/** How fast a contact is come to and left, s: usually, and at the fastest between two contacts. */
export interface Pace {
  usual: number;
  fastest: number;
}

/** Our own, chosen on plots: as fast as the lips go without a step of a quarter in one frame of 60. */
export const LIPS_PACE: Pace = { usual: 0.066, fastest: 0.05 };
/** The lower lip has a longer way to the teeth, and is held to the same step. */
export const TEETH_PACE: Pace = { usual: 0.126, fastest: 0.126 };
/** Share of the time between two contacts that leaving one and coming to the other may each take. */
const OVERLAP = 0.6;
/** Two contacts closer than this are one, s. */
const SAME_CONTACT_GAP = 0.02;

/** True of p b m and the other sounds that close the lips. */
export function sealsLips(sound: Sound | null): sound is Consonant {
  return sound?.kind === 'consonant' && sound.place === 'bilabial' && sound.manner !== 'fricative';
}

/** True of f v and the other sounds that bring the lower lip to the upper teeth. */
export function bitesLip(sound: Sound | null): sound is Consonant {
  return sound?.kind === 'consonant' && sound.place === 'labiodental';
}

/** The contacts that the chosen sounds ask for, in order; they are come to and left faster to fit between neighbours. */
export function listContacts(
  gestures: readonly Gesture[],
  touches: (sound: Sound | null) => boolean,
  pace: Pace,
): Contact[] {
  const contacts: Contact[] = [];
  for (const gesture of gestures) {
    if (!touches(gesture.sound)) continue;
    const { start } = gesture;
    const end = Math.max(start + SHORTEST_CONTACT, gesture.end - EARLY_OPENING);
    const previous = contacts.at(-1);
    if (previous !== undefined && start - previous.end < SAME_CONTACT_GAP) {
      previous.end = end;
      continue;
    }
    const gap = previous === undefined ? Number.POSITIVE_INFINITY : start - previous.end;
    const attack = Math.max(pace.fastest, Math.min(pace.usual, gap * OVERLAP));
    if (previous !== undefined) previous.release = attack;
    contacts.push({ start, end, attack, release: pace.usual });
  }
  return contacts;
}

/** Contacts as a curve: 1 while in contact, 0 away from it. */
export function drawContacts(contacts: readonly Contact[], duration: number): Curve {
  const curve = createCurve(duration);
  for (const contact of contacts) joinPulse(curve, contact);
  return curve;
}

/** Lowers a ceiling to `limit` while in contact, or as long before as `lead`, s. */
export function limitDuring(contacts: readonly Contact[], ceiling: Curve, limit: number, lead = 0): void {
  for (const { start, end } of contacts) {
    // At least the sample nearest to the middle, however short the contact.
    const middle = ((start + end) / 2 - lead) * GRID_RATE;
    const first = Math.max(0, Math.min(Math.round(middle), Math.ceil((start - lead) * GRID_RATE)));
    const last = Math.max(Math.round(middle), Math.floor((end - lead) * GRID_RATE));
    for (let k = first; k <= Math.min(last, ceiling.length - 1); k++) ceiling[k] = Math.min(ceiling[k]!, limit);
  }
}
