import { type IpaSound, splitIpa } from '../../text/ipa.ts';
import type { Item, Script, Style } from '../../text/script.ts';
import { lookUp } from '../../text/tables.ts';
import { ESPEAK_PHONEMES, ESPEAK_SUFFIXES } from './phoneme-names.ts';
import { toIpaSymbols } from './phones.ts';
import { acquireSynthesizer, type Synthesizer } from './synthesizer.ts';

/** A pronunciation in the engine's notation. */
export interface PhonemeNotation {
  /** The engine's phoneme names, for use within `[[…]]`. */
  names: string;
  /** The IPA symbols that the engine prints for them. */
  symbols: string[];
}

/** Time limit for synthesizing a single phone between two others, in seconds. */
const LONGEST_SOUND = 10;

const STRESS = ['', "'", ','] as const;
/** Symbols that each voice prints for a phoneme name. They never change, so this cache is shared by all jobs. */
const PRINTED_SYMBOLS = new Map<string, readonly string[]>();

/** Encodes a script's pronunciations in the engine's notation, keyed by item. */
export async function encodePronunciations(script: Script, voiceOf: (style: Style) => string): Promise<Map<Item, PhonemeNotation>> {
  const notations = new Map<Item, PhonemeNotation>();
  // This is a separate instance because synthesis here would change the noise in the instance that speaks.
  let prober: Synthesizer | undefined;
  for (const item of script.items) {
    if (item.kind !== 'spoken' || item.style.ipa === undefined) continue;
    const sounds = splitIpa(item.style.ipa);
    if ('unknown' in sounds) continue;
    prober ??= await acquireSynthesizer();
    notations.set(item, encodeSounds(prober, voiceOf(item.style), sounds));
  }
  prober?.release();
  return notations;
}

function encodeSounds(prober: Synthesizer, voice: string, sounds: readonly IpaSound[]): PhonemeNotation {
  const printPhoneme: PrintPhoneme = (name, isVowel) => {
    const known = PRINTED_SYMBOLS.get(`${voice} ${name}`);
    if (known) return known;
    prober.setVoice(voice);
    // Vowels change least between stops, and consonants between vowels. The engine stops at a name that the voice does not support.
    const [before, after] = isVowel ? ['p|', '|p|a'] : ['a|', '|a'];
    const printed = toIpaSymbols(prober.speak(`[[${before}${name}${after}]]`, 1, LONGEST_SOUND).phones.map(({ symbol }) => symbol));
    const own = printed.slice(1, isVowel ? -2 : -1);
    PRINTED_SYMBOLS.set(`${voice} ${name}`, own);
    return own;
  };
  let stress: IpaSound['stress'] = 0;
  const names: string[] = [];
  const symbols: string[] = [];
  for (const sound of sounds.flatMap(({ symbol, stress }) => findNames({ symbol, stress }, printPhoneme))) {
    stress = sound.stress || stress;
    // The engine expects stress marks before the vowel, but IPA has them before the syllable.
    names.push(sound.isVowel ? STRESS[stress] + sound.name : sound.name);
    if (sound.isVowel) stress = 0;
    symbols.push(...printPhoneme(sound.name, sound.isVowel));
  }
  return { names: names.join('|'), symbols };
}

type PrintPhoneme = (name: string, isVowel: boolean) => readonly string[];

const VOWEL = /^[iyɨʉɯuɪʏʊeøɘɵɤoəɛœɜɞʌɔæɐaɶɑɒɚɝᵻ]/u;

interface NamedSound {
  name: string;
  stress: IpaSound['stress'];
  isVowel: boolean;
}

/**
 * Finds espeak-ng's names for an IPA phone: the names that it prints as this phone or as the most similar one, or else the names of its
 * letters.
 */
function findNames({ symbol, stress }: IpaSound, printPhoneme: PrintPhoneme): NamedSound[] {
  const bare = symbol.replace(/[\u035c\u0361\u032f]/gu, '');
  const letters = /^\p{Ll}+/u.exec(bare)?.[0] ?? bare;
  const isVowel = VOWEL.test(letters);
  const suffix = [...bare.slice(letters.length)].map((sign) => lookUp(ESPEAK_SUFFIXES, sign) ?? '').join('');
  const names = (lookUp(ESPEAK_PHONEMES, letters) ?? '').split(' ').filter((name) => name !== '');
  const candidates = [...names.map((name) => name.replace(/:$/, '') + suffix), ...names];
  const exact =
    candidates.find((name) => printPhoneme(name, isVowel).join('').normalize('NFD') === bare) ??
    candidates.find((name) => printPhoneme(name, isVowel)[0] === letters);
  const found = exact ?? candidates.find((name) => printPhoneme(name, isVowel).length > 0);
  if (found !== undefined) return [{ name: found, stress, isVowel }];
  if ([...letters].length < 2) return [];
  return [...letters].flatMap((letter, i) => findNames({ symbol: letter, stress: i === 0 ? stress : 0 }, printPhoneme));
}
