import type { LanguageRules } from './language.ts';
import { after, before } from './patterns.ts';
import { type Rule, rulesOf } from './rule.ts';
import { MINUS, nameMinus } from './signs.ts';

/** What tells an ordinal number from degrees, in Spanish, Portuguese and Italian: "el 3º piso", "hace 25º". */
export interface OrdinalContext {
  /** Articles before one thing that is counted, as alternatives of a pattern. */
  articles: string;
  /** What is counted, and what follows a rank. */
  nouns: string;
  /** What stands before degrees. */
  weather: string;
  degrees: readonly [one: string, many: string];
  /** The highest number that is a rank where it stands alone: below it no season has a temperature that is told. */
  highestRank: number;
}

/** The feminine of a Spanish, Portuguese or Italian ordinal number. */
export const toFeminine = (ordinal: string): string => ordinal.replace(/o\b/g, 'a');

/** 1.º and 2.ª, and 1°: a sign without a point may be that of degrees. */
export function ordinalSignRules(language: LanguageRules, context: OrdinalContext): Rule[] {
  const { articles, nouns, weather, degrees, highestRank } = context;
  const { ordinal } = language;
  const article = new RegExp(`(?<!\\p{L})(?:${articles}) $`, 'iu');
  const noun = new RegExp(`^ (?:${nouns})(?!\\p{L})`, 'u');
  const warm = new RegExp(`(?:(?<!\\p{L})(?:${weather}) |[-−])$`, 'iu');
  return rulesOf(
    [/(?<![\d.,])(\d{1,2})\.º/g, ([, n]) => ordinal(Number(n))],
    [/(?<![\d.,])(\d{1,2})\.?ª/g, ([, n]) => toFeminine(ordinal(Number(n)))],
    [
      new RegExp(`(${MINUS})?(?<![\\d.,])(\\d{1,3})\\s?[°º](?:\\s?([CF])(?![\\p{L}\\d]))?(?!\\p{L})`, 'gu'),
      (match) => {
        const [, minus, number, scale] = match;
        const value = Number(number);
        const degree = `${minus ? nameMinus(language) : ''}${value} ${degrees[value === 1 ? 0 : 1]}`;
        if (scale) return `${degree} ${scale === 'C' ? 'Celsius' : 'Fahrenheit'}`;
        if (minus || value === 0) return degree;
        const left = before(match, 12);
        const isRank = article.test(left) || (!warm.test(left) && (noun.test(after(match)) || value <= highestRank));
        return isRank && value < 100 ? ordinal(value) : degree;
      },
    ],
  );
}
