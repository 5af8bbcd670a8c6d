import type { Language } from '@talking-avatar/contract';

/** A run of the text: offsets in UTF-16 units, `to` exclusive. */
export interface Span {
  from: number;
  to: number;
}

/** Languages written without spaces: only a dictionary finds their words. */
const UNSPACED: ReadonlySet<Language> = new Set(['zh-CN', 'ja-JP']);

/** Whether a language writes its words apart. */
export const isSpaced = (language: Language): boolean => !UNSPACED.has(language);

/** Something that is said: a letter, a digit, or a sign that has a name (&, %, $, €, +). Pictures are seen, not said. */
const SAID = /[\p{L}\p{N}\p{Sc}\p{Sm}&%@#§°©®™]/u;

/** An emoji or a part of one: the engine would say its name ("grinning face"). */
export const PICTURE = /(?![©®™])\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\u{20e3}\u{fe0f}\u{200d}]/u;

/** A run without spaces or dashes that separate, trimmed of the punctuation around it: a word begins and ends with one of these. */
const SPACED = /[^\s\u2013\u2014\u2026]+/gu;
const EDGE = /[\p{L}\p{N}\p{Sc}\p{Sm}\p{M}&%@#§°©®™]/u;

/** The words of a text, in order, without the punctuation around them. */
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

/** Where the last sign of a run ends that can end a word. A pattern would look at a long row of dots once for each dot. */
function findLastEdge(run: string): number {
  let to = run.length;
  for (const sign of [...run].reverse()) {
    if (EDGE.test(sign)) break;
    to -= sign.length;
  }
  return to;
}

/** Where words stand in their text; they are in its order, with nothing but punctuation between them. */
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

/** The sentences of a text, in order, without the space around them. */
export function findSentences(text: string, language: Language): Span[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return joinAbbreviated([...segmenter.segment(text)])
    .filter(({ segment }) => SAID.test(segment))
    .map(({ segment, index }) => {
      const from = index + segment.length - segment.trimStart().length;
      return { from, to: from + segment.trim().length };
    });
}

/** A full stop after a single capital letter or one of these titles and short forms ends no sentence. */
const ABBREVIATED =
  /(?:^|[\s("“«.])(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|Sr|Sra|Srta|Jr|St|vs|No|Nr|Mt|Ft|Gen|Col|Sgt|Lt|Capt|Hr|Fr|bzw|ca|Sig|Dott|Mme|Mlle|Exmo|Exma|e\.g|i\.e|z\.\s?B|p\.\s?ej|ул|им|г|стр)\.$/u;

/** Signs at the end of a sentence that tell whether it is an abbreviation: the longest one and what stands before it. */
const TAIL = 12;

/** Puts together what the general rules of sentences cut after an abbreviation. */
function joinAbbreviated(segments: readonly { segment: string; index: number }[]): { segment: string; index: number }[] {
  const joined: { segment: string; index: number }[] = [];
  for (const { segment, index } of segments) {
    const before = joined.at(-1);
    if (before && ABBREVIATED.test(before.segment.trimEnd().slice(-TAIL))) before.segment += segment;
    else joined.push({ segment, index });
  }
  return joined;
}
