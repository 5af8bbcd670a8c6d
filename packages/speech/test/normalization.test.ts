import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { LANGUAGES, type Language } from '@talking-avatar/contract';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseText } from '../src/index.ts';
import { createSpellout, type SpelloutData } from '../src/normalization/core/spellout.ts';
import { normalizeScript } from '../src/normalization/index.ts';
import { readAloud } from './read-aloud.ts';

/** There is one file per language. Each sentence is followed by its reading on the next line, indented by two spaces. */
const SENTENCES = new URL('sentences/', import.meta.url);

describe('ordinary sentences', () => {
  it('exist for every language', () => {
    const missing = LANGUAGES.map((language) => `${language}.txt`).filter((file) => !existsSync(new URL(file, SENTENCES)));
    expect(missing, 'add to packages/speech/test/sentences; "npm run readings -- LANGUAGE SENTENCE" prints the lines').toEqual([]);
    expect(readdirSync(SENTENCES)).toHaveLength(LANGUAGES.length);
  });

  it.each([...LANGUAGES])('are read as recorded: %s', async (language) => {
    const lines = readFileSync(new URL(`${language}.txt`, SENTENCES), 'utf8')
      .trimEnd()
      .split('\n');
    const texts = lines.filter((_, i) => i % 2 === 0);
    const readings = await Promise.all(texts.map((text) => readAloud(text, language)));
    expect(texts.flatMap((text, i) => [text, `  ${readings[i]}`])).toEqual(lines);
  });

  it.each([...LANGUAGES])('are in a script that a voice reads: %s', async (language) => {
    const [sentence = ''] = readFileSync(new URL(`${language}.txt`, SENTENCES), 'utf8').split('\n');
    const { script } = await normalizeScript(parseText(sentence), language);
    expect(script.warnings, 'add the script to packages/speech/src/normalization/core/scripts.ts').toEqual([]);
  });
});

describe('long repetitive texts', () => {
  const CHARACTERS = 4_000;

  /** Maximum CPU time, in ms. */
  const MAX_MILLISECONDS = 400;

  const PIECES = [
    '7',
    '1.',
    '1,',
    '1 ',
    '1-',
    '1/',
    '12:',
    '1.2.',
    '0 ',
    '1:1 ',
    '1x1',
    '1+1=',
    '½',
    '1/2 ',
    '١',
    '१',
    '1st ',
    'XIV',
    'X',
    'I ',
    'MIX ',
    'Ⅳ',
    'King Henry IV ',
    'XX век ',
    '-',
    '−',
    '.',
    '…',
    '$',
    '%',
    '~',
    '+',
    '#',
    '@',
    '(1',
    '°',
    "1'",
    '€1',
    '$1 ',
    '1€ ',
    '-$1',
    'Dr.',
    'No. 1 ',
    'p. 1 ',
    'e.g. ',
    'z. B. ',
    'U.S. ',
    'A.',
    'т. д. ',
    'ст. 1 ',
    '1 г. ',
    'Mo–',
    '1 Jan ',
    '9h-',
    '9:00-',
    '9.00-',
    '+ ',
    'Mo. ',
    '5 m2 ',
    '1/2 l ',
    '12万8,',
    "in '09 ",
    'a@',
    '@a',
    'a.',
    'a-',
    'www.',
    'http://a',
    '5 km ',
    '5m ',
    'Main St. ',
    '一',
    '1年',
    '二十',
    '3個',
    '3개',
  ];

  async function measure(text: string, language: Language): Promise<number> {
    let least = Number.POSITIVE_INFINITY;
    // Use the fastest of three tries, because load and compilation take CPU time too.
    for (let tries = 0; tries < 3 && least > MAX_MILLISECONDS; tries++) {
      // Measure only this thread, because other threads collect garbage for all tests in the process.
      const before = process.threadCpuUsage();
      await normalizeScript(parseText(text.replaceAll('<', '')), language);
      const { user, system } = process.threadCpuUsage(before);
      least = Math.min(least, (user + system) / 1000);
    }
    return least;
  }

  beforeAll(async () => {
    // The first text in a language creates its rules, and loads the dictionary and the tables of Intl.
    for (const language of LANGUAGES) await normalizeScript(parseText('1 km, 3本'), language);
  });

  it.each([...LANGUAGES])('are normalized in bounded CPU time: %s', async (language) => {
    const slow: string[] = [];
    for (const piece of PIECES) {
      const text = piece.repeat(Math.ceil(CHARACTERS / piece.length)).slice(0, CHARACTERS);
      const milliseconds = await measure(text, language);
      if (milliseconds > MAX_MILLISECONDS) slow.push(`${piece}: ${Math.round(milliseconds)} ms`);
    }
    expect(slow).toEqual([]);
  });

  it('are normalized in bounded CPU time in any combination', async () => {
    const mix = fc.array(fc.constantFrom(...PIECES), { minLength: 2, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(mix, fc.constantFrom(...LANGUAGES), async (pieces, language) => {
        const text = pieces.join('');
        const long = text.repeat(Math.ceil(CHARACTERS / text.length)).slice(0, CHARACTERS);
        expect(await measure(long, language)).toBeLessThan(MAX_MILLISECONDS);
      }),
      { numRuns: 60 },
    );
  });
});

describe('numbers in words', () => {
  const load = (name: string): SpelloutData => createRequire(import.meta.url)(`cldr-rbnf/rbnf/${name}.json`);

  it.each<[string, string, number | string, string]>([
    ['en', 'cardinal', 21_000, 'twenty-one thousand'],
    ['en', 'numbering-year', 1905, 'nineteen oh-five'],
    ['de', 'ordinal-r', 21, 'einundzwanzigster'],
    ['es', 'cardinal-feminine', 221, 'doscientas veintiuna'],
    ['fr', 'cardinal-feminine', 71, 'soixante-et-onze'],
    ['pt-PT', 'cardinal-feminine', 216, 'duzentas e dezasseis'],
    ['it', 'ordinal-masculine', 23, 'ventitreesimo'],
    ['zh', 'cardinal', '21893095', '二千一百八十九万三千零九十五'],
    ['zh', 'cardinal', '3.14', '三点一四'],
    ['vi', 'cardinal', '12.5', 'mười hai phẩy năm'],
    ['vi', 'cardinal', 1005, 'một nghìn không trăm lẻ năm'],
    ['ko', 'cardinal-native-attributive', 20, '스무'],
    ['hi', 'ordinal-masculine', 20, 'बीसवाँ'],
    ['ar', 'ordinal-feminine', 14, 'الرابعة عشرة'],
  ])('follow CLDR: %s %s %s', (name, set, value, reading) => {
    expect(createSpellout(load(name), set)(value)).toBe(reading);
  });

  it('contain only words, for any number', () => {
    const sets = [
      ['en', 'cardinal-verbose'],
      ['en', 'ordinal'],
      ['es', 'cardinal-feminine'],
      ['pt', 'cardinal-feminine'],
      ['zh', 'cardinal'],
      ['vi', 'cardinal'],
      ['fr', 'cardinal-feminine'],
      ['ko', 'cardinal-native-attributive'],
    ].map(([name = '', set = '']) => createSpellout(load(name), set));
    fc.assert(
      fc.property(fc.constantFrom(...sets), fc.nat({ max: 999_999_999_999 }), (spell, value) => {
        expect(spell(value)).toMatch(/^[\p{L}\p{M}][\p{L}\p{M} ,-]*$/u);
      }),
      { numRuns: 500 },
    );
  });

  it('throw for an unknown rule set', () => {
    expect(() => createSpellout(load('de'), 'cardinal-dual')).toThrow(/cldr-rbnf has no rule set %spellout-cardinal-dual/);
  });
});
