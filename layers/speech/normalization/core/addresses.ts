import type { LanguageRules } from './language.ts';
import { decimalSign } from './numbers.ts';
import { before, type Rule, rulesOf } from './rule.ts';

/** An address of the web or of mail, by its protocol, its sign or a common ending. "p.es." is an Italian abbreviation. */
export const ADDRESS =
  /(?<![\p{Script=Latin}\d])(?!p\.es\.)(?:(?:https?:\/\/|www\.)[\w.~:/?#@!$&*+,;=%-]*[\w/]|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+|[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,4}\.(?:com|org|net|edu|gov|io|de|fr|es|it|pt|br|ru|cn|jp|kr|in|vn|uk)(?:\/[\w/.-]*\w)?)(?![\p{Script=Latin}\d])/giu;

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
  return rulesOf(
    [ADDRESS, ([written]) => verbalizeAddress(language, written)],
    [
      /(?<![\p{L}\p{M}\p{N}#&/.@])([#@])([\p{L}_][\p{L}\p{M}\p{N}_]{1,60})(?![\p{L}\p{M}\p{N}#@]|\.\p{L})/gu,
      ([, sign, name = '']) => {
        const words = name.replace(/(?<=\p{Ll})(?=\p{Lu}|\d)|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\d)(?=\p{L})/gu, ' ');
        return sign === '#'
          ? `${hashtag} ${words.replaceAll('_', ' ')}`
          : `${at} ${words.replaceAll('_', ` ${underscore} `)}`;
      },
    ],
  );
}

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
      /(?<![\p{L}\p{N}.,/-])\d{1,3}(?:\.\d{1,3}){2,3}(?![\p{L}\p{N}]|[.,]\d)/gu,
      (match) => {
        const parts = match[0].split('.');
        if (parts.length === 3)
          return before(match).trimEnd().toLowerCase().endsWith(language.signs.version.toLowerCase())
            ? spell(match[0], point)
            : undefined;
        // Where the point separates thousands, "10.100.200.100" may be a number.
        const isGrouped = decimalSign(language) === ',' && parts.slice(1).every((part) => part.length === 3);
        return !isGrouped && parts.every((part) => Number(part) <= 255) ? spell(match[0], dot) : undefined;
      },
    ],
  );
}
