import type { Language } from '../../contract/index.ts';
import { LOCALES, type Tongue, tongueOf } from './tongues.ts';

const CHINESE_DIGITS = '零一二三四五六七八九';
/** Digits in Chinese, one by one. */
export const chineseDigits = (digits: string): string =>
  [...digits].map((digit) => CHINESE_DIGITS[Number(digit)]).join('');

/** What stands before the decimals in a language. */
export const decimalSign = (language: Language): string =>
  new Intl.NumberFormat(LOCALES[language]).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** Digits one by one, with a rest between groups. */
export function sayDigits(language: Language, digits: string): string {
  const groups = digits.normalize('NFKC').match(/[\p{Nd}]+|\+/gu) ?? [];
  const tongue = tongueOf(language);
  return groups
    .map((group) => (group === '+' ? '+' : spellDigits(tongue, group)))
    .join(', ')
    .replace('+, ', '+ ');
}

function spellDigits(tongue: Tongue, digits: string): string {
  const plain = [...digits].map((digit) => toAsciiDigit(digit));
  if (tongue === 'zh') return plain.map((digit) => CHINESE_DIGITS[Number(digit)]).join('');
  if (tongue === 'ko') return plain.map((digit) => '공일이삼사오육칠팔구'[Number(digit)]).join(' ');
  return plain.join(' ');
}

/** Digits of every script stand in blocks of ten that begin with zero. */
export function toAsciiDigit(digit: string): string {
  let code = digit.codePointAt(0)!;
  const zero = (() => {
    while (/\p{Nd}/u.test(String.fromCodePoint(code - 1)) && digit.codePointAt(0)! - code < 9) code--;
    return code;
  })();
  return `${digit.codePointAt(0)! - zero}`;
}
