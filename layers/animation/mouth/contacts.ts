import { type Curve, createCurve, GRID_RATE, joinPulse, type Pulse, visitPulse } from '../motion/index.ts';
import type { Consonant, Sound } from '../phonetics/index.ts';
import type { Gesture } from './gestures.ts';

/** A part of the mouth that is fully in contact for a while: what averaging between neighbours must never undo. */
export type Contact = Pulse;

/** The lips meet one frame of 60 before the sound is heard, and part as late before it ends, s: a burst is heard on opening. */
const CONTACT_LEAD = 1 / 60;
/** A contact shorter than this is missed by a frame grid of 24 a second's neighbour, and by the eye, s. */
const SHORTEST_CONTACT = 0.03;
/** Time to come to a contact and to leave it, s (lip closing and opening movements last 60-100 ms: Löfqvist & Gracco 1997). */
const APPROACH = 0.075;
const DEPARTURE = 0.07;
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

/** The contacts that the chosen sounds ask for, in order; their approaches shrink to fit between neighbours. */
export function listContacts(gestures: readonly Gesture[], touches: (sound: Sound | null) => boolean): Contact[] {
  const contacts: Contact[] = [];
  for (const gesture of gestures) {
    if (!touches(gesture.sound)) continue;
    const start = Math.max(0, gesture.start - CONTACT_LEAD);
    const end = Math.max(start + SHORTEST_CONTACT, gesture.start + SHORTEST_CONTACT, gesture.end - CONTACT_LEAD);
    const previous = contacts.at(-1);
    if (previous !== undefined && start - previous.end < SAME_CONTACT_GAP) {
      previous.end = end;
      continue;
    }
    const gap = previous === undefined ? Number.POSITIVE_INFINITY : start - previous.end;
    if (previous !== undefined) previous.release = Math.min(DEPARTURE, gap * 0.6);
    contacts.push({ start, end, attack: Math.min(APPROACH, gap * 0.6), release: DEPARTURE });
  }
  return contacts;
}

/** Contacts as a curve: 1 while in contact, 0 away from it. */
export function drawContacts(contacts: readonly Contact[], duration: number): Curve {
  const curve = createCurve(duration);
  for (const contact of contacts) joinPulse(curve, contact);
  return curve;
}

/** Lowers a ceiling to `limit` while in contact. */
export function limitDuring(contacts: readonly Contact[], ceiling: Curve, limit: number): void {
  for (const { start, end } of contacts) {
    // At least the sample nearest to the middle, however short the contact.
    const middle = Math.round(((start + end) / 2) * GRID_RATE);
    const held: Contact = { start, end, attack: 1 / GRID_RATE, release: 1 / GRID_RATE };
    visitPulse(held, ceiling.length, (k, value) => {
      if (value === 1 || k === middle) ceiling[k] = Math.min(ceiling[k]!, limit);
    });
  }
}
