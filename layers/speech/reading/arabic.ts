/** Letters that carry a vowel of their own or are long vowels. */
const LONG = new Set([...'اوىيآ']);
const VOWEL_SIGN = /[\u064b-\u0652\u0670]/;
const LETTERS = /^[\u0621-\u064a]+$/;

const FATHA = '\u064e';
const SUKUN = '\u0652';

/** Words of one syllable and names that the voice knows as they are written. */
const KNOWN = new Set([
  'الله',
  'من',
  'في',
  'عن',
  'على',
  'إلى',
  'هذا',
  'هذه',
  'ذلك',
  'التي',
  'الذي',
  'هو',
  'هي',
  'مع',
  'أو',
  'لا',
  'ما',
  'أن',
  'إن',
  'كل',
  'بعد',
  'قبل',
]);

/**
 * Gives an Arabic word that is written without vowel signs plain ones, so that its consonants can be said: from the end on, each
 * consonant that is followed by none of its own closes the syllable before it, whose vowel is a fatha. The true vowels depend on
 * the sentence; these keep the syllables and the rhythm.
 * @returns undefined for a word that has signs, or that needs none
 */
export function vocalise(word: string): string | undefined {
  if (!LETTERS.test(word) || VOWEL_SIGN.test(word) || word.length < 3 || KNOWN.has(word)) return undefined;
  const prefix = /^[وفبك]?ال(?=..)/.exec(word)?.[0] ?? '';
  const letters = [...word.slice(prefix.length)];
  const signs = letters.map(() => '');
  let closed = false;
  for (let i = letters.length - 1; i >= 0; i--) {
    const next = letters[i + 1];
    if (isVowel(letters, i)) closed = false;
    else if (next === 'ة') {
      signs[i] = FATHA;
      closed = false;
    } else if (next !== undefined && isVowel(letters, i + 1)) closed = false;
    else if (letters[i] === 'ة') closed = true;
    else if (i === letters.length - 1) closed = true;
    else if (closed || i === 0) {
      signs[i] = FATHA;
      closed = false;
    } else {
      signs[i] = SUKUN;
      closed = true;
    }
  }
  return prefix + letters.map((letter, i) => letter + signs[i]).join('');
}

/** Waw and ya are vowels between consonants and at the end, consonants at the beginning and beside another vowel. */
function isVowel(letters: readonly string[], i: number): boolean {
  const letter = letters[i]!;
  if (!LONG.has(letter) || (i === 0 && letter !== 'ا' && letter !== 'آ')) return false;
  if (letter === 'ا' || letter === 'ى' || letter === 'آ') return true;
  const [before, after] = [letters[i - 1], letters[i + 1]];
  return !(before === 'ا' || after === 'ا' || after === 'ة' || (after !== undefined && 'وي'.includes(after)));
}
