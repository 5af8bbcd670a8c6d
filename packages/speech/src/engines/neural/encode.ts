import { SpeechError } from '../../speech.ts';
import { lookUp } from '../../text/tables.ts';
import { toKokoroLetters } from './kokoro-phonemes.ts';
import type { NeuralVoice } from './voice.ts';

/** A sound, a space, or a punctuation mark in the model's notation. */
export interface Token {
  /** IPA as written by eSpeak NG, with stress marks. */
  written: string;
  /** The sound's index in the whole text. Absent for spaces and punctuation. */
  sound?: number;
}

export interface Encoding {
  ids: number[];
  /** The token index for each ID, or -1 for the first and last ID. */
  owners: number[];
}

/** Keys in Piper's `phoneme_id_map` for the beginning, the end, and the gaps between phonemes. */
const PIPER_START = '^';
const PIPER_END = '$';
const PIPER_PAD = '_';
/** Kokoro's ID at both ends. */
const KOKORO_EDGE = 0;
/** Symbols to omit if a voice does not support them: diacritics, modifiers, and eSpeak NG's marks. */
const OPTIONAL = /^[\p{M}\p{Lm}\p{P}\p{Zs}\p{N}\p{S}]$/u;

/**
 * Substitutes for (mostly foreign) sounds that a voice does not support, best first: other letters, or the nearest sound by place and
 * manner.
 */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  g: 'ɡ',
  ɡ: 'g',
  ʦ: 'ts',
  ʣ: 'dz',
  ʧ: 'tʃ',
  ʤ: 'dʒ',
  ɚ: 'əɹ ə',
  ɝ: 'ɜɹ ɜ ə',
  ᵻ: 'ɪ i',
  ɐ: 'ə a',
  ɨ: 'i ɪ',
  ʉ: 'u y',
  ʏ: 'y ɪ',
  y: 'i',
  ø: 'œ e',
  œ: 'ø ɛ',
  ɵ: 'ø ə',
  ɘ: 'ə',
  ɤ: 'o ʌ',
  ɯ: 'u i',
  ʌ: 'ɐ ə a',
  ɑ: 'a',
  ɒ: 'ɔ ɑ',
  æ: 'ɛ a',
  a: 'ɑ',
  r: 'ɹ ɾ',
  ɹ: 'r ɾ',
  ɾ: 'r ɹ',
  ʁ: 'ɣ r ɹ',
  ʀ: 'ʁ r ɹ',
  ɽ: 'ɾ r',
  ɻ: 'ɹ r',
  ɫ: 'l',
  ɭ: 'l',
  ʎ: 'lj',
  ɬ: 'l',
  x: 'χ h k',
  χ: 'x h',
  ħ: 'h',
  ɦ: 'h',
  ʕ: 'ʔ',
  ç: 'ʃ x',
  ʝ: 'j',
  ɣ: 'ɡ g',
  β: 'b v',
  ɸ: 'f',
  ð: 'd z',
  θ: 't s',
  ɲ: 'nj',
  ŋ: 'n',
  ɳ: 'n',
  ɴ: 'ŋ n',
  ɱ: 'm',
  ʈ: 't',
  ɖ: 'd',
  c: 'k',
  ɟ: 'dʒ',
  q: 'k',
  ɕ: 'ʃ',
  ʑ: 'ʒ',
  ʂ: 'ʃ',
  ʐ: 'ʒ',
  ʋ: 'v w',
  ɥ: 'w j',
  ʍ: 'w',
  ɰ: 'ɡ w',
};

/** Encodes sounds for a voice's model. @throws SpeechError for a sound that the voice does not support */
export function encodeTokens(tokens: readonly Token[], voice: NeuralVoice): Encoding {
  const ids: number[] = [];
  const owners: number[] = [];
  const add = (added: readonly number[], owner: number) => {
    ids.push(...added);
    owners.push(...added.map(() => owner));
  };
  const isPiper = voice.kind === 'piper';
  const pad = isPiper ? idsOf(voice, PIPER_PAD) : [];
  add(isPiper ? [...idsOf(voice, PIPER_START), ...pad] : [KOKORO_EDGE], -1);
  tokens.forEach(({ written }, owner) => {
    const letters = isPiper ? written : toKokoroLetters(written, voice.language);
    for (const phoneme of findPhonemes(letters.normalize('NFD'), voice)) {
      add(idsOf(voice, phoneme), owner);
      add(pad, owner);
    }
  });
  add(isPiper ? idsOf(voice, PIPER_END) : [KOKORO_EDGE], -1);
  return { ids, owners };
}

function findPhonemes(letters: string, voice: NeuralVoice): string[] {
  return [...letters].flatMap((letter) => {
    if (isKnown(voice, letter)) return [letter];
    const substitute = (lookUp(SUBSTITUTES, letter) ?? '').split(' ').find((others) => isSpelled(voice, others));
    if (substitute) return [...substitute];
    if (OPTIONAL.test(letter) || letter === 'ʔ') return [];
    throw new SpeechError(
      'Unknown sound',
      `the voice ${voice.name} has no sound "${letter}"; spell the word differently, or choose another voice.`,
      'text',
    );
  });
}

const isSpelled = (voice: NeuralVoice, letters: string): boolean =>
  letters !== '' && [...letters].every((letter) => isKnown(voice, letter));

const isKnown = ({ phonemes }: NeuralVoice, phoneme: string): boolean => Object.hasOwn(phonemes, phoneme);

const idsOf = ({ phonemes }: NeuralVoice, phoneme: string): readonly number[] => phonemes[phoneme] ?? [];
