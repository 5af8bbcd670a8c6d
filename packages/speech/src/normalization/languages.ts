import type { Language } from '@talking-avatar/contract';
import { arabic } from './ar/index.ts';
import type { LanguageRules } from './core/language.ts';
import { german } from './de/index.ts';
import { americanEnglish, britishEnglish } from './en/index.ts';
import { americanSpanish, europeanSpanish } from './es/index.ts';
import { french } from './fr/index.ts';
import { hindi } from './hi/index.ts';
import { italian } from './it/index.ts';
import { japanese } from './ja/index.ts';
import { korean } from './ko/index.ts';
import { brazilianPortuguese, europeanPortuguese } from './pt/index.ts';
import { russian } from './ru/index.ts';
import { vietnamese } from './vi/index.ts';
import { chinese } from './zh/index.ts';

export const LANGUAGE_RULES: Readonly<Record<Language, LanguageRules>> = {
  'en-US': americanEnglish,
  'en-GB': britishEnglish,
  'es-ES': europeanSpanish,
  'es-US': americanSpanish,
  'zh-CN': chinese,
  'de-DE': german,
  'it-IT': italian,
  'fr-FR': french,
  'pt-PT': europeanPortuguese,
  'pr-BR': brazilianPortuguese,
  ar: arabic,
  'ja-JP': japanese,
  'ru-RU': russian,
  'hi-IN': hindi,
  'vi-VI': vietnamese,
  'ko-KO': korean,
};
