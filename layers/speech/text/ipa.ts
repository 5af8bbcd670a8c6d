/** Letters of the International Phonetic Alphabet (2020 chart), and the few others in use (ɫ, ɚ, ɝ, ᵻ). */
const LETTERS = new Set(
  'pbtdʈɖcɟkɡqɢʔmɱnɳɲŋɴʙrʀⱱɾɽɸβfvθðszʃʒʂʐçʝxɣχʁħʕhɦɬɮʋɹɻjɰlɭʎʟɓɗʄɠʛʍwɥʜʢʡɕʑɺɧɫiyɨʉɯuɪʏʊeøɘɵɤoəɛœɜɞʌɔæɐaɶɑɒɚɝᵻ',
);

/** Signs that change the letter before them: length, nasality, aspiration, syllabicity. */
const MODIFIER = /[\p{M}\p{Lm}ː\u02d0\u02d1\u02de]/u;

/** Signs that join two letters to one sound. */
const TIE = /[\u035c\u0361]/;

/** Signs between sounds that the voices do not tell apart: syllables, joints, groups, tones and intonation. */
const BETWEEN = /[\s.‿|‖\-\u02e5-\u02e9↗↘ꜛꜜ]/u;

/** What people type for signs that their keyboard lacks. */
const TYPED: Readonly<Record<string, string>> = { g: 'ɡ', ':': 'ː', "'": 'ˈ', '’': 'ʼ', '̍': '̩' };

/** Stress that belongs to the next vowel. */
const STRESS: Readonly<Record<string, 1 | 2>> = { ˈ: 1, ˌ: 2 };

/** Two letters that are one sound without a tie as well. */
const DOUBLES = /^(t[ʃsɕ]|d[ʒzʑ]|ʈʂ|ɖʐ|[aeoəɔʊɪɛ][ɪʊə])$/u;

/** A sound of a pronunciation: one IPA symbol with its modifiers, two for an affricate or a diphthong. */
export interface IpaSound {
  symbol: string;
  stress: 0 | 1 | 2;
}

/**
 * Splits a pronunciation in IPA into its sounds.
 * @returns the sounds, or the first sign that is none of the alphabet's
 */
export function splitIpa(text: string): IpaSound[] | { unknown: string } {
  const sounds: IpaSound[] = [];
  let stress: IpaSound['stress'] = 0;
  let tied = false;
  for (const typed of text.normalize('NFD').replaceAll('c\u0327', 'ç')) {
    const sign = TYPED[typed] ?? typed;
    const last = sounds.at(-1);
    if (STRESS[sign]) stress = STRESS[sign];
    else if (BETWEEN.test(sign)) continue;
    else if (LETTERS.has(sign)) {
      const joined = last && stress === 0 && (tied || DOUBLES.test(last.symbol + sign));
      if (joined) last.symbol += sign;
      else sounds.push({ symbol: sign, stress });
      stress = 0;
      tied = false;
    } else if (last && TIE.test(sign)) tied = true;
    else if (last && MODIFIER.test(sign)) last.symbol += sign;
    else return { unknown: typed };
  }
  return sounds;
}

/** X-SAMPA by IPA (Wells 1995), longest first; what it does not list stands for itself. */
const X_SAMPA: readonly (readonly [string, string])[] = Object.entries({
  'r\\`': 'ɻ',
  'h\\': 'ɦ',
  'j\\': 'ʝ',
  'G\\': 'ɢ',
  'B\\': 'ʙ',
  'R\\': 'ʀ',
  'H\\': 'ʜ',
  'X\\': 'ħ',
  '?\\': 'ʕ',
  '<\\': 'ʢ',
  '>\\': 'ʡ',
  'K\\': 'ɮ',
  'L\\': 'ʟ',
  'M\\': 'ɰ',
  'N\\': 'ɴ',
  'O\\': 'ʘ',
  'J\\': 'ɟ',
  'p\\': 'ɸ',
  'r\\': 'ɹ',
  's\\': 'ɕ',
  'v\\': 'ʋ',
  'x\\': 'ɧ',
  'z\\': 'ʑ',
  'l\\': 'ɺ',
  '@\\': 'ɘ',
  '3\\': 'ɞ',
  'd`': 'ɖ',
  'l`': 'ɭ',
  'n`': 'ɳ',
  'r`': 'ɽ',
  's`': 'ʂ',
  't`': 'ʈ',
  'z`': 'ʐ',
  '@`': 'ɚ',
  '3`': 'ɝ',
  'b_<': 'ɓ',
  'd_<': 'ɗ',
  'g_<': 'ɠ',
  g_h: 'ɡʰ',
  _h: 'ʰ',
  _j: 'ʲ',
  _w: 'ʷ',
  _G: 'ˠ',
  '_?\\': 'ˤ',
  _d: '\u032a',
  _0: '\u0325',
  _v: '\u032c',
  '_^': '\u032f',
  '_=': '\u0329',
  '_~': '\u0303',
  '_>': 'ʼ',
  _r: '\u031d',
  _o: '\u031e',
  '_"': '\u0308',
  '~': '\u0303',
  '=': '\u0329',
  A: 'ɑ',
  B: 'β',
  C: 'ç',
  D: 'ð',
  E: 'ɛ',
  F: 'ɱ',
  G: 'ɣ',
  H: 'ɥ',
  I: 'ɪ',
  J: 'ɲ',
  K: 'ɬ',
  L: 'ʎ',
  M: 'ɯ',
  N: 'ŋ',
  O: 'ɔ',
  P: 'ʋ',
  Q: 'ɒ',
  R: 'ʁ',
  S: 'ʃ',
  T: 'θ',
  U: 'ʊ',
  V: 'ʌ',
  W: 'ʍ',
  X: 'χ',
  Y: 'ʏ',
  Z: 'ʒ',
  '@': 'ə',
  '{': 'æ',
  '}': 'ʉ',
  1: 'ɨ',
  2: 'ø',
  3: 'ɜ',
  4: 'ɾ',
  5: 'ɫ',
  6: 'ɐ',
  7: 'ɤ',
  8: 'ɵ',
  9: 'œ',
  '&': 'ɶ',
  '?': 'ʔ',
  '"': 'ˈ',
  '%': 'ˌ',
  ':': 'ː',
  ':\\': 'ˑ',
  g: 'ɡ',
  '-': '',
  $: '.',
}).sort(([a], [b]) => b.length - a.length);

/** Turns X-SAMPA, the alphabet for keyboards, into IPA. */
export function readXSampa(text: string): string {
  let ipa = '';
  for (let at = 0; at < text.length; ) {
    const found = X_SAMPA.find(([sign]) => text.startsWith(sign, at));
    ipa += found ? found[1] : text[at];
    at += found ? found[0].length : 1;
  }
  return ipa;
}
