import type { LanguageRules } from './language.ts';
import { readDigits } from './numbers.ts';
import { after } from './patterns.ts';
import { type Rule, rulesOf } from './rule.ts';

/** Words before a day rather than before a number that is called. */
const BEFORE_DAYS =
  'on|by|before|after|from|until|till|since|in|du|el|del|vom|am|bis|ab|dal|il|do|de|em|dia|от|с|до|в|на';

/** Digits that a telephone number has at least. */
const SHORTEST = 7;

/** What looks like a telephone number and is a day, a span of years, or a span of round numbers. */
const DAY = /^(?:\d{1,2}([ ./-])\d{1,2}\1\d{4}|\d{4}([ ./-])\d{1,2}\2\d{1,2})$/;
const SPAN = /^(?:(?:1[1-9]|20)\d\d[ -](?:1[1-9]|20)\d\d|(?:\d*00[ -])+\d*00)$/;
/** What is counted or paid behind a number. */
const COUNTED = /^ ?(?:[€$£¥₽₹%]|euros?\b|dollars?\b|people\b|persone\b|personas\b|pessoas\b|reais\b|руб)/iu;

/**
 * Telephone numbers, and others that are told digit by digit: with a plus or brackets in front, a zero, or groups with hyphens.
 * Dates and sums with groups look alike; what is not surely a telephone number is left.
 */
export function telephoneRules(language: LanguageRules): Rule[] {
  const { patterns = [], calls } = language.telephones ?? {};
  const verbalize: Rule['verbalize'] = (match) => {
    const [number] = match;
    const enough = number.replace(/\D/g, '').length >= SHORTEST;
    const other = DAY.test(number) || SPAN.test(number) || COUNTED.test(after(match));
    return enough && !other ? verbalizeTelephone(language, number) : undefined;
  };
  const called = new RegExp(
    `(?<=(?<!\\p{L})(?:${calls ?? '(?!)'})[ :]{1,2}(?:(?!(?:${BEFORE_DAYS}) )\\p{L}{1,6} ){0,2})\\d{2,5}(?:[ .-]\\d{2,7}){1,4}(?![\\d/]|[.,-]\\d)`,
    'giu',
  );
  return rulesOf(
    [/(?<![\d\p{L}])\+\d[\d ()./-]{5,18}\d(?!\d)/gu, verbalize],
    ...patterns.map((pattern) => [pattern, verbalize] as const),
    [called, verbalize],
    [
      /(?<![\d\p{L}])(?:\((?!(?:19|20)\d\d\))\d{2,5}\)[ -]?|0\d{1,3}-)\d{3,8}(?:[ -]\d{3,5}){0,2}(?![\d-])/gu,
      verbalize,
    ],
    [/(?<![\d\p{L}])\d{2,4}-\d{3,4}-\d{3,4}(?![\d-])/gu, verbalize],
    // A zero, and two groups, the other one long; or as many digits as no date has.
    [/(?<![\d\p{L}.,:/-])0\d{1,4}[ /]\d{4,9}(?![\d.,:/-]|[ ]\d)/gu, verbalize],
    [
      /(?<![\d\p{L}.,:/-])0\d{1,4}(?:[ /.-]\d{2,8}){1,4}(?![\d/-])/gu,
      ([number]) => (number.replace(/\D/g, '').length >= 9 ? verbalizeTelephone(language, number) : undefined),
    ],
    // Beside decimals, a zero in front says that each digit counts.
    [
      /(?<![\d\p{L}.,:/-]|\d[ \u00a0\u2009\u202f])0\d{2,14}(?![\d\p{L}:/-]|[.,]\d)/gu,
      ([number]) => verbalizeTelephone(language, number),
    ],
  );
}

/** Reads a telephone number digit by digit, or in pairs where the language does so, with a rest between groups. */
export function verbalizeTelephone(language: LanguageRules, written: string): string {
  const groups = written.match(/\d+/g) ?? [];
  const pairs = groups.length === 1 && /^0\d{9}$/.test(groups[0]!) ? groups[0]!.match(/\d{2}/g)! : groups;
  const isPaired = language.telephones?.pairs && pairs.length >= 4 && pairs.every((group) => group.length === 2);
  if (!isPaired) return readDigits(language, written);
  return pairs.map((group) => (group.startsWith('0') ? [...group].join(' ') : group)).join(', ');
}
