/** Codes of the sixteen languages, spelled as in the interface specification. */
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

/**
 * Accepted alternatives: short forms, and the correct BCP 47 codes of the three that the interface specification spells
 * differently.
 */
const ALIASES: Readonly<Record<string, Language>> = {
  en: 'en-US',
  es: 'es-ES',
  zh: 'zh-CN',
  de: 'de-DE',
  it: 'it-IT',
  fr: 'fr-FR',
  pt: 'pt-PT',
  ja: 'ja-JP',
  ru: 'ru-RU',
  hi: 'hi-IN',
  vi: 'vi-VI',
  ko: 'ko-KO',
  'pt-BR': 'pr-BR',
  'vi-VN': 'vi-VI',
  'ko-KR': 'ko-KO',
};

/** Every language code that a client may use. */
export const LANGUAGE_SPELLINGS: readonly string[] = [...LANGUAGES, ...Object.keys(ALIASES)];

/**
 * Finds the language of a code.
 *
 * @param spelling A code of `LANGUAGES` or an accepted alternative, such as `en` or `pt-BR`.
 * @returns undefined for any other code
 */
export function findLanguage(spelling: string): Language | undefined {
  const alias = Object.hasOwn(ALIASES, spelling) ? ALIASES[spelling] : undefined;
  return LANGUAGES.find((language) => language === spelling) ?? alias;
}
