import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSentences, findWords, locateWords } from '../src/text/words.ts';
import { processorTime } from './processor-time.ts';

const wordsOf = (text: string) => findWords(text, 'en-US').map(({ from, to }) => text.slice(from, to));
const sentencesOf = (text: string) => findSentences(text, 'en-US').map(({ from, to }) => text.slice(from, to));

describe('words', () => {
  it.each([
    ['"Well," she said… (twice!)', ['Well', 'she', 'said', 'twice']],
    ['¿Qué? 50% — £3 & C++.', ['Qué', '50%', '£3', '&', 'C++']],
    ['😀 ha😀 😀ho', ['ha', 'ho']],
    ['...', []],
  ])('of %s exclude the surrounding punctuation', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('are located by their text, regardless of what is between them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constantFrom('en-US', 'ja-JP'), (text, language) => {
        const spans = findWords(text, language);
        const words = spans.map(({ from, to }) => ({ text: text.slice(from, to) }));
        expect(locateWords(text, words)).toEqual(spans);
      }),
      { numRuns: 500 },
    );
  });
});

describe('sentences', () => {
  it('do not end after a title, an initial, or an abbreviation', () => {
    expect(sentencesOf('Dr. J. Smith met Prof. Lee. They spoke, e.g. Monday. The end.')).toEqual([
      'Dr. J. Smith met Prof. Lee.',
      'They spoke, e.g. Monday.',
      'The end.',
    ]);
  });
});

describe('a hostile text', () => {
  it.each([
    ['dots', `${'!'.repeat(60_000)}a`],
    ['dots in a word', `a${'!'.repeat(60_000)}a`],
    ['initials', 'A. '.repeat(10_000)],
    ['titles', 'Dr. '.repeat(10_000)],
  ])('with a huge number of %s is read quickly', (_, text) => {
    const time = processorTime(() => {
      wordsOf(text);
      sentencesOf(text);
    });
    // With a quadratic search, this would take many seconds.
    expect(time).toBeLessThan(2000);
  });
});
