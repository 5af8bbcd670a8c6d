import data from 'cldr-rbnf/rbnf/en.json' with { type: 'json' };
import { createCardinal } from '../core/numbers.ts';
import { createSpellout } from '../core/spellout.ts';

/** Flite reads a hyphen as a rest. */
const plain = (words: string): string => words.replaceAll('-', ' ').replaceAll(',', '');

const year = createSpellout(data, 'numbering-year');

/** Numbers in words as one region says them: British English has "and" between hundreds and the rest. */
export interface EnglishNumbers {
  /** A number as ASCII digits, with a decimal point or without. */
  cardinal(number: string): string;
  ordinal(value: number): string;
}

function englishNumbers(verbose: '' | '-verbose'): EnglishNumbers {
  const cardinal = createCardinal(data, `cardinal${verbose}`);
  const ordinal = createSpellout(data, `ordinal${verbose}`);
  return {
    // ".5" has nothing before its point.
    cardinal: (number) => (number.startsWith('.') ? plain(cardinal(`0${number}`)).slice(5) : plain(cardinal(number))),
    ordinal: (value) => plain(ordinal(value)),
  };
}

export const AMERICAN_NUMBERS = englishNumbers('');
export const BRITISH_NUMBERS = englishNumbers('-verbose');

/** A year in two halves, as years are said: "nineteen ninety nine", "twenty twenty four", "two thousand five". */
export const verbalizeYear = (value: number): string =>
  value < 1010 || value > 2099 ? AMERICAN_NUMBERS.cardinal(`${value}`) : plain(year(value));

const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

/** What stands behind an ordinal number in figures: "st" of "1st". */
export const ordinalEnding = (value: number): string => ENDINGS[ordinals.select(value)] ?? 'th';

/** "twenty" as "twenties". */
export const pluralise = (number: string): string =>
  number.endsWith('y') ? `${number.slice(0, -1)}ies` : `${number}s`;
