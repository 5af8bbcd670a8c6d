import data from 'cldr-rbnf/rbnf/en.json' with { type: 'json' };
import { createCardinal } from '../core/numbers.ts';
import { createSpellout } from '../core/spellout.ts';

/** Flite reads a hyphen as a pause. */
const plain = (words: string): string => words.replaceAll('-', ' ').replaceAll(',', '');

const year = createSpellout(data, 'numbering-year');

/** Creates number readings for a region: British English has "and" after hundreds. */
export function englishNumbers(tag: 'en-US' | 'en-GB') {
  const verbose = tag === 'en-GB' ? '-verbose' : '';
  const cardinal = createCardinal(data, `cardinal${verbose}`);
  const ordinal = createSpellout(data, `ordinal${verbose}`);
  return {
    cardinal: (number: string): string => plain(cardinal(number)),
    ordinal: (value: number): string => plain(ordinal(value)),
  };
}

/** Verbalizes a year: "nineteen ninety nine", "twenty twenty four", "two thousand five". */
export const verbalizeYear = (value: number): string =>
  value < 1010 || value > 2099 ? plain(createSpellout(data, 'cardinal')(value)) : verbalizePairs(value);

/** Verbalizes four digits in two pairs: "fourteen twenty", "sixteen hundred". */
export const verbalizePairs = (value: number): string => plain(year(value));

const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

/** Returns the suffix of a numeric ordinal: "st" of "1st". */
export const ordinalEnding = (value: number): string => ENDINGS[ordinals.select(value)] ?? 'th';

/** Turns "twenty" into "twenties". */
export const pluralize = (number: string): string => (number.endsWith('y') ? `${number.slice(0, -1)}ies` : `${number}s`);
