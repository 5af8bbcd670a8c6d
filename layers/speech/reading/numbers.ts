import type { Language } from '../../contract/index.ts';
import { decimalSign } from './digits.ts';

/** Groups of two and at last three digits, as India writes them: 1,25,000. */
export const LAKHS = '\\d{1,2}(?:,\\d{2})+,\\d{3}';

/** What stands between groups beside a point or a comma: a space, one that keeps its neighbours together, a thin one. */
const SPACES = ' \\u00a0\\u2009\\u202f';

/** A number with its groups and decimals, in whichever way it is written. */
export const NUMBER = `(?:${LAKHS}(?:\\.\\d+)?|\\d+(?:[.,${SPACES}]\\d{3})*(?:[.,]\\d+)?)`;

/** A number whose groups are parted by spaces. */
export const SPACED_NUMBER = `\\d{1,3}(?:[${SPACES}]\\d{3})+(?:[.,]\\d+)?`;

/** A number as ASCII digits and a decimal point: "1.234,50" and "1,234.50" are both "1234.50". */
export function readNumber(language: Language, written: string): string {
  if (new RegExp(`^${LAKHS}`).test(written)) return written.replaceAll(',', '');
  const decimal = decimalSign(language);
  const [, whole = '', part] =
    new RegExp(`^(.*?)(?:\\${decimal}(\\d+))?$`).exec(written.replace(new RegExp(`[\\s${SPACES}]`, 'g'), '')) ?? [];
  const digits = whole.replace(/[.,]/g, '');
  // "1.234" where the comma is the decimal sign, and "1.5" all the same: three digits are a group.
  const odd = part === undefined && /^(\d+)[.,](\d{1,2})$/.exec(whole);
  return odd ? `${odd[1]}.${odd[2]}` : digits + (part === undefined ? '' : `.${part}`);
}

/** The same number as the voice of the language reads it: without groups, with the language's own decimal sign. */
export const writeNumber = (language: Language, written: string): string =>
  readNumber(language, written).replace('.', decimalSign(language));
