import type { Language } from '../../contract/index.ts';
import { alternatives } from './patterns.ts';
import type { Rule } from './reading.ts';
import { type Tongue, tongueOf } from './tongues.ts';
import { UNITS } from './unit-names.ts';
import { sayUnit } from './units.ts';

/** What is between a sum or an amount and what it is for: "5 €/kg", "3 x/día". */
const FOR: Partial<Readonly<Record<Tongue, string>>> = {
  en: 'per',
  es: 'por',
  de: 'pro',
  it: 'al',
  fr: 'par',
  pt: 'por',
  ru: 'за',
  hi: 'प्रति',
  vi: 'một',
};

/** Spans of time and heads that something is counted for. */
const OTHERS: Partial<Readonly<Record<Tongue, string>>> = {
  en: 'hour|hr|day|week|month|mo|year|yr|person|night|unit|share|user|seat|lb|oz|gallon|gal|mile',
  es: 'hora|día|semana|mes|año|persona|noche|unidad',
  de: 'Stunde|Tag|Woche|Monat|Jahr|Person|Nacht|Stück',
  it: 'ora|giorno|die|settimana|mese|anno|persona|notte',
  fr: 'heure|jour|semaine|mois|an|personne|nuit|pers\\.',
  pt: 'hora|dia|semana|mês|ano|pessoa|noite|unidade',
  ru: 'час|день|сутки|неделю|мес\\.|месяц|год|шт\\.|чел\\.',
  hi: 'घंटा|दिन|माह|महीना|वर्ष',
  vi: 'ngày|giờ|tuần|tháng|năm|người|đêm',
};

const FULL: Readonly<Record<string, string>> = {
  hr: 'hour',
  mo: 'month',
  yr: 'year',
  gal: 'gallon',
  'мес.': 'месяц',
  'шт.': 'штуку',
  'чел.': 'человека',
  'pers.': 'personne',
};

/** The stroke between a sum, or an amount, and what it is for. */
export function priceRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  const joint = FOR[tongue];
  if (joint === undefined || tongue === 'ja') return [];
  const units = alternatives(Object.keys(UNITS[tongue]));
  return [
    {
      pattern: new RegExp(
        `(?<=[€$£¥₹₽₫]|[€$£¥₹]\\s?\\d[\\d.,]{0,12}|đ|руб\\.|\\d ?(?:${units}|x|ct|€)|(?:times|lần|Mal|volte|veces|vezes|fois|раза?|बार))\\s?/\\s?(?:(${OTHERS[tongue]})|(${units}))(?![\\p{L}\\p{M}\\d])`,
        'gu',
      ),
      say: ([, other, unit = '']) => ` ${joint} ${other ? (FULL[other] ?? other) : sayUnit(language, unit, '1')}`,
    },
  ];
}
