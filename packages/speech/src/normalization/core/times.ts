import type { LanguageRules } from './language.ts';
import { decimalSign } from './numbers.ts';
import { type Rule, re, rulesOf } from './rule.ts';
import { countOf, nameUnit } from './units.ts';

/** Reads a time of day (0 to 24 hours). `hasMore` is true if a.m. or p.m. follows. @returns undefined if there is no such time */
export function verbalizeTime(language: LanguageRules, hours: number, minutes: number, seconds = 0, hasMore = false): string | undefined {
  if (hours > 24 || minutes > 59 || seconds > 59) return undefined;
  if (seconds === 0) return language.time(hours, minutes, hasMore);
  const start = minutes === 0 ? countUnit(language, hours, 'hour') : language.time(hours, minutes, true);
  return start + (language.timeJoint ?? ' ') + countUnit(language, seconds, 'second');
}

/** Reads a duration in minutes and seconds. */
export function verbalizeDuration(language: LanguageRules, minutes: number, seconds: number): string {
  const whole = minutes > 0 && countUnit(language, minutes, 'minute');
  const rest = (seconds > 0 || minutes === 0) && countUnit(language, seconds, 'second');
  return [whole, rest].filter(Boolean).join(language.timeJoint ?? ' ');
}

/** Counts a time unit in its grammatical gender: "две минуты". */
export function countUnit(language: LanguageRules, value: number, unit: 'hour' | 'minute' | 'second'): string {
  if (language.countTime) return language.countTime(value, unit);
  const name = nameUnit(language, `@${unit}`, `${value}`);
  return `${countOf(language, `${value}`, name)}${language.isUnspaced ? '' : ' '}${name}`;
}

/** Rules for times with a colon, such as "14:30" and "9:05:10 Uhr", and for the dash between two times: "9:00–12:00", "9h-12h". */
export const timeRules = (language: LanguageRules): Rule[] => {
  const time = `\\d{1,2}(?:[:h${decimalSign(language) === ',' ? '.' : ''}]\\d\\d|h)`;
  const dash: [RegExp, string] = [re`(?<=(?<!\d)${time}) ?[-–—~～〜] ?(?=${time}(?!\d))`, ` ${language.signs.range} `];
  const clock = `\\s?(?:h|${language.clock ?? 'h'})(?![\\p{L}\\p{M}\\d])`;
  // "18.30 h", in languages with a decimal comma
  const colon = decimalSign(language) === ',' ? `(?::|\\.(?=\\d\\d${clock}))` : ':';
  return rulesOf(...(language.signs.range ? [dash] : []), [
    re`(?<![\d:.,])([01]?\d|2[0-4])${colon}([0-5]\d)(?::([0-5]\d))?(?![\d:])(?:${clock})?`,
    ([, hours, minutes, seconds = '0']) => verbalizeTime(language, Number(hours), Number(minutes), Number(seconds)),
  ]);
};
