import type { Language } from '../../../contract/index.ts';
import { findSentences, findWords, type Span } from '../../text/words.ts';
import type { PollyDocument } from './document.ts';

/** Characters of one request that are paid for, and of the whole document (Polly's quotas for SynthesizeSpeech). */
const BILLED_CHARACTERS = 3000;
const DOCUMENT_CHARACTERS = 6000;

/** Polly cuts the sound of one request off at ten minutes; half of them leaves room for slow voices, s. */
const LONGEST_PIECE = 300;

/** Characters spoken in a minute: about 900 of an alphabet (Polly's pricing page), a third of that where each is a syllable. */
const CHARACTERS_PER_MINUTE = 900;
const SYLLABLES_PER_MINUTE = 300;
const SYLLABIC: ReadonlySet<Language> = new Set(['zh-CN', 'ja-JP', 'ko-KO']);

/** Whether Polly takes a document in one request, and says all of it. */
export function fitsRequest(
  { ssml, billed, lasting }: Pick<PollyDocument, 'ssml' | 'billed' | 'lasting'>,
  language: Language,
): boolean {
  const perMinute = SYLLABIC.has(language) ? SYLLABLES_PER_MINUTE : CHARACTERS_PER_MINUTE;
  const seconds = lasting.silence + (60 * lasting.characters) / perMinute;
  return billed <= BILLED_CHARACTERS && ssml.length <= DOCUMENT_CHARACTERS && seconds <= LONGEST_PIECE;
}

/**
 * Splits a text into pieces that fit, at the last end of a sentence that does; a sentence that is too long at the last end of a
 * word, and a word that is too long between two characters. The pieces cover the text from end to end.
 *
 * @param fits Whether a piece is small enough. A part of what fits must fit too. A single
 *   character is a piece even when it does not.
 * @param cuts Places at which a piece must end: another voice begins there. Ascending.
 */
export function splitText(
  text: string,
  language: Language,
  fits: (piece: Span) => boolean,
  cuts: readonly number[] = [],
): Span[] {
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

function findEnd(
  text: string,
  { from, to: limit }: Span,
  ends: readonly (readonly number[])[],
  fits: (piece: Span) => boolean,
): number {
  if (fits({ from, to: limit })) return limit;
  for (const candidates of ends) {
    const later = candidates.filter((to) => to > from && to <= limit);
    const count = countFitting(later.length, (index) => fits({ from, to: later[index]! }));
    if (count > 0) return later[count - 1]!;
  }
  const characters = countFitting(limit - from, (index) => fits({ from, to: from + index + 1 }));
  const to = from + Math.max(1, characters);
  // The two halves of one character stay together.
  const whole = /[\uD800-\uDBFF]/.test(text[to - 1]!) ? to - 1 : to;
  return whole > from ? whole : to + 1;
}

/** How many of the first candidates hold; every one before one that holds does too. */
function countFitting(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
