import type { Language, Sex } from '@talking-avatar/contract';

/** Audio in which the times of phones are exact to the sample, because they were reported by the synthesizer. */
export interface TrueSpeech {
  /** Index of the sentence. Even numbers are for tuning. */
  sentence: number;
  text: string;
  language: Language;
  voice: string;
  sex: Sex;
  wav: Uint8Array;
  phones: TruePhone[];
}

export interface TruePhone {
  /** IPA without length and stress. Empty for a pause. */
  symbol: string;
  start: number;
  end: number;
}

/** IPA for the names of phones in CMU's English voices. */
const ENGLISH_NAMES: Readonly<Record<string, string>> = {
  aa: 'ɑ',
  ae: 'æ',
  ah: 'ʌ',
  ao: 'ɔ',
  aw: 'aʊ',
  ax: 'ə',
  axr: 'ɚ',
  ay: 'aɪ',
  b: 'b',
  ch: 'tʃ',
  d: 'd',
  dh: 'ð',
  dx: 'ɾ',
  eh: 'ɛ',
  el: 'əl',
  em: 'əm',
  en: 'ən',
  er: 'ɜ',
  ey: 'eɪ',
  f: 'f',
  g: 'ɡ',
  hh: 'h',
  hv: 'h',
  ih: 'ɪ',
  iy: 'i',
  jh: 'dʒ',
  k: 'k',
  l: 'l',
  m: 'm',
  n: 'n',
  nx: 'n',
  ng: 'ŋ',
  ow: 'oʊ',
  oy: 'ɔɪ',
  p: 'p',
  r: 'ɹ',
  s: 's',
  sh: 'ʃ',
  t: 't',
  th: 'θ',
  uh: 'ʊ',
  uw: 'u',
  v: 'v',
  w: 'w',
  y: 'j',
  z: 'z',
  zh: 'ʒ',
};

/** IPA for the names of phones in Festival's Italian voices. A digit marks stress. */
const ITALIAN_NAMES: Readonly<Record<string, string>> = {
  a: 'a',
  b: 'b',
  d: 'd',
  dz: 'dz',
  dZ: 'dʒ',
  e: 'e',
  E: 'ɛ',
  f: 'f',
  g: 'ɡ',
  i: 'i',
  j: 'j',
  k: 'k',
  l: 'l',
  L: 'ʎ',
  m: 'm',
  n: 'n',
  ng: 'ŋ',
  nf: 'ɱ',
  J: 'ɲ',
  o: 'o',
  O: 'ɔ',
  p: 'p',
  r: 'r',
  s: 's',
  S: 'ʃ',
  t: 't',
  ts: 'ts',
  tS: 'tʃ',
  u: 'u',
  v: 'v',
  w: 'w',
  z: 'z',
};

/**
 * IPA for the names of phones in Festival's Russian voice. Consonants that are doubled are soft, and vowels that are doubled are stressed.
 */
const RUSSIAN_NAMES: Readonly<Record<string, string>> = {
  a: 'ɐ',
  aa: 'a',
  ae: 'ə',
  ay: 'ə',
  b: 'b',
  bb: 'bʲ',
  c: 'ts',
  ch: 'tɕ',
  d: 'd',
  dd: 'dʲ',
  e: 'e',
  ee: 'ɛ',
  f: 'f',
  ff: 'fʲ',
  g: 'ɡ',
  gg: 'ɡʲ',
  h: 'x',
  hh: 'xʲ',
  i: 'ɪ',
  ii: 'i',
  j: 'j',
  k: 'k',
  kk: 'kʲ',
  l: 'l',
  ll: 'lʲ',
  m: 'm',
  mm: 'mʲ',
  n: 'n',
  nn: 'nʲ',
  oo: 'o',
  p: 'p',
  pp: 'pʲ',
  r: 'r',
  rr: 'rʲ',
  s: 's',
  sch: 'ɕ',
  sh: 'ʃ',
  ss: 'sʲ',
  t: 't',
  tt: 'tʲ',
  u: 'u',
  ur: 'ʊ',
  uu: 'u',
  v: 'v',
  vv: 'vʲ',
  y: 'ɨ',
  yy: 'ɨ',
  z: 'z',
  zh: 'ʒ',
  zz: 'zʲ',
};

const NAMES: Partial<Record<Language, Readonly<Record<string, string>>>> = {
  'it-IT': ITALIAN_NAMES,
  'ru-RU': RUSSIAN_NAMES,
};

/** Converts the name that a synthesizer uses for a phone to IPA. Empty for a pause. */
function namePhone(name: string, language: Language): string {
  if (name === 'pau' || name === '#' || name === 'brth' || name === 'h#') return '';
  const symbol = (NAMES[language] ?? ENGLISH_NAMES)[language === 'it-IT' ? name.replace(/\d/g, '') : name];
  if (symbol === undefined) throw new Error(`unknown phone ${JSON.stringify(name)}`);
  return symbol;
}

/** Converts pairs of names and end times in s to phones that follow one another. */
export function chainPhones(ends: readonly { name: string; end: number }[], language: Language): TruePhone[] {
  return ends.map(({ name, end }, index) => ({
    symbol: namePhone(name, language),
    start: ends[index - 1]?.end ?? 0,
    end,
  }));
}
