import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEmbeddedEngine, parseText } from '../src/index.ts';
import { processorTime } from './processor-time.ts';

describe('plain text', () => {
  it.each(['1 < 2 & 3 > 2', 'AT&T', 'a <3 b', 'p<q', 'if (a<b) s>t', 'if a<b and c>d', 'I </3 you', 'a <> b', 'R&amp D'])(
    '%s is spoken as written',
    (text) => {
      expect(parseText(text)).toEqual({
        text,
        items: [{ kind: 'spoken', from: 0, to: text.length, style: {} }],
        emotions: [],
        warnings: [],
      });
    },
  );

  it.each([
    ['Hello<br>you', 'Hello you', '<br> has no closing tag'],
    ['a <blink> b', 'a   b', '<blink> has no closing tag'],
    ['<p>One<p>Two', ' One Two', '<p> has no closing tag'],
    ['Go <a href="x.html">there', 'Go  there', '<a> has no closing tag'],
    ['press <Enter>, please', 'press Enter, please', '<Enter> has no closing tag'],
    ['Dear <your name>,', 'Dear your name,', '<your name> has no closing tag'],
  ])('%s is spoken without apparent tags, with a warning', (written, text, warning) => {
    expect(parseText(written)).toMatchObject({ text, warnings: [expect.stringContaining(warning)] });
  });

  it.each([
    ['Tom &amp; Ann &lt;3', 'Tom & Ann <3'],
    ['caf&#233;&#x21;', 'café!'],
    ['one&nbsp;two', 'one two'],
    ['&#0;&#xD800;&#9999999;&unknown;', '&#0;&#xD800;&#9999999;&unknown;'],
    ['One<!-- a note --> two', 'One  two'],
  ])('decodes the references in %s', (written, text) => {
    expect(parseText(written)).toMatchObject({ text, warnings: [] });
  });

  it('is spoken as a person would read it', async () => {
    const said = async (text: string) => {
      const { timeline } = await createEmbeddedEngine().speak({ text, language: 'en-US', sex: 'female', speed: 1 });
      return timeline.phones.flatMap(({ symbol, word }) => (word === null ? [] : symbol)).join('');
    };
    expect(await said('x < y and y > z')).toBe(await said('x less than y and y greater than z'));
    expect(await said('Press <Enter> now')).toBe(await said('Press Enter now'));
    expect(await said('Hello<br>you')).toBe(await said('Hello you'));
  });

  it.each(['<a ', '<!--', '&#', '<b x="1" ', '<a', ' <a '])('reads many repetitions of %j quickly', (piece) => {
    expect(processorTime(() => parseText(piece.repeat(10_000)))).toBeLessThan(2000);
  });

  it('never fails, and is spoken completely', () => {
    const piece = fc.oneof(
      fc.constantFrom('<', '>', '<p>', '<b ', '=', '"', '&amp;', '&#', ';', '<!--', '-->', 'a', ' '),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('').replaceAll('/', ''));
    fc.assert(
      fc.property(text, (written) => {
        fc.pre(!/^\s*<(\?xml|!DOCTYPE)/i.test(written));
        const { text, items, warnings } = parseText(written);
        expect(items).toEqual([{ kind: 'spoken', from: 0, to: text.length, style: {} }]);
        expect(warnings.every((warning) => /^<.*\.$/s.test(warning))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
