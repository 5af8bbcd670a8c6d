import type { Language } from '@talking-avatar/contract';

/** Amazon Polly's codes for `<lang xml:lang>`, or null for languages that Polly does not support. */
export const POLLY_LANGUAGES: Readonly<Record<Language, string | null>> = {
  'en-US': 'en-US',
  'en-GB': 'en-GB',
  'es-ES': 'es-ES',
  'es-US': 'es-US',
  'zh-CN': 'cmn-CN',
  'de-DE': 'de-DE',
  'it-IT': 'it-IT',
  'fr-FR': 'fr-FR',
  'pt-PT': 'pt-PT',
  'pr-BR': 'pt-BR',
  ar: 'arb',
  'ja-JP': 'ja-JP',
  'ru-RU': 'ru-RU',
  'hi-IN': 'hi-IN',
  'vi-VI': null,
  'ko-KO': 'ko-KR',
};
