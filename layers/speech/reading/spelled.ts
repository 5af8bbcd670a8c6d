import type { Language } from '../../contract/index.ts';
import { isInCapitals } from './patterns.ts';
import type { Rule } from './reading.ts';
import { type Tongue, tongueOf } from './tongues.ts';

/** Short forms that are told by their letters though they could be words, and would be read as such. */
const SPELLED: Partial<Readonly<Record<Tongue, string>>> = {
  de: 'ABC|EU|USA|AG|IT|KI|ADAC|ARD|AOK|ICE|OP|EKG|EDV|HIV|SOS|UKW|IHK|ÖBB|EZB|EC|CEO|IQ|US|UV|AfD|OECD|AKW|ADHS|AGB|EG|IC|UG|EM|OB|EK|EEG|ÖPNV',
  fr: 'UE|USA|EDF|ADN|ARN|IA|OM|IRM|RATP|OGM|ADSL|UMP|IUT|HLM|OPA|UV|UHT|ETA',
  es: 'UE|ADN|ARN|IA|EPO|IPC|UCI|UHF|UV',
  it: 'UE|ATM|IA|UHF|UV|AC|ADSL',
  pt: 'UE|EUA|INSS|IBGE|IA|EAD|UF|UHF|UV|ADN|OAB|IPTU|IPVA',
  ru: 'МГУ|ЕС|ООО|АЭС|ЧП|ОАО|ЕГЭ|АО|ИИ',
};

/** Names of letters for voices that would not say a lone one as its name. */
const RUSSIAN_LETTERS: Readonly<Record<string, string>> = {
  А: 'а',
  Г: 'гэ',
  Е: 'е',
  И: 'и',
  М: 'эм',
  О: 'о',
  П: 'пэ',
  С: 'эс',
  У: 'у',
  Ч: 'чэ',
  Э: 'э',
};

/** Reads short forms letter by letter. */
export function spelledRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  const known = SPELLED[tongue];
  if (!known) return [];
  const all = new RegExp(`^(?:${known})$`, 'u');
  // One without a vowel is no word either.
  const isShort = (word: string) => all.test(word) || !/[AEIOUYÄÖÜÁÉÍÓÚÊÃÕАЕЁИОУЫЭЮЯ]/u.test(word);
  return [
    {
      pattern: new RegExp(`(?<![\\p{L}\\d])(?:${known})(?![\\p{L}\\p{M}])`, 'gu'),
      say: (match) => (isInCapitals(match, isShort) ? undefined : spell(tongue, match[0])),
    },
  ];
}

const spell = (tongue: Tongue, name: string): string =>
  [...name].map((letter) => (tongue === 'ru' ? (RUSSIAN_LETTERS[letter] ?? letter) : letter.toUpperCase())).join(' ');
