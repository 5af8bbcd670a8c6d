import type { Language } from '../../contract/index.ts';

/** The languages by what their words are, without the country. */
export type Tongue = 'en' | 'es' | 'zh' | 'de' | 'it' | 'fr' | 'pt' | 'ar' | 'ja' | 'ru' | 'hi' | 'vi' | 'ko';

/** The tag by which `Intl` knows a language. */
export const LOCALES: Readonly<Record<Language, string>> = {
  'en-US': 'en-US',
  'en-GB': 'en-GB',
  'es-ES': 'es-ES',
  'es-US': 'es-US',
  'zh-CN': 'zh-CN',
  'de-DE': 'de-DE',
  'it-IT': 'it-IT',
  'fr-FR': 'fr-FR',
  'pt-PT': 'pt-PT',
  'pr-BR': 'pt-BR',
  ar: 'ar-u-nu-latn',
  'ja-JP': 'ja-JP',
  'ru-RU': 'ru-RU',
  'hi-IN': 'hi-IN-u-nu-latn',
  'vi-VI': 'vi-VN',
  'ko-KO': 'ko-KR',
};

export const tongueOf = (language: Language): Tongue => LOCALES[language].slice(0, 2) as Tongue;
