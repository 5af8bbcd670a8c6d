import type { Language, Sex } from '../../../../layers/contract/index.ts';

/** A sound whose phones are known to the sample, because the synthesizer that made it said when it spoke each. */
export interface TrueSpeech {
  /** Place of the sentence in its list: even ones are to tune with. */
  sentence: number;
  text: string;
  language: Language;
  voice: string;
  sex: Sex;
  wav: Uint8Array;
  phones: TruePhone[];
}

export interface TruePhone {
  /** IPA, without length and stress; empty for a pause. */
  symbol: string;
  start: number;
  end: number;
}

/** The phone names of CMU's English voices, as IPA. */
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

/** The phone names of Festival's Italian voices, as IPA; a digit marks stress. */
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

/** The IPA of a synthesizer's phone name; empty for a pause. */
export function namePhone(name: string, language: Language): string {
  if (name === 'pau' || name === '#' || name === 'brth' || name === 'h#') return '';
  const symbol = language === 'it-IT' ? ITALIAN_NAMES[name.replace(/\d/g, '')] : ENGLISH_NAMES[name];
  if (symbol === undefined) throw new Error(`no IPA is known for the phone ${JSON.stringify(name)}`);
  return symbol;
}

/** Turns pairs of a name and an end in seconds into phones that follow each other. */
export function chainPhones(ends: readonly { name: string; end: number }[], language: Language): TruePhone[] {
  return ends.map(({ name, end }, index) => ({
    symbol: namePhone(name, language),
    start: ends[index - 1]?.end ?? 0,
    end,
  }));
}
