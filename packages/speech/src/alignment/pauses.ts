import type { Phone } from '@talking-avatar/contract';

/** A span without speech, in seconds. */
export interface Pause {
  start: number;
  end: number;
}

/** Maximum distance between a pause and the gap between words that it is inserted into, in seconds. */
const REACH = 0.2;
/** Duration of the closure of a plosive, from the end of a pause to the burst, in seconds. */
const CLOSURE = 0.05;
const PLOSIVE = /^[pbtdkgɡqcʈɖʔ]/u;
/** Voiceless fricatives, which are quieter than the threshold for loud speech. */
const WEAK = /^[fθhxɸçħχ]/u;

const startsAudibly = ({ symbol }: Phone): boolean => !PLOSIVE.test(symbol) && !WEAK.test(symbol);

/**
 * Moves the start of the first phone to `onset` (the onset of loud speech, in seconds), unless that phone starts inaudibly. All silence
 * matches equally well, so warping starts most first phones 30 to 50 ms too early.
 */
export function snapToOnset(phones: readonly Phone[], onset: number): Phone[] {
  const first = phones.findIndex(({ word }) => word !== null);
  const phone = phones[first];
  if (!phone || !startsAudibly(phone) || onset <= phone.start || onset >= phone.end) return [...phones];
  return phones.with(first, { ...phone, start: onset });
}

/**
 * Inserts each pause in the recording into the nearest gap between two words, as a phone without a word. Where the reference has no pause,
 * warping stretches the neighboring phones over it. Times are in seconds from the start of the recording, in ascending order.
 */
export function insertPauses(phones: readonly Phone[], pauses: readonly Pause[]): Phone[] {
  return pauses.reduce<Phone[]>(insertPause, [...phones]);
}

function insertPause(phones: Phone[], pause: Pause): Phone[] {
  const gap = findGap(phones, pause);
  if (!gap) return phones;
  const following = phones[gap.after]!;
  const end = PLOSIVE.test(following.symbol) ? Math.max(pause.start, pause.end - CLOSURE) : pause.end;
  const silence: Phone = { symbol: '', start: pause.start, end, stress: 0, word: null };
  const before = phones.slice(0, gap.before + 1).map((phone) => ({
    ...phone,
    start: Math.min(phone.start, pause.start),
    end: Math.min(phone.end, pause.start),
  }));
  before.at(-1)!.end = pause.start;
  const after = phones.slice(gap.after).map((phone) => ({
    ...phone,
    start: Math.max(phone.start, end),
    end: Math.max(phone.end, end),
  }));
  after[0]!.start = end;
  return [...before, silence, ...after];
}

/** Returns the indices of the phones before and after the word gap nearest to a pause. */
function findGap(phones: readonly Phone[], pause: Pause): { before: number; after: number } | undefined {
  let best: { before: number; after: number } | undefined;
  let nearest = REACH;
  let before = -1;
  for (const [after, phone] of phones.entries()) {
    if (phone.word === null) continue;
    if (before >= 0 && phones[before]!.word !== phone.word) {
      const distance = Math.max(0, phones[before]!.end - pause.end, pause.start - phone.start);
      if (distance < nearest) [nearest, best] = [distance, { before, after }];
    }
    before = after;
  }
  return best;
}

/** Minimum length of a quiet span that counts as a pause in the recording, in seconds. */
const SHORTEST_QUIET_SPAN = 0.03;
/**
 * Point within a reference pause at which the next word starts if the speaker does not pause, as a fraction of the pause (measured on
 * Russian speech).
 */
const JOINT = 0.3;

/**
 * Removes pauses that exist only in the reference. Many speakers lengthen the last phone of a phrase instead, so warping maps the pause to
 * that phone and starts the next word too late. Times are in seconds from the start of the recording, in ascending order.
 */
export function removeUnspokenPauses(phones: readonly Phone[], quietSpans: readonly Pause[]): Phone[] {
  const joined = phones.map((phone) => ({ ...phone }));
  for (const [index, pause] of joined.entries()) {
    const [before, after] = [joined[index - 1], joined[index + 1]];
    if (pause.word !== null || !isWordPhone(before) || !isWordPhone(after)) continue;
    if (quietSpans.some((span) => Math.min(span.end, pause.end) - Math.max(span.start, pause.start) >= SHORTEST_QUIET_SPAN)) continue;
    const joint = pause.start + JOINT * (pause.end - pause.start);
    [before.end, pause.start, pause.end, after.start] = [joint, joint, joint, joint];
  }
  return joined;
}

const isWordPhone = (phone: Phone | undefined): phone is Phone => phone !== undefined && phone.word !== null;
