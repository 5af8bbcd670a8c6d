import type { Language } from '@talking-avatar/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeDocument } from '../../src/engines/polly/document.ts';
import { fitsRequest, splitText } from '../../src/engines/polly/split.ts';
import { parseText } from '../../src/index.ts';

const upTo = (limit: number) => (piece: { from: number; to: number }) => piece.to - piece.from <= limit;

describe('splitting', () => {
  it('splits any text into pieces that fit, without splitting characters', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
    const text = fc.array(fc.tuple(word, fc.constantFrom(' ', '. ', '? ', ', ', '\n')), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 80 }), (parts, limit) => {
        const whole = parts.flat().join('');
        const pieces = splitText(whole, 'en-US', upTo(limit));
        expect(pieces.map(({ from, to }) => whole.slice(from, to)).join('')).toBe(whole);
        for (const { from, to } of pieces) {
          expect(to).toBeGreaterThan(from);
          expect(to - from).toBeLessThanOrEqual(limit);
          expect(/^[\uDC00-\uDFFF]/.test(whole.slice(from)) && /[\uD800-\uDBFF]$/.test(whole.slice(0, from))).toBe(false);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('prefers sentence ends to word ends, and splits words only if necessary', () => {
    const split = (text: string, limit: number) => splitText(text, 'en-US', upTo(limit)).map(({ from, to }) => text.slice(from, to));
    expect(split('One two. Three four. Five.', 22)).toEqual(['One two. Three four.', ' Five.']);
    expect(split('One two three four five', 10)).toEqual(['One two', ' three', ' four five']);
    expect(split('Unbelievable', 5)).toEqual(['Unbel', 'ievab', 'le']);
  });

  it("limits a request's duration", () => {
    const fits = (language: Language, text: string, speed = 1) => {
      const script = parseText(text);
      const whole = { from: 0, to: script.text.length };
      return fitsRequest(writeDocument(script, whole, { tier: 'neural', speed }), language);
    };
    expect([fits('en-US', 'a'.repeat(3000)), fits('en-US', 'a'.repeat(3001))]).toEqual([true, false]);
    expect([fits('en-US', 'a'.repeat(1125), 0.25), fits('en-US', 'a'.repeat(1126), 0.25)]).toEqual([true, false]);
    expect([fits('zh-CN', '啊'.repeat(1500)), fits('zh-CN', '啊'.repeat(1501))]).toEqual([true, false]);
    const slow = (count: number) => `<prosody rate="20%">${'a'.repeat(count)}</prosody>`;
    expect([fits('en-US', slow(900)), fits('en-US', slow(901))]).toEqual([true, false]);
    const withBreaks = (count: number) => `a${'<break time="10s"/>a'.repeat(count)}`;
    expect([fits('en-US', withBreaks(29)), fits('en-US', withBreaks(30))]).toEqual([true, false]);
  });
});
