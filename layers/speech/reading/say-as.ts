import type { Language } from '../../contract/index.ts';
import type { SayAs } from '../text/script.ts';
import { sayAddress } from './addresses.ts';
import { sayDate } from './dates.ts';
import { sayFraction } from './fractions.ts';
import { CURRENCIES, sayMoney } from './money.ts';
import { readNumber, writeNumber } from './numbers.ts';
import { sayOrdinal } from './ordinals.ts';
import { readRoman } from './roman.ts';
import { sayMinus } from './signs.ts';
import { sayTelephone } from './telephones.ts';
import { sayDuration, sayTime } from './times.ts';
import { tongueOf } from './tongues.ts';
import { sayUnit } from './units.ts';

/**
 * What a piece is said as, by SSML's `interpret-as` and `format`.
 * @returns undefined when the text is not what the tag says it is; then it is read as usual
 */
export function sayAs(language: Language, text: string, { as, format = '' }: SayAs): string | undefined {
  const trimmed = text.trim();
  switch (as) {
    case 'cardinal':
      return /^[+−-]?[\d.,\s]+$/.test(trimmed) ? sayCardinal(language, trimmed) : undefined;
    case 'ordinal': {
      const value = readRoman(trimmed) ?? (/^\d{1,9}(?!\d)/.test(trimmed) ? Number.parseInt(trimmed, 10) : 0);
      return value > 0 ? sayOrdinal(language, value) : undefined;
    }
    case 'telephone':
      return /\d/.test(trimmed) ? sayExtended(language, trimmed) : undefined;
    case 'date':
      return readDate(language, trimmed, format);
    case 'time':
      return readTime(language, trimmed);
    case 'currency': {
      const number = /\d[\d.,\s]*\d|\d/.exec(trimmed)?.[0];
      const sign = trimmed.replace(number ?? '', '').trim();
      const code =
        CURRENCIES[sign] ?? (/^[A-Z]{3}$/.test(sign) ? sign : /^[A-Z]{3}$/.test(format) ? format : undefined);
      return number && code ? sayMoney(language, readNumber(language, number), code) : undefined;
    }
    case 'fraction':
      return sayFraction(language, trimmed);
    case 'unit':
      return readUnit(language, trimmed);
    case 'address':
      return /[@./]/.test(trimmed) ? sayAddress(language, trimmed) : undefined;
  }
}

function sayCardinal(language: Language, text: string): string {
  const number = writeNumber(language, text.replace(/^[+−-]/, ''));
  return /^[−-]/.test(text) ? sayMinus(language) + number : number;
}

/** A telephone number, perhaps with an extension: "2025551212x345". */
function sayExtended(language: Language, text: string): string {
  const [, number = text, extension] = /^(.*\d)\s*(?:x|ext\.?)\s*(\d+)$/i.exec(text) ?? [];
  if (extension === undefined) return sayTelephone(language, number);
  const name = tongueOf(language) === 'en' ? 'extension ' : '';
  return `${sayTelephone(language, number)}, ${name}${sayTelephone(language, extension)}`;
}

/** A time of the day with seconds or without, 10:30:15 or 3pm, or a span: 1'21". */
function readTime(language: Language, text: string): string | undefined {
  const [, minutes, seconds] = /^(?:(\d{1,3})\s?['′’])?\s?(?:(\d{1,2})\s?(?:["″”]|''))?$/.exec(text) ?? [];
  if (minutes !== undefined || seconds !== undefined) {
    return sayDuration(language, Number(minutes ?? 0), Number(seconds ?? 0));
  }
  const [, hour, minute = '0', second = '0', half] =
    /^(\d{1,2})(?:\s?[:.hH]\s?(\d{2}))?(?:[:.](\d{2}))?\s*([ap]\.?m\.?)?$/i.exec(text) ?? [];
  if (hour === undefined) return undefined;
  const said = sayTime(language, Number(hour), Number(minute), Number(second));
  if (!said || !half) return said;
  return `${said.replace(/ (?:o'clock|hundred)$/, '')} ${half.toLowerCase().startsWith('a') ? 'A.M' : 'P.M'}`;
}

/** A number or a fraction with its unit: "5kg", "1/2inch". */
function readUnit(language: Language, text: string): string | undefined {
  const [, number = '', unit = ''] = /^([\d.,/⁄¼-¾⅐-⅞ ]*[\d¼-¾⅐-⅞])\s*([^\d\s].*)$/.exec(text) ?? [];
  if (number === '') return undefined;
  const fraction = /[/⁄¼-¾⅐-⅞]/.test(number) ? sayFraction(language, number) : undefined;
  const name = sayUnit(language, unit, number) ?? (/^\p{L}+$/u.test(unit) ? unit : undefined);
  return name && `${fraction ?? number} ${name}`;
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
