/** The sixteen languages, in the spelling of the specification. */
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

/** Short forms, and the correct BCP 47 spelling of the three codes that the specification prints differently. */
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

/** Every spelling a client may use. */
export const LANGUAGE_SPELLINGS: readonly string[] = [...LANGUAGES, ...Object.keys(ALIASES)];

/** The language that a spelling names, or undefined. */
export function findLanguage(spelling: string): Language | undefined {
  const alias = Object.hasOwn(ALIASES, spelling) ? ALIASES[spelling] : undefined;
  return LANGUAGES.find((language) => language === spelling) ?? alias;
}
