import type { Phone, Word } from '../../contract/index.ts';
import type { Span } from './words.ts';

/** Each word from its first to its last phone; a word that has none stands at the end of the one before it. */
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
