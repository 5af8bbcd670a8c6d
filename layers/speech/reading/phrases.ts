import type { Language } from '../../contract/index.ts';
import { sayCounted } from './japanese-numbers.ts';
import { ORDINALS } from './ordinals.ts';
import { SIGNS } from './signs.ts';
import { LOCALES, type Tongue, tongueOf } from './tongues.ts';

/** Hours of Korean are counted in native numbers, as things are. */
const KOREAN_ONES = ['', '한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉'];
const KOREAN_TENS = ['', '열', '스물', '서른', '마흔', '쉰', '예순', '일흔', '여든', '아흔'];

/** A number below 100 in native Korean, as it stands before a counter. */
export function countKorean(value: number): string {
  if (value === 20) return '스무';
  return (KOREAN_TENS[Math.floor(value / 10)] ?? '') + (KOREAN_ONES[value % 10] ?? '');
}

const CHINESE_DIGITS = '零一二三四五六七八九';
const chineseDigits = (digits: string): string => [...digits].map((digit) => CHINESE_DIGITS[Number(digit)]).join('');

/** A calendar date in words, or undefined when there is no such day. */
export function sayDate(
  language: Language,
  year: number | undefined,
  month: number,
  day: number | undefined,
): string | undefined {
  const tongue = tongueOf(language);
  const date = new Date(Date.UTC(year ?? 2000, month - 1, day ?? 1));
  if (date.getUTCMonth() !== month - 1) return undefined;
  const name = new Intl.DateTimeFormat(LOCALES[language], {
    month: 'long',
    timeZone: 'UTC',
    ...(day && { day: 'numeric' }),
  })
    .formatToParts(date)
    .find(({ type }) => type === 'month')?.value;
  switch (tongue) {
    case 'ja':
      return [
        [year, '年'],
        [month, '月'],
        [day, '日'],
      ]
        .flatMap(([n, c]) => (n ? [sayCounted(`${n}`, `${c}`)] : []))
        .join(' ');
    case 'zh':
      return `${year ? `${chineseDigits(`${year}`)}年` : ''}${month}月${day ? `${day}日` : ''}`;
    case 'ko':
      return [year && `${year}년`, `${month === 6 ? '유' : month === 10 ? '시' : month}월`, day && `${day}일`]
        .filter(Boolean)
        .join(' ');
    case 'vi':
      return [day && `ngày ${day}`, `tháng ${month}`, year && `năm ${year}`].filter(Boolean).join(' ');
    case 'en':
      return (
        [name, day && `${day}${englishEnding(day)}`].filter(Boolean).join(' ') + (year ? `, ${sayYear(year)}` : '')
      );
    case 'es':
    case 'pt':
      return [day === 1 && tongue === 'pt' ? 'primeiro' : day, name, year].filter(Boolean).join(' de ');
    case 'de':
      return [day && `${sayOrdinal(language, day).slice(0, -1)}n`, name, year && sayYear(year, 'hundert')]
        .filter(Boolean)
        .join(' ');
    case 'ru':
      return [day && sayOrdinal(language, day), name, year && `${year} года`].filter(Boolean).join(' ');
    default:
      return [day === 1 ? sayOrdinal(language, 1) : day, name, year].filter(Boolean).join(' ');
  }
}

/** "nineteen 99", "neunzehnhundert 99": years before 2000 are read in two halves. */
function sayYear(year: number, hundred = ''): string {
  const [century, rest] = [Math.floor(year / 100), year % 100];
  if (year < 1100 || year >= 2000 || (year >= 2000 && year < 2010)) return `${year}`;
  if (hundred) return `${century} ${hundred}${rest ? ` ${rest}` : ''}`;
  return rest === 0 ? `${century} hundred` : `${century} ${rest < 10 ? `oh ${rest}` : rest}`;
}

const englishEnding = (value: number): string => {
  if (value % 100 >= 11 && value % 100 <= 13) return 'th';
  return { 1: 'st', 2: 'nd', 3: 'rd' }[value % 10] ?? 'th';
};

const GERMAN_IRREGULAR: Readonly<Record<number, string>> = { 1: 'erster', 3: 'dritter', 7: 'siebter', 8: 'achter' };
const GERMAN_ONES = [
  '',
  'ein',
  'zwei',
  'drei',
  'vier',
  'fünf',
  'sechs',
  'sieben',
  'acht',
  'neun',
  'zehn',
  'elf',
  'zwölf',
  'dreizehn',
  'vierzehn',
  'fünfzehn',
  'sechzehn',
  'siebzehn',
  'achtzehn',
  'neunzehn',
];
const GERMAN_TENS = ['', '', 'zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'];

/** An ordinal number; where a language has no words for it here, the number itself. */
export function sayOrdinal(language: Language, value: number): string {
  const tongue = tongueOf(language);
  const known = ORDINALS[tongue]?.[value - 1];
  if (known) return known;
  switch (tongue) {
    case 'en':
      return `${value}${englishEnding(value)}`;
    case 'de':
      if (value >= 100) return `${value}`;
      if (value < 20) return GERMAN_IRREGULAR[value] ?? `${GERMAN_ONES[value]}ter`;
      return `${value % 10 ? `${GERMAN_ONES[value % 10]}und` : ''}${GERMAN_TENS[Math.floor(value / 10)]}ster`;
    case 'zh':
      return `第${value}`;
    case 'ja':
      return sayCounted(`${value}`, '番目');
    case 'ko':
      return value === 1 ? '첫 번째' : `${value < 100 ? countKorean(value) : value} 번째`;
    case 'vi':
      return `thứ ${({ 1: 'nhất', 4: 'tư' } as Record<number, string>)[value] ?? value}`;
    default:
      return `${value}`;
  }
}

/** How an hour and its minutes are put together. */
const TIMES: Readonly<Record<Tongue, (hours: number, minutes: number) => string>> = {
  en: (h, m) => `${h} ${m === 0 ? (h > 12 ? 'hundred' : "o'clock") : m < 10 ? `oh ${m}` : m}`,
  de: (h, m) => `${h === 1 ? 'ein' : h} Uhr${m ? ` ${m}` : ''}`,
  fr: (h, m) => `${h} heure${h > 1 ? 's' : ''}${m ? ` ${m}` : ''}`,
  es: (h, m) => `${h}${m ? ` y ${m}` : ' en punto'}`,
  it: (h, m) => `${h}${m ? ` e ${m}` : ' in punto'}`,
  pt: (h, m) => `${h} hora${h > 1 ? 's' : ''}${m ? ` e ${m}` : ''}`,
  ru: (h, m) =>
    `${h} ${choose(h, 'час', 'часа', 'часов')}${m ? ` ${m} ${choose(m, 'минута', 'минуты', 'минут')}` : ''}`,
  hi: (h, m) => (m ? `${h} बजकर ${m} मिनट` : `${h} बजे`),
  vi: (h, m) => `${h} giờ${m ? ` ${m} phút` : ''}`,
  ko: (h, m) => `${countKorean(h) || '영'} 시${m ? ` ${m}분` : ''}`,
  zh: (h, m) => `${h === 2 ? '两' : h}点${m ? `${m < 10 ? `零${m}` : m}分` : ''}`,
  ja: (h, m) => sayCounted(`${h}`, '時') + (m ? ` ${sayCounted(`${m}`, '分')}` : ''),
  ar: (h, m) => `${h}${m ? ` و ${m} دقيقة` : ''}`,
};

/** Slavic plural: one, a few, many. */
function choose(value: number, one: string, few: string, many: string): string {
  const form = new Intl.PluralRules('ru').select(value);
  return form === 'one' ? one : form === 'few' ? few : many;
}

/** A time of the day, or undefined when there is no such time. */
export function sayTime(language: Language, hours: number, minutes: number): string | undefined {
  return hours > 24 || minutes > 59 ? undefined : TIMES[tongueOf(language)](hours, minutes);
}

/** Russian money is counted without naming the country. */
const RUBLES = (value: number) => choose(value, 'рубль', 'рубля', 'рублей');

/** A sum of money: the whole part with the currency's name, and then the hundredths. */
export function sayMoney(language: Language, amount: string, code: string): string {
  const [whole = '0', part = ''] = amount.split('.');
  const value = Number(whole);
  const hundredths = /^\d{1,2}$/.test(part) ? Number(part.padEnd(2, '0')) : 0;
  const tongue = tongueOf(language);
  const name = nameCurrency(language, value, code);
  if (part.length > 2) return `${whole}${decimalSign(language)}${part} ${name}`;
  const joint = { en: ' and', it: ' e', es: ' con', pt: ' e' }[tongue as string] ?? '';
  const cents = tongue === 'en' && /USD|EUR/.test(code) ? ` cent${hundredths === 1 ? '' : 's'}` : '';
  const number = tongue === 'ja' ? sayCounted(whole) : whole;
  return `${number} ${name}${hundredths ? `${joint} ${hundredths}${cents}` : ''}`;
}

function nameCurrency(language: Language, value: number, code: string): string {
  const tongue = tongueOf(language);
  if (tongue === 'ja') return { JPY: 'エン', USD: 'ドル', EUR: 'ユーロ', CNY: 'エン' }[code] ?? code;
  if (tongue === 'ru' && code === 'RUB') return RUBLES(value);
  if (tongue === 'zh' && (code === 'JPY' || code === 'CNY')) return '元';
  if (tongue === 'ko' && code === 'KRW') return '원';
  if (tongue === 'pt' && code === 'BRL') return value === 1 ? 'real' : 'reais';
  const name = new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency: code,
    currencyDisplay: 'name',
    maximumFractionDigits: 0,
  })
    .formatToParts(value)
    .find(({ type }) => type === 'currency')?.value;
  // The country is understood: dollars, not US dollars.
  return (name ?? code)
    .replace(/^(?:US|Indian|British|Japanese|Chinese)[ -]/, '')
    .replace(
      / (?:américains?|estadounidenses?|statunitensi|dos Estados Unidos|americanos?)$|^(?:американских|американский|американских) |^đô la Mỹ$|^미국 /u,
      (tail) => (tail.startsWith('đô') ? 'đô la' : ''),
    );
}

/** What stands before the decimals in a language. */
export const decimalSign = (language: Language): string =>
  new Intl.NumberFormat(LOCALES[language]).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** An address of the web or of mail, its signs in words; what is not a word is left to the voice. */
export function sayAddress(language: Language, address: string): string {
  const [at, dot, slash, dash, underscore] = SIGNS[tongueOf(language)];
  const names: Record<string, string> = { '@': at, '.': dot, '/': slash, '-': dash, _: underscore };
  return address
    .replace(/^https?:\/\/(?:www\.)?|\/$/g, '')
    .replace(/[?#].*$/, '')
    .replace(/[@./_-]/g, (sign) => ` ${names[sign]} `)
    .trim();
}

/** Digits one by one, with a rest between groups. */
export function sayDigits(language: Language, digits: string): string {
  const groups = digits.normalize('NFKC').match(/[\p{Nd}]+|\+/gu) ?? [];
  const tongue = tongueOf(language);
  return groups
    .map((group) => (group === '+' ? '+' : spellDigits(tongue, group)))
    .join(', ')
    .replace('+, ', '+ ');
}

function spellDigits(tongue: Tongue, digits: string): string {
  const plain = [...digits].map((digit) => toAsciiDigit(digit));
  if (tongue === 'zh') return plain.map((digit) => CHINESE_DIGITS[Number(digit)]).join('');
  if (tongue === 'ko') return plain.map((digit) => '공일이삼사오육칠팔구'[Number(digit)]).join(' ');
  return plain.join(' ');
}

/** Digits of every script stand in blocks of ten that begin with zero. */
export function toAsciiDigit(digit: string): string {
  let code = digit.codePointAt(0)!;
  const zero = (() => {
    while (/\p{Nd}/u.test(String.fromCodePoint(code - 1)) && digit.codePointAt(0)! - code < 9) code--;
    return code;
  })();
  return `${digit.codePointAt(0)! - zero}`;
}
