import type { LanguageRules } from './language.ts';
import { formatNumber, NUMBER } from './numbers.ts';
import { alternatives, before } from './patterns.ts';
import { type Rule, rulesOf } from './rule.ts';
import { nameUnit } from './units.ts';

/** What an English "m" behind a number counts when it means millions. */
export const COUNTED_IN_MILLIONS =
  '(?:people|users|customers|views|followers|downloads|jobs|households|homes|barrels|tonnes|tons|shares|copies|visitors|players|workers|likes|subscribers|plays|visits|streams|employees|members|fans|dollars|euros|pounds|years)\\b';

/** Magnitudes in short without money, alone or as a range: "5 Mio. Menschen", "2 млн". */
export function magnitudeRules(language: LanguageRules): Rule[] {
  const { certain, isMagnitude } = language.magnitudes ?? {};
  if (!certain) return [];
  return rulesOf([
    new RegExp(
      `(?<![\\d.,])(?:(${NUMBER})\\s?[-–]\\s?)?(${NUMBER})\\s?(${alternatives(certain)})(?:\\s(руб)(?:\\.(?=\\s*\\p{Ll}))?)?(?![\\p{L}\\p{M}\\d])`,
      'gu',
    ),
    (match) => {
      const [, from, number = '', magnitude = '', money] = match;
      if (isMagnitude && !isMagnitude(magnitude, before(match))) return undefined;
      const start = from === undefined ? '' : `${from} ${language.signs.range} `.replace('  ', ' ');
      return start + verbalizeMagnitude(language, number, magnitude, money && 'рублей');
    },
  ]);
}

/** Reads "3.5m" with its money or without: "3.5 million euros". */
export function verbalizeMagnitude(language: LanguageRules, written: string, magnitude: string, name = ''): string {
  const { magnitudes, isUnspaced } = language;
  const number = formatNumber(language, written);
  const word = nameUnit(language, magnitudes?.names[magnitude] ?? magnitude, number);
  // Thousands are an adjective: "3 mille euros".
  const joined = name && !/^(?:mil|mille|tausend|thousand)$/.test(word) && magnitudes?.joint;
  return `${number}${isUnspaced ? '' : ' '}${word}${name && ` ${joined ? joined(name) : name}`}`;
}
