import { type Curve, createCurve, createRandom, GRID_RATE, glide, type Pulse, screenBlendPulse } from '../motion/index.ts';
import type { Consonant, SpeechSound } from '../phonetics/index.ts';
import { effortAt } from '../vocal-effort.ts';
import type { Gesture } from './gestures.ts';

/** A period in which articulators touch completely. Blending with neighboring phones must not undo it. */
export type Contact = Pulse;

/** How long before the burst at the end of the phone a contact opens, in s; it is complete 0.9 frames (60 fps) before the phone starts. */
const EARLY_OPENING = 0.02;
/** Minimum duration of a contact, in s. A shorter contact could fall between two frames. */
const SHORTEST_CONTACT = 0.03;

/** Time to reach or leave a contact, in s: the usual time, and the minimum between two contacts. */
export interface ContactSpeed {
  usual: number;
  fastest: number;
}

/** Hand-picked from plots: the usual lip speed stays below a quarter of the range per frame at 60 fps, and the fastest is twice that. */
export const LIP_CONTACT_SPEED: ContactSpeed = { usual: 0.08, fastest: 0.04 };
/** The usual limit also applies between two contacts, because a lower lip on the teeth does not part closed lips. */
export const TEETH_CONTACT_SPEED: ContactSpeed = { usual: 0.08, fastest: 0.08 };
/** Maximum fraction of the time between two contacts for releasing the first, and for reaching the second. */
const OVERLAP = 0.6;
/** Minimum time between contacts, and the minimum duration to which they are shortened to make room for it, in s. */
const MIN_GAP = 0.08;
const MIN_SHORTENED = 0.018;
/** Time between the middles of two contacts, in s. Below the first value, the lips don't part; above the second, they part fully. */
const PARTING_SECONDS = [0.03, 0.09] as const;

/** Returns true for p, b, m, and other phones that close the lips. */
export function isBilabial(sound: SpeechSound | null): sound is Consonant {
  return sound?.kind === 'consonant' && sound.place === 'bilabial' && sound.manner !== 'fricative';
}

/** Returns true for f, v, and other phones that bring the lower lip to the upper teeth. */
export function isLabiodental(sound: SpeechSound | null): sound is Consonant {
  return sound?.kind === 'consonant' && sound.place === 'labiodental';
}

/** Finds the contacts of phones selected by `touches`. Adjacent phones share one, because parting lips would look like another phone. */
export function findContacts(
  gestures: readonly Gesture[],
  touches: (sound: SpeechSound | null) => boolean,
  speed: ContactSpeed,
): Contact[] {
  const contacts: Contact[] = [];
  let inContact = false;
  for (const gesture of gestures) {
    const { sound, start } = gesture;
    const continues = inContact;
    inContact = touches(sound);
    if (!inContact) continue;
    const end = Math.max(start + SHORTEST_CONTACT, gesture.end - EARLY_OPENING);
    if (continues) contacts.at(-1)!.end = end;
    else contacts.push({ start, end, attack: speed.usual, release: speed.usual, shape: glide });
  }
  shortenForGaps(contacts);
  for (const [i, contact] of contacts.entries()) {
    const previous = contacts[i - 1];
    if (previous === undefined) continue;
    contact.attack = Math.max(speed.fastest, Math.min(speed.usual, (contact.start - previous.end) * OVERLAP));
    previous.release = contact.attack;
  }
  return contacts;
}

/** Shortens closely spaced contacts so that the vowel between them stays visible. */
function shortenForGaps(contacts: readonly Contact[]): void {
  const available = contacts.map(({ start, end }) => Math.max(0, end - start - MIN_SHORTENED) / 2);
  for (let i = 1; i < contacts.length; i++) {
    const [before, after] = [contacts[i - 1]!, contacts[i]!];
    const missing = (MIN_GAP - (after.start - before.end)) / 2;
    if (missing <= 0) continue;
    before.end -= Math.min(missing, available[i - 1]!);
    after.start += Math.min(missing, available[i]!);
  }
}

/** Random range of the contact force, and its range by stress. */
const CHANCE_FORCE = [0.8, 1.25] as const;
const STRESS_FORCE = [0, 0.12, 0.06] as const;
/** Increase in force from ordinary to maximum vocal effort. */
const VOICE_FORCE = 0.22;
/** Maximum force of an unhurried contact and of the most hurried one. Above it, lips would move more than 1/4 of their range per frame. */
const MAX_FORCE = [1.36, 1] as const;

/** Picks a random force around 1 for each contact, because people press their lips differently each time. Stress and loudness add to it. */
export function contactForces(contacts: readonly Contact[], gestures: readonly Gesture[], vocalEffort: Curve, seed: string): Curve {
  const random = createRandom(seed);
  const forces = vocalEffort.map(() => 1);
  let [k, from, value, next] = [0, 0, 1, 0];
  for (const { start, end, attack } of contacts) {
    while (next < gestures.length - 1 && gestures[next]!.start < end) next++;
    const middle = (start + end) / 2;
    const voice = VOICE_FORCE * effortAt(vocalEffort, middle);
    const hurry = Math.min(1, (LIP_CONTACT_SPEED.usual - attack) / (LIP_CONTACT_SPEED.usual - LIP_CONTACT_SPEED.fastest));
    const most = MAX_FORCE[0] + (MAX_FORCE[1] - MAX_FORCE[0]) * hurry;
    const force = Math.min(most, random.between(...CHANCE_FORCE) + STRESS_FORCE[gestures[next]!.stress] + voice);
    for (; k < forces.length && k / GRID_RATE <= middle; k++) {
      forces[k] = value + (force - value) * ((k / GRID_RATE - from) / Math.max(1e-6, middle - from));
    }
    [from, value] = [middle, force];
  }
  return forces.fill(value, k);
}

/** Time between two contacts, in s, and how far the lips part, 0..1. */
export interface ShortOpening {
  from: number;
  to: number;
  depth: number;
}

/** Lists the gaps between neighboring contacts, and how far each lets the lips open. */
export function findShortOpenings(contacts: readonly Contact[]): ShortOpening[] {
  return contacts.slice(1).map((after, i) => {
    const before = contacts[i]!;
    const apart = (after.start + after.end - before.start - before.end) / 2;
    const depth = (apart - PARTING_SECONDS[0]) / (PARTING_SECONDS[1] - PARTING_SECONDS[0]);
    return { from: before.end, to: after.start, depth: Math.min(1, Math.max(0, depth)) };
  });
}

/** Renders contacts as a curve: 1 during contact, 0 away from it, and in between where there is no time to open fully. */
export function contactCurve(contacts: readonly Contact[], duration: number): Curve {
  const curve = createCurve(duration);
  for (const contact of contacts) screenBlendPulse(curve, contact);
  for (const { from, to, depth } of findShortOpenings(contacts)) {
    if (depth === 1) continue;
    for (let k = Math.ceil(from * GRID_RATE); k <= Math.min(to * GRID_RATE, curve.length - 1); k++) {
      curve[k] = 1 - (1 - curve[k]!) * depth;
    }
  }
  return curve;
}

/** Lowers a ceiling to `limit` during each contact. @param lead how long before the contact the limit applies, in s */
export function limitDuringContacts(contacts: readonly Contact[], ceiling: Curve, limit: number, lead = 0): void {
  for (const { start, end } of contacts) {
    // Cover at least the sample nearest the middle, however short the contact is.
    const middle = ((start + end) / 2 - lead) * GRID_RATE;
    const first = Math.max(0, Math.min(Math.round(middle), Math.ceil((start - lead) * GRID_RATE)));
    const last = Math.max(Math.round(middle), Math.floor((end - lead) * GRID_RATE));
    for (let k = first; k <= Math.min(last, ceiling.length - 1); k++) ceiling[k] = Math.min(ceiling[k]!, limit);
  }
}

/** Lowers a ceiling to `limit` within `margin` s (may be negative) of each contact. Farther away, it rises gradually, by `speed` (1/s). */
export function riseFromContacts(
  contacts: readonly Pick<Contact, 'start' | 'end'>[],
  ceiling: Curve,
  limit: number,
  speed: number,
  margin = 0,
): void {
  for (const { start, end } of contacts) {
    const reach = margin + 1 / speed;
    const first = Math.max(0, Math.ceil((start - reach) * GRID_RATE));
    const last = Math.min(ceiling.length - 1, Math.floor((end + reach) * GRID_RATE));
    for (let k = first; k <= last; k++) {
      const away = Math.max(start - k / GRID_RATE, k / GRID_RATE - end);
      ceiling[k] = Math.min(ceiling[k]!, limit + Math.max(0, away - margin) * speed);
    }
  }
}
