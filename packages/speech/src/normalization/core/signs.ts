import type { LanguageRules } from './language.ts';
import { parseNumber } from './numbers.ts';
import { after, anyCase, type Rule, re, rulesOf, UNSPACED } from './rule.ts';

/** The minus sign of a number. Nothing before it may suggest that it is a hyphen or a dash. */
export const MINUS = `(?<!(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}%)\\]:/.,-])[-−](?=\\d)`;

/** The minus sign of a sum of money, which may begin with a currency sign. */
export const MINUS_OF_MONEY =
  '(?<![\\p{L}\\p{N}\\p{M}%)\\]:/.,-]|[$€£¥₹₽₩]\\s?\\d(?:[\\d.,]{0,12}\\d)?\\s)[-−](?=[\\d$€£¥￥₹₽₩₫]|R\\$|US\\$)';

/** Mathematical signs in the order of `signs.math`, and the index of the minus sign in that array. */
const MATH = '≤≥≠≈±';
const MINUS_NAME = 5;

/** Returns the word for a minus sign before a number, with any space after it. */
export const nameMinus = ({ frost, signs }: LanguageRules, unit = ''): string =>
  frost?.units.test(unit) ? frost.name : signs.math[MINUS_NAME];

/** Rules for mathematical signs that no voice can name, and for signs before a number. */
export function signRules(language: LanguageRules): Rule[] {
  const { math, arithmetic } = language.signs;
  return rulesOf(
    [re`[${MATH}]`, ([sign]) => math[MATH.indexOf(sign)]!],
    [/(?<=^|[\s(])\+(?=[$€£¥]?\d| \p{L})/gu, arithmetic[0]],
    [re`${MINUS}(\d+(?:[.,]\d+)*)`, ([, number = '']) => nameMinus(language) + number],
  );
}

const ARITHMETIC = '+×÷=<>';

const PRESSURE =
  'pressure|(?<!\\p{L})BP(?!\\p{L})|blutdruck|tension|tensión|presión|press[ãa]o|pressione|tensão|давлени|huyết áp|ضغط|血圧|血压|혈압|रक्तचाप|बीपी';

/**
 * Rules for signs between two numbers (ranges, scores, and arithmetic), and for the slash in "и/или", whose name the voices say in English.
 */
export function operatorRules(language: LanguageRules): Rule[] {
  const { arithmetic, result, repeated, range, outOf, pressure } = language.signs;
  const { cross = arithmetic[1], lengths = cross } = language.signs;
  const number = '\\d{1,4}(?:[.,]\\d{1,2})?';
  const operand = '[\\p{N}\\p{Script=Latin})%²³]';
  const join = (left = '', joint = '', right = '') => `${left} ${joint} ${right}`.replace('  ', ' ');
  const score = (left = '', right = '') => (result === undefined ? undefined : join(left, result, right));
  return rulesOf(
    [
      re`(?<!(?!${UNSPACED}|(?<!\p{L})و)[\p{L}\p{N}./:,-])(${number}) ?[-–~〜～] ?(${number})(?![\d/-]|[.,:]\d|[a-zA-Z])`,
      ([written, from = '', to = '']) => {
        const rises = Number(parseNumber(language, from)) < Number(parseNumber(language, to));
        const isRange = rises && !/ -|- |(?<!\d)0\d/.test(written);
        return isRange ? join(from, range, to) : undefined;
      },
    ],
    [
      // "2 + 2 = 4", "5×3". In "C++" and "10+", nothing follows the sign.
      re`(?<=(?:\p{N}\s?[\p{L}%²³)]{0,3}|(?<!\p{L})\p{L})\s?)(?!<3)[${ARITHMETIC}](?=\s?(?:\p{N}|\p{Script=Latin}(?!\p{L})))|(?<=[\p{L}\p{N})%] )(?!<3(?!\d))[<>](?= ?\d| [\p{L}(])`,
      ([sign]) => ` ${arithmetic[ARITHMETIC.indexOf(sign)] ?? sign} `,
    ],
    [
      /(?<=(?<![\p{L}\d.,])\d{1,4} ?)x(?= ?\d{1,4}(?![\p{L}\d]))/gu,
      (match) => {
        const isProduct = /^ ?\d+ ?=/.test(after(match));
        return ` ${isProduct ? arithmetic[1] : /^ ?\d+ ?[cmk]?m(?!\p{L})/u.test(after(match)) ? lengths : cross} `;
      },
    ],
    [/(?<![\p{L}\d.,])(\d{1,3})x(?![\p{L}\d-]| ?\d)/gu, ([, count]) => repeated && `${count} ${repeated}`],
    [re`(?<![\d:.,-]|${operand}:)(\d{1,2}):(\d)(?![\d:])`, ([, left, right]) => score(left, right)],
    [
      /(?<![\p{L}\p{N}.,/-])(\d{1,3})-(\d{1,3})(?!(?!\p{Script=Hangul})\p{L}|[\d/-]|[.,]\d)/gu,
      // The numbers in "3-1" are descending. Ascending numbers are a range, which is handled above, and "747-8" is a name.
      ([written, left = '', right = '']) => (left.length - right.length > 1 || /(?<!\d)0\d/.test(written) ? undefined : score(left, right)),
    ],
    [
      /(?<![\p{L}\p{M}\p{N}/.@])((?:(?!\p{Script=Latin})[\p{L}\p{M}]){1,30})\/((?:(?!\p{Script=Latin})[\p{L}\p{M}]){1,30})(?![\p{L}\p{M}\p{N}/])/gu,
      ([, left, right]) => `${left} ${right}`,
    ],
    [/(?<![\d/])24\/7(?![\d/])/g, '24 7'],
    [/(?<![\d.,/])(\d[.,]\d)\/(5|10|20)(?![\d/]|[.,]\d)/g, ([, points, all]) => outOf && `${points} ${outOf} ${all}`],
    [/(?<=\d ?%) ?[-–—~～] ?(?=\d[\d.,]* ?%)/g, ` ${range} `],
    [
      anyCase`(?<=(?:${PRESSURE})[^\d]{0,20})(1\d\d|9\d)/([4-9]\d|1[0-2]\d)(?![\d/]|[.,]\d)`,
      ([, high, low]) => (pressure === undefined ? undefined : join(high, pressure, low)),
    ],
  );
}
