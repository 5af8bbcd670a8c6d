import type { Language } from '../../contract/index.ts';
import { sayEnglishOrdinal } from './english-numbers.ts';
import { ROMANCE_ORDINALS } from './romance-ordinals.ts';
import { sayRussianOrdinal } from './russian-numbers.ts';
import type { Tongue } from './tongues.ts';

/** How the parts of a whole are called: `one` of them and `many`. */
type Parts = (below: number, language: Language) => { one: string; many: string } | undefined;

const pair = (one: string, many: string) => ({ one, many });

const GERMAN_PARTS: Readonly<Record<number, string>> = { 3: 'Drittel', 7: 'Siebtel', 8: 'Achtel' };
const GERMAN_STEMS = ['', '', '', '', 'Vier', 'Fünf', 'Sechs', '', '', 'Neun', 'Zehn', 'Elf', 'Zwölf'];

/** Names of the parts from halves on. */
const PARTS: Partial<Readonly<Record<Tongue, Parts>>> = {
  en: (below, language) => {
    if (below === 2) return pair('half', 'halves');
    const name = below === 4 ? 'quarter' : sayEnglishOrdinal(`${below}`, language === 'en-GB' ? ' and' : '');
    return pair(name, `${name}s`);
  },
  de: (below) => {
    if (below === 2) return pair('halb', 'Halbe');
    const name = GERMAN_PARTS[below] ?? (GERMAN_STEMS[below] && `${GERMAN_STEMS[below]}tel`);
    return name ? pair(name, name) : undefined;
  },
  fr: (below) => {
    const name = { 2: 'demi', 3: 'tiers', 4: 'quart' }[below] ?? ROMANCE_ORDINALS.fr(below);
    return name === undefined ? undefined : pair(name, below === 3 ? name : `${name}s`);
  },
  es: (below) => {
    const name = { 2: 'medio', 3: 'tercio' }[below] ?? (below <= 10 ? ROMANCE_ORDINALS.es(below) : undefined);
    return name === undefined ? undefined : pair(name, `${name}s`);
  },
  it: (below) => {
    const name = below === 2 ? 'mezzo' : ROMANCE_ORDINALS.it(below);
    return name === undefined ? undefined : pair(name, name.replace(/o$/, 'i'));
  },
  pt: (below) => {
    const name = { 2: 'meio', 3: 'terço' }[below] ?? (below <= 10 ? ROMANCE_ORDINALS.pt(below) : undefined);
    return name === undefined ? undefined : pair(name, `${name}s`);
  },
  ru: (below) => {
    if (below === 3) return pair('треть', 'трети');
    if (below === 4) return pair('четверть', 'четверти');
    const [one, many] = [sayRussianOrdinal(below, 'f'), sayRussianOrdinal(below, 'pl-gen')];
    return one && many ? pair(one, many) : undefined;
  },
  hi: (below) => {
    const name = { 3: 'तिहाई', 4: 'चौथाई' }[below];
    return name ? pair(name, name) : undefined;
  },
};

/** One of the parts, with its number: the article differs. */
const ONE: Partial<Readonly<Record<Tongue, string>>> = {
  en: 'one',
  de: 'ein',
  fr: 'un',
  es: 'un',
  it: 'un',
  pt: 'um',
  ru: 'одна',
  hi: 'एक',
};

/** Halves, where they are said alone, and what joins them to a whole number. */
export const HALVES: Partial<Readonly<Record<Tongue, readonly [alone: string, joined: string]>>> = {
  en: ['one half', 'and a half'],
  de: ['ein halb', 'einhalb'],
  fr: ['un demi', 'et demi'],
  es: ['un medio', 'y medio'],
  it: ['un mezzo', 'e mezzo'],
  pt: ['um meio', 'e meio'],
  ru: ['одна вторая', 'с половиной'],
  hi: ['आधा', ''],
  vi: ['một phần hai', 'rưỡi'],
  ar: ['نصف', 'ونصف'],
};

/** What joins a whole number and its fraction. */
export const JOINTS: Partial<Readonly<Record<Tongue, string>>> = {
  en: 'and',
  fr: 'et',
  es: 'y',
  it: 'e',
  pt: 'e',
  ru: 'и',
  ar: 'و',
};

/** How a fraction is put where its parts have no name. */
const OVER: Partial<Readonly<Record<Tongue, string>>> = {
  en: 'over',
  de: 'durch',
  fr: 'sur',
  es: 'sobre',
  it: 'su',
  pt: 'sobre',
  ru: 'дробь',
  hi: 'बटा',
  vi: 'phần',
  ar: 'على',
};

const ARABIC: Readonly<Record<string, string>> = {
  '1/3': 'ثلث',
  '2/3': 'ثلثان',
  '1/4': 'ربع',
  '3/4': 'ثلاثة أرباع',
  '1/5': 'خمس',
  '1/8': 'ثمن',
  '1/10': 'عشر',
};

/** So many parts of a whole: "three quarters". */
export function sayPart(tongue: Tongue, language: Language, above: number, below: number): string {
  const known = tongue === 'ar' ? ARABIC[`${above}/${below}`] : undefined;
  if (known) return known;
  const parts = below > 100 ? undefined : PARTS[tongue]?.(below, language);
  if (!parts) return `${above} ${OVER[tongue] ?? ''} ${below}`;
  if (above === 1) return `${ONE[tongue]} ${parts.one}`;
  return `${tongue === 'ru' && above === 2 ? 'две' : above} ${parts.many}`;
}
