/** The segments of flite (CMU's lexicon) in IPA, in the spelling of the other voice of the engine for English. */
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

/** Vowels that are others where no stress is on them. */
const UNSTRESSED: Readonly<Record<string, string>> = { ɜː: 'ɚ', iː: 'i' };

export const VOWEL = /^[aeiouæɑɒɔəɚɛɜɐɪʊʌᵻ]/u;

/** The symbol of a segment, as it sounds with stress. */
export const toSymbol = (segment: string): string => IPA[segment] ?? segment;

/** Writes the stress of a vowel before it, as the other voice prints it. */
export function withStress(symbol: string, stress: 0 | 1 | 2): string {
  if (stress === 0) return UNSTRESSED[symbol] ?? symbol;
  return (stress === 1 ? 'ˈ' : 'ˌ') + symbol;
}
