import type { Language } from '../../contract/index.ts';
import { NUMBER, writeNumber } from './numbers.ts';
import { alternatives } from './patterns.ts';
import { choose } from './plurals.ts';
import type { Rule } from './reading.ts';
import { RANGES } from './signs.ts';
import { type Tongue, tongueOf } from './tongues.ts';

/** Short forms of thousands, millions and so on, and the words themselves, as they stand behind a sum; after a bar the singular. */
export const MAGNITUDES: Partial<Readonly<Record<Tongue, Readonly<Record<string, string>>>>> = {
  en: {
    k: 'thousand',
    K: 'thousand',
    m: 'million',
    M: 'million',
    mn: 'million',
    b: 'billion',
    B: 'billion',
    bn: 'billion',
    tn: 'trillion',
    T: 'trillion',
    thousand: 'thousand',
    million: 'million',
    billion: 'billion',
    trillion: 'trillion',
    lakh: 'lakh',
    crore: 'crore',
  },
  de: {
    'Tsd.': 'tausend',
    'Mio.': 'Millionen|Million',
    Mio: 'Millionen|Million',
    'Mrd.': 'Milliarden|Milliarde',
    Mrd: 'Milliarden|Milliarde',
    Million: 'Million',
    Millionen: 'Millionen',
    Milliarde: 'Milliarde',
    Milliarden: 'Milliarden',
  },
  fr: {
    k: 'mille',
    M: 'millions|million',
    Md: 'milliards|milliard',
    Mds: 'milliards|milliard',
    Mrd: 'milliards|milliard',
    million: 'million',
    millions: 'millions',
    milliard: 'milliard',
    milliards: 'milliards',
  },
  es: {
    k: 'mil',
    M: 'millones|millón',
    'mill.': 'millones|millón',
    mil: 'mil',
    millón: 'millón',
    millones: 'millones',
  },
  it: {
    mln: 'milioni|milione',
    mld: 'miliardi|miliardo',
    milione: 'milione',
    milioni: 'milioni',
    miliardo: 'miliardo',
    miliardi: 'miliardi',
  },
  pt: {
    mil: 'mil',
    mi: 'milhões|milhão',
    M: 'milhões|milhão',
    milhão: 'milhão',
    milhões: 'milhões',
    bi: 'bilhões|bilhão',
    bilhão: 'bilhão',
    bilhões: 'bilhões',
  },
  ru: { 'тыс.': 'тыс', тыс: 'тыс', млн: 'млн', 'млн.': 'млн', млрд: 'млрд', 'млрд.': 'млрд' },
  hi: { करोड़: 'करोड़', लाख: 'लाख', हज़ार: 'हज़ार', अरब: 'अरब' },
  zh: { 万: '万', 亿: '亿', 百万: '百万', 千万: '千万' },
  ko: { 만: '만', 억: '억', 조: '조', 천: '천' },
  vi: { k: 'nghìn', nghìn: 'nghìn', ngàn: 'ngàn', tr: 'triệu', triệu: 'triệu', tỷ: 'tỷ', tỉ: 'tỉ' },
  ar: { ألف: 'ألف', مليون: 'مليون', مليار: 'مليار' },
};

/** Before the name of what is counted in millions and more: "millions d'euros". */
const JOINTS: Partial<Readonly<Record<Tongue, (name: string) => string>>> = {
  fr: (name) => (/^[aeiouyhé]/i.test(name) ? `d'${name}` : `de ${name}`),
  es: (name) => `de ${name}`,
  it: (name) => `di ${name}`,
  pt: (name) => `de ${name}`,
};

const RUSSIAN: Readonly<Record<string, readonly [string, string, string]>> = {
  тыс: ['тысяча', 'тысячи', 'тысяч'],
  млн: ['миллион', 'миллиона', 'миллионов'],
  млрд: ['миллиард', 'миллиарда', 'миллиардов'],
};

/** What an English "m" behind a number counts when it means millions. */
export const COUNTED_IN_MILLIONS =
  '(?:people|users|customers|views|followers|downloads|jobs|households|homes|barrels|tonnes|tons|shares|copies|visitors|players|workers|likes|subscribers|plays|visits|streams|employees|members|fans|dollars|euros|pounds|years)\\b';

/** Short forms that mean a magnitude without money too. */
const SURE: Partial<Readonly<Record<Tongue, readonly string[]>>> = {
  de: ['Tsd.', 'Mio.', 'Mio', 'Mrd.', 'Mrd'],
  it: ['mln', 'mld'],
  vi: ['k'],
  ru: ['тыс.', 'тыс', 'млн.', 'млн', 'млрд.', 'млрд'],
};

/** Magnitudes in short without money, alone or as a range: "5 Mio. Menschen", "2 млн". */
export function magnitudeRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  const sure = SURE[tongue];
  if (!sure) return [];
  return [
    {
      pattern: new RegExp(
        `(?<![\\d.,])(?:(${NUMBER})\\s?[-–]\\s?)?(${NUMBER})\\s?(${alternatives(sure)})(?:\\s(руб)(?:\\.(?=\\s*\\p{Ll}))?)?(?![\\p{L}\\p{M}\\d])`,
        'gu',
      ),
      say: ({ 1: from, 2: number = '', 3: magnitude = '', 4: money, index, input }) => {
        // A run of so many kilometres.
        if (magnitude === 'k' && /(?<!\p{L})(?:chạy|đua|cự ly|giải|đi bộ) $/iu.test(input.slice(0, index)))
          return undefined;
        const start = from === undefined ? '' : `${from} ${RANGES[tongue]} `.replace('  ', ' ');
        return start + sayMagnitude(language, number, magnitude, money && 'рублей');
      },
    },
  ];
}

/** "3.5m" with its money or without: "3.5 million euros". */
export function sayMagnitude(language: Language, written: string, magnitude: string, name = ''): string {
  const tongue = tongueOf(language);
  const number = writeNumber(language, written);
  const words = MAGNITUDES[tongue]?.[magnitude] ?? magnitude;
  const russian = RUSSIAN[words];
  if (russian) {
    const word = /\D/.test(number) ? russian[1] : choose(Number(number), ...russian);
    return [number, word, name].filter(Boolean).join(' ');
  }
  const [many = '', one = many] = words.split('|');
  const joint = /^(?:mil|mille|tausend|thousand)$/.test(many) ? undefined : JOINTS[tongue];
  const joined = name && joint ? joint(name) : name;
  const close = tongue === 'zh' || tongue === 'ko';
  return `${number}${close ? '' : ' '}${number === '1' ? one : many}${joined && ` ${joined}`}`;
}
