import type { Language } from '../../contract/index.ts';
import { decimalSign } from './digits.ts';
import { sayCount } from './gendered-numbers.ts';
import { sayCounted } from './japanese-numbers.ts';
import { MAGNITUDES, sayMagnitude } from './magnitudes.ts';
import { NUMBER, readNumber, writeNumber } from './numbers.ts';
import { alternatives } from './patterns.ts';
import { choose } from './plurals.ts';
import type { Rule } from './reading.ts';
import { MINUS_OF_MONEY, RANGES, sayMinus } from './signs.ts';
import { LOCALES, tongueOf } from './tongues.ts';

/** The code of a currency's sign. */
export const CURRENCIES: Readonly<Record<string, string>> = {
  R$: 'BRL',
  US$: 'USD',
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '￥': 'CNY',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₫': 'VND',
  đ: 'VND',
  VNĐ: 'VND',
  ...Object.fromEntries(
    ['USD', 'EUR', 'GBP', 'JPY', 'CNY', 'INR', 'RUB', 'KRW', 'VND', 'BRL', 'CHF'].map((code) => [code, code]),
  ),
};

/** A sign or a code; what is letters stands by itself. */
const CURRENCY = alternatives(Object.keys(CURRENCIES));
const BEFORE = `(?<![\\p{L}\\p{M}](?=\\p{L}))(${CURRENCY})`;
/** A minus before a sign or a number, or between the two: "-$5", "-5 €", "R$ -5". */
const MINUS = `(${MINUS_OF_MONEY})?`;
const WITHIN = '\\s?([-−](?=\\d))?';
const AFTER = `(${CURRENCY})(?!(?<=\\p{L})[\\p{L}\\p{M}])`;

/** Sums of money, with thousands and millions in short or in words. */
export function moneyRules(language: Language): Rule[] {
  const names = Object.keys(MAGNITUDES[tongueOf(language)] ?? {});
  const magnitudes = alternatives(names);
  const [letters, words] = [
    names.filter((name) => /^[a-z]$/i.test(name)),
    names.filter((name) => !/^[a-z]$/i.test(name)),
  ];
  const say = (number = '', sign = '') => sayMoney(language, readNumber(language, number), CURRENCIES[sign] ?? sign);
  const sayLarge = (number = '', magnitude = '', sign = '') =>
    sayMagnitude(language, number, magnitude, nameCurrency(language, MANY, CURRENCIES[sign] ?? sign));
  const signed = (minus: string | undefined, sum: string) => (minus ? sayMinus(language) : '') + sum;
  const sayRange = (from = '', to = '', magnitude?: string, sign = '') => {
    if (Number(readNumber(language, from)) >= Number(readNumber(language, to))) return undefined;
    const most = magnitude ? sayLarge(to, magnitude, sign) : say(to, sign);
    const first = /[.,]\d\d$/.test(from) && !magnitude ? say(from, sign) : writeNumber(language, from);
    return `${first} ${RANGES[tongueOf(language)]} ${most}`.replace('  ', ' ');
  };
  const end = tongueOf(language) === 'zh' || tongueOf(language) === 'ko' ? '' : '(?![\\p{L}\\p{M}])';
  const joint = "(?:de |di |d['’])?";
  // A single letter counts only right behind its number: "$5m", but "$20 T-shirt", "$5 M&Ms".
  const forms = [
    ...(words.length > 0 ? [`\\s?(?:${alternatives(words)})`] : []),
    ...(letters.length > 0 ? [`(?:${alternatives(letters)})(?!&|['’](?!s(?!\\p{L}))|-(?!an?-)\\p{L})`] : []),
  ];
  const ranges: Rule[] = [
    {
      // "$5-10m", "$5-$10", "€5–10"
      pattern: new RegExp(
        `${BEFORE}\\s?(${NUMBER})[-–](?:\\1)?(${NUMBER})(${forms.join('|') || '(?!)'})?(?![\\d/%-]|[.,]\\d)${end}`,
        'gu',
      ),
      say: ([, sign, from, to, magnitude]) => sayRange(from, to, magnitude?.trim(), sign),
    },
    {
      // "5-10 €", "5–10 Mio. €"
      pattern: new RegExp(
        `(?<![\\p{L}\\d.,/-])(${NUMBER})\\s?[-–]\\s?(${NUMBER})\\s?(?:(${magnitudes || '(?!)'})\\s?${joint})?${AFTER}`,
        'gu',
      ),
      say: ([, from, to, magnitude, sign]) => sayRange(from, to, magnitude, sign),
    },
  ];
  // "$2M's worth": the dollars' worth.
  const owner = tongueOf(language) === 'en' ? "(?:['’]s(?!\\p{L}))?" : '';
  const large: Rule[] = magnitudes
    ? [
        {
          pattern: new RegExp(`${MINUS}${BEFORE}${WITHIN}(${NUMBER})(${forms.join('|')})${end}${owner}`, 'gu'),
          say: ([, minus, sign, within, number, magnitude]) =>
            signed(minus ?? within, sayLarge(number, magnitude?.trim(), sign)),
        },
        {
          pattern: new RegExp(`${MINUS}(?<![\\d.,])(${NUMBER})\\s?(${magnitudes})\\s?${joint}${AFTER}`, 'gu'),
          say: ([, minus, number, magnitude, sign]) => signed(minus, sayLarge(number, magnitude, sign)),
        },
      ]
    : [];
  return [
    ...ranges,
    ...large,
    {
      pattern: new RegExp(`${MINUS}${BEFORE}${WITHIN}(${NUMBER})`, 'gu'),
      say: ([, minus, sign, within, number]) => signed(minus ?? within, say(number, sign)),
    },
    {
      pattern: new RegExp(`${MINUS}(?<![\\d.,])(${NUMBER})\\s?${AFTER}`, 'gu'),
      say: ([, minus, number, sign]) => signed(minus, say(number, sign)),
    },
  ];
}

/** A number that has the plural of many in every language. */
const MANY = 1_000_000;

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
  const joint = { en: code === 'GBP' ? '' : ' and', it: ' e', es: ' con', pt: ' e' }[tongue as string] ?? '';
  const cents = tongue === 'en' && /USD|EUR/.test(code) ? ` cent${hundredths === 1 ? '' : 's'}` : '';
  if (cents && value === 0 && hundredths) return `${hundredths}${cents}`;
  const number = tongue === 'ja' ? sayCounted(whole) : sayCount(tongue, whole, name);
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
    .replace(/^(?:US|Indian|British|Japanese|Chinese|भारतीय|ब्रिटिश|जापानी)[ -]/, '')
    .replace(
      / (?:américains?|des États-Unis|britannic(?:a|he)|estadounidenses?|statunitensi|dos Estados Unidos|americanos?)$|^(?:британских|британский|американских|американский) |^đô la Mỹ$| Việt Nam$|^미국 /u,
      (tail) => (tail.startsWith('đô') ? 'đô la' : ''),
    );
}
