import type { Language } from '@talking-avatar/contract';

/**
 * Kokoro's own letters for sounds that eSpeak NG writes otherwise (misaki, `espeak.py`: the letters of the models' training
 * data). Diphthongs and affricates have one letter each.
 */
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

/** Languages other than English: affricates and diphthongs alone. */
const OTHERS: Readonly<Record<string, string>> = { ...SHARED, dz: 'ʣ', ts: 'ʦ', oʊ: 'O', əʊ: 'Q' };

/** Languages that Kokoro reads by eSpeak NG's phonemes; Chinese and Japanese have readers of their own. */
export const KOKORO_LANGUAGES: readonly Language[] = ['en-US', 'en-GB', 'es-ES', 'es-US', 'fr-FR', 'hi-IN', 'it-IT', 'pr-BR'];

const LENGTH = /ː/gu;

/** The sounds of a table, longer ones first: eSpeak NG writes some vowels with what follows them, such as aɪɚ. */
const patternOf = (table: Readonly<Record<string, string>>): RegExp =>
  new RegExp(
    Object.keys(table)
      .toSorted((one, other) => other.length - one.length)
      .join('|'),
    'gu',
  );

/**
 * Writes a sound of eSpeak NG in Kokoro's letters.
 *
 * @param written IPA with stress marks before it.
 */
export function toKokoroLetters(written: string, language: Language): string {
  const table = LETTERS[language] ?? OTHERS;
  const letters = written.replace(patternOf(table), (sound) => table[sound]!);
  // American English of the models has no long vowels.
  return language === 'en-US' ? letters.replace(LENGTH, '') : letters;
}
