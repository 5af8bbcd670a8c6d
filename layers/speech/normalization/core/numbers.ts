import type { LanguageRules } from './language.ts';
import { createSpellout, LONGEST_NUMBER, type SpelloutData } from './spellout.ts';

/** Groups of two and at last three digits, as India writes them: 1,25,000. */
export const LAKHS = '\\d{1,2}(?:,\\d{2})+,\\d{3}';

/** What stands between groups beside a point or a comma: a space, one that keeps its neighbours together, a thin one. */
const SPACES = ' \\u00a0\\u2009\\u202f';

/** A number with its groups and decimals, in whichever way it is written. */
export const NUMBER = `(?:${LAKHS}(?:\\.\\d+)?|\\d+(?:[.,${SPACES}]\\d{3})*(?:[.,]\\d+)?)`;

/** A number whose groups are parted by spaces. */
export const SPACED_NUMBER = `\\d{1,3}(?:[${SPACES}]\\d{3})+(?:[.,]\\d+)?`;

/** Whether the groups of a number are parted by spaces. */
export const hasSpaces = (written: string): boolean => /[\s\u00a0\u2009\u202f]/.test(written);

const decimalSigns = new Map<string, string>();

/** What stands before the decimals in a language. */
export function decimalSign({ tag }: LanguageRules): string {
  const known = decimalSigns.get(tag);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(tag).formatToParts(1.5);
  const sign = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  decimalSigns.set(tag, sign);
  return sign;
}

/** A number as ASCII digits and a decimal point: "1.234,50" and "1,234.50" are both "1234.50". */
export function parseNumber(language: LanguageRules, written: string): string {
  if (new RegExp(`^${LAKHS}`).test(written)) return written.replaceAll(',', '');
  const bare = written.replace(/[\s\u00a0\u2009\u202f]/g, '');
  const at = bare.lastIndexOf(decimalSign(language));
  const isDecimal = at >= 0 && /^\d+$/.test(bare.slice(at + 1));
  const whole = isDecimal ? bare.slice(0, at) : bare;
  // "1.234" where the comma is the decimal sign, and "1.5" all the same: three digits are a group.
  const odd = !isDecimal && /^(\d+)[.,](\d{1,2})$/.exec(whole);
  return odd ? `${odd[1]}.${odd[2]}` : whole.replace(/[.,]/g, '') + (isDecimal ? `.${bare.slice(at + 1)}` : '');
}

/** The same number as the voice of the language reads it: without groups, with the language's own decimal sign. */
export const formatNumber = (language: LanguageRules, written: string): string =>
  parseNumber(language, written).replace('.', decimalSign(language));

/** Digits one by one, with a rest between groups. */
export function readDigits({ digits }: LanguageRules, written: string): string {
  const groups = written.normalize('NFKC').match(/[\p{Nd}]+|\+/gu) ?? [];
  const names = digits?.names ?? '0123456789';
  return groups
    .map((group) => (group === '+' ? '+' : [...group].map((digit) => names[digitOf(digit)]).join(digits?.joint ?? ' ')))
    .join(', ')
    .replace('+, ', '+ ');
}

function digitOf(digit: string): number {
  const code = digit.codePointAt(0)!;
  // The digits of each script are ten in a row that begin at a multiple of 16, or at 6 beyond one.
  return code < 0x80 ? code & 15 : ((code & 15) - (code >= 0x966 && code < 0xe50 ? 6 : 0) + 16) % 16;
}

/**
 * Writes numbers in words by a rule set of CLDR; digits one by one where the number is too long or begins with a zero.
 *
 * @param joint What parts digits that are written one by one.
 */
export function createCardinal(data: SpelloutData, set: string, joint = ' '): (number: string) => string {
  const spell = createSpellout(data, set);
  return (number) => {
    const [whole = ''] = number.split('.');
    const isCode = whole.length > LONGEST_NUMBER || /^0\d/.test(whole);
    if (isCode) return [...number].map((digit) => (/\d/.test(digit) ? spell(digit) : '')).join(joint);
    return spell(number);
  };
}

/** A number of a reading, which is no part of a name such as "MP3". */
const READ_NUMBER = /(?<![\p{Script=Latin}\p{N}.,])\d+(?:[.,]\d+)*(?![\p{Script=Latin}\p{N}])/gu;

/** A reading with its numbers in words, in languages that spell them. */
export function spellNumbers(language: LanguageRules, reading: string): string {
  const { cardinal } = language;
  return cardinal ? reading.replace(READ_NUMBER, (number) => cardinal(parseNumber(language, number))) : reading;
}
