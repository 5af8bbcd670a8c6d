import type { Language } from '../../contract/index.ts';
import { sayCounted } from './japanese-numbers.ts';
import { countKorean } from './korean.ts';
import { ROMANCE_ORDINALS } from './romance-ordinals.ts';
import { sayRussianOrdinal } from './russian-numbers.ts';
import { type Tongue, tongueOf } from './tongues.ts';

/** Ordinal numbers from the first on, as they stand before a month or a noun. */
const ORDINALS: Partial<Readonly<Record<Tongue, readonly string[]>>> = {
  hi: ['पहला', 'दूसरा', 'तीसरा', 'चौथा', 'पाँचवाँ', 'छठा', 'सातवाँ', 'आठवाँ', 'नौवाँ', 'दसवाँ'],
  ar: ['الأول', 'الثاني', 'الثالث', 'الرابع', 'الخامس', 'السادس', 'السابع', 'الثامن', 'التاسع', 'العاشر'],
};

/** What stands behind an English ordinal number: "st" of "1st". */
export const englishEnding = (value: number): string => {
  if (value % 100 >= 11 && value % 100 <= 13) return 'th';
  return { 1: 'st', 2: 'nd', 3: 'rd' }[value % 10] ?? 'th';
};

const GERMAN_IRREGULAR: Readonly<Record<number, string>> = { 1: 'erster', 3: 'dritter', 7: 'siebter', 8: 'achter' };
const GERMAN_ONES = [
  '',
  'ein',
  'zwei',
  'drei',
  'vier',
  'fünf',
  'sechs',
  'sieben',
  'acht',
  'neun',
  'zehn',
  'elf',
  'zwölf',
  'dreizehn',
  'vierzehn',
  'fünfzehn',
  'sechzehn',
  'siebzehn',
  'achtzehn',
  'neunzehn',
];
const GERMAN_TENS = ['', '', 'zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'];

/** An ordinal number; where a language has no words for it here, the number itself. */
export function sayOrdinal(language: Language, value: number): string {
  const tongue = tongueOf(language);
  const known = ORDINALS[tongue]?.[value - 1];
  if (known) return known;
  switch (tongue) {
    case 'en':
      return `${value}${englishEnding(value)}`;
    case 'de':
      if (value >= 100) return `${value}`;
      if (value < 20) return GERMAN_IRREGULAR[value] ?? `${GERMAN_ONES[value]}ter`;
      return `${value % 10 ? `${GERMAN_ONES[value % 10]}und` : ''}${GERMAN_TENS[Math.floor(value / 10)]}ster`;
    case 'fr':
    case 'es':
    case 'it':
    case 'pt':
      return ROMANCE_ORDINALS[tongue](value) ?? `${value}`;
    case 'ru':
      return sayRussianOrdinal(value, 'n') ?? `${value}`;
    case 'hi':
      return `${value}वाँ`;
    case 'zh':
      return `第${value}`;
    case 'ja':
      return sayCounted(`${value}`, '番目');
    case 'ko':
      return value === 1 ? '첫 번째' : `${value < 100 ? countKorean(value) : value} 번째`;
    case 'vi':
      return `thứ ${({ 1: 'nhất', 4: 'tư' } as Record<number, string>)[value] ?? value}`;
    default:
      return `${value}`;
  }
}
