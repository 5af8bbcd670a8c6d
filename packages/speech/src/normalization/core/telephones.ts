import type { LanguageRules } from './language.ts';
import { readDigits } from './numbers.ts';
import { after, anyCase, type Rule, rulesOf } from './rule.ts';

/** Days, year ranges, and ranges of round numbers, which look like telephone numbers. */
const OTHER =
  /^(?:\d{1,2}([ ./-])\d{1,2}\1\d{4}|\d{4}([ ./-])\d{1,2}\2\d{1,2}|(?:1[1-9]|20)\d\d-(?:1[1-9]|20)\d\d|(?:\d*00[ -])+\d*00|\d{1,3}(?: 000)+)$/;
/**
 * Rules for numbers that are read digit by digit. Dates and numbers with group separators look similar, so uncertain cases are left alone.
 */
export function telephoneRules(language: LanguageRules): Rule[] {
  const { patterns = [], calls = '(?!)' } = language.telephones ?? {};
  const verbalize: Rule['verbalize'] = (match) => {
    // Shorter numbers are not telephone numbers.
    const isLong = match[0].replace(/\D/g, '').length >= 7;
    return isLong && !OTHER.test(match[0]) && !/^ ?[€$£¥₽₹%]/.test(after(match)) ? verbalizeTelephone(language, match[0]) : undefined;
  };
  const called = anyCase`(?<=(?<!\p{L})(?:${calls})[ :]{1,2}(?:\p{L}{1,6} ){0,2})(?:\d{2,5}(?:[ .-]\d{2,7}){1,4}|0\d{6,14}|\d{7,15}(?<!00)(?! (?!\p{L}{1,3} )\p{L}))(?![\d/]|[.,-]\d)`;
  return rulesOf(
    [/(?<![\d\p{L}])\+\d[\d ()./-]{5,18}\d(?!\d)/gu, verbalize],
    ...[...patterns, called].map((pattern) => [pattern, verbalize] as const),
    [/(?<![\d\p{L}])\((?!(?:19|20)\d\d\))\d{2,5}\)[ -]?\d{3,8}(?:[ -]\d{3,5}){0,2}(?![\d-])/gu, verbalize],
    [/(?<![\d\p{L}.,:/-])(?:(?:\d-)?\d{2,4}-\d{3,4}-\d{3,4}|0\d{0,4}(?:[ \u00a0\u202f/.-]\d{2,9}){1,4})(?![\d:/-]|[., ]\d)/gu, verbalize],
    // A leading zero shows that the number is read digit by digit.
    [/(?<![\d\p{L}.,:/-]|\d[ \u00a0\u2009\u202f])0\d{2,14}(?![\d\p{L}:/-]|[.,]\d)/gu, ([number]) => verbalizeTelephone(language, number)],
  );
}

/** Reads a telephone number digit by digit, or in pairs if that is usual in the language, with pauses between groups. */
export function verbalizeTelephone(language: LanguageRules, written: string): string {
  const groups = written.match(/\d+/g) ?? [];
  const pairs = groups.length === 1 && /^0\d{9}$/.test(groups[0]!) ? groups[0]!.match(/\d{2}/g)! : groups;
  const isPaired = language.telephones?.pairs && pairs.length >= 4 && pairs.every((group) => group.length === 2);
  if (!isPaired) return readDigits(language, written);
  return pairs.map((group) => (group.startsWith('0') ? [...group].join(' ') : group)).join(', ');
}
