import { PICTURE } from '../../../text/words.ts';

/** Combining marks, and characters with their ASCII replacements. */
const MARKS = /\p{M}/gu;
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': ',',
  '—': ',',
  '…': '.',
  '&': ' and ',
  '<': ' less than ',
  '>': ' greater than ',
  '+': ' plus ',
  '=': ' equals ',
  '×': ' times ',
  '÷': ' divided by ',
  '°': ' degrees ',
  '§': ' section ',
  '©': ' copyright ',
  '®': ' ',
  '™': ' ',
  '£': ' pounds ',
  '€': ' euros ',
  '¥': ' yen ',
  '₹': ' rupees ',
  '₽': ' rubles ',
  '₩': ' won ',
  '¢': ' cents ',
  '−': ' minus ',
  '⁄': ' over ',
  '√': ' square root of ',
  '∞': ' infinity ',
  '∑': ' sum of ',
  '→': ' to ',
  '[': ' ',
  ']': ' ',
  // Latin letters that do not decompose into a letter and a mark.
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'th',
  Ð: 'Th',
  þ: 'th',
  Þ: 'Th',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ß: 'ss',
  ı: 'i',
  ŋ: 'ng',
  ...nameGreek(),
};

/** Names of Greek letters, which occur in formulas and units. Another voice speaks Greek words. */
function nameGreek(): Record<string, string> {
  const names =
    'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega';
  const letters = [...'αβγδεζηθικλμνξοπρστυφχψω'];
  const named = names.split(' ').flatMap((name, i) => {
    const letter = letters[i]!;
    return [letter, letter.toUpperCase()].map((sign) => [sign, ` ${name} `] as const);
  });
  return { ...Object.fromEntries(named), ς: ' sigma ', '\u00b5': ' micro ' };
}

/** Maximum length of a word to speak, in characters. Real words are shorter, but text can contain very long strings of digits. */
const LONGEST_WORD = 200;

/** Checks whether flite can speak a word, which must not be too long and must have only Latin letters. */
export const canSpeak = (word: string): boolean => word.length <= LONGEST_WORD && toAscii(word) !== undefined;

/** Converts text to ASCII. Returns undefined if it contains letters in another script. */
export function toAscii(text: string): string | undefined {
  const read = (signs: string): string => [...signs].map((sign) => (PICTURE.test(sign) ? ' ' : (REPLACEMENTS[sign] ?? sign))).join('');
  // Fractions decompose into numbers and a slash.
  const plain = read(read(text).normalize('NFKD'))
    .replace(MARKS, '')
    // Symbols without a name are silent.
    .replace(/[^\P{P}\x20-\x7e]|[^\P{S}\x20-\x7e]|\p{C}|\s/gu, ' ');
  return /^[\x20-\x7e]*$/.test(plain) ? plain : undefined;
}
