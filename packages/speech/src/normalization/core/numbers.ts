import type { Gender, LanguageRules } from './language.ts';
import { anyCase, type Rule, re, rulesOf } from './rule.ts';
import { createSpellout, LONGEST_NUMBER, type SpelloutData } from './spellout.ts';

/** Groups of two digits, with a final group of three, as in India: 1,25,000. */
const LAKHS = '\\d{1,2}(?:,\\d{2})+,\\d{3}';
/** Group separators besides a point or a comma: a space, a no-break space, a thin space, or a narrow no-break space. */
const SPACES = ' \\u00a0\\u2009\\u202f';
/** A number with group separators and decimals, in any notation. */
export const NUMBER = `(?:${LAKHS}(?:\\.\\d+)?|\\d+(?:[.,${SPACES}]\\d{3})*(?:[.,]\\d+)?)`;

const decimalSigns = new Map<string, string>();

export function decimalSign({ tag }: LanguageRules): string {
  const sign = decimalSigns.get(tag) ?? new Intl.NumberFormat(tag).format(1.5).charAt(1);
  decimalSigns.set(tag, sign);
  return sign;
}

/** Converts a number to ASCII digits and a decimal point. "1.234,50" and "1,234.50" both become "1234.50". */
export function parseNumber(language: LanguageRules, written: string): string {
  if (new RegExp(`^${LAKHS}`).test(written)) return written.replaceAll(',', '');
  const bare = written.replace(/[\s\u00a0\u2009\u202f]/g, '');
  const at = bare.lastIndexOf(decimalSign(language));
  const isDecimal = at >= 0 && /^\d+$/.test(bare.slice(at + 1));
  const whole = isDecimal ? bare.slice(0, at) : bare;
  // With a decimal comma, "1.234" has a group of three digits, but "1.5" is a decimal number.
  const odd = !isDecimal && /^(\d+)[.,](\d{1,2})$/.exec(whole);
  return odd ? `${odd[1]}.${odd[2]}` : whole.replace(/[.,]/g, '') + (isDecimal ? `.${bare.slice(at + 1)}` : '');
}

/** Formats a number for the voice, without group separators and with the decimal separator of the language. */
export const formatNumber = (language: LanguageRules, written: string): string =>
  parseNumber(language, written).replace('.', decimalSign(language));

/** Reads digits one by one, with pauses between groups. */
export function readDigits({ digits }: LanguageRules, written: string): string {
  const names = digits?.names ?? '0123456789';
  return (written.match(/\d+|\+/g) ?? [])
    .map((group) => (group === '+' ? '+' : [...group].map((digit) => names[Number(digit)]).join(digits?.joint ?? ' ')))
    .join(', ')
    .replace('+, ', '+ ');
}

/**
 * Writes numbers in words using a CLDR rule set. Numbers that are too long or begin with a zero are written digit by digit, separated by
 * `joint`.
 */
export function createCardinal(data: SpelloutData, set: string, joint = ' '): (number: string) => string {
  const spell = createSpellout(data, set);
  return (number) => {
    const [whole = ''] = number.split('.');
    const isCode = whole.length > LONGEST_NUMBER || /^0\d/.test(whole);
    return isCode ? [...number.replace(/\D/g, '')].map(spell).join(joint) : spell(number);
  };
}

/** A number in a reading, but not in a name such as "MP3". */
const READ_NUMBER = /(?<![\p{Script=Latin}\p{N}.,])\d+(?:[.,]\d+)*(?![\p{Script=Latin}\p{N}])/gu;

/** Writes a reading's numbers in words, for languages that need it. */
export function spellNumbers(language: LanguageRules, reading: string): string {
  const { cardinal } = language;
  return cardinal ? reading.replace(READ_NUMBER, (number) => cardinal(parseNumber(language, number))) : reading;
}

/**
 * Rules for all remaining numbers. The numbers are written in words if the language needs it, or else without group separators, because a
 * voice would read each group separately.
 */
export function numberRules(language: LanguageRules): Rule[] {
  const { cardinal } = language;
  // A plain space is only a group separator in languages with a decimal comma. Elsewhere, it may separate two numbers.
  const [space, group] = decimalSign(language) === ',' ? [SPACES, '.'] : [SPACES.slice(1), ','];
  if (cardinal)
    return rulesOf([
      re`(?<![\p{Script=Latin}\d/]|\d[.,:]|\p{Script=Latin}[.-])${NUMBER.replace(SPACES, space)}(?![\p{Script=Latin}\d/]|[.,:]\d)`,
      ([number]) => {
        const said = cardinal(parseNumber(language, number));
        return said === number ? undefined : said;
      },
    ]);
  return rulesOf([
    re`(?<![\d.,])(?:${LAKHS}|\d{1,3}(?:[${space}${group}]\d{3})+)(?:[.,]\d+)?(?![.,]?\d|[${space}]\d)`,
    ([number]) => formatNumber(language, number),
  ]);
}

/** Rules for numbers in the gender and case required by their context: "21 casas" is "veintiuna casas", and "от 3" is "от трёх". */
export function countRules({ labels = '(?!)', count }: LanguageRules): Rule[] {
  if (!count) return [];
  return rulesOf([
    anyCase`(?<!(?<!\p{L})(?:${labels})[ \u00a0])(?<!(?!(?<!\p{L})و)[\p{L}\p{N}.,:/%$€£¥₽+*#-]|\d[ \u00a0\u202f])([1-9]\d{0,2})(?=[ \u00a0](\p{L}[\p{L}\p{M}]{2,})(?![\p{L}\p{M}-]))`,
    (match) => count(Number(match[1]), match[2]!, match.input.slice(Math.max(0, match.index - 20), match.index)),
  ]);
}

/** Patterns for the gender of nouns in a Romance language. */
export interface NounEndings {
  feminine: RegExp;
  /** Masculine nouns that look feminine, and words that are not nouns. */
  exceptions: RegExp;
  /** Nouns whose plural is the same as the singular. */
  unchanged?: RegExp;
}

/** Finds the gender of a noun after a number. Returns undefined if the word is not a noun in that grammatical number. */
export function genderOf({ feminine, exceptions, unchanged }: NounEndings, noun: string, count: number): Gender | undefined {
  const isPlural = /[sx]$/.test(noun);
  if (exceptions.test(noun) || !/^\p{Ll}/u.test(noun)) return undefined;
  if ((count === 1) === isPlural && !unchanged?.test(noun)) return undefined;
  return feminine.test(noun) ? 'f' : 'm';
}
