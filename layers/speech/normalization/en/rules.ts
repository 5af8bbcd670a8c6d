import type { LanguageRules } from '../core/language.ts';
import { COUNTED_IN_MILLIONS, verbalizeMagnitude } from '../core/magnitudes.ts';
import { type Rule, rulesOf } from '../core/rule.ts';
import { verbalizeTime } from '../core/times.ts';
import { INITIALS, spellName } from './initials.ts';
import { INCHES, LENGTHS } from './lengths.ts';
import { ordinalEnding, pluralise, verbalizeYear } from './numbers.ts';
import { PLACES } from './places.ts';

/** "A M" and "P M"; a full stop behind them may end the sentence, so it stays unless the sentence surely goes on. */
const HALF = '([apAP])(?:\\.[mM](?:\\.(?=\\s*[\\p{Ll}\\d,]))?|[mM])(?![\\p{L}\\d])';
const verbalizeHalf = (half = ''): string => (half.toLowerCase() === 'a' ? 'A.M' : 'P.M');

/** Numbers that are called digit by digit. */
const EMERGENCY = '911|999|112|411|311|511|611|711|811|988|101|111|119|110';

const spellDigits = (digits: string): string => [...digits].join(' ');

/** Rules before the general ones: times with their half of the day, spans, initials, emergency numbers, lengths and places. */
export const firstRules = (language: LanguageRules): Rule[] => [
  ...rulesOf(
    [
      new RegExp(`(?<![\\d:.,])([01]?\\d|2[0-4])[:.]([0-5]\\d)(?::([0-5]\\d))?\\s?${HALF}`, 'gu'),
      ([, hours, minutes, seconds = '0', half]) => {
        const time = verbalizeTime(language, Number(hours), Number(minutes), Number(seconds));
        return time && `${time.replace(/ (?:o'clock|hundred)$/, '')} ${verbalizeHalf(half)}`;
      },
    ],
    [
      new RegExp(`(?<![\\d:.,-])(1[0-2]|0?[1-9])\\s?${HALF}`, 'gu'),
      ([, hours, half]) => `${Number(hours)} ${verbalizeHalf(half)}`,
    ],
    [
      /(?<![\d\p{L}$€£.,/-])((?:1[1-9]|20)\d\d)[-–]((?:1[1-9]|20)\d\d)(?![\d\p{L}/-]|[.,]\d)/gu,
      ([, from, to]) =>
        Number(from) < Number(to) ? `${verbalizeYear(Number(from))} to ${verbalizeYear(Number(to))}` : undefined,
    ],
    [
      // Hours of a day at work; elsewhere "9-5" may be a result.
      /(?<=(?<!\p{L})(?:open|opens|hours|work|works|working|daily|weekdays|(?:mon|tue|tues|wed|wednes|thu|thurs|fri|sat|satur|sun)(?:days?)?|a)[,:.]? )(1[0-2]|[1-9])[-–](1[0-2]|[1-9])(?![\d\p{L}/-]|[.,:]\d)/giu,
      ({ 0: written, 1: from, 2: to, index, input }) => {
        const article = /\ba $/i.test(input.slice(Math.max(0, index - 3), index));
        const job = /^ (?:job|shift|schedule|grind|day|routine|worker)/.test(input.slice(index + written.length));
        return Number(from) > Number(to) && (!article || job) ? `${from} to ${to}` : undefined;
      },
    ],
    [/(?<![\d\p{L}])(\d{1,2})[-–](\d{1,2})(?= (?:job|shift|schedule|grind)\b)/gu, ([, from, to]) => `${from} to ${to}`],
    [
      /(?<=\b(?:BP|blood pressure)(?: (?:of|is|was|at))?:? )(\d{2,3})\/(\d{2,3})(?![\d/])/g,
      ([, high, low]) => `${high} over ${low}`,
    ],
    [/(?<![\p{L}\d.,])(\d{1,2})x(?= (?:a |per |daily|weekly|more|faster|as )|\/)/gu, ([, n]) => `${n} times`],
    [/(?<![\p{L}\d.,])(\d+\.\d+)s(?![\p{L}\d'’])/gu, ([, seconds]) => `${seconds} seconds`],
  ),
  ...INITIALS,
  ...rulesOf(
    [/(?<=World War )I(?![\p{L}\d]|['’](?:m|ve|d|ll)\b)/gu, 'one'],
    [/(?<![\d/])50\/50(?![\d/])/g, 'fifty fifty'],
    [/(?<![\d/])24\/7(?![\d/])/g, 'twenty four seven'],
    [/(?<![\d/])9\/11(?![\d/])/g, 'nine eleven'],
    [
      new RegExp(
        `(?<=\\b(?:call|dial|ring|phone|text|calling|called|dialed|dialled|dialing|calls to) )(?:${EMERGENCY})(?![\\d,.]\\d|\\d| \\p{Ll}+s\\b)`,
        'giu',
      ),
      ([number]) => spellDigits(number),
    ],
    [
      /(?<![\d\p{L}.,$£€/-])911(?![\d\p{L}%]|[.,/-]\d| (?!(?:call|operator|dispatcher|center|system|service)s)(?:\p{Ll}+s|people)\b)/gu,
      'nine one one',
    ],
  ),
  ...(language.tag === 'en-GB' ? BRITISH : []),
  ...LENGTHS,
  ...PLACES,
  ...rulesOf(
    [/\bNo\.(?= ?\d)/g, 'number'],
    [/(?<![\p{L}\d])#(?=\d)/gu, 'number'],
    // Abbreviations that look like words, and companies: AT&T, R&D.
    [/\b(?:CEO|CFO|CTO|CIO|COO|API|AI|UI|UX|EU|UAE|AWS|IO|ID)(?=s?\b)/g, ([name]) => spellName(name)],
    [/\b[A-Z]{1,3}(?:&[A-Z]{1,3})+\b/g, ([name]) => spellName(name)],
  ),
];

const BRITISH = rulesOf(
  [/(?<![\d\p{L}.,$£€/-])999(?![\d\p{L}%]|[.,/-]\d| \p{Ll}+s\b)/gu, 'nine nine nine'],
  [/(?<![\p{L}\d.,])(\d{1,3})p(?![\p{L}\d])/gu, ([, pence]) => `${pence} pence`],
);

/** Words before four digits that make them a year. */
const BEFORE_YEAR =
  'in|In|since|Since|of|from|From|until|till|by|By|year|before|after|around|circa|c\\.|ca\\.|between|through|spring|summer|autumn|fall|winter|early|late|mid|January|February|March|April|May|June|July|August|September|October|November|December|Jan\\.|Feb\\.|Mar\\.|Apr\\.|Jun\\.|Jul\\.|Aug\\.|Sept\\.|Oct\\.|Nov\\.|Dec\\.';

/** Days in short that are no words of their own, or not where they stand before a comma, a number or another day. */
const CLEAR = 'Mon|Tues?|Thu(?:rs?)?|Fri';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const DAYS: Readonly<Record<string, string>> = {
  ...{
    Mon: 'Monday',
    Tue: 'Tuesday',
    Wed: 'Wednesday',
    Thu: 'Thursday',
    Fri: 'Friday',
    Sat: 'Saturday',
    Sun: 'Sunday',
  },
};
const verbalizeDay: Rule['verbalize'] = ([, day = '']) => DAYS[day.slice(0, 3)];

/** Rules after all others: single weekdays, years, and every number that is left, in words. */
export function lastRules(language: LanguageRules): Rule[] {
  const cardinal = (number: string) => language.cardinal?.(number.replaceAll(',', '')) ?? number;
  const number = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?';
  const start = '(?<![\\p{L}\\p{N}.,/]|\\p{L}-)';
  const end = '(?![\\p{L}\\p{N}/]|[.,]\\d|-\\p{L}\\d)';
  const year: Rule['verbalize'] = ([, written]) => verbalizeYear(Number(written));
  return [
    ...rulesOf(
      [
        new RegExp(
          `(?<![\\p{L}\\d.-])(${CLEAR})(?:(?=, ${MONTH}|: \\d| & (?:${CLEAR})\\b)|\\.(?=\\s*[\\p{Ll}\\d,;:)–-]|\\s${MONTH})|(?=\\.(?!\\p{L})))`,
          'gu',
        ),
        verbalizeDay,
      ],
      [/(?<![\p{L}\d.-])(Wed|Sat|Sun)\.(?=\s?(?:[,;–-]|\d|(?:at|from|and|to) \d))/gu, verbalizeDay],
      [
        new RegExp(
          `${start}(${number})\\s?(bn|mn|tn|m(?= ${COUNTED_IN_MILLIONS})|[MKk](?=\\+? ${COUNTED_IN_MILLIONS})|(?<=\\.\\d{1,2})[MKBk])(?![\\p{L}\\d])`,
          'gu',
        ),
        ([, amount = '', magnitude = '']) => verbalizeMagnitude(language, amount, magnitude),
      ],
      [
        /(?<![\p{L}\d.,])((?:1[1-9]|20)\d)0s\b/gu,
        ([, decade]) => (decade === '200' ? 'two thousands' : pluralise(verbalizeYear(Number(decade) * 10))),
      ],
      [/(?<![\p{L}\d.,])['’]?([2-9])0s\b/gu, ([, decade]) => pluralise(cardinal(`${decade}0`))],
      [
        new RegExp(`(?<=(?<!\\p{L})(?:${BEFORE_YEAR})(?: \\d{1,2}(?:st|nd|rd|th)?)?,? )(1\\d{3}|20\\d\\d)${end}`, 'gu'),
        year,
      ],
      [new RegExp(`${start}(1[1-9]\\d\\d)(?= (?:BC|AD|BCE|CE)\\b)`, 'gu'), year],
      [new RegExp(`${start}(19\\d\\d|20[1-9]\\d)${end}(?!%)`, 'gu'), year],
      [
        new RegExp(`${start}(\\d{1,3}(?:,\\d{3})+|\\d{1,12})(?:st|nd|rd|th)(?!\\p{L})`, 'gu'),
        ([written, digits = '']) => {
          // 21st, but not 10st, which is a weight.
          const value = Number(digits.replaceAll(',', ''));
          return written.endsWith(ordinalEnding(value)) ? language.ordinal(value) : undefined;
        },
      ],
    ),
    ...(language.tag === 'en-GB'
      ? rulesOf([/(?<![\p{L}\d.,])(\d+)st(?!\p{L})/gu, ([, weight = '']) => `${cardinal(weight)} stone`])
      : []),
    INCHES,
    ...rulesOf(
      [/(?<![\p{L}\p{N}.])\.\d+(?![\p{L}\p{N}.])/gu, ([decimals]) => cardinal(decimals)],
      [
        /(?<![\p{L}\p{N}.,:])(\d{1,4}):(\d{1,4})(?![\p{L}\p{N}:])/gu,
        ([, left = '', right = '']) => `${cardinal(left)} to ${cardinal(right)}`,
      ],
      [
        new RegExp(`${start}(${number})(%?)${end}`, 'gu'),
        ([, amount = '', percent]) => cardinal(amount) + (percent ? ' percent' : ''),
      ],
    ),
  ];
}
