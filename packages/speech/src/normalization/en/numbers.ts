import data from 'cldr-rbnf/rbnf/en.json' with { type: 'json' };
import { createCardinal } from '../core/numbers.ts';
import { createSpellout } from '../core/spellout.ts';

/** Flite reads a hyphen as a rest. */
const plain = (words: string): string => words.replaceAll('-', ' ').replaceAll(',', '');

const year = createSpellout(data, 'numbering-year');

/** Numbers in words as one region says them: British English has "and" between hundreds and the rest. */
export function englishNumbers(tag: 'en-US' | 'en-GB') {
  const verbose = tag === 'en-GB' ? '-verbose' : '';
  const cardinal = createCardinal(data, `cardinal${verbose}`);
  const ordinal = createSpellout(data, `ordinal${verbose}`);
  return {
    cardinal: (number: string): string => plain(cardinal(number)),
    ordinal: (value: number): string => plain(ordinal(value)),
  };
}

/** A year in two halves, as years are said: "nineteen ninety nine", "twenty twenty four", "two thousand five". */
export const verbalizeYear = (value: number): string =>
  value < 1010 || value > 2099 ? plain(createSpellout(data, 'cardinal')(value)) : verbalizePairs(value);

/** Four digits in two pairs: "fourteen twenty", "sixteen hundred". */
export const verbalizePairs = (value: number): string => plain(year(value));

const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

/** What stands behind an ordinal number in figures: "st" of "1st". */
export const ordinalEnding = (value: number): string => ENDINGS[ordinals.select(value)] ?? 'th';

/** "twenty" as "twenties". */
export const pluralise = (number: string): string => (number.endsWith('y') ? `${number.slice(0, -1)}ies` : `${number}s`);
