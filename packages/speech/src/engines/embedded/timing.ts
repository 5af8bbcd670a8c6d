import type { Mark, Phone, Word } from '@talking-avatar/contract';
import type { Script } from '../../text/script.ts';
import { timeSentences, timeStretch, timeVolumes } from '../../text/timing.ts';
import type { Span } from '../../text/words.ts';
import { assignPhonesToWords } from './assign-phones.ts';
import type { PlacedPhone } from './phones.ts';

/** Maximum distance from the position that the engine reports for a word to the word itself, in characters. */
const PLACE_SLACK = 2;
/** Punctuation that causes a pause. */
const CLAUSE_END = /[.,;:!?…。！？、，；：।؟،]/u;

/**
 * Finds the word that each phone belongs to, from the offsets of the phones in the markup and the IPA symbols of each word in isolation.
 */
export function assignWords(wordSpans: readonly Span[], placed: readonly PlacedPhone[], isolated: readonly (readonly string[])[]): Phone[] {
  const spoken = placed.filter(({ position }) => position !== undefined);
  const owners = assignPhonesToWords(
    spoken.map(({ symbol }) => symbol),
    findReportedWords(spoken, wordSpans),
    isolated,
  ).values();
  return placed.map(
    ({ position, ...phone }): Phone => ({
      ...phone,
      word: position === undefined ? null : (owners.next().value ?? null),
    }),
  );
}

/** Finds the index of the word that the engine reports for each phone, in ascending order. */
function findReportedWords(spoken: readonly PlacedPhone[], wordSpans: readonly Span[]): number[] {
  let word = 0;
  return spoken.map(({ position = 0 }) => {
    while (word + 1 < wordSpans.length && wordSpans[word + 1]!.from <= position + reach(wordSpans[word]!, position)) word++;
    return word;
  });
}

/** A position just after a word belongs to the next word, because the engine's count lags after a symbol such as $. */
const reach = (place: Span, position: number) => (position >= place.to ? PLACE_SLACK : 0);

/** Derives the times of a script's marks, emotion spans, and sentences from the times of its words. */
export function timeMarks(script: Script, sentences: readonly Span[], spans: readonly Span[], words: readonly Word[]): Mark[] {
  const within = timeStretch(spans, words);
  const marks = [...timeSentences(script.text, sentences, within), ...timeVolumes(script, within)];
  for (const { from, to, expression, level } of script.emotions) {
    const time = within({ from, to });
    if (time) marks.push({ type: 'emotion', ...time, expression, level });
  }
  return [...marks, ...timeNamedMarks(script, spans, words)].toSorted((a, b) => a.start - b.start);
}

/** A mark's time is the start of the next word, or, before a pause or at the end of the text, the end of the previous word. */
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
    const precedesPause = next === -1 || clauseEnds || (follows?.kind === 'pause' && next > 0);
    const time = (precedesPause ? before?.end : words[next]?.start) ?? 0;
    marks.push({ type: 'mark', start: time, end: time, name: item.name });
  });
  return marks;
}
