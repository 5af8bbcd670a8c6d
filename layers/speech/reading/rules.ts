import type { Language } from '../../contract/index.ts';
import { ABBREVIATIONS } from './abbreviations.ts';
import { sayAddress } from './addresses.ts';
import { comparisonRules } from './comparisons.ts';
import { sayDate } from './dates.ts';
import { decimalSign, sayDigits } from './digits.ts';
import { CURRENCIES, sayMoney } from './money.ts';
import { ownRules } from './own-rules.ts';
import type { Rule } from './reading.ts';
import { sayTime } from './times.ts';
import { tongueOf } from './tongues.ts';
import { UNITS } from './units.ts';

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const alternatives = (words: readonly string[]): string =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map(escapePattern)
    .join('|');

/** Groups of two and at last three digits, as India writes them: 1,25,000. */
const LAKHS = '\\d{1,2}(?:,\\d{2})+,\\d{3}';

/** A number with its groups and decimals, in whichever way it is written. */
const NUMBER = `(?:${LAKHS}(?:\\.\\d+)?|\\d+(?:[.,\\u00a0\\u202f ]\\d{3})*(?:[.,]\\d+)?)`;
const CURRENCY = alternatives(Object.keys(CURRENCIES));

/** A number as ASCII digits and a decimal point: "1.234,50" and "1,234.50" are both "1234.50". */
export function readNumber(language: Language, written: string): string {
  if (new RegExp(`^${LAKHS}`).test(written)) return written.replaceAll(',', '');
  const decimal = decimalSign(language);
  const [, whole = '', part] =
    new RegExp(`^(.*?)(?:${escapePattern(decimal)}(\\d+))?$`).exec(written.replace(/[\s\u00a0\u202f]/g, '')) ?? [];
  const digits = whole.replace(/[.,]/g, '');
  // "1.234" where the comma is the decimal sign, and "1.5" all the same: three digits are a group.
  const odd = part === undefined && /^(\d+)[.,](\d{1,2})$/.exec(whole);
  return odd ? `${odd[1]}.${odd[2]}` : digits + (part === undefined ? '' : `.${part}`);
}

/** The order of day and month where a date is written with strokes. */
const MONTH_FIRST: ReadonlySet<Language> = new Set(['en-US']);

const WEB =
  /(?<![\p{L}\p{N}])(?:https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]|www\.[^\s<>"']*[^\s<>"'.,;:!?)\]]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|edu|gov|io|de|fr|es|it|pt|br|ru|cn|jp|kr|in|vn|uk)(?:\/[\w/.-]*\w)?)(?![\p{L}\p{N}])/giu;

/** What a voice reads badly when it is left to itself, in one language. */
export function rulesOf(language: Language): Rule[] {
  return [
    { pattern: WEB, say: ([address]) => sayAddress(language, address) },
    ...telephoneRules(language),
    ...dateRules(language),
    {
      pattern: /(?<![\d:.,])([01]?\d|2[0-4]):([0-5]\d)(?![\d:])(?:\s?Uhr|\s?h\b)?/g,
      say: ([, hours, minutes]) => sayTime(language, Number(hours), Number(minutes)),
    },
    ...moneyRules(language),
    ...comparisonRules(language),
    ...ownRules(language),
    ...unitRules(language),
    {
      pattern: new RegExp(`(?<![\\d.,])${LAKHS}(?:\\.\\d+)?(?![\\d,])`, 'g'),
      say: ([number]) => readNumber(language, number),
    },
    ...abbreviationRules(language),
  ];
}

/** With a plus or brackets in front, or groups with hyphens: digit by digit. */
function telephoneRules(language: Language): Rule[] {
  const mobile = tongueOf(language) === 'zh' ? [{ pattern: /(?<!\d)1[3-9]\d{9}(?!\d)/g, say: sayIt }] : [];
  function sayIt([number]: RegExpExecArray): string {
    return sayDigits(language, number);
  }
  return [
    { pattern: /(?<![\d\p{L}])\+\d[\d ()./-]{5,18}\d(?!\d)/gu, say: sayIt },
    { pattern: /(?<![\d\p{L}])(?:\(\d{2,5}\)[ -]?|\d{2,4}-)\d{3,4}[ -]\d{3,4}(?!\d)/gu, say: sayIt },
    ...mobile,
  ];
}

function dateRules(language: Language): Rule[] {
  const say = (year: string, month: string, day: string) => sayDate(language, Number(year), Number(month), Number(day));
  return [
    { pattern: /(?<![\d/-])(\d{4})-(\d{1,2})-(\d{1,2})(?![\d/-])/g, say: ([, y = '', m = '', d = '']) => say(y, m, d) },
    {
      pattern: /(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?![\d/-])/g,
      say: ([, first = '', sign, second = '', year = '']) =>
        MONTH_FIRST.has(language) && sign !== '.' ? say(year, first, second) : say(year, second, first),
    },
  ];
}

function moneyRules(language: Language): Rule[] {
  const say = (number: string, sign: string) =>
    sayMoney(language, readNumber(language, number), CURRENCIES[sign] ?? sign);
  return [
    {
      pattern: new RegExp(`(${CURRENCY})\\s?(${NUMBER})`, 'g'),
      say: ([, sign = '', number = '']) => say(number, sign),
    },
    {
      pattern: new RegExp(`(?<![\\d.,])(${NUMBER})\\s?(${CURRENCY})`, 'g'),
      say: ([, number = '', sign = '']) => say(number, sign),
    },
  ];
}

function unitRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  if (tongue === 'ja') return [];
  const units = UNITS[tongue];
  const spelled =
    language === 'en-GB'
      ? (word: string) => word.replace(/meter/g, 'metre').replace(/liter/g, 'litre')
      : (word: string) => word;
  return [
    {
      pattern: new RegExp(
        `(?<![\\d.,])(${NUMBER})\\s?(${alternatives(Object.keys(units))})(?![\\p{L}\\p{M}\\d/²])`,
        'gu',
      ),
      say: ([, number = '', unit = '']) => {
        const [many = '', one = many] = (units[unit] ?? '').split('|');
        return `${number} ${spelled(number === '1' ? one : many)}`;
      },
    },
  ];
}

function abbreviationRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  if (tongue === 'ja' || tongue === 'zh' || tongue === 'ko') return [];
  const known = ABBREVIATIONS[tongue];
  return [
    {
      pattern: new RegExp(`(?<![\\p{L}\\p{M}.])(?:${alternatives(Object.keys(known))})(?![\\p{L}\\p{M}])`, 'gu'),
      say: ([short]) => known[short],
    },
  ];
}
