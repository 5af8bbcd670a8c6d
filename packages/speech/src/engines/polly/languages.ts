import type { Language } from '@talking-avatar/contract';

/** Polly's language codes that differ from ours; it does not support Vietnamese. */
const OWN: Readonly<Partial<Record<Language, string | null>>> = {
  'zh-CN': 'cmn-CN',
  'pr-BR': 'pt-BR',
  ar: 'arb',
  'ko-KO': 'ko-KR',
  'vi-VI': null,
};

/** Polly's code of a language for `<lang xml:lang>`; null where Polly does not support it. */
export function findPollyLanguage(language: Language): string | null {
  const own = OWN[language];
  return own === undefined ? language : own;
}
