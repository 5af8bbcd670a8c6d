/** A Polly viseme: phones that look alike on the lips ("Phoneme and viseme tables", Amazon Polly Developer Guide). */
interface Viseme {
  value: string;
  vowel: boolean;
  /** Prefixes of the IPA symbols with this viseme. The first one is used for an unknown phone. */
  symbols: readonly string[];
}

const consonant = (value: string, symbols: string): Viseme => ({ value, vowel: false, symbols: symbols.split(' ') });
const vowel = (value: string, symbols: string): Viseme => ({ value, vowel: true, symbols: symbols.split(' ') });

/** Polly's tables for all our languages, merged because they differ only in rare phones. Longer prefixes win. */
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

/** Values that are spelled differently in some tables (Turkish, Icelandic, Swedish, Norwegian). */
const VALUE_ALIASES: Readonly<Record<string, string>> = { '0': 'u', 'E:': 'E', 'i:': 'i', x: 'k' };
/** Polly's viseme for silence. */
export const SILENCE = 'sil';

/** Finds a phone's viseme. Returns undefined if it has none, such as a glottal stop. */
export function findViseme(symbol: string): string | undefined {
  return BY_SYMBOL.find(([start]) => symbol.startsWith(start))?.[1];
}

/** Returns the most frequent phone of a viseme, as an IPA symbol. */
export function typicalSymbol(viseme: string): string {
  return findEntry(viseme)?.symbols[0] ?? 'ə';
}

/** Returns the distance between a viseme and a phone: 0 for the same viseme, up to 2 for a vowel and a consonant. */
export function visemeDistance(viseme: string, symbol: string): number {
  const [one, other] = [findEntry(viseme), findEntry(findViseme(symbol) ?? '')];
  if (!one || !other) return 1.5;
  if (one === other) return 0;
  return one.vowel === other.vowel ? 1.2 : 2;
}

const findEntry = (viseme: string) => VISEMES.find(({ value }) => value === (VALUE_ALIASES[viseme] ?? viseme));
