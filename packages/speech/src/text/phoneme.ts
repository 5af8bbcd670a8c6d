import { quote } from '@talking-avatar/contract';
import { splitIpa } from './ipa.ts';
import { lookUp } from './tables.ts';
import { readXSampa } from './x-sampa.ts';

type Attributes = Readonly<Record<string, string>>;

/** Converters to IPA from the alphabets accepted by Amazon Polly and Azure. */
const ALPHABETS: Readonly<Record<string, (ph: string) => string>> = {
  ipa: (ph) => ph,
  'x-sampa': readXSampa,
  'x-amazon-sampa': readXSampa,
};

/** Maximum length of a pronunciation, in characters. The longest words have about sixty sounds. */
const LONGEST = 250;

/** Reads `<phoneme alphabet ph>`. Returns the pronunciation in IPA, or the reason why it is invalid. */
export function readPhoneme({ alphabet = 'ipa', ph = '' }: Attributes): { ipa: string } | { fault: string } {
  const read = lookUp(ALPHABETS, alphabet.trim().toLowerCase());
  if (!read) return { fault: `alphabet must be one of ${Object.keys(ALPHABETS).join(', ')}, got ${quote(alphabet)}` };
  if (ph.length > LONGEST) return { fault: `ph must have at most ${LONGEST} characters, got ${ph.length}` };
  const ipa = read(ph.trim());
  const sounds = splitIpa(ipa);
  if ('unknown' in sounds) return { fault: `${quote(sounds.unknown)} in ph=${quote(ph)} is not a sound in ${alphabet}` };
  return sounds.length > 0 ? { ipa } : { fault: 'ph contains no sounds' };
}
