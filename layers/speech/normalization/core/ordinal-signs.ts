import type { LanguageRules } from './language.ts';
import { after, before, type Rule, rulesOf } from './rule.ts';
import { MINUS, nameMinus } from './signs.ts';

/** The feminine of a Spanish, Portuguese or Italian ordinal number. */
export const toFeminine = (ordinal: string): string => ordinal.replace(/o\b/g, 'a');

/**
 * 1.º and 2.ª of Spanish, Portuguese and Italian, and 1°: a sign without a point may be that of degrees.
 *
 * @param ranks Articles and nouns beside a rank, as alternatives of a pattern: "el 3º piso".
 * @param degrees The names of one degree and of more.
 */
export function ordinalSignRules(language: LanguageRules, ranks: string, degrees: readonly [string, string]): Rule[] {
  const { ordinal } = language;
  const beside = new RegExp(`(?<!\\p{L})(?:${ranks}) $`, 'iu');
  const behind = new RegExp(`^ (?:${ranks})(?!\\p{L})`, 'iu');
  return rulesOf(
    [/(?<![\d.,])(\d{1,2})\.º/g, ([, n]) => ordinal(Number(n))],
    [/(?<![\d.,])(\d{1,2})\.?ª/g, ([, n]) => toFeminine(ordinal(Number(n)))],
    [
      new RegExp(`(${MINUS})?(?<![\\d.,])(\\d{1,3})\\s?[°º](?:\\s?([CF])(?![\\p{L}\\d]))?(?!\\p{L})`, 'gu'),
      (match) => {
        const [, minus, number, scale] = match;
        const value = Number(number);
        const isRank = !minus && !scale && (beside.test(before(match, 12)) || behind.test(after(match)));
        if (isRank && value > 0 && value < 100) return ordinal(value);
        const degree = `${minus ? nameMinus(language) : ''}${value} ${degrees[value === 1 ? 0 : 1]}`;
        return scale ? `${degree} ${scale === 'C' ? 'Celsius' : 'Fahrenheit'}` : degree;
      },
    ],
  );
}
