import type { Phone } from '../../contract/index.ts';

/** A stretch of a recording without speech, s. */
export interface Pause {
  start: number;
  end: number;
}

/** How far, s, the warping may have left the gap between two words from the pause that belongs there. */
const REACH = 0.2;

/** A plosive after a pause keeps this much of it as its closure, s: lips and tongue close before the sound bursts. */
const CLOSURE = 0.05;
const PLOSIVE = /^[pbtdkgɡqcʈɖʔ]/u;

/** Breath without voice, weaker than what counts as loud. */
const WEAK = /^[fθhxɸçħχ]/u;

const isHeardAtOnce = ({ symbol }: Phone): boolean => !PLOSIVE.test(symbol) && !WEAK.test(symbol);

/**
 * Begins the speech where it is first loud, but for sounds that begin in silence. The silence before speech is alike everywhere:
 * warping alone begins most first sounds 30 to 50 ms early in it.
 *
 * @param phones As warped: in order, in seconds of the recording.
 * @param onset When the recording's speech is first loud, s.
 */
export function settleOnset(phones: readonly Phone[], onset: number): Phone[] {
  const first = phones.findIndex(({ word }) => word !== null);
  const phone = phones[first];
  if (!phone || !isHeardAtOnce(phone) || onset <= phone.start || onset >= phone.end) return [...phones];
  return phones.with(first, { ...phone, start: onset });
}

/**
 * Puts each pause of the recording into the gap between words that is nearest. Warping alone smears the sounds around a pause
 * over it when the reference has none there.
 *
 * @param phones As warped: in order, in seconds of the recording.
 * @param pauses In order.
 * @returns The phones with their times mended; pauses that found a gap are phones without a word.
 */
export function settlePauses(phones: readonly Phone[], pauses: readonly Pause[]): Phone[] {
  return pauses.reduce<Phone[]>(settlePause, [...phones]);
}

function settlePause(phones: Phone[], pause: Pause): Phone[] {
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

/** The last phone before and the first after the gap between words that is nearest to a pause. */
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

/** A recording rests where a lull lasts so long, s. */
const SHORTEST_LULL = 0.03;

/** Where in a rest of the reference the second of two words begins that the speaker joins, as part of it (measured on Russian). */
const JOINT = 0.3;

/**
 * Takes out the rests that only the reference makes. Many speakers hold the last sound of a phrase where it rests: warping lays
 * the rest on that sound, and begins the next word too late.
 *
 * @param phones In order, in seconds of the recording.
 * @param lulls What is hardly heard in the recording.
 */
export function joinWords(phones: readonly Phone[], lulls: readonly Pause[]): Phone[] {
  const joined = phones.map((phone) => ({ ...phone }));
  for (const [index, rest] of joined.entries()) {
    const [before, after] = [joined[index - 1], joined[index + 1]];
    if (rest.word !== null || !isSaid(before) || !isSaid(after)) continue;
    if (lulls.some((lull) => Math.min(lull.end, rest.end) - Math.max(lull.start, rest.start) >= SHORTEST_LULL))
      continue;
    const joint = rest.start + JOINT * (rest.end - rest.start);
    [before.end, rest.start, rest.end, after.start] = [joint, joint, joint, joint];
  }
  return joined;
}

const isSaid = (phone: Phone | undefined): phone is Phone => phone !== undefined && phone.word !== null;
