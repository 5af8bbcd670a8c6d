/** Flite's phones (CMU lexicon) in IPA, spelled like espeak-ng's English voice. */
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

/** Vowels that differ without stress. */
const UNSTRESSED: Readonly<Record<string, string>> = { ɜː: 'ɚ', iː: 'i' };

export const VOWEL = /^[aeiouæɑɒɔəɚɛɜɐɪʊʌᵻ]/u;

/** The IPA symbol of a segment with stress. */
export const toSymbol = (segment: string): string => IPA[segment] ?? segment;

/** Adds a stress mark before a vowel, as espeak-ng prints it. */
export function withStress(symbol: string, stress: 0 | 1 | 2): string {
  if (stress === 0) return UNSTRESSED[symbol] ?? symbol;
  return (stress === 1 ? 'ˈ' : 'ˌ') + symbol;
}
