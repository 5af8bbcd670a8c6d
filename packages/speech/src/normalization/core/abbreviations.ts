import type { LanguageRules } from './language.ts';
import { alternatives, isInCapitals, type Rule, re, rulesOf } from './rule.ts';

/** Rules for abbreviations, including ones that are only recognized before a number. */
export function abbreviationRules({ abbreviations }: LanguageRules): Rule[] {
  if (!abbreviations) return [];
  const { always, beforeNumbers = {}, cited: { behind = '(?!)', names = {} } = { names: {} } } = abbreviations;
  const start = '(?<![\\p{L}\\p{M}.]|\\d(?=\\p{L}\\.(?!\\p{L})))';
  return rulesOf(
    // These come first, because their parts look like separate abbreviations: "и т. д. 5".
    [re`${start}(?:${alternatives(Object.keys(always))})(?![\p{L}\p{M}])`, ([short]) => always[short]],
    [re`${start}(?:${alternatives(Object.keys(beforeNumbers))})(?=\s?\d)`, ([short]) => beforeNumbers[short]],
    [
      re`(?<=^|[,;:([/–—"“«„]\s?|(?<!\p{L})(?:${behind})\s|\d\.?\s)(?:${alternatives(Object.keys(names))})(?=\s?\d)`,
      ([short]) => names[short],
    ],
  );
}

/** Rules for words in capitals that are spelled out even though they could be read as words. */
export function spelledRules({ abbreviations }: LanguageRules): Rule[] {
  const { names, letter = (name: string) => name.toUpperCase() } = abbreviations?.spelled ?? {};
  if (names === undefined) return [];
  const all = new RegExp(`^(?:${names})$`, 'u');
  // Capitals without a vowel are not words.
  const isShort = (word: string) => all.test(word) || !/[AEIOUYÄÖÜÁÉÍÓÚÊÃÕАЕЁИОУЫЭЮЯ]/u.test(word);
  return rulesOf([
    // Names, and capitals that contain no vowel and are not a Roman numeral.
    re`(?<![\p{L}\d.-])(?:${names}|(?![IVXLCDM]+(?!\p{L}))(?<!\/)[B-DF-HJ-NP-TV-XZ]{3,6}(?![\d/]))(?![\p{L}\p{M}])`,
    (match) => (isInCapitals(match, isShort) ? undefined : [...match[0]].map(letter).join(' ')),
  ]);
}
