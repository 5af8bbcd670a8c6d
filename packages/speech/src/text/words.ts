import type { Language } from '@talking-avatar/contract';

/** A span of the text, as offsets in UTF-16 code units; `to` is exclusive. */
export interface Span {
  from: number;
  to: number;
}

/** Languages written without spaces, whose words can only be found with a dictionary. */
const UNSPACED: ReadonlySet<Language> = new Set(['zh-CN', 'ja-JP']);

export const isSpaced = (language: Language): boolean => !UNSPACED.has(language);

/** Characters that are spoken: letters, digits, and symbols with a name (&, %, $, €, +), but not pictographs. */
const SAID = /[\p{L}\p{N}\p{Sc}\p{Sm}&%@#§°©®™]/u;
/** An emoji or part of one. An engine would say its name ("grinning face"). */
export const PICTURE = /(?![©®™])\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\u{20e3}\u{fe0f}\u{200d}]/u;
/** A run without spaces, en dashes, em dashes, or ellipses. */
const SPACED = /[^\s\u2013\u2014\u2026]+/gu;
/** Characters that can begin and end a word. The punctuation around them is trimmed. */
const EDGE = /[\p{L}\p{N}\p{Sc}\p{Sm}\p{M}&%@#§°©®™]/u;

/** Finds the words in a text, in order, without the surrounding punctuation. */
export function findWords(text: string, language: Language): Span[] {
  return isSpaced(language) ? findSpaced(text) : findUnspaced(text, language);
}

function findSpaced(text: string): Span[] {
  const words: Span[] = [];
  for (const { 0: run, index } of text.matchAll(SPACED)) {
    if (!SAID.test(run)) continue;
    words.push({ from: index + run.search(EDGE), to: index + findLastEdge(run) });
  }
  return words;
}

/** Returns the end of the last character that can end a word. A regular expression would take quadratic time for a long string of dots. */
function findLastEdge(run: string): number {
  let to = run.length;
  for (const sign of [...run].reverse()) {
    if (EDGE.test(sign)) break;
    to -= sign.length;
  }
  return to;
}

/** Finds the spans of words in their text. The words are in order, with only punctuation between them. */
export function locateWords(text: string, words: readonly { text: string }[]): Span[] {
  let at = 0;
  return words.map((word) => {
    const from = text.indexOf(word.text, at);
    at = from + word.text.length;
    return { from, to: at };
  });
}

function findUnspaced(text: string, language: Language): Span[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  return [...segmenter.segment(text)]
    .filter(({ segment }) => SAID.test(segment))
    .map(({ segment, index }) => ({ from: index, to: index + segment.length }));
}

/** Finds the sentences in a text, in order, without the surrounding whitespace. */
export function findSentences(text: string, language: Language): Span[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return joinAbbreviated([...segmenter.segment(text)])
    .filter(({ segment }) => SAID.test(segment))
    .map(({ segment, index }) => {
      const from = index + segment.length - segment.trimStart().length;
      return { from, to: from + segment.trim().length };
    });
}

const ENGLISH = 'Mr|Mrs|Ms|Dr|Prof|Jr|St|vs|No|Mt|Ft|Gen|Col|Sgt|Lt|Capt|e\\.g|i\\.e';
const SPANISH = 'Sr|Sra|Srta|p\\.\\s?ej';
const PORTUGUESE = 'Exmo|Exma';

/**
 * Titles and abbreviations whose period does not end a sentence, as regex alternatives, or null for a language that needs none. They apply
 * to text in any language, because foreign names and quotations keep their abbreviations.
 */
const SHORT_FORMS: Readonly<Record<Language, string | null>> = {
  'en-US': ENGLISH,
  'en-GB': ENGLISH,
  'es-ES': SPANISH,
  'es-US': SPANISH,
  'zh-CN': null,
  'de-DE': 'Nr|Hr|Fr|bzw|ca|z\\.\\s?B',
  'it-IT': 'Sig|Dott',
  'fr-FR': 'Mme|Mlle',
  'pt-PT': PORTUGUESE,
  'pr-BR': PORTUGUESE,
  ar: null,
  'ja-JP': null,
  'ru-RU': 'ул|им|г|стр',
  'hi-IN': null,
  'vi-VI': null,
  'ko-KO': null,
};

/** Matches text that ends with an abbreviation or a single capital letter. */
const ABBREVIATED = new RegExp(`(?:^|[\\s("“«.])(?:\\p{Lu}|${Object.values(SHORT_FORMS).filter(Boolean).join('|')})\\.$`, 'u');
/** Number of characters at the end of a sentence that `ABBREVIATED` needs: the longest abbreviation and the character before it. */
const TAIL = 12;

/** Joins segments that `Intl` splits after an abbreviation. */
function joinAbbreviated(segments: readonly { segment: string; index: number }[]): { segment: string; index: number }[] {
  const joined: { segment: string; index: number }[] = [];
  for (const { segment, index } of segments) {
    const before = joined.at(-1);
    if (before && ABBREVIATED.test(before.segment.trimEnd().slice(-TAIL))) before.segment += segment;
    else joined.push({ segment, index });
  }
  return joined;
}
