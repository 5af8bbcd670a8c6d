import type { LanguageRules } from './language.ts';
import { decimalSign } from './numbers.ts';
import { UNSPACED } from './patterns.ts';
import { type Rule, rulesOf } from './rule.ts';

/** An address of the web or of mail, by its protocol, its sign or a common ending. "p.es." is an Italian abbreviation. */
const ADDRESS = new RegExp(
  `(?<!(?!${UNSPACED})[\\p{L}\\p{N}])(?!p\\.es\\.)(?:https?://[^\\s<>"']*[^\\s<>"'.,;:!?)\\]]|www\\.[^\\s<>"']*[^\\s<>"'.,;:!?)\\]]|[\\w.+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63})+|[a-z0-9-]{1,63}(?:\\.[a-z0-9-]{1,63}){0,4}\\.(?:com|org|net|edu|gov|io|de|fr|es|it|pt|br|ru|cn|jp|kr|in|vn|uk)(?:/[\\w/.-]*\\w)?)(?!(?!${UNSPACED})[\\p{L}\\p{N}])`,
  'giu',
);

/** Reads an address of the web or of mail with its signs in words; what is not a word is left to the voice. */
export function verbalizeAddress({ signs }: LanguageRules, address: string): string {
  const [at, dot, slash, dash, underscore] = signs.address;
  const names: Record<string, string> = { '@': at, '.': dot, '/': slash, '-': dash, _: underscore };
  return address
    .replace(/^https?:\/\/(?:www\.)?|\/$/g, '')
    .replace(/[?#].*$/, '')
    .replace(/[@./_-]/g, (sign) => ` ${names[sign]} `)
    .trim();
}

/** Addresses, and topics and people of messages: "#BlackFriday2024", "@acme_inc", each word of the name by itself. */
export function addressRules(language: LanguageRules): Rule[] {
  const { hashtag, address } = language.signs;
  const [at, , , , underscore] = address;
  const separate = (name: string) =>
    name.replace(/(?<=\p{Ll})(?=\p{Lu}|\d)|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\d)(?=\p{L})/gu, ' ');
  return rulesOf(
    [ADDRESS, ([written]) => verbalizeAddress(language, written)],
    [
      /(?<![\p{L}\p{M}\p{N}#&/])#([\p{L}_][\p{L}\p{M}\p{N}_]{1,60})(?![\p{L}\p{M}\p{N}#])/gu,
      ([, name = '']) => `${hashtag} ${separate(name).replaceAll('_', ' ')}`,
    ],
    [
      /(?<![\p{L}\p{M}\p{N}.@])@([\p{L}_][\p{L}\p{M}\p{N}_]{1,40})(?![\p{L}\p{M}\p{N}@]|\.\p{L})/gu,
      ([, name = '']) => `${at} ${separate(name).replaceAll('_', ` ${underscore} `)}`,
    ],
  );
}

/** The word for a version, in any of the languages, before a number of three parts or more. */
const VERSION = '(?<=(?:[Vv]ers(?:ion|ione|ión|ão)|[Вв]ерси[яиюей]{1,2}|バージョン|版本|버전|phiên bản)\\s?)';

const PART = '\\d{1,3}';

/** Numbers with several points that count nothing: versions such as "v2.0.1", and addresses of the internet such as "192.168.0.1". */
export function versionRules(language: LanguageRules): Rule[] {
  const [, dot] = language.signs.address;
  // An English version has points as a decimal number has.
  const point = dot === 'dot' ? 'point' : dot;
  const spell = (written: string, sign: string): string => written.split('.').map(Number).join(` ${sign} `);
  return rulesOf(
    [
      /(?<![\p{L}\p{N}.])(?<!\p{N}[-/])[vV]\.?(\d+(?:\.\d+){1,3})(?![\p{L}\p{N}]|\.\d)/gu,
      ([, number = '']) => `${language.signs.version} ${spell(number, point)}`,
    ],
    [
      new RegExp(`${VERSION}(\\d{1,4}(?:\\.${PART}){2,3})(?![\\p{N}]|\\.\\d)`, 'gu'),
      ([, number = '']) => spell(number, point),
    ],
    [
      new RegExp(`(?<![\\p{L}\\p{N}.,/-])(${PART}(?:\\.${PART}){3})(?![\\p{L}\\p{N}]|\\.\\d|,\\d)`, 'gu'),
      ({ 1: address = '', index, input }) => {
        const parts = address.split('.');
        const inRange = parts.every((part) => Number(part) <= 255 && !/^0\d/.test(part));
        // Where the point parts thousands, "10.100.200.100" may be a number.
        const grouped = decimalSign(language) === ',' && parts.slice(1).every((part) => part.length === 3);
        const named = /\bIP\P{L}*(?:\p{L}+\P{L}+)?$/u.test(input.slice(Math.max(0, index - 40), index));
        return inRange && (!grouped || named) ? spell(address, dot) : undefined;
      },
    ],
  );
}
