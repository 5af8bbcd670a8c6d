/** Flite phones (CMU lexicon) in IPA, written as in espeak-ng's English voice. */
const IPA: Readonly<Record<string, string>> = {
  aa: 'ɑː',
  ae: 'æ',
  ah: 'ʌ',
  ao: 'ɔː',
  aw: 'aʊ',
  ax: 'ə',
  axr: 'ɚ',
  ay: 'aɪ',
  ch: 'tʃ',
  dh: 'ð',
  eh: 'ɛ',
  er: 'ɜː',
  ey: 'eɪ',
  g: 'ɡ',
  hh: 'h',
  ih: 'ɪ',
  iy: 'iː',
  jh: 'dʒ',
  ng: 'ŋ',
  ow: 'oʊ',
  oy: 'ɔɪ',
  r: 'ɹ',
  sh: 'ʃ',
  th: 'θ',
  uh: 'ʊ',
  uw: 'uː',
  y: 'j',
  zh: 'ʒ',
  pau: '',
};

/** Phones with the same symbol in IPA. */
const SAME = ['b', 'd', 'f', 'k', 'l', 'm', 'n', 'p', 's', 't', 'v', 'w', 'z'];

/** Flite's phones by IPA symbol. */
const PHONES = new Map([
  ...Object.entries(IPA).flatMap(([phone, symbol]): [string, string][] => (symbol === '' ? [] : [[symbol, phone]])),
  ...SAME.map((phone): [string, string] => [phone, phone]),
]);

/** IPA symbols that have a flite phone. */
export const FLITE_SYMBOLS: readonly string[] = [...PHONES.keys()];

const STRESSES: Readonly<Record<string, string>> = { ˈ: '1', ˌ: '2' };

/** Moves each stress mark, which precedes its syllable, to the vowel. */
export function stressVowels(symbols: readonly string[]): string[] {
  let mark = '';
  return symbols.map((symbol) => {
    const bare = symbol.replace(/^[ˈˌ]/u, '');
    if (bare !== symbol) mark = symbol[0]!;
    if (!VOWEL.test(bare)) return bare;
    const marked = mark + bare;
    mark = '';
    return marked;
  });
}

/** Converts IPA symbols with stress marks on vowels to flite's phones. */
export const writeArpabet = (symbols: readonly string[]): string[] =>
  symbols.map((symbol) => {
    const bare = symbol.replace(/^[ˈˌ]/u, '');
    const phone = PHONES.get(bare) ?? bare;
    if (!VOWEL.test(bare)) return phone;
    const stress = STRESSES[symbol[0]!] ?? '0';
    // Reduced vowels cannot be stressed.
    return (phone === 'ax' && stress !== '0' ? 'ah' : phone) + stress;
  });

/** Vowels that change when unstressed. */
const UNSTRESSED: Readonly<Record<string, string>> = { ɜː: 'ɚ', iː: 'i' };

export const VOWEL = /^[aeiouæɑɒɔəɚɛɜɐɪʊʌᵻ]/u;

export const toSymbol = (segment: string): string => IPA[segment] ?? segment;

/** Adds a stress mark before a vowel, as espeak-ng prints it. */
export function withStress(symbol: string, stress: 0 | 1 | 2): string {
  if (stress === 0) return UNSTRESSED[symbol] ?? symbol;
  return (stress === 1 ? 'ˈ' : 'ˌ') + symbol;
}
