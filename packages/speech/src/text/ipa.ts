/** Letters of the International Phonetic Alphabet (2020 chart), and a few others that are in common use (ɫ, ɚ, ɝ, ᵻ). */
const LETTERS = new Set('pbtdʈɖcɟkɡqɢʔmɱnɳɲŋɴʙrʀⱱɾɽɸβfvθðszʃʒʂʐçʝxɣχʁħʕhɦɬɮʋɹɻjɰlɭʎʟɓɗʄɠʛʍwɥʜʢʡɕʑɺɧɫiyɨʉɯuɪʏʊeøɘɵɤoəɛœɜɞʌɔæɐaɶɑɒɚɝᵻ');
/** Symbols that modify the previous letter: length, nasality, aspiration, syllabicity. */
const MODIFIER = /[\p{M}\p{Lm}ː\u02d0\u02d1\u02de]/u;
/** Symbols that join two letters into one sound. */
const TIE = /[\u035c\u0361]/;
/** Symbols between sounds that make no difference to any voice: syllable and group boundaries, linking, tones, and intonation. */
const BETWEEN = /[\s.‿|‖\-\u02e5-\u02e9↗↘ꜛꜜ]/u;
/** Replacements for characters that people type because the symbol is not on their keyboard. */
const TYPED: Readonly<Record<string, string>> = { g: 'ɡ', ':': 'ː', "'": 'ˈ', '’': 'ʼ', '̍': '̩' };
/** Stress marks, which belong to the next vowel. */
const STRESS: Readonly<Record<string, 1 | 2>> = { ˈ: 1, ˌ: 2 };
/** Two letters that are one sound even without a tie. */
const DOUBLES = /^(t[ʃsɕ]|d[ʒzʑ]|ʈʂ|ɖʐ|[aeoəɔʊɪɛ][ɪʊə])$/u;

/** A sound in a pronunciation: one IPA symbol with its modifiers, or two for an affricate or diphthong. */
export interface IpaSound {
  symbol: string;
  stress: 0 | 1 | 2;
}

/** Splits an IPA pronunciation into sounds. @returns the sounds, or the first symbol that is not in the alphabet */
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
