import type { Language } from '../../contract/index.ts';
import { sayDigits, toAsciiDigit } from './digits.ts';
import { countKorean } from './korean.ts';
import { sayOrdinal } from './ordinals.ts';
import type { Rule } from './reading.ts';
import { sayTime } from './times.ts';
import { tongueOf } from './tongues.ts';

const spellName = (name: string): string => [...name].map((sign) => ({ '&': 'and', A: 'ay' })[sign] ?? sign).join(' ');

/** What one language has alone. */
export function ownRules(language: Language): Rule[] {
  switch (tongueOf(language)) {
    case 'en':
      return [
        { pattern: /\bNo\.(?= ?\d)/g, say: () => 'number' },
        // Short forms that look like words.
        {
          pattern: /\b(?:CEO|CFO|CTO|CIO|COO|API|AI|UI|UX|EU|UAE|AWS|IO|ID)(?=s?\b)/g,
          say: ([name]) => spellName(name),
        },
        // Companies: AT&T, R&D.
        {
          pattern: /\b[A-Z]{1,3}(?:&[A-Z]{1,3})+\b/g,
          say: ([name]) => spellName(name),
        },
      ];
    case 'de':
      return [
        {
          pattern:
            /(?<!\d)(\d{1,2})\.(?= (?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b)/g,
          // "der dritte Oktober", and "am dritten Oktober", "den dritten Oktober".
          say: ({ 1: day, index, input }) =>
            sayOrdinal(language, Number(day)).replace(/r$/, /\bder $/i.test(input.slice(0, index)) ? '' : 'n'),
        },
      ];
    case 'fr':
      return [
        {
          pattern: /\b([01]?\d|2[0-4]) ?h ?([0-5]\d)?\b/g,
          say: ([, h, m]) => sayTime(language, Number(h), Number(m ?? 0)),
        },
        { pattern: /\b(\d{1,2})(?:e|ème|è)\b/g, say: ([, n]) => sayOrdinal(language, Number(n)) },
      ];
    case 'pt':
      return [
        {
          pattern: /\b([01]?\d|2[0-4])h([0-5]\d)?\b/g,
          say: ([, h, m]) => sayTime(language, Number(h), Number(m ?? 0)),
        },
      ];
    case 'es':
      return [
        { pattern: /\b(\d{1,2})\.?º/g, say: ([, n]) => sayOrdinal(language, Number(n)) },
        { pattern: /\b(\d{1,2})\.?ª/g, say: ([, n]) => sayOrdinal(language, Number(n)).replace(/o$/, 'a') },
      ];
    case 'it':
      return [{ pattern: /\b(\d{1,2})[°º](?! ?C)/g, say: ([, n]) => sayOrdinal(language, Number(n)) }];
    case 'ru':
      return [
        {
          pattern:
            /(?<!\d)(\d{1,2})(?= (?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря))/g,
          say: ([, day]) => sayOrdinal(language, Number(day)),
        },
        { pattern: /(?<=\d )г\.(?![\p{L}])/gu, say: () => 'года' },
        { pattern: /(?<![\p{L}\d])г\.(?= ?\p{Lu})/gu, say: () => 'город' },
      ];
    case 'ko':
      return [
        { pattern: /(?<!\d)0\d{1,2}-\d{3,4}-\d{4}(?!\d)/g, say: ([number]) => sayDigits(language, number) },
        {
          pattern: /(?<![\d.,])(\d{1,2}) ?(개|명|마리|살|시간|시|병|잔|권|번|대|장)(?!\p{Script=Hangul}*년)/gu,
          say: ([, n, counter]) => (Number(n) === 0 ? undefined : `${countKorean(Number(n))} ${counter}`),
        },
        {
          pattern: /(?<![\d.,])(\d+)\.(\d+)(%?)/g,
          say: ([, whole, part = '', percent]) => `${whole} 점 ${sayDigits(language, part)}${percent ? ' 퍼센트' : ''}`,
        },
        { pattern: /(?<!\d)(?:6|10)월/g, say: ([month]) => (month === '6월' ? '유월' : '시월') },
      ];
    case 'zh':
      return [
        { pattern: /(\d{4})年/g, say: ([, year = '']) => `${sayDigits(language, year)}年` },
        { pattern: /([\d.,]+)[%％]/g, say: ([, number]) => `百分之${number}` },
        { pattern: /(?<![\d.])2(?=个|位|本|只|天|次|杯|张|件|岁|年级)/g, say: () => '两' },
        { pattern: /[０-９]+/g, say: ([wide]) => wide.normalize('NFKC') },
      ];
    case 'ar':
      return [
        {
          pattern: /([٠-٩]+)([٪%]?)/g,
          say: ([, digits = '', percent]) => [...digits].map(toAsciiDigit).join('') + (percent ? ' بالمئة' : ''),
        },
      ];
    default:
      return [];
  }
}
