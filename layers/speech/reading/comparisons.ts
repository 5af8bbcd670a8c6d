import type { Language } from '../../contract/index.ts';
import type { Rule } from './reading.ts';
import { type Tongue, tongueOf } from './tongues.ts';

/** How `<` and `>` are read between two things; Hindi, Japanese and Korean put the verb behind both, so their signs stay silent. */
const COMPARISONS: Partial<Readonly<Record<Tongue, readonly [less: string, greater: string]>>> = {
  en: ['less than', 'greater than'],
  es: ['menor que', 'mayor que'],
  zh: ['小于', '大于'],
  de: ['kleiner als', 'größer als'],
  it: ['minore di', 'maggiore di'],
  fr: ['inférieur à', 'supérieur à'],
  pt: ['menor que', 'maior que'],
  ar: ['أصغر من', 'أكبر من'],
  ru: ['меньше', 'больше'],
  vi: ['nhỏ hơn', 'lớn hơn'],
};

/** Reads a comparison, with spaces around its sign or without. */
export function comparisonRules(language: Language): Rule[] {
  const words = COMPARISONS[tongueOf(language)];
  if (!words) return [];
  const name = (sign = ''): string => words[sign === '<' ? 0 : 1];
  return [
    { pattern: /(?<=[\p{L}\p{N})%] )[<>](?= [\p{L}\p{N}(])/gu, say: ([sign]) => name(sign) },
    {
      pattern: /(?<![\p{L}\p{N}<>.])([\p{L}\p{N}.]{1,20})([<>])([\p{L}\p{N}.]{0,20}[\p{L}\p{N}])(?![\p{L}\p{N}<>])/gu,
      say: ([, left, sign, right]) => `${left} ${name(sign)} ${right}`,
    },
  ];
}
