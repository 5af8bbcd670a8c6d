/**
 * Languages by BCP 47 code. The exceptions are `pr-BR`, `vi-VI`, and `ko-KO`, which the interface specification and clients spell this way.
 */
export const LANGUAGES = [
  'en-US',
  'en-GB',
  'es-ES',
  'es-US',
  'zh-CN',
  'de-DE',
  'it-IT',
  'fr-FR',
  'pt-PT',
  'pr-BR',
  'ar',
  'ja-JP',
  'ru-RU',
  'hi-IN',
  'vi-VI',
  'ko-KO',
] as const;

export type Language = (typeof LANGUAGES)[number];

/** BCP 47 codes of the languages that are spelled differently here. */
const BCP_47: Readonly<Partial<Record<Language, string>>> = { 'pr-BR': 'pt-BR', 'vi-VI': 'vi-VN', 'ko-KO': 'ko-KR' };

const baseOf = (language: Language): string => (BCP_47[language] ?? language).replace(/-.*/, '');

/** Accepted alternatives: the language alone (`en` stands for the first English entry, and so on), and the BCP 47 codes above. */
const ALIASES: ReadonlyMap<string, Language> = new Map([
  ...LANGUAGES.filter((language, i) => LANGUAGES.findIndex((other) => baseOf(other) === baseOf(language)) === i)
    .filter((language) => baseOf(language) !== language)
    .map((language) => [baseOf(language), language] as const),
  ...Object.entries(BCP_47).map(([language, code]) => [code, language as Language] as const),
]);

/** All language codes that a client may use. */
export const LANGUAGE_SPELLINGS: readonly string[] = [...LANGUAGES, ...ALIASES.keys()];

const BY_SPELLING = new Map<string, Language>([
  ...LANGUAGES.map((language) => [language.toLowerCase(), language] as const),
  ...[...ALIASES].map(([alias, language]) => [alias.toLowerCase(), language] as const),
]);

/** The script subtag, such as `Hant`. It does not affect speech. */
const SCRIPT = /(?<=^[a-z]{2})-[a-z]{4}(?=-|$)/;

/**
 * @param spelling a code from `LANGUAGES` or an accepted alternative, such as `en` or `pt-BR`, in any case, with hyphens or underscores,
 *   with or without a script (`pt-Latn-BR`).
 * @returns undefined for any other code
 */
export const findLanguage = (spelling: string): Language | undefined =>
  BY_SPELLING.get(spelling.trim().replaceAll('_', '-').toLowerCase().replace(SCRIPT, ''));

/** Returns the supported variant of English or Spanish that is closest to the one spoken in a country. */
const NEAREST: Readonly<Record<string, (region: string) => Language>> = {
  en: (region) => (/^(?:CA|PH|PR|LR)$/.test(region) ? 'en-US' : 'en-GB'),
  es: (region) => (/^(?:AD|GQ|EA|IC)$/.test(region) ? 'es-ES' : 'es-US'),
};

/** True if a region code has a name; otherwise, it is a typo. The first lookup takes 20 ms, so it is not made at startup. */
const isRegion = (code: string): boolean => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined;

/**
 * Finds the supported language nearest to a BCP 47 tag.
 * @param tag such as `ar-SA`, `es-MX`, or `zh-Hant-TW`, in any case, with hyphens or underscores
 * @returns undefined if the tag is invalid or if no variant of the language is supported
 */
export function findNearestLanguage(tag: string): Language | undefined {
  const known = findLanguage(tag);
  const [, language = '', region] = /^([a-z]{2})(?:[-_][a-z]{4})?(?:[-_]([a-z]{2}|419))?$/i.exec(tag.trim()) ?? [];
  if (known || language === '') return known;
  const country = region?.toUpperCase();
  if (country !== undefined && !isRegion(country)) return undefined;
  const nearest = country && NEAREST[language.toLowerCase()]?.(country);
  return nearest || findLanguage(language);
}
