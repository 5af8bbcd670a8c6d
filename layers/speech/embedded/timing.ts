import type { Mark, Phone, Word } from '../../contract/index.ts';
import type { Script } from '../text/script.ts';
import type { Span } from '../text/words.ts';
import type { PlacedPhone } from './phones.ts';

/** How far, in characters, the engine's idea of a word's place may lie before the word. */
const PLACE_SLACK = 2;

/** Punctuation that makes the voice rest. */
const CLAUSE_END = /[.,;:!?…。！？、，；：।؟،]/u;

/** Words with their times, and phones that know their word. */
export interface TimedWords {
  words: Word[];
  phones: Phone[];
}

/**
 * Finds each phone's word and from that each word's time. The engine says some words as one ("in the"): such a group's phones
 * are shared out by how many sounds each of its words has when said alone, at least one each as long as there are enough.
 * @param spans The words in the text.
 * @param places The words in the markup, one for each span.
 * @param countSounds How many sounds a word has by itself.
 */
export function timeWords(
  text: string,
  spans: readonly Span[],
  places: readonly Span[],
  placed: readonly PlacedPhone[],
  countSounds: (word: string) => number,
): TimedWords {
  const owners = shareGroups(assignPhones(placed, places), spans.length, (word) =>
    countSounds(text.slice(spans[word]!.from, spans[word]!.to)),
  );
  const phones = placed.map(({ position: _, ...phone }, i): Phone => ({ ...phone, word: owners[i] ?? null }));
  return { phones, words: spans.map(({ from, to }, i) => ({ text: text.slice(from, to), ...spanOf(phones, i) })) };
}

/** The word of each phone, never going back; undefined for a pause, or where there are no words. */
function assignPhones(placed: readonly PlacedPhone[], places: readonly Span[]): (number | undefined)[] {
  let word = 0;
  return placed.map(({ position }) => {
    if (position === undefined || places.length === 0) return undefined;
    while (word + 1 < places.length && places[word + 1]!.from <= position + reach(places[word]!, position)) word++;
    return word;
  });
}

/** A place just behind a word belongs to the word after it: the engine's count falls behind after a sign such as $. */
const reach = (place: Span, position: number) => (position >= place.to ? PLACE_SLACK : 0);

/** Gives words without phones a share of those of the word before them (at the very beginning, after them). */
function shareGroups(
  owners: (number | undefined)[],
  count: number,
  countSounds: (word: number) => number,
): (number | undefined)[] {
  const owned: number[][] = Array.from({ length: count }, () => []);
  owners.forEach((word, i) => {
    if (word !== undefined) owned[word]!.push(i);
  });
  const shared = [...owners];
  for (let first = 0; first < count; ) {
    let last = first;
    while (last + 1 < count && owned[last + 1]!.length === 0) last++;
    if (first < last) sharePhones(owned[first]!, first, last, countSounds, shared);
    first = last + 1;
  }
  return shared;
}

function sharePhones(
  phones: readonly number[],
  first: number,
  last: number,
  countSounds: (word: number) => number,
  shared: (number | undefined)[],
): void {
  const sounds = Array.from({ length: last - first + 1 }, (_, i) => Math.max(1, countSounds(first + i)));
  const total = sounds.reduce((sum, n) => sum + n, 0);
  let before = 0;
  sounds.forEach((n, i) => {
    const words = sounds.length - i - 1;
    const fair = Math.round(((before + n) / total) * phones.length);
    const start = Math.min(phones.length, Math.max(i, Math.round((before / total) * phones.length)));
    const end = i === sounds.length - 1 ? phones.length : Math.max(start + 1, Math.min(fair, phones.length - words));
    for (const phone of phones.slice(start, end)) shared[phone] = first + i;
    before += n;
  });
}

/** From the first to the last phone of a word; a word that has none stands at the end of the phones before it. */
function spanOf(phones: readonly Phone[], word: number): { start: number; end: number } {
  const own = phones.filter((phone) => phone.word === word);
  const before = phones.findLast((phone) => phone.word !== null && phone.word < word)?.end ?? 0;
  return { start: own[0]?.start ?? before, end: own.at(-1)?.end ?? before };
}

/** The times of a script's marks, emotion spans and sentences, from those of its words. */
export function timeMarks(
  script: Script,
  sentences: readonly Span[],
  spans: readonly Span[],
  words: readonly Word[],
): Mark[] {
  const within = ({ from, to }: Span) => {
    const first = spans.findIndex((span) => span.to > from);
    const last = spans.findLastIndex((span) => span.from < to);
    return first === -1 || last < first ? undefined : { start: words[first]!.start, end: words[last]!.end };
  };
  const marks: Mark[] = [];
  for (const span of sentences) {
    const time = within(span);
    if (time)
      marks.push({ type: 'sentence', ...time, text: script.text.slice(span.from, span.to).replace(/\s+/g, ' ') });
  }
  for (const { from, to, expression, level } of script.emotions) {
    const time = within({ from, to });
    if (time) marks.push({ type: 'emotion', ...time, expression, level });
  }
  return [...marks, ...timeNamedMarks(script, spans, words)].toSorted((a, b) => a.start - b.start);
}

/** A mark stands where the next word begins, or, before a pause and at the end, where the last one ended. */
function timeNamedMarks({ text, items }: Script, spans: readonly Span[], words: readonly Word[]): Mark[] {
  const marks: Mark[] = [];
  let at = 0;
  items.forEach((item, i) => {
    if (item.kind === 'spoken') at = item.to;
    if (item.kind !== 'mark') return;
    const next = spans.findIndex((span) => span.from >= at);
    const before = words.at(next === -1 ? -1 : next - 1);
    const follows = items.slice(i + 1).find(({ kind }) => kind !== 'mark');
    const clauseEnds = next > 0 && CLAUSE_END.test(text.slice(at, spans[next]!.from));
    const waits = next === -1 || clauseEnds || (follows?.kind === 'pause' && next > 0);
    const time = (waits ? before?.end : words[next]?.start) ?? 0;
    marks.push({ type: 'mark', start: time, end: time, name: item.name });
  });
  return marks;
}
