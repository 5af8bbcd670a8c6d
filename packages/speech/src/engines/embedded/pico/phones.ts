import type { Language } from '@talking-avatar/contract';
import type { RawPhone } from '../synthesizer.ts';
import type { PicoItem } from './module.ts';

/** Languages with an SVOX Pico voice. */
export const PICO_LANGUAGES = ['de-DE', 'en-GB', 'en-US', 'es-ES', 'fr-FR', 'it-IT'] as const satisfies readonly Language[];
export type PicoLanguage = (typeof PICO_LANGUAGES)[number];

/** Symbols in the tables below: a pause, a plosive's closure, and a number without a phone. */
const PAUSE = '#';
const CLOSURE = '<';
const NONE = '_';

/**
 * IPA for the phones of each voice, starting with number `first` (see `LANGUAGE_phones.utf` in the voice sources). Aspirated plosives are
 * written as plain ones.
 */
const TABLES: Readonly<Record<PicoLanguage, { first: number; symbols: string }>> = {
  'de-DE': {
    first: 36,
    symbols:
      'ø øː ɐ œ l̩ m̩ n̩ ʔ ə ç ɛ ɛː ɪ ŋ ɔ ɔʏ ʃ ʊ ʏ ʒ ɐ̯ i̯ o̯ u̯ a aː aɪ aʊ b d dʒ e eː f ɡ h i iː j k l m n o oː p pf ʁ s t tʃ ts u uː v x y yː z œ̃ ɛ̃ ɑ̃ õ < < p t k #',
  },
  'en-GB': {
    first: 36,
    symbols:
      'ɜː l̩ ə ɒ ɑː ð ɪ ɪə ŋ ɔː ɔɪ ʃ θ ʊ ʊə ʌ ʒ aɪ aʊ b d dʒ ɛ eə eɪ f ɡ h iː j k l m n əʊ p æ ɹ s t tʃ uː v w z _ _ _ _ _ _ p t k x ʔ # ə < <',
  },
  'en-US': {
    first: 36,
    symbols:
      'ɜː l̩ n̩ ə ɑː ɑː ð ɪ ɪə ŋ ɔː ɔɪ ʃ θ ʊ ʊə ʌ ʒ aɪ aʊ b d dʒ ɛ eə eɪ f ɡ h iː j k l m n oʊ p æ ɹ s t tʃ uː v w z p t k x ʔ # < < ɜː ɚ eɪ o ɔ ɾ ʔ i ɛ _ ɾ ʍ',
  },
  'es-ES': {
    first: 36,
    symbols: 'β ð ɣ ɲ ʎ ŋ θ u̯ a b d e f ɡ i j ʝ k l m n o p ɾ r s t tʃ u x z _ _ # < < t d',
  },
  'fr-FR': {
    first: 38,
    symbols: 'ø ə œ ʔ ə ɛ ɛ ɥ ɲ ŋ ɔ ɔ ʁ ʃ ʒ a a b d e f ɡ i j k l m n o p s t u v w y z œ̃ ɛ̃ ɔ̃ ɑ̃ _ _ _ # < < a ɛ i ɑ̃',
  },
  'it-IT': {
    first: 36,
    symbols:
      'ɛ ɛː ɲ ɲː ʎ ʎː ŋ ɔ ɔː ʃ ʃː i̯ u̯ a aː b bː d dʒ dː dʒ dz dz e eː f fː ɡ ɡː i iː k kː l lː m mː n nː o oː p pː ɾ r s sː t tʃ ts tː tʃ ts u uː v vː z _ _ # < <',
  },
};

/** Phones that a voice's text analysis uses but rejects in a pronunciation (determined by trying each one). */
const INTERNAL: Readonly<Record<PicoLanguage, string>> = {
  'de-DE': 'o̯ œ̃ ɛ̃ ɑ̃ õ',
  'en-GB': 'x ʔ',
  'en-US': 'x ʔ eə o ɔ ɾ i ʍ',
  'es-ES': 'ʝ z',
  'fr-FR': 'ʔ',
  'it-IT': 'ɔ',
};

/** IPA symbols that a voice accepts in a pronunciation. */
export function listPicoSymbols(language: PicoLanguage): string[] {
  const others = [PAUSE, CLOSURE, NONE, ...INTERNAL[language].split(' ')];
  return [...new Set(TABLES[language].symbols.split(' ').filter((symbol) => !others.includes(symbol)))];
}

/** Symbols that the voices speak as two phones but that count as one in the timeline. */
const AFFRICATES: ReadonlySet<string> = new Set(['tʃ', 'dʒ']);

const VOWEL = /^[iyɨʉɯuɪʏʊeøɘɵɤoəɛœɜɞʌɔæɐaɶɑɒɚɝ]/u;
const STRESS_MARKS = ['', 'ˈ', 'ˌ'] as const;

/** Converts phones and marks to IPA phones with stress. `position` is the word number. A plosive includes its closure. */
export function readPhones(language: PicoLanguage, items: readonly PicoItem[], syllables: readonly PicoItem[]): RawPhone[] {
  const { first, symbols: table } = TABLES[language];
  const symbols = table.split(' ');
  const stresses = syllables.flatMap((item) => (item.kind === 'syllable' ? item.phones.map(() => item.stress) : []));
  const phones: RawPhone[] = [];
  let position = 0;
  let time = 0;
  let closure: number | undefined;
  let next = 0;
  for (const item of items) {
    if (item.kind === 'mark') position = Number(item.name);
    if (item.kind !== 'phone') continue;
    const symbol = symbols[item.id - first] ?? NONE;
    const start = closure ?? time;
    time += item.seconds;
    if (symbol === PAUSE) {
      phones.push({ symbol: '', start, end: time, position });
      closure = undefined;
      continue;
    }
    const stress = stresses[next++] ?? 0;
    closure = symbol === CLOSURE ? start : undefined;
    if (symbol === CLOSURE || symbol === NONE) continue;
    const before = phones.at(-1);
    if (before?.position === position && AFFRICATES.has(before.symbol + symbol)) {
      phones.splice(-1, 1, { ...before, symbol: before.symbol + symbol, end: time });
    } else {
      phones.push({ symbol: (VOWEL.test(symbol) ? STRESS_MARKS[stress] : '') + symbol, start, end: time, position });
    }
  }
  return phones;
}
