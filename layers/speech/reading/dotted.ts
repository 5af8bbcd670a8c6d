import type { Language } from '../../contract/index.ts';
import { decimalSign } from './digits.ts';
import type { Rule } from './reading.ts';
import { type Tongue, tongueOf } from './tongues.ts';

/** What a point between numbers is called, where it stands for itself: in addresses and versions. */
const POINTS: Readonly<Record<Tongue, string>> = {
  en: 'dot',
  es: 'punto',
  zh: '点',
  de: 'Punkt',
  it: 'punto',
  fr: 'point',
  pt: 'ponto',
  ar: 'نقطة',
  ja: 'テン',
  ru: 'точка',
  hi: 'डॉट',
  vi: 'chấm',
  ko: '점',
};

/** What a "v" before a number stands for. */
const VERSIONS: Readonly<Record<Tongue, string>> = {
  en: 'version',
  es: 'versión',
  zh: '版本',
  de: 'Version',
  it: 'versione',
  fr: 'version',
  pt: 'versão',
  ar: 'الإصدار',
  ja: 'バージョン',
  ru: 'версия',
  hi: 'संस्करण',
  vi: 'phiên bản',
  ko: '버전',
};

/** The word for a version, before a number of three parts or more. */
const NAMED = '(?<=(?:[Vv]ers(?:ion|ione|ión|ão)|[Вв]ерси[яиюей]{1,2}|バージョン|版本|버전|phiên bản)\\s?)';

const PART = '\\d{1,3}';

/** Numbers with several points that count nothing: versions such as "v2.0.1", and addresses of the internet such as "192.168.0.1". */
export function dottedRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  const spell = (written: string, point = POINTS[tongue]): string => written.split('.').map(Number).join(` ${point} `);
  // An English version has points as a decimal number has.
  const point = tongue === 'en' ? 'point' : POINTS[tongue];
  return [
    {
      pattern: /(?<![\p{L}\p{N}.])(?<!\p{N}[-/])[vV]\.?(\d+(?:\.\d+){1,3})(?![\p{L}\p{N}]|\.\d)/gu,
      say: ([, number = '']) => `${VERSIONS[tongue]} ${spell(number, point)}`,
    },
    {
      pattern: new RegExp(`${NAMED}(\\d{1,4}(?:\\.${PART}){2,3})(?![\\p{N}]|\\.\\d)`, 'gu'),
      say: ([, number = '']) => spell(number, point),
    },
    {
      pattern: new RegExp(`(?<![\\p{L}\\p{N}.,/-])(${PART}(?:\\.${PART}){3})(?![\\p{L}\\p{N}]|\\.\\d|,\\d)`, 'gu'),
      say: ({ 1: address = '', index, input }) => {
        const parts = address.split('.');
        const inRange = parts.every((part) => Number(part) <= 255 && !/^0\d/.test(part));
        // Where the point parts thousands, "10.100.200.100" may be a number.
        const grouped = decimalSign(language) === ',' && parts.slice(1).every((part) => part.length === 3);
        if (!inRange || (grouped && !/\bIP\P{L}*(?:\p{L}+\P{L}+)?$/u.test(input.slice(0, index)))) return undefined;
        return spell(address);
      },
    },
  ];
}
