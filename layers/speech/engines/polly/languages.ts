import type { Language } from '../../../contract/index.ts';

/** Codes that Polly spells in its own way; it does not speak Vietnamese. */
const OWN: Readonly<Partial<Record<Language, string | null>>> = {
  'zh-CN': 'cmn-CN',
  'pr-BR': 'pt-BR',
  ar: 'arb',
  'ko-KO': 'ko-KR',
  'vi-VI': null,
};

/** Polly's code for a language within another (`<lang xml:lang>`); null when it does not speak it. */
export function findPollyLanguage(language: Language): string | null {
  const own = OWN[language];
  return own === undefined ? language : own;
}
