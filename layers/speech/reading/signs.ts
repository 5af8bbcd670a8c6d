import type { Language } from '../../contract/index.ts';
import { readNumber } from './numbers.ts';
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

/** Signs of mathematics as they are read: ≤ ≥ ≠ ≈ ± and the minus of a number. */
const NAMES: Readonly<Record<Tongue, readonly [string, string, string, string, string, string]>> = {
  en: ['less than or equal to', 'greater than or equal to', 'not equal to', 'about', 'plus or minus', 'minus'],
  es: ['menor o igual que', 'mayor o igual que', 'distinto de', 'aproximadamente', 'más menos', 'menos'],
  zh: ['小于等于', '大于等于', '不等于', '约等于', '正负', '负'],
  de: ['kleiner gleich', 'größer gleich', 'ungleich', 'ungefähr', 'plus minus', 'minus'],
  it: ['minore o uguale a', 'maggiore o uguale a', 'diverso da', 'circa', 'più o meno', 'meno'],
  fr: ['inférieur ou égal à', 'supérieur ou égal à', 'différent de', 'environ', 'plus ou moins', 'moins'],
  pt: ['menor ou igual a', 'maior ou igual a', 'diferente de', 'aproximadamente', 'mais ou menos', 'menos'],
  ar: ['أصغر من أو يساوي', 'أكبر من أو يساوي', 'لا يساوي', 'حوالي', 'زائد أو ناقص', 'ناقص'],
  ja: ['ショーナリイコール', 'ダイナリイコール', 'ノットイコール', 'ヤク', 'プラスマイナス', 'マイナス'],
  ru: ['меньше или равно', 'больше или равно', 'не равно', 'примерно', 'плюс минус', 'минус'],
  hi: ['से कम या बराबर', 'से ज़्यादा या बराबर', 'बराबर नहीं', 'लगभग', 'प्लस माइनस', 'माइनस'],
  vi: ['nhỏ hơn hoặc bằng', 'lớn hơn hoặc bằng', 'khác', 'xấp xỉ', 'cộng trừ', 'âm'],
  ko: ['작거나 같은', '크거나 같은', '같지 않은', '약', '플러스 마이너스', '마이너스'],
};
const SIGNS = '≤≥≠≈±';

/** What stands between the two ends of a range: "10-20 km". Russian and Hindi name only the ends. */
export const RANGES: Readonly<Record<Tongue, string>> = {
  en: 'to',
  es: 'a',
  zh: '到',
  de: 'bis',
  it: 'a',
  fr: 'à',
  pt: 'a',
  ar: 'إلى',
  ja: 'カラ',
  ru: '',
  hi: 'से',
  vi: 'đến',
  ko: '에서',
};

/** Signs of scripts that are written without spaces. */
export const UNSPACED = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]';

/** A minus that belongs to a number: nothing that it could join stands before it. */
export const MINUS = `(?<!(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}%)\\]:/.,-])[-−](?=\\d)`;

/** A minus that belongs to a sum of money, which may begin with the sign of its currency. */
export const MINUS_OF_MONEY =
  '(?<![\\p{L}\\p{N}\\p{M}%)\\]:/.,-]|[$€£¥₹₽₩]\\s?\\d(?:[\\d.,]{0,12}\\d)?\\s)[-−](?=[\\d$€£¥￥₹₽₩₫]|R\\$|US\\$)';

/** What a minus before a number is called; degrees of frost have their own word in Chinese and Korean. */
export function sayMinus(language: Language, unit = ''): string {
  const tongue = tongueOf(language);
  if (/[度도℃]|°C|摄氏/.test(unit)) {
    if (tongue === 'zh') return '零下';
    if (tongue === 'ko') return '영하 ';
  }
  const [, , , , , minus] = NAMES[tongue];
  return tongue === 'zh' || tongue === 'ja' ? minus : `${minus} `;
}

/** Reads a comparison, with spaces around its sign or without, and the signs of mathematics that no voice has a name for. */
export function signRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  const named: Rule = {
    pattern: new RegExp(`[${SIGNS}]`, 'g'),
    say: ([sign]) => NAMES[tongue][SIGNS.indexOf(sign)],
  };
  const minus: Rule = {
    pattern: new RegExp(`${MINUS}(\\d+(?:[.,]\\d+)*)`, 'gu'),
    say: ([, number = '']) => sayMinus(language) + number,
  };
  // "~50"; between two numbers the sign is that of a range.
  const about: Rule = {
    pattern: /(?<![\p{L}\p{N}%℃°)] ?)~(?=\s?[\d$€£¥₹₽])/gu,
    say: () => NAMES[tongue][SIGNS.indexOf('≈')],
  };
  const words = COMPARISONS[tongue];
  if (!words) return [named, about, minus];
  const name = (sign = ''): string => words[sign === '<' ? 0 : 1];
  return [
    named,
    about,
    { pattern: /(?<=[\p{L}\p{N})%] )[<>](?= [\p{L}\p{N}(])/gu, say: ([sign]) => name(sign) },
    {
      pattern: /(?<![\p{L}\p{N}<>.])([\p{L}\p{N}.]{1,20})([<>])([\p{L}\p{N}.]{0,20}[\p{L}\p{N}])(?![\p{L}\p{N}<>])/gu,
      say: ([, left, sign, right]) => `${left} ${name(sign)} ${right}`,
    },
    minus,
  ];
}

/** Two numbers that a dash joins, the lower one first, are a range. */
export function rangeRules(language: Language): Rule[] {
  const joint = RANGES[tongueOf(language)];
  const number = '\\d{1,4}(?:[.,]\\d{1,2})?';
  return [
    {
      pattern: new RegExp(
        `(?<![\\p{L}\\p{N}./:,-])(?<!(?:[Ff]light|[Mm]odel|[Rr]oom|[Bb]oeing|[Cc]ode) )(${number}) ?[-–~〜～] ?(${number})(?![\\d/-]|[.,:]\\d)(?=(\\p{L})?)`,
        'gu',
      ),
      say: ([written, from = '', to = '', letter]) => {
        const rises = Number(readNumber(language, from)) < Number(readNumber(language, to));
        const spaced = written.includes(' -') || written.includes('- ');
        const name = letter !== undefined && /[a-z]/i.test(letter);
        return rises && !spaced && !name && ![from, to].some((end) => /^0\d/.test(end))
          ? `${from} ${joint} ${to}`.replace('  ', ' ')
          : undefined;
      },
    },
  ];
}
