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
export interface ContactSpeed {
  usual: number;
  fastest: number;
}

/** Our own, chosen on plots: usually as fast as the lips go without a step of a quarter in one frame of 60; hurried, twice that. */
export const LIP_CONTACT_SPEED: ContactSpeed = { usual: 0.066, fastest: 0.033 };
/** The lower lip has a longer way to the teeth, and is held to the same step. */
export const TEETH_CONTACT_SPEED: ContactSpeed = { usual: 0.126, fastest: 0.126 };
/** Share of the time between two contacts that leaving one and coming to the other may each take. */
const OVERLAP = 0.6;
/** What speaks between two contacts is given this much time by both, s, as far as they last longer than a glimpse, s. */
const ROOM = 0.08;
const GLIMPSE = 0.018;
/** Lips part in full when there is this much time from the middle of one contact to that of the next, and not at all below, s. */
const PARTING_SECONDS = [0.03, 0.09] as const;

/** True of p b m and the other sounds that close the lips. */
export function isBilabial(sound: Sound | null): sound is Consonant {
  return sound?.kind === 'consonant' && sound.place === 'bilabial' && sound.manner !== 'fricative';
}

/** True of f v and the other sounds that bring the lower lip to the upper teeth. */
export function isLabiodental(sound: Sound | null): sound is Consonant {
  return sound?.kind === 'consonant' && sound.place === 'labiodental';
}

/**
 * The contacts that the chosen sounds ask for, in order; they are come to and left faster to fit between neighbours. Neighbours with
 * no sound and no pause between them are one contact: lips that part and meet again within it would say a sound that is not there.
 */
export function findContacts(
  gestures: readonly Gesture[],
  touches: (sound: Sound | null) => boolean,
  pace: ContactSpeed,
): Contact[] {
  const contacts: Contact[] = [];
  let inContact = false;
  for (const gesture of gestures) {
    const { sound, start } = gesture;
    const follows = inContact;
    inContact = touches(sound);
    if (!inContact) continue;
    const end = Math.max(start + SHORTEST_CONTACT, gesture.end - EARLY_OPENING);
    if (follows) contacts.at(-1)!.end = end;
    else contacts.push({ start, end, attack: pace.usual, release: pace.usual });
  }
  makeRoom(contacts);
  for (const [i, contact] of contacts.entries()) {
    const previous = contacts[i - 1];
    if (previous === undefined) continue;
    contact.attack = Math.max(pace.fastest, Math.min(pace.usual, (contact.start - previous.end) * OVERLAP));
    previous.release = contact.attack;
  }
  return contacts;
}

/** Hurried speech shortens the closures rather than swallow the vowel between them. */
function makeRoom(contacts: readonly Contact[]): void {
  const spare = contacts.map(({ start, end }) => Math.max(0, end - start - GLIMPSE) / 2);
  for (let i = 1; i < contacts.length; i++) {
    const [before, after] = [contacts[i - 1]!, contacts[i]!];
    const wanted = (ROOM - (after.start - before.end)) / 2;
    if (wanted <= 0) continue;
    before.end -= Math.min(wanted, spare[i - 1]!);
    after.start += Math.min(wanted, spare[i]!);
  }
}

/** A stretch between two contacts, s, and how far it is a parting of its own, 0..1. */
export interface ShortOpening {
  from: number;
  to: number;
  depth: number;
}

/** The stretches between neighbouring contacts that are too hurried for a full opening. */
export function findShortOpenings(contacts: readonly Contact[]): ShortOpening[] {
  return contacts.slice(1).map((after, i) => {
    const before = contacts[i]!;
    const apart = (after.start + after.end - before.start - before.end) / 2;
    const depth = (apart - PARTING_SECONDS[0]) / (PARTING_SECONDS[1] - PARTING_SECONDS[0]);
    return { from: before.end, to: after.start, depth: Math.min(1, Math.max(0, depth)) };
  });
}

/** Contacts as a curve: 1 while in contact, 0 away from it, and in between where there is no time to part in full. */
export function contactCurve(contacts: readonly Contact[], duration: number): Curve {
  const curve = createCurve(duration);
  for (const contact of contacts) joinPulse(curve, contact);
  for (const { from, to, depth } of findShortOpenings(contacts)) {
    if (depth === 1) continue;
    for (let k = Math.ceil(from * GRID_RATE); k <= Math.min(to * GRID_RATE, curve.length - 1); k++) {
      curve[k] = 1 - (1 - curve[k]!) * depth;
    }
  }
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

/**
 * Holds a ceiling at 0 around each contact from `margin` before it, s, to `margin` after it, and lets it rise away from there by
 * `speed` a second: what must be out of the way goes in time rather than at once.
 */
export function clearAround(contacts: readonly Contact[], ceiling: Curve, margin: number, speed: number): void {
  for (const { start, end } of contacts) {
    const reach = margin + 1 / speed;
    const first = Math.max(0, Math.ceil((start - reach) * GRID_RATE));
    const last = Math.min(ceiling.length - 1, Math.floor((end + reach) * GRID_RATE));
    for (let k = first; k <= last; k++) {
      const away = Math.max(start - k / GRID_RATE, k / GRID_RATE - end, 0);
      ceiling[k] = Math.min(ceiling[k]!, Math.max(0, away - margin) * speed);
    }
  }
}
