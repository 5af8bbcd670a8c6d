import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError, apiErrors, InputError, printable, quote } from '../src/index.ts';

const HOSTILE = fc.string({
  unit: fc.oneof(fc.constantFrom('\u0000', '\u001b', '\u202e', '\u2066', '\u2028', '\ud800', '😀', '"', '\\', 'a')),
});
// biome-ignore lint/suspicious/noControlCharactersInRegex: they must not occur
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

describe('quoted text', () => {
  it('is short and has no characters that change a terminal', () => {
    fc.assert(
      fc.property(fc.oneof(HOSTILE, fc.jsonValue()), (value) => {
        const quoted = quote(value);
        expect(quoted.length).toBeLessThanOrEqual(101);
        expect(quoted).not.toMatch(UNPRINTABLE);
        expect(quoted.isWellFormed()).toBe(true);
      }),
    );
  });

  it.each([
    ['a name', 'project', 'project'],
    ['an escape sequence', '\u001b[2J', '\\u001b[2J'],
    ['a bidi override', 'invoice\u202egpj.exe', 'invoice\\u202egpj.exe'],
    ['an emoji at the limit', `${'a'.repeat(99)}😀b`, `${'a'.repeat(99)}…`],
    ['900 kB', 'k'.repeat(900_000), `${'k'.repeat(100)}…`],
  ])('shows %s', (_, text, shown) => expect(printable(text)).toBe(shown));

  it('bounds the messages of errors', () => {
    const long = 'k'.repeat(900_000);
    const errors = [
      apiErrors.invalidJob(long),
      apiErrors.unknownArtifact(long, [long]),
      apiErrors.unsupportedMediaType(long),
      new InputError('title', long, 'text'),
    ];
    for (const error of errors) {
      expect(error.message.length).toBeLessThan(4_100);
      if (error instanceof ApiError) expect([error.body.message.length < 4_100, (error.logged ?? '').length < 4_100]).toEqual([true, true]);
    }
  });
});
