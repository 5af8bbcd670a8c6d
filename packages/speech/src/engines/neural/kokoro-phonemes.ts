import type { Language } from '@talking-avatar/contract';

/** Kokoro's letters for sounds that eSpeak NG writes differently. These are the letters in the training data (misaki, `espeak.py`). */
const SHARED: Readonly<Record<string, string>> = {
  aɪ: 'I',
  aʊ: 'W',
  eɪ: 'A',
  ɔɪ: 'Y',
  dʒ: 'ʤ',
  tʃ: 'ʧ',
};

const ENGLISH: Readonly<Record<string, string>> = {
  ...SHARED,
  e: 'A',
  əl: 'ᵊl',
  ɚ: 'əɹ',
  r: 'ɹ',
  x: 'k',
  ç: 'k',
  ɐ: 'ə',
  ɬ: 'l',
  ʔ: 't',
  ɾ: 'T',
  o: 'ɔ',
};

const LETTERS: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>> = {
  'en-US': { ...ENGLISH, oʊ: 'O', oː: 'ɔ', ɜː: 'ɜɹ', ɜːɹ: 'ɜɹ', ɪə: 'iə' },
  'en-GB': { ...ENGLISH, əʊ: 'Q', eə: 'ɛː', iə: 'ɪə' },
};

/** The letters for languages other than English, which add only affricates and diphthongs. */
const OTHERS: Readonly<Record<string, string>> = { ...SHARED, dz: 'ʣ', ts: 'ʦ', oʊ: 'O', əʊ: 'Q' };
/** Languages that Kokoro reads from eSpeak NG's phonemes. Chinese and Japanese have separate readers. */
export const KOKORO_LANGUAGES: readonly Language[] = ['en-US', 'en-GB', 'es-ES', 'es-US', 'fr-FR', 'hi-IN', 'it-IT', 'pr-BR'];

const LENGTH = /ː/gu;

/** Pattern for a table's sounds, longest first, because eSpeak NG joins some vowels with the next sound, such as aɪɚ. */
const patternOf = (table: Readonly<Record<string, string>>): RegExp =>
  new RegExp(
    Object.keys(table)
      .toSorted((one, other) => other.length - one.length)
      .join('|'),
    'gu',
  );

/** Converts an eSpeak NG sound to Kokoro's letters. @param written IPA with leading stress marks. */
export function toKokoroLetters(written: string, language: Language): string {
  const table = LETTERS[language] ?? OTHERS;
  const letters = written.replace(patternOf(table), (sound) => table[sound]!);
  // The models do not use long vowels in American English.
  return language === 'en-US' ? letters.replace(LENGTH, '') : letters;
}
