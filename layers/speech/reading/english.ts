import type { Language } from '../../contract/index.ts';
import { INCHES, LENGTHS } from './english-lengths.ts';
import { sayEnglishDigits, sayEnglishNumber, sayEnglishOrdinal, sayEnglishYear } from './english-numbers.ts';
import { PLACES } from './english-places.ts';
import { INITIALS, spellName } from './initials.ts';
import { COUNTED_IN_MILLIONS, sayMagnitude } from './magnitudes.ts';
import { englishEnding } from './ordinals.ts';
import type { Rule } from './reading.ts';
import { sayTime } from './times.ts';

/** "A M" and "P M"; a full stop behind them may end the sentence, so it stays unless the sentence surely goes on. */
const HALF = '([apAP])(?:\\.[mM](?:\\.(?=\\s*[\\p{Ll}\\d,]))?|[mM])(?![\\p{L}\\d])';
const sayHalf = (half = ''): string => (half.toLowerCase() === 'a' ? 'A.M' : 'P.M');

/** Numbers that are called digit by digit. */
const EMERGENCY = '911|999|112|411|311|511|611|711|811|988|101|111|119|110';

/** Words before four digits that make them a year, and words behind. */
const BEFORE_YEAR =
  'in|In|since|Since|of|from|From|until|till|by|By|year|before|after|around|circa|c\\.|ca\\.|between|through|spring|summer|autumn|fall|winter|early|late|mid|January|February|March|April|May|June|July|August|September|October|November|December|Jan\\.|Feb\\.|Mar\\.|Apr\\.|Jun\\.|Jul\\.|Aug\\.|Sept\\.|Oct\\.|Nov\\.|Dec\\.';

/** What English has before all other rules. */
export function englishRules(language: Language): Rule[] {
  return [
    {
      pattern: new RegExp(`(?<![\\d:.,])([01]?\\d|2[0-4])[:.]([0-5]\\d)(?::([0-5]\\d))?\\s?${HALF}`, 'gu'),
      say: ([, hours, minutes, seconds = '0', half]) => {
        const time = sayTime(language, Number(hours), Number(minutes), Number(seconds));
        return time && `${time.replace(/ (?:o'clock|hundred)$/, '')} ${sayHalf(half)}`;
      },
    },
    {
      pattern: new RegExp(`(?<![\\d:.,-])(1[0-2]|0?[1-9])\\s?${HALF}`, 'gu'),
      say: ([, hours, half]) => `${Number(hours)} ${sayHalf(half)}`,
    },
    {
      pattern: /(?<![\d\p{L}$€£.,/-])((?:1[1-9]|20)\d\d)[-–]((?:1[1-9]|20)\d\d)(?![\d\p{L}/-]|[.,]\d)/gu,
      say: ([, from, to]) =>
        Number(from) < Number(to) ? `${sayEnglishYear(Number(from))} to ${sayEnglishYear(Number(to))}` : undefined,
    },
    {
      // Hours of a day at work; elsewhere "9-5" may be a result.
      pattern:
        /(?<=(?<!\p{L})(?:open|opens|hours|work|works|working|daily|weekdays|(?:mon|tue|tues|wed|wednes|thu|thurs|fri|sat|satur|sun)(?:days?)?|a)[,:.]? )(1[0-2]|[1-9])[-–](1[0-2]|[1-9])(?![\d\p{L}/-]|[.,:]\d)/giu,
      say: ({ 0: written, 1: from, 2: to, index, input }) => {
        const article = /\ba $/i.test(input.slice(0, index));
        const job = /^ (?:job|shift|schedule|grind|day|routine|worker)/.test(input.slice(index + written.length));
        return Number(from) > Number(to) && (!article || job) ? `${from} to ${to}` : undefined;
      },
    },
    {
      pattern: /(?<![\d\p{L}])(\d{1,2})[-–](\d{1,2})(?= (?:job|shift|schedule|grind)\b)/gu,
      say: ([, from, to]) => `${from} to ${to}`,
    },
    {
      pattern: /(?<=\b(?:BP|blood pressure)(?: (?:of|is|was|at))?:? )(\d{2,3})\/(\d{2,3})(?![\d/])/g,
      say: ([, high, low]) => `${high} over ${low}`,
    },
    {
      pattern: /(?<![\p{L}\d.,])(\d{1,2})x(?= (?:a |per |daily|weekly|more|faster|as )|\/)/gu,
      say: ([, n]) => `${n} times`,
    },
    { pattern: /(?<![\p{L}\d.,])(\d+\.\d+)s(?![\p{L}\d'’])/gu, say: ([, seconds]) => `${seconds} seconds` },
    ...INITIALS,
    { pattern: /(?<=World War )I(?![\p{L}\d]|['’](?:m|ve|d|ll)\b)/gu, say: () => 'one' },
    { pattern: /(?<![\d/])50\/50(?![\d/])/g, say: () => 'fifty fifty' },
    { pattern: /(?<![\d/])24\/7(?![\d/])/g, say: () => 'twenty four seven' },
    { pattern: /(?<![\d/])9\/11(?![\d/])/g, say: () => 'nine eleven' },
    {
      pattern: new RegExp(
        `(?<=\\b(?:call|dial|ring|phone|text|calling|called|dialed|dialled|dialing|calls to) )(?:${EMERGENCY})(?![\\d,.]\\d|\\d| \\p{Ll}+s\\b)`,
        'giu',
      ),
      say: ([number]) => sayEnglishDigits(number),
    },
    {
      pattern:
        /(?<![\d\p{L}.,$£€/-])911(?![\d\p{L}%]|[.,/-]\d| (?!(?:call|operator|dispatcher|center|system|service)s)(?:\p{Ll}+s|people)\b)/gu,
      say: () => 'nine one one',
    },
    ...(language === 'en-GB'
      ? [
          { pattern: /(?<![\d\p{L}.,$£€/-])999(?![\d\p{L}%]|[.,/-]\d| \p{Ll}+s\b)/gu, say: () => 'nine nine nine' },
          {
            pattern: /(?<![\p{L}\d.,])(\d{1,3})p(?![\p{L}\d])/gu,
            say: ([, pence]: RegExpExecArray) => `${pence} pence`,
          },
        ]
      : []),
    ...LENGTHS,
    ...PLACES,
    ...nameRules(),
  ];
}

function nameRules(): Rule[] {
  return [
    { pattern: /\bNo\.(?= ?\d)/g, say: () => 'number' },
    { pattern: /(?<![\p{L}\d])#(?=\d)/gu, say: () => 'number' },
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
}

/** What English has after all other rules: years, and every number that is left, in words. */
export function englishNumberRules(language: Language): Rule[] {
  const and = language === 'en-GB' ? ' and' : '';
  const number = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?';
  const start = '(?<![\\p{L}\\p{N}.,/]|\\p{L}-)';
  const end = '(?![\\p{L}\\p{N}/]|[.,]\\d|-\\p{L}\\d)';
  return [
    {
      pattern: new RegExp(
        `${start}(${number})\\s?(bn|mn|tn|m(?= ${COUNTED_IN_MILLIONS})|[MKk](?=\\+? ${COUNTED_IN_MILLIONS})|(?<=\\.\\d{1,2})[MKBk])(?![\\p{L}\\d])`,
        'gu',
      ),
      say: ([, amount = '', magnitude = '']) => sayMagnitude(language, amount, magnitude),
    },
    { pattern: /(?<![\p{L}\d.,])((?:1[1-9]|20)\d)0s\b/gu, say: ([, decade = '']) => sayDecade(Number(decade) * 10) },
    {
      pattern: /(?<![\p{L}\d.,])['’]?([2-9])0s\b/gu,
      say: ([, decade = '']) => pluralise(sayEnglishNumber(`${decade}0`)),
    },
    {
      pattern: new RegExp(
        `(?<=(?<!\\p{L})(?:${BEFORE_YEAR})(?: \\d{1,2}(?:st|nd|rd|th)?)?,? )(1\\d{3}|20\\d\\d)${end}`,
        'gu',
      ),
      say: ([, year]) => sayEnglishYear(Number(year)),
    },
    {
      pattern: new RegExp(`${start}(1[1-9]\\d\\d)(?= (?:BC|AD|BCE|CE)\\b)`, 'gu'),
      say: ([, year]) => sayEnglishYear(Number(year)),
    },
    {
      pattern: new RegExp(`${start}(19\\d\\d|20[1-9]\\d)${end}(?!%)`, 'gu'),
      say: ([, year]) => sayEnglishYear(Number(year)),
    },
    {
      pattern: new RegExp(`${start}(\\d{1,3}(?:,\\d{3})+|\\d+)(?:st|nd|rd|th)(?!\\p{L})`, 'gu'),
      say: ([written, ordinal = '']) => (isOrdinal(written) ? sayEnglishOrdinal(ordinal, and) : undefined),
    },
    ...(language === 'en-GB'
      ? [
          {
            pattern: /(?<![\p{L}\d.,])(\d+)st(?!\p{L})/gu,
            say: ([, weight = '']: RegExpExecArray) => `${sayEnglishNumber(weight)} stone`,
          },
        ]
      : []),
    INCHES,
    {
      pattern: /(?<![\p{L}\p{N}.])\.(\d+)(?![\p{L}\p{N}.])/gu,
      say: ([, decimals = '']) => `point ${sayEnglishDigits(decimals)}`,
    },
    {
      pattern: /(?<![\p{L}\p{N}.,:])(\d{1,4}):(\d{1,4})(?![\p{L}\p{N}:])/gu,
      say: ([, left = '', right = '']) => `${sayEnglishNumber(left)} to ${sayEnglishNumber(right)}`,
    },
    {
      pattern: new RegExp(`${start}(${number})(%?)${end}`, 'gu'),
      say: ([, amount = '', percent]) => sayEnglishNumber(amount, and) + (percent ? ' percent' : ''),
    },
  ];
}

/** Whether the ending is that of the number: 21st, but not 10st. */
const isOrdinal = (written: string): boolean => written.endsWith(englishEnding(Number(written.replace(/\D/g, ''))));

function sayDecade(year: number): string {
  return year === 2000 ? 'two thousands' : pluralise(sayEnglishYear(year));
}

const pluralise = (number: string): string => (number.endsWith('y') ? `${number.slice(0, -1)}ies` : `${number}s`);
