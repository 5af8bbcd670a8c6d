import type { Mark, Phone, Word } from '../../../contract/index.ts';
import type { Script } from '../../text/script.ts';
import { timeSentences, timeSpans, timeStretch } from '../../text/timing.ts';
import type { Span } from '../../text/words.ts';
import { assignSounds } from './assign-phones.ts';
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
 * Finds each phone's word and from that each word's time.
 * @param spans The words in the text.
 * @param places The words in the markup, one for each span.
 * @param alone For each word, the symbols of its sounds when it is said alone.
 */
export function timeWords(
  text: string,
  spans: readonly Span[],
  places: readonly Span[],
  placed: readonly PlacedPhone[],
  alone: readonly (readonly string[])[],
): TimedWords {
  const sounds = placed.filter(({ position }) => position !== undefined);
  const owners = assignSounds(
    sounds.map(({ symbol }) => symbol),
    findTold(sounds, places),
    alone,
  ).values();
  const phones = placed.map(({ position, ...phone }): Phone => {
    return { ...phone, word: position === undefined ? null : (owners.next().value ?? null) };
  });
  return { phones, words: timeSpans(text, spans, phones) };
}

/** The word that the engine tells for each sound, never going back. */
function findTold(sounds: readonly PlacedPhone[], places: readonly Span[]): number[] {
  let word = 0;
  return sounds.map(({ position = 0 }) => {
    while (word + 1 < places.length && places[word + 1]!.from <= position + reach(places[word]!, position)) word++;
    return word;
  });
}

/** A place just behind a word belongs to the word after it: the engine's count falls behind after a sign such as $. */
const reach = (place: Span, position: number) => (position >= place.to ? PLACE_SLACK : 0);

/** The times of a script's marks, emotion spans and sentences, from those of its words. */
export function timeMarks(
  script: Script,
  sentences: readonly Span[],
  spans: readonly Span[],
  words: readonly Word[],
): Mark[] {
  const within = timeStretch(spans, words);
  const marks = timeSentences(script.text, sentences, within);
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
