import type { LanguageRules } from './language.ts';
import { after, alternatives, before, isInCapitals } from './patterns.ts';
import { type Rule, rulesOf } from './rule.ts';

/** What stands before an abbreviation that cites something: the beginning of a text, or a sign that parts it. */
export const PARTED = '^|[,;:(\\[/–—"“«„]\\s?';

/** A citation behind the beginning of a text, a sign, a number, or one of some words. */
export const behind = (words: string, number = '\\d\\.?\\s'): RegExp =>
  new RegExp(`(?:${PARTED}|(?<!\\p{L})(?:${words})\\s${number && `|${number}`})$`, 'iu');

/** Abbreviations anywhere, and those that stand for a word before a number alone. */
export function abbreviationRules({ abbreviations }: LanguageRules): Rule[] {
  if (!abbreviations) return [];
  const { always, beforeNumbers = {}, contexts = {} } = abbreviations;
  const start = '(?<![\\p{L}\\p{M}.])';
  return rulesOf(
    // First, since their parts look like abbreviations of their own: "и т. д. 5".
    [
      new RegExp(`${start}(?:${alternatives(Object.keys(always))})(?![\\p{L}\\p{M}])`, 'gu'),
      ([short]) => always[short],
    ],
    [
      new RegExp(`${start}(?:${alternatives(Object.keys(beforeNumbers))})(?=\\s?\\d)`, 'gu'),
      (match) => {
        const context = contexts[match[0]];
        const isMeant = (context?.before?.test(before(match)) ?? true) && (context?.after?.test(after(match)) ?? true);
        return isMeant ? beforeNumbers[match[0]] : undefined;
      },
    ],
  );
}

/** Capitals that are named letter by letter though they could be words. */
export function spelledRules({ abbreviations }: LanguageRules): Rule[] {
  const { names, letter = (name: string) => name.toUpperCase() } = abbreviations?.spelled ?? {};
  if (names === undefined) return [];
  const all = new RegExp(`^(?:${names})$`, 'u');
  // One without a vowel is no word either.
  const isShort = (word: string) => all.test(word) || !/[AEIOUYÄÖÜÁÉÍÓÚÊÃÕАЕЁИОУЫЭЮЯ]/u.test(word);
  return rulesOf([
    new RegExp(`(?<![\\p{L}\\d])(?:${names})(?![\\p{L}\\p{M}])`, 'gu'),
    (match) => (isInCapitals(match, isShort) ? undefined : [...match[0]].map(letter).join(' ')),
  ]);
}
