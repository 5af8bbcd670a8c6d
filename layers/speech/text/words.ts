import type { Language } from '../../contract/index.ts';

/** A run of the text: offsets in UTF-16 units, `to` exclusive. */
export interface Span {
  from: number;
  to: number;
}

/** Languages written without spaces: only a dictionary finds their words. */
const UNSPACED: ReadonlySet<Language> = new Set(['zh-CN', 'ja-JP']);

/** Something that is said: a letter, a digit, or a sign that has a name (&, %, $, €, +). */
const SAID = /[\p{L}\p{N}\p{S}&%@#§]/u;

/** A run without spaces or dashes that separate, trimmed of the punctuation around it. */
const SPACED = /[^\s\u2013\u2014\u2026]+/gu;
const LEADING = /^[^\p{L}\p{N}\p{S}\p{M}&%@#§]+/u;
const TRAILING = /[^\p{L}\p{N}\p{S}\p{M}&%@#§]+$/u;

/** The words of a text, in order, without the punctuation around them. */
export function findWords(text: string, language: Language): Span[] {
  return UNSPACED.has(language) ? findUnspaced(text, language) : findSpaced(text);
}

function findSpaced(text: string): Span[] {
  const words: Span[] = [];
  for (const { 0: run, index } of text.matchAll(SPACED)) {
    if (!SAID.test(run)) continue;
    const from = index + (LEADING.exec(run)?.[0].length ?? 0);
    words.push({ from, to: index + run.length - (TRAILING.exec(run)?.[0].length ?? 0) });
  }
  return words;
}

function findUnspaced(text: string, language: Language): Span[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  return [...segmenter.segment(text)]
    .filter(({ segment }) => SAID.test(segment))
    .map(({ segment, index }) => ({ from: index, to: index + segment.length }));
}

/** The sentences of a text, in order, without the space around them. */
export function findSentences(text: string, language: Language): Span[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return [...segmenter.segment(text)]
    .filter(({ segment }) => SAID.test(segment))
    .map(({ segment, index }) => {
      const from = index + segment.length - segment.trimStart().length;
      return { from, to: from + segment.trim().length };
    });
}
