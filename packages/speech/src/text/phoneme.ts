import { splitIpa } from './ipa.ts';
import { lookUp } from './tables.ts';
import { readXSampa } from './x-sampa.ts';

type Attributes = Readonly<Record<string, string>>;

/** Converters to IPA from the alphabets that Amazon Polly and Azure accept. */
const ALPHABETS: Readonly<Record<string, (ph: string) => string>> = {
  ipa: (ph) => ph,
  'x-sampa': readXSampa,
  'x-amazon-sampa': readXSampa,
};

/** Maximum characters of a pronunciation: the longest words have about sixty sounds. */
const LONGEST = 250;

/** Reads `<phoneme alphabet ph>`: a pronunciation in IPA, or the reason why it is invalid. */
export function readPhoneme({ alphabet = 'ipa', ph = '' }: Attributes): { ipa: string } | { fault: string } {
  const read = lookUp(ALPHABETS, alphabet.trim().toLowerCase());
  if (!read) return { fault: `the alphabet "${alphabet}" is not one of ${Object.keys(ALPHABETS).join(', ')}` };
  if (ph.length > LONGEST) return { fault: `ph must have at most ${LONGEST} characters, got ${ph.length}` };
  const ipa = read(ph.trim());
  const sounds = splitIpa(ipa);
  if ('unknown' in sounds) return { fault: `"${sounds.unknown}" in ph="${ph}" is not a sound of ${alphabet}` };
  return sounds.length > 0 ? { ipa } : { fault: 'ph has no sounds' };
}
