import type { Mark, Phone, Word } from '@talking-avatar/contract';
import type { Script } from './script.ts';
import type { Span } from './words.ts';

/** Times each word from its first phone to its last. A word without phones is placed at the end of the previous word. */
export function timeSpans(text: string, spans: readonly Span[], phones: readonly Phone[]): Word[] {
  const times = new Map<number, { start: number; end: number }>();
  for (const { word, start, end } of phones) {
    if (word !== null) times.set(word, { start: times.get(word)?.start ?? start, end });
  }
  let before = 0;
  return spans.map(({ from, to }, i) => {
    const { start, end } = times.get(i) ?? { start: before, end: before };
    before = end;
    return { text: text.slice(from, to), start, end };
  });
}

/** Returns the time of a text span, from its first word to its last, or undefined if it contains no words. */
export const timeStretch =
  (spans: readonly Span[], words: readonly Word[]) =>
  ({ from, to }: Span): { start: number; end: number } | undefined => {
    const first = spans.findIndex((span) => span.to > from);
    const last = spans.findLastIndex((span) => span.from < to);
    return first === -1 || last < first ? undefined : { start: words[first]!.start, end: words[last]!.end };
  };

export const timeSentences = (text: string, sentences: readonly Span[], timeOf: ReturnType<typeof timeStretch>): Mark[] =>
  sentences.flatMap((span): Mark[] => {
    const time = timeOf(span);
    return time ? [{ type: 'sentence', ...time, text: text.slice(span.from, span.to).replace(/\s+/g, ' ') }] : [];
  });

/** Times the spans that are louder or softer than usual. */
export const timeVolumes = ({ items }: Script, timeOf: ReturnType<typeof timeStretch>): Mark[] =>
  items.flatMap((item): Mark[] => {
    if (item.kind !== 'spoken' || (item.style.volume ?? 1) === 1) return [];
    const time = timeOf(item);
    return time ? [{ type: 'volume', ...time, factor: item.style.volume! }] : [];
  });
