import type { LanguageRules } from './language.ts';
import { parseNumber } from './numbers.ts';
import { after, UNSPACED } from './patterns.ts';
import { type Rule, rulesOf } from './rule.ts';

/** A minus that belongs to a number: nothing that it could join stands before it. */
export const MINUS = `(?<!(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}%)\\]:/.,-])[-−](?=\\d)`;

/** A minus that belongs to a sum of money, which may begin with the sign of its currency. */
export const MINUS_OF_MONEY =
  '(?<![\\p{L}\\p{N}\\p{M}%)\\]:/.,-]|[$€£¥₹₽₩]\\s?\\d(?:[\\d.,]{0,12}\\d)?\\s)[-−](?=[\\d$€£¥￥₹₽₩₫]|R\\$|US\\$)';

/** What a minus before a number is called, with the space behind it. */
export const nameMinus = ({ frost, signs }: LanguageRules, unit = ''): string =>
  frost && /[度도℃]|°C|摄氏/.test(unit) ? frost : signs.math[MINUS_NAME];

/** Where the names of signs.math stand. */
const MATH = '≤≥≠≈±';
const MINUS_NAME = 5;

/** Comparisons, with spaces around their sign or without, and signs of mathematics that no voice has a name for. */
export function signRules(language: LanguageRules): Rule[] {
  const { math, comparison } = language.signs;
  const name = (sign: string): string => math[MATH.indexOf(sign)]!;
  const compare = (sign = ''): string => comparison?.[sign === '<' ? 0 : 1] ?? '';
  const comparisons = rulesOf(
    [/(?<=[\p{L}\p{N})%] )[<>](?= [\p{L}\p{N}(])/gu, ([sign]) => compare(sign)],
    [
      /(?<![\p{L}\p{N}<>.])([\p{L}\p{N}.]{1,20})([<>])([\p{L}\p{N}.]{0,20}[\p{L}\p{N}])(?![\p{L}\p{N}<>])/gu,
      ([, left, sign, right]) => `${left} ${compare(sign)} ${right}`,
    ],
  );
  return [
    ...rulesOf(
      [new RegExp(`[${MATH}]`, 'g'), ([sign]) => name(sign)],
      // "~50"; between two numbers the sign is that of a range.
      [/(?<![\p{L}\p{N}%℃°)] ?)~(?=\s?[\d$€£¥₹₽])/gu, () => name('≈')],
    ),
    ...(comparison ? comparisons : []),
    ...rulesOf([new RegExp(`${MINUS}(\\d+(?:[.,]\\d+)*)`, 'gu'), ([, number = '']) => nameMinus(language) + number]),
  ];
}

/** Two numbers that a dash joins, the lower one first: a range. */
export function rangeRules(language: LanguageRules): Rule[] {
  const number = '\\d{1,4}(?:[.,]\\d{1,2})?';
  const start = '(?<![\\p{L}\\p{N}./:,-])(?<!(?:[Ff]light|[Mm]odel|[Rr]oom|[Bb]oeing|[Cc]ode) )';
  return rulesOf([
    new RegExp(`${start}(${number}) ?[-–~〜～] ?(${number})(?![\\d/-]|[.,:]\\d)(?=(\\p{L})?)`, 'gu'),
    ([written, from = '', to = '', letter]) => {
      const rises = Number(parseNumber(language, from)) < Number(parseNumber(language, to));
      const spaced = written.includes(' -') || written.includes('- ');
      const isName = letter !== undefined && /[a-z]/i.test(letter);
      return rises && !spaced && !isName && ![from, to].some((end) => /^0\d/.test(end))
        ? `${from} ${language.signs.range} ${to}`.replace('  ', ' ')
        : undefined;
    },
  ]);
}

const ARITHMETIC = '+×÷=';

/** Signs between two operands, results of matches, and strokes that a voice would name in English. */
export function operatorRules(language: LanguageRules): Rule[] {
  const { arithmetic, result, repeated } = language.signs;
  const { hasHyphenNames, hasSilentStrokes, isXTimes = true } = language.operators ?? {};
  const operand = '[\\p{N}\\p{Script=Latin})%²³]';
  const rules = rulesOf(
    [
      // "2 + 2 = 4", "5×3"; "C++" and "10+" have nothing behind their sign.
      new RegExp(
        `(?<=(?:\\p{N}[\\p{L}%²³)]{0,3}|(?<!\\p{L})\\p{L})\\s?)[${ARITHMETIC}](?=\\s?(?:\\p{N}|\\p{Script=Latin}(?!\\p{L})))`,
        'gu',
      ),
      ([sign]) => ` ${arithmetic[ARITHMETIC.indexOf(sign)]} `,
    ],
    [/(?<=\d )[-−–](?= \d{1,9}[\d.,]{0,9} =|(?<= = \d{1,9}[\d.,]{0,9} [-−–]) \d)/gu, () => arithmetic[4]],
  );
  if (isXTimes)
    rules.push(
      ...rulesOf([
        /(?<=(?<![\p{L}\d.,])\d{1,3} ?)x(?= ?\d{1,3}(?![\p{L}\d]))/gu,
        // A result is written with it in Portuguese.
        (match) => ` ${language.operators?.isXResult && !/^ ?\d+ ?=/.test(after(match)) ? result : arithmetic[1]} `,
      ]),
    );
  if (repeated !== undefined)
    rules.push(
      ...rulesOf([
        /(?<![\p{L}\d.,])(\d{1,2}) ?x(?=\/| (?:de|al|ao|par|por|per|pro|täglich|am|im|a) )/gu,
        ([, count]) => `${count} ${repeated}`,
      ]),
    );
  if (result !== undefined)
    rules.push(
      ...rulesOf([
        new RegExp(`(?<![\\d:.,-]|${operand}:)(\\d{1,2}):(\\d)(?![\\d:])`, 'gu'),
        ([, left, right]) => `${left} ${result} ${right}`,
      ]),
    );
  if (hasHyphenNames)
    rules.push(
      ...rulesOf([
        /(?<![\p{L}\d.,/-])(?=\d{1,2}-\d{1,2}(?!\d)|\d{2,3}-\d{2,3}(?!\d))(\d+)-(\d+)(?![\p{L}\d/-]|[.,]\d)/gu,
        ([, left, right]) => `${left} ${result} ${right}`,
      ]),
    );
  const strokes: readonly [RegExp, string | Rule['verbalize']] = hasSilentStrokes
    ? [
        /(?<![\p{L}\p{M}\p{N}/.@])([\p{L}\p{M}\p{N}]{1,30})\/([\p{L}\p{N}][\p{L}\p{M}\p{N}]{0,30})(?![\p{L}\p{M}\p{N}/])/gu,
        ([, left, right]) => `${left} ${right}`,
      ]
    : [/(?<![\d/])24\/7(?![\d/])/g, '24 7'];
  return [...rules, ...rulesOf(strokes)];
}
