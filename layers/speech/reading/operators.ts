import type { Language } from '../../contract/index.ts';
import type { Rule } from './reading.ts';
import { type Tongue, tongueOf } from './tongues.ts';
import { sayUnit } from './units.ts';

/** Plus, times, divided by, equals, and minus between two numbers. */
const NAMES: Readonly<Record<Tongue, readonly [string, string, string, string, string]>> = {
  en: ['plus', 'times', 'divided by', 'equals', 'minus'],
  es: ['más', 'por', 'entre', 'igual a', 'menos'],
  zh: ['加', '乘', '除以', '等于', '减'],
  de: ['plus', 'mal', 'geteilt durch', 'gleich', 'minus'],
  it: ['più', 'per', 'diviso', 'uguale', 'meno'],
  fr: ['plus', 'fois', 'divisé par', 'égale', 'moins'],
  pt: ['mais', 'vezes', 'dividido por', 'igual a', 'menos'],
  ar: ['زائد', 'ضرب', 'على', 'يساوي', 'ناقص'],
  ja: ['タス', 'カケル', 'ワル', 'ワ', 'ヒク'],
  ru: ['плюс', 'умножить на', 'разделить на', 'равно', 'минус'],
  hi: ['प्लस', 'गुणा', 'भाग', 'बराबर', 'माइनस'],
  vi: ['cộng', 'nhân', 'chia', 'bằng', 'trừ'],
  ko: ['더하기', '곱하기', '나누기', '는', '빼기'],
};
const SIGNS = '+×÷=';

/** How the two numbers of a result are joined: "3:1". */
const RESULTS: Partial<Readonly<Record<Tongue, string>>> = {
  es: 'a',
  zh: '比',
  de: 'zu',
  it: 'a',
  fr: 'à',
  pt: 'a',
  ja: 'タイ',
  ko: '대',
};

/** How often something is done: "3x/día". */
const TIMES: Partial<Readonly<Record<Tongue, string>>> = {
  es: 'veces',
  de: 'mal',
  it: 'volte',
  fr: 'fois',
  pt: 'vezes',
};

/** How the two numbers of a blood pressure are joined: "120/80 mmHg". */
const OVER: Partial<Readonly<Record<Tongue, string>>> = {
  ...{ en: 'over', es: 'sobre', de: 'zu', it: 'su', fr: 'sur', pt: 'por', ru: 'на', vi: 'trên', zh: '到', ko: '에' },
};

/** Pressures of the blood: two numbers with their unit. */
export function pressureRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  if (tongue === 'ja') return [];
  return [
    {
      pattern: /(?<![\d/.,])(\d{2,3})\/(\d{2,3}) ?(mmHg|мм рт\. ст\.)/gu,
      say: ([, high, low = '', unit = '']) =>
        [high, OVER[tongue], low, sayUnit(language, unit, low) ?? unit].filter(Boolean).join(' '),
    },
  ];
}

/** Signs between two operands, results of matches, and strokes that a voice would name in English. */
export function operatorRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  const names = NAMES[tongue];
  const result = RESULTS[tongue];
  const operand = '[\\p{N}\\p{Script=Latin})%²³]';
  const rules: Rule[] = [
    {
      // "2 + 2 = 4", "5×3"; "C++" and "10+" have nothing behind their sign.
      pattern: new RegExp(
        `(?<=(?:\\p{N}[\\p{L}%²³)]{0,3}|(?<!\\p{L})\\p{L})\\s?)[${SIGNS}](?=\\s?(?:\\p{N}|\\p{Script=Latin}(?!\\p{L})))`,
        'gu',
      ),
      say: ([sign]) => ` ${names[SIGNS.indexOf(sign)]} `,
    },
    {
      pattern: /(?<=\d )[-−–](?= \d[\d.,]* =|(?<= = \d[\d.,]* [-−–]) \d)/gu,
      say: () => names[4],
    },
  ];
  if (tongue !== 'en' && tongue !== 'ja')
    rules.push({
      pattern: /(?<=(?<![\p{L}\d.,])\d{1,3} ?)x(?= ?\d{1,3}(?![\p{L}\d]))/gu,
      // A result is written with it in Portuguese.
      say: ({ 0: sign, index, input }) =>
        ` ${tongue === 'pt' && !/^ ?\d+ ?=/.test(input.slice(index + sign.length)) ? result : names[1]} `,
    });
  const times = TIMES[tongue];
  if (times !== undefined)
    rules.push({
      pattern: /(?<![\p{L}\d.,])(\d{1,2}) ?x(?=\/| (?:de|al|ao|par|por|per|pro|täglich|am|im|a) )/gu,
      say: ([, count]) => `${count} ${times}`,
    });
  if (result !== undefined)
    rules.push({
      pattern: new RegExp(`(?<![\\d:.,-]|${operand}:)(\\d{1,2}):(\\d)(?![\\d:])`, 'gu'),
      say: ([, left, right]) => `${left} ${result} ${right}`,
    });
  if (tongue === 'pt' || tongue === 'de')
    rules.push({
      // Their voices name the hyphen.
      pattern: /(?<![\p{L}\d.,/-])(?=\d{1,2}-\d{1,2}(?!\d)|\d{2,3}-\d{2,3}(?!\d))(\d+)-(\d+)(?![\p{L}\d/-]|[.,]\d)/gu,
      say: ([, left, right]) => `${left} ${result} ${right}`,
    });
  if (tongue === 'hi' || tongue === 'ar' || tongue === 'ko')
    rules.push({
      pattern:
        /(?<![\p{L}\p{M}\p{N}/.@])([\p{L}\p{M}\p{N}]{1,30})\/([\p{L}\p{N}][\p{L}\p{M}\p{N}]{0,30})(?![\p{L}\p{M}\p{N}/])/gu,
      say: ([, left, right]) => `${left} ${right}`,
    });
  else rules.push({ pattern: /(?<![\d/])24\/7(?![\d/])/g, say: () => '24 7' });
  return rules;
}
