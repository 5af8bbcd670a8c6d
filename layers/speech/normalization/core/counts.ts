import type { LanguageRules } from './language.ts';
import { formatNumber, LAKHS, parseNumber, SPACED_NUMBER } from './numbers.ts';
import { type Rule, rulesOf } from './rule.ts';

/** A whole number below a thousand that is no part of a date, a sum, a fraction or a longer number. */
const SMALL = '(?<![\\p{L}\\p{N}.,:/%$€£¥₽+*#-]|\\d[ \\u00a0\\u202f])([1-9]\\d{0,2})';
/** The word that it counts, in small letters. */
const NOUN = '(?=[ \\u00a0](\\p{Ll}{3,})(?![\\p{L}\\p{M}-]))';

/** Numbers in the gender of what they count: "21 casas" is "veintiuna casas", "2 книги" is "две книги". */
export function countRules({ labels, count }: LanguageRules): Rule[] {
  if (labels === undefined || !count) return [];
  return rulesOf([
    new RegExp(`(?<!(?<!\\p{L})(?:${labels})[ \\u00a0])${SMALL}${NOUN}`, 'giu'),
    ([, digits = '', noun = '']) => count(Number(digits), noun),
  ]);
}

/** Numbers whose groups the voices take for numbers of their own. */
export function groupRules(language: LanguageRules): Rule[] {
  const isComma = formatNumber(language, '1.5') !== '1.5';
  return rulesOf(
    [new RegExp(`(?<![\\d.,])${LAKHS}(?:\\.\\d+)?(?![\\d,])`, 'g'), ([number]) => parseNumber(language, number)],
    [
      new RegExp(`(?<![\\d.,])${SPACED_NUMBER}(?![.,]*\\d| \\d)`, 'g'),
      // A plain space parts groups where the comma is the decimal sign; elsewhere it may stand between two numbers.
      ([number]) => (/ /.test(number) && !isComma ? undefined : formatNumber(language, number)),
    ],
  );
}
