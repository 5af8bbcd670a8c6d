import type { Language } from '@talking-avatar/contract';
import { findSentences, findWords, type Span } from '../../text/words.ts';
import type { PollyDocument } from './document.ts';

/** Limits of a request: billed characters, and total characters in the document (Polly's quotas for SynthesizeSpeech). */
const BILLED_CHARACTERS = 3000;
const DOCUMENT_CHARACTERS = 6000;
/**
 * Maximum estimated length of a piece, in seconds. Polly truncates the audio of a request after ten minutes. Half of that leaves room for
 * slow voices.
 */
const LONGEST_PIECE = 300;
/**
 * Characters spoken per minute: about 900 letters (according to Polly's pricing page), or a third of that if each character is a syllable.
 */
const CHARACTERS_PER_MINUTE = 900;
const SYLLABLES_PER_MINUTE = 300;
const SYLLABIC: ReadonlySet<Language> = new Set(['zh-CN', 'ja-JP', 'ko-KO']);

/** Checks whether a document fits into one request, without truncated audio. */
export function fitsRequest({ ssml, billed, timing }: Pick<PollyDocument, 'ssml' | 'billed' | 'timing'>, language: Language): boolean {
  const perMinute = SYLLABIC.has(language) ? SYLLABLES_PER_MINUTE : CHARACTERS_PER_MINUTE;
  const seconds = timing.silence + (60 * timing.characters) / perMinute;
  return billed <= BILLED_CHARACTERS && ssml.length <= DOCUMENT_CHARACTERS && seconds <= LONGEST_PIECE;
}

/**
 * Splits text into pieces that fit into a request. Each piece ends at the last sentence end that fits, or else at the end of a word or, if
 * necessary, within a word.
 * @param fits Returns true if a piece is small enough, which implies that its parts are too. A single character is a piece even if it does
 * not fit.
 * @param cuts Offsets at which a piece must end because another voice begins, in ascending order.
 */
export function splitText(text: string, language: Language, fits: (piece: Span) => boolean, cuts: readonly number[] = []): Span[] {
  const ends = [findSentences(text, language), findWords(text, language)].map((spans) => spans.map(({ to }) => to));
  const pieces: Span[] = [];
  for (let from = 0; from < text.length; ) {
    const limit = cuts.find((cut) => cut > from) ?? text.length;
    const to = findEnd(text, { from, to: limit }, ends, fits);
    pieces.push({ from, to });
    from = to;
  }
  return pieces;
}

function findEnd(text: string, { from, to: limit }: Span, ends: readonly (readonly number[])[], fits: (piece: Span) => boolean): number {
  if (fits({ from, to: limit })) return limit;
  for (const candidates of ends) {
    const later = candidates.filter((to) => to > from && to <= limit);
    const count = countFitting(later.length, (index) => fits({ from, to: later[index]! }));
    if (count > 0) return later[count - 1]!;
  }
  const characters = countFitting(limit - from, (index) => fits({ from, to: from + index + 1 }));
  const to = from + Math.max(1, characters);
  // Does not split surrogate pairs.
  const whole = /[\uD800-\uDBFF]/.test(text[to - 1]!) ? to - 1 : to;
  return whole > from ? whole : to + 1;
}

/** Counts the leading candidates that satisfy `predicate`, using binary search. */
function countFitting(length: number, predicate: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (predicate(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
