/** A kind of sound as Polly tells it: what the mouth looks like ("Phoneme and viseme tables", Polly's developer guide). */
interface Viseme {
  value: string;
  vowel: boolean;
  /** Begins of the IPA symbols that look so; the usual one first, which stands for a sound that nothing else is known of. */
  symbols: readonly string[];
}

const consonant = (value: string, symbols: string): Viseme => ({ value, vowel: false, symbols: symbols.split(' ') });
const vowel = (value: string, symbols: string): Viseme => ({ value, vowel: true, symbols: symbols.split(' ') });

/** The tables of our languages, joined: they differ from each other only in rare sounds. Longer symbols win. */
const VISEMES: readonly Viseme[] = [
  consonant('p', 'p b m ɓ'),
  consonant('t', 't d n l ɾ ʈ ɖ ɳ ɭ ɫ ɽ'),
  consonant('S', 'ʃ ʒ tʃ dʒ t͡ʃ d͡ʒ ʂ ʐ ʈʂ ʈ͡ʂ'),
  consonant('T', 'θ ð'),
  consonant('f', 'f v ɸ ʋ ɱ'),
  consonant('k', 'k ɡ g ŋ h x ɣ ç q χ ʁ ʀ ħ ʕ ɦ c ɴ'),
  consonant('r', 'ɹ r ɻ ɺ'),
  consonant('s', 's z ts dz t͡s d͡z'),
  consonant('J', 'ɲ ʎ ɕ ʑ tɕ dʑ t͡ɕ d͡ʑ ʝ ɟ'),
  consonant('B', 'β'),
  vowel('i', 'i j ɪ ɯ ɨ ĩ ɰ'),
  vowel('u', 'u w ʊ y ʏ ɥ ũ'),
  vowel('a', 'a ɑ æ ɐ ä ã'),
  vowel('e', 'e ɤ ẽ'),
  vowel('E', 'ɛ ʌ ɜ ɝ'),
  vowel('@', 'ə ɚ əʊ'),
  vowel('o', 'o ø õ ɵ'),
  vowel('O', 'ɔ ɒ œ'),
];

const BY_SYMBOL = VISEMES.flatMap(({ value, symbols }) => symbols.map((symbol) => [symbol, value] as const)).sort(
  ([a], [b]) => b.length - a.length,
);

/** Values that some tables print in another way (Turkish, Icelandic, Swedish, Norwegian). */
const QUIRKS: Readonly<Record<string, string>> = { '0': 'u', 'E:': 'E', 'i:': 'i', x: 'k' };

/** Silence, among the visemes. */
export const SILENCE = 'sil';

/** The viseme of a sound; undefined for one that has none, such as a glottal stop. */
export function visemeOf(symbol: string): string | undefined {
  return BY_SYMBOL.find(([start]) => symbol.startsWith(start))?.[1];
}

/** The sound that a viseme most often stands for. */
export function typicalSymbol(viseme: string): string {
  return find(viseme)?.symbols[0] ?? 'ə';
}

/** How unlike a viseme and a sound are: 0 the same, 2 a vowel and a consonant, or nothing in common. */
export function distance(viseme: string, symbol: string): number {
  const [heard, read] = [find(viseme), find(visemeOf(symbol) ?? '')];
  if (!heard || !read) return 1.5;
  if (heard === read) return 0;
  return heard.vowel === read.vowel ? 1.2 : 2;
}

const find = (viseme: string) => VISEMES.find(({ value }) => value === (QUIRKS[viseme] ?? viseme));
