import type { LanguageRules } from './language.ts';
import { type Rule, rulesOf } from './rule.ts';

/**
 * A web or email address, recognized by its protocol, @, or a common ending. Texts in any language may contain addresses from any country.
 */
export const ADDRESS =
  /(?<![\p{Script=Latin}\d])(?:(?:https?:\/\/|www\.)[\w.~:/?#@!$&*+,;=%-]*[\w/]|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+|(?!p\.es\.)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,4}\.(?:com|org|net|edu|gov|io|de|fr|es|it|pt|br|ru|cn|jp|kr|in|vn|uk|nl|eu|ch|pl|dk|cz|gr|ua|au)(?:\/[\w/.-]*\w)?)(?![\p{Script=Latin}\d])/giu;

/** Parts of an address that are spelled out: parts without a vowel, and country codes. */
const SPELLED = /^(?:[bcdfghj-np-tv-xz]{2,5}|de|uk|eu|au|ua)$/i;

/** Reads a web or email address, with the symbols as words. */
function verbalizeAddress({ signs }: LanguageRules, address: string): string {
  const [at, dot, slash, dash, underscore] = signs.address;
  const names: Record<string, string> = { '@': at, '.': dot, '/': slash, '-': dash, _: underscore };
  return address
    .replace(/^https?:\/\/(?:www\.)?|\/$/g, '')
    .replace(/[?#].*$/, '')
    .replace(/[a-z\d]+/gi, (label) => (SPELLED.test(label) ? [...label.toUpperCase()].join(' ') : label))
    .replace(/[@./_-]/g, (sign) => ` ${names[sign]} `)
    .trim();
}

export const addressRules = (language: LanguageRules): Rule[] => rulesOf([ADDRESS, ([written]) => verbalizeAddress(language, written)]);
