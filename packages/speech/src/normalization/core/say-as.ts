import type { SayAs } from '../../text/script.ts';
import { verbalizeDate } from './dates.ts';
import { verbalizeFraction } from './fractions.ts';
import type { LanguageRules } from './language.ts';
import { verbalizeMoney } from './money.ts';
import { formatNumber, parseNumber } from './numbers.ts';
import { parseRoman } from './roman.ts';
import { nameMinus } from './signs.ts';
import { verbalizeTelephone } from './telephones.ts';
import { verbalizeDuration, verbalizeTime } from './times.ts';

/**
 * Reads text according to the SSML attributes `interpret-as` and `format`. Returns undefined if the text does not match, in which case it
 * is read as usual.
 */
export function verbalizeAs(language: LanguageRules, text: string, { as, format = '' }: SayAs): string | undefined {
  const trimmed = text.trim();
  switch (as) {
    case 'cardinal': {
      if (!/^[+−-]?[\d.,\s]+$/.test(trimmed)) return undefined;
      const number = formatNumber(language, trimmed.replace(/^[+−-]/, ''));
      return /^[−-]/.test(trimmed) ? nameMinus(language) + number : number;
    }
    case 'ordinal': {
      const value = parseRoman(trimmed) ?? (/^\d{1,9}(?!\d)/.test(trimmed) ? Number.parseInt(trimmed, 10) : 0);
      return value > 0 ? language.ordinal(value) : undefined;
    }
    case 'telephone': {
      const numbers = trimmed.split(/(?<=\d)\s*(?:x|ext\.?)\s*(?=\d+$)/i).map((part) => verbalizeTelephone(language, part));
      return /\d/.test(trimmed) ? numbers.join(`, ${language.telephones?.extension ?? ''}`) : undefined;
    }
    case 'date':
      return readDate(language, trimmed, format);
    case 'time':
      return readTime(language, trimmed);
    case 'currency':
      // For an amount without a currency sign, the format contains the currency.
      return /^[\d.,\s]+$/.test(trimmed) && /^[A-Z]{3}$/.test(format)
        ? verbalizeMoney(language, parseNumber(language, trimmed), format)
        : undefined;
    case 'fraction':
      return verbalizeFraction(language, trimmed);
    default:
      return undefined;
  }
}

/** Reads a time of day, with or without seconds, such as 10:30:15 or 3pm, or a duration such as 1'21". */
function readTime(language: LanguageRules, text: string): string | undefined {
  const [, minutes, seconds] = /^(?:(\d{1,3})\s?['′’])?\s?(?:(\d{1,2})\s?(?:["″”]|''))?$/.exec(text) ?? [];
  if (minutes !== undefined || seconds !== undefined) return verbalizeDuration(language, Number(minutes ?? 0), Number(seconds ?? 0));
  const [, hour, minute = '0', second = '0', half] =
    /^(\d{1,2})(?:\s?[:.hH]\s?(\d{2}))?(?:[:.](\d{2}))?\s*([ap]\.?m\.?)?$/i.exec(text) ?? [];
  if (hour === undefined) return undefined;
  const said = verbalizeTime(language, Number(hour), Number(minute), Number(second), half !== undefined);
  if (!said || !half) return said;
  return `${said} ${half.toLowerCase().startsWith('a') ? 'A.M' : 'P.M'}`;
}

/** Reads a date in the order specified by `format` (mdy, dmy, ymd, md, dm, ym, my, y, m, d), or in the language's order by default. */
function readDate(language: LanguageRules, text: string, format: string): string | undefined {
  const parts = text.split(/[^\d?]+/).filter(Boolean);
  const packed = /^[\d?]{4}\d{4}$/.test(text) ? [text.slice(0, 4), text.slice(4, 6), text.slice(6)] : parts;
  const order = format.replace(/[^dmy]/g, '').replace(/(.)\1+/g, '$1') || guessOrder(language, packed);
  if (packed.length !== order.length || packed.length === 0) return undefined;
  // Unknown parts are written as question marks: "????0922".
  const part = (letter: string): number | undefined => {
    const value = Number(packed[order.indexOf(letter)]);
    return order.includes(letter) && Number.isInteger(value) && value > 0 ? value : undefined;
  };
  const [year, month, day] = [part('y'), part('m'), part('d')];
  if (month === undefined) return year !== undefined && day === undefined ? `${year}` : undefined;
  return verbalizeDate(language, year, month, day);
}

function guessOrder({ isMonthFirst }: LanguageRules, parts: readonly string[]): string {
  if (parts.length === 3) return parts[0]!.length === 4 ? 'ymd' : isMonthFirst ? 'mdy' : 'dmy';
  if (parts.length !== 2) return 'y';
  if (parts[0]!.length === 4) return 'ym';
  return parts[1]!.length === 4 ? 'my' : isMonthFirst ? 'md' : 'dm';
}
