import type { Language } from '../../contract/index.ts';
import { ABBREVIATIONS } from './abbreviations.ts';
import {
  countKorean,
  decimalSign,
  sayAddress,
  sayDate,
  sayDigits,
  sayMoney,
  sayOrdinal,
  sayTime,
  toAsciiDigit,
} from './phrases.ts';
import type { Rule } from './reading.ts';
import { CURRENCIES } from './signs.ts';
import { tongueOf } from './tongues.ts';
import { UNITS } from './units.ts';

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const alternatives = (words: readonly string[]): string =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map(escapePattern)
    .join('|');

/** A number with its groups and decimals, in whichever way it is written. */
const NUMBER = '\\d+(?:[.,\\u00a0\\u202f ]\\d{3})*(?:[.,]\\d+)?';
const CURRENCY = alternatives(Object.keys(CURRENCIES));

/** A number as ASCII digits and a decimal point: "1.234,50" and "1,234.50" are both "1234.50". */
export function readNumber(language: Language, written: string): string {
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
    ...ownRules(language),
    ...unitRules(language),
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

const spellName = (name: string): string => [...name].map((sign) => ({ '&': 'and', A: 'ay' })[sign] ?? sign).join(' ');

/** What one language has alone. */
function ownRules(language: Language): Rule[] {
  switch (tongueOf(language)) {
    case 'en':
      return [
        { pattern: /\bNo\.(?= ?\d)/g, say: () => 'number' },
        // Short forms that look like words.
        {
          pattern: /\b(?:CEO|CFO|CTO|CIO|COO|API|AI|UI|UX|EU|UAE|AWS|IO|ID)(?=s?\b)/g,
          say: ([name]) => spellName(name),
        },
        // Companies: AT&T, R&D.
        {
          pattern: /\b[A-Z]{1,3}(?:&[A-Z]{1,3})+\b/g,
          say: ([name]) => spellName(name),
        },
      ];
    case 'de':
      return [
        {
          pattern:
            /(?<!\d)(\d{1,2})\.(?= (?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b)/g,
          // "der dritte Oktober", and "am dritten Oktober", "den dritten Oktober".
          say: ({ 1: day, index, input }) =>
            sayOrdinal(language, Number(day)).replace(/r$/, /\bder $/i.test(input.slice(0, index)) ? '' : 'n'),
        },
      ];
    case 'fr':
      return [
        {
          pattern: /\b([01]?\d|2[0-4]) ?h ?([0-5]\d)?\b/g,
          say: ([, h, m]) => sayTime(language, Number(h), Number(m ?? 0)),
        },
        { pattern: /\b(\d{1,2})(?:e|ème|è)\b/g, say: ([, n]) => sayOrdinal(language, Number(n)) },
      ];
    case 'pt':
      return [
        {
          pattern: /\b([01]?\d|2[0-4])h([0-5]\d)?\b/g,
          say: ([, h, m]) => sayTime(language, Number(h), Number(m ?? 0)),
        },
      ];
    case 'es':
      return [
        { pattern: /\b(\d{1,2})\.?º/g, say: ([, n]) => sayOrdinal(language, Number(n)) },
        { pattern: /\b(\d{1,2})\.?ª/g, say: ([, n]) => sayOrdinal(language, Number(n)).replace(/o$/, 'a') },
      ];
    case 'it':
      return [{ pattern: /\b(\d{1,2})[°º](?! ?C)/g, say: ([, n]) => sayOrdinal(language, Number(n)) }];
    case 'ru':
      return [
        {
          pattern:
            /(?<!\d)(\d{1,2})(?= (?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря))/g,
          say: ([, day]) => sayOrdinal(language, Number(day)),
        },
        { pattern: /(?<=\d )г\.(?![\p{L}])/gu, say: () => 'года' },
        { pattern: /(?<![\p{L}\d])г\.(?= ?\p{Lu})/gu, say: () => 'город' },
      ];
    case 'ko':
      return [
        { pattern: /(?<!\d)0\d{1,2}-\d{3,4}-\d{4}(?!\d)/g, say: ([number]) => sayDigits(language, number) },
        {
          pattern: /(?<![\d.,])(\d{1,2}) ?(개|명|마리|살|시간|시|병|잔|권|번|대|장)(?!\p{Script=Hangul}*년)/gu,
          say: ([, n, counter]) => (Number(n) === 0 ? undefined : `${countKorean(Number(n))} ${counter}`),
        },
        {
          pattern: /(?<![\d.,])(\d+)\.(\d+)/g,
          say: ([, whole, part = '']) => `${whole} 점 ${sayDigits(language, part)}`,
        },
        { pattern: /(?<!\d)(?:6|10)월/g, say: ([month]) => (month === '6월' ? '유월' : '시월') },
      ];
    case 'zh':
      return [
        { pattern: /(\d{4})年/g, say: ([, year = '']) => `${sayDigits(language, year)}年` },
        { pattern: /([\d.,]+)[%％]/g, say: ([, number]) => `百分之${number}` },
        { pattern: /(?<![\d.])2(?=个|位|本|只|天|次|杯|张|件|岁|年级)/g, say: () => '两' },
        { pattern: /[０-９]+/g, say: ([wide]) => wide.normalize('NFKC') },
      ];
    case 'ar':
      return [{ pattern: /[٠-٩]+/g, say: ([digits]) => [...digits].map(toAsciiDigit).join('') }];
    default:
      return [];
  }
}
