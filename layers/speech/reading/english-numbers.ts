const ONES = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const POWERS = ['', ' thousand', ' million', ' billion', ' trillion'];
const IRREGULAR: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** Digits one by one. */
export const sayEnglishDigits = (digits: string): string => [...digits].map((digit) => ONES[Number(digit)]).join(' ');

/**
 * A number in English words: flite reads short numbers that stand side by side as one, and long ones digit by digit.
 *
 * @param written ASCII digits, with commas between groups and a decimal point or without.
 * @param and What joins hundreds and the rest: British English has " and ".
 */
export function sayEnglishNumber(written: string, and: '' | ' and' = ''): string {
  const [whole = '', decimals] = written.replaceAll(',', '').split('.');
  const said = whole === '' ? '' : sayWhole(whole, and);
  return decimals === undefined ? said : `${said} point ${sayEnglishDigits(decimals)}`.trim();
}

function sayWhole(digits: string, and: string): string {
  if (digits.length > 3 * POWERS.length || (digits.length > 1 && digits.startsWith('0')))
    return sayEnglishDigits(digits);
  if (Number(digits) === 0) return ONES[0]!;
  const groups: string[] = [];
  for (let end = digits.length, power = 0; end > 0; end -= 3, power++) {
    const value = Number(digits.slice(Math.max(0, end - 3), end));
    if (value === 0) continue;
    const joint = power === 0 && value < 100 && digits.length > 3 ? and.trim() : '';
    groups.unshift(`${joint} ${sayBelowThousand(value, and)}${POWERS[power]}`.trim());
  }
  return groups.join(' ');
}

function sayBelowThousand(value: number, and: string): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  const small = rest < 20 ? ONES[rest]! : `${TENS[Math.floor(rest / 10)]}${rest % 10 ? ` ${ONES[rest % 10]}` : ''}`;
  if (hundreds === 0) return small;
  return `${ONES[hundreds]} hundred${rest === 0 ? '' : `${and} ${small}`}`;
}

/** "twenty first" of "21st". */
export function sayEnglishOrdinal(digits: string, and: '' | ' and' = ''): string {
  const cardinal = sayEnglishNumber(digits, and);
  const last = cardinal.split(' ').at(-1)!;
  const ordinal = IRREGULAR[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return cardinal.slice(0, cardinal.length - last.length) + ordinal;
}

/** A year in two halves, as years are said: "nineteen ninety nine", "twenty twenty four", "two thousand five". */
export function sayEnglishYear(year: number): string {
  const [century, rest] = [Math.floor(year / 100), year % 100];
  if (year < 1010 || year > 2099 || (year >= 2000 && year < 2010)) return sayEnglishNumber(`${year}`);
  const head = sayEnglishNumber(`${century}`);
  if (rest === 0) return `${head} hundred`;
  return `${head} ${rest < 10 ? 'oh ' : ''}${sayEnglishNumber(`${rest}`)}`;
}

/** Numbers of a reading in words. */
export const spellEnglishNumbers = (reading: string, and: '' | ' and' = ''): string =>
  reading.replace(
    /(?<![\p{L}\p{N}.,])(\d[\d,]*(?:\.\d+)?)(st|nd|rd|th)?(?![\p{L}\p{N}])/gu,
    (_, number: string, ordinal?: string) =>
      ordinal
        ? sayEnglishOrdinal(number, and)
        : sayEnglishNumber(number.replace(/,$/, ''), and) + (/,$/.exec(number) ?? ''),
  );
