import type { Language } from '../../contract/index.ts';
import type { SayAs } from '../text/script.ts';
import { sayAddress } from './addresses.ts';
import { sayDate } from './dates.ts';
import { sayDigits } from './digits.ts';
import { CURRENCIES, sayMoney } from './money.ts';
import { sayOrdinal } from './ordinals.ts';
import { readNumber } from './rules.ts';
import { sayTime } from './times.ts';
import { tongueOf } from './tongues.ts';
import { UNITS } from './units.ts';

/** How a fraction is put where it is not simply two numbers. */
const OVER: Readonly<Partial<Record<string, string>>> = {
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

/**
 * What a piece is said as, by SSML's `interpret-as` and `format`.
 * @returns undefined when the text is not what the tag says it is; then it is read as usual
 */
export function sayAs(language: Language, text: string, { as, format = '' }: SayAs): string | undefined {
  const trimmed = text.trim();
  switch (as) {
    case 'cardinal':
      return /^[+-]?[\d.,\s]+$/.test(trimmed)
        ? readNumber(language, trimmed).replace('.', language.startsWith('en') ? '.' : ',')
        : undefined;
    case 'ordinal':
      return /^\d{1,9}/.test(trimmed) ? sayOrdinal(language, Number.parseInt(trimmed, 10)) : undefined;
    case 'telephone':
      return /\d/.test(trimmed) ? sayDigits(language, trimmed) : undefined;
    case 'date':
      return readDate(language, trimmed, format);
    case 'time': {
      const [, hours, minutes = '0', half] =
        /^(\d{1,2})(?:[:.hH](\d{2}))?(?:[:.]\d{2})?\s*([ap]\.?m\.?)?$/i.exec(trimmed) ?? [];
      if (hours === undefined) return undefined;
      const said = sayTime(language, Number(hours), Number(minutes));
      return said && half ? `${said} ${half.toLowerCase().startsWith('a') ? 'AM' : 'PM'}` : said;
    }
    case 'currency': {
      const number = /\d[\d.,\s]*\d|\d/.exec(trimmed)?.[0];
      const sign = trimmed.replace(number ?? '', '').trim();
      const code =
        CURRENCIES[sign] ?? (/^[A-Z]{3}$/.test(sign) ? sign : /^[A-Z]{3}$/.test(format) ? format : undefined);
      return number && code ? sayMoney(language, readNumber(language, number), code) : undefined;
    }
    case 'fraction':
      return sayFraction(language, trimmed);
    case 'unit': {
      const [, number = '', unit = ''] = /^([\d.,]+)\s*(\S+)$/.exec(trimmed) ?? [];
      const tongue = tongueOf(language);
      const name = tongue === 'ja' ? undefined : UNITS[tongue][unit]?.split('|');
      return name && `${number} ${number === '1' ? (name[1] ?? name[0]) : name[0]}`;
    }
    case 'address':
      return /[@./]/.test(trimmed) ? sayAddress(language, trimmed) : undefined;
  }
}

/** Reads a date in the order that `format` gives (mdy, dmy, ymd, md, dm, ym, my, y, m, d), or its own order without. */
function readDate(language: Language, text: string, format: string): string | undefined {
  const parts = text.split(/[^\d?]+/).filter(Boolean);
  const packed = /^\d{8}$/.test(text) ? [text.slice(0, 4), text.slice(4, 6), text.slice(6)] : parts;
  const order = format.replace(/[^dmy]/g, '').replace(/(.)\1+/g, '$1') || guessOrder(language, packed);
  if (packed.length !== order.length || packed.length === 0) return undefined;
  const part = (letter: string): number | undefined => {
    const value = Number(packed[order.indexOf(letter)]);
    return order.includes(letter) && Number.isInteger(value) && value > 0 ? value : undefined;
  };
  const [year, month, day] = [part('y'), part('m'), part('d')];
  if (month === undefined) return year !== undefined && day === undefined ? `${year}` : undefined;
  return sayDate(language, year, month, day);
}

function guessOrder(language: Language, parts: readonly string[]): string {
  const monthFirst = language === 'en-US';
  if (parts.length === 3) return parts[0]!.length === 4 ? 'ymd' : monthFirst ? 'mdy' : 'dmy';
  if (parts.length === 2)
    return parts[0]!.length === 4 ? 'ym' : parts[1]!.length === 4 ? 'my' : monthFirst ? 'md' : 'dm';
  return 'y';
}

function sayFraction(language: Language, text: string): string | undefined {
  const [, whole, above = '', below = ''] = /^(?:(\d+)[\s+]+)?(\d+)\s*[/⁄]\s*(\d+)$/.exec(text.normalize('NFKD')) ?? [];
  if (below === '') return undefined;
  const tongue = tongueOf(language);
  if (tongue === 'zh') return `${whole ? `${whole}又` : ''}${below}分之${above}`;
  if (tongue === 'ja') return `${whole ? `${whole}と` : ''}${below}ブンノ${above}`;
  if (tongue === 'ko') return `${whole ? `${whole}와 ` : ''}${below}분의 ${above}`;
  const fraction =
    tongue === 'en' && Number(below) <= 20
      ? englishFraction(Number(above), Number(below), language)
      : `${above} ${OVER[tongue] ?? ''} ${below}`;
  return whole ? `${whole} ${tongue === 'en' ? 'and ' : ''}${fraction}` : fraction;
}

function englishFraction(above: number, below: number, language: Language): string {
  const name = below === 2 ? (above === 1 ? 'half' : 'halves') : below === 4 ? 'quarter' : sayOrdinal(language, below);
  return `${above === 1 && below === 2 ? 'a' : above} ${name}${above > 1 && below !== 2 ? 's' : ''}`;
}
