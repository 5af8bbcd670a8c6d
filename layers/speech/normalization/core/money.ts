import type { LanguageRules } from './language.ts';
import { verbalizeMagnitude } from './magnitudes.ts';
import { decimalSign, formatNumber, NUMBER, parseNumber } from './numbers.ts';
import { alternatives } from './patterns.ts';
import { type Rule, rulesOf } from './rule.ts';
import { MINUS_OF_MONEY, nameMinus } from './signs.ts';
import { countOf } from './units.ts';

/** The ISO 4217 code of a currency's sign. */
export const CURRENCIES: Readonly<Record<string, string>> = {
  ...{ R$: 'BRL', US$: 'USD', $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY', '￥': 'CNY', '₹': 'INR', '₽': 'RUB' },
  ...{ '₩': 'KRW', '₫': 'VND', đ: 'VND', VNĐ: 'VND' },
  ...{ USD: 'USD', EUR: 'EUR', GBP: 'GBP', JPY: 'JPY', CNY: 'CNY', INR: 'INR', RUB: 'RUB', KRW: 'KRW', VND: 'VND' },
  ...{ BRL: 'BRL', CHF: 'CHF' },
};

/** A sign or a code; what is letters stands by itself. */
const CURRENCY = alternatives(Object.keys(CURRENCIES));
const BEFORE = `(?<![\\p{L}\\p{M}](?=\\p{L}))(${CURRENCY})`;
const AFTER = `(${CURRENCY})(?!(?<=\\p{L})[\\p{L}\\p{M}])`;
/** A minus before a sign or a number, or between the two: "-$5", "-5 €", "R$ -5". */
const MINUS = `(${MINUS_OF_MONEY})?`;
const WITHIN = '\\s?([-−](?=\\d))?';

/** A number that has the plural of many in every language. */
const MANY = 1_000_000;

/** Sums of money, alone or as a range, with thousands and millions in short or in words. */
export function moneyRules(language: LanguageRules): Rule[] {
  const names = Object.keys(language.magnitudes?.names ?? {});
  const magnitudes = alternatives(names);
  const letters = names.filter((name) => /^[a-z]$/i.test(name));
  const longer = names.filter((name) => !/^[a-z]$/i.test(name));
  const verbalize = (number = '', sign = '') =>
    verbalizeMoney(language, parseNumber(language, number), CURRENCIES[sign] ?? sign);
  const verbalizeLarge = (number = '', magnitude = '', sign = '') =>
    verbalizeMagnitude(language, number, magnitude, nameCurrency(language, MANY, CURRENCIES[sign] ?? sign));
  const signed = (minus: string | undefined, sum: string) => (minus ? nameMinus(language) : '') + sum;
  const verbalizeRange = (from = '', to = '', magnitude?: string, sign = '') => {
    if (Number(parseNumber(language, from)) >= Number(parseNumber(language, to))) return undefined;
    const most = magnitude ? verbalizeLarge(to, magnitude, sign) : verbalize(to, sign);
    const first = /[.,]\d\d$/.test(from) && !magnitude ? verbalize(from, sign) : formatNumber(language, from);
    return `${first} ${language.signs.range} ${most}`.replace('  ', ' ');
  };
  const end = language.isUnspaced ? '' : '(?![\\p{L}\\p{M}])';
  const joint = "(?:de |di |d['’])?";
  // A single letter counts only right behind its number: "$5m", but "$20 T-shirt", "$5 M&Ms".
  const forms = `(?:\\s?(?:${alternatives(longer)})|(?:${alternatives(letters)})(?!&|['’](?!s(?!\\p{L}))|-(?!an?-)\\p{L}))`;
  // "$2M's worth": the dollars' worth.
  const owner = language.tag.startsWith('en') ? "(?:['’]s(?!\\p{L}))?" : '';
  return rulesOf(
    [
      // "$5-10m", "$5-$10", "€5–10"
      new RegExp(`${BEFORE}\\s?(${NUMBER})[-–](?:\\1)?(${NUMBER})(${forms})?(?![\\d/%-]|[.,]\\d)${end}`, 'gu'),
      ([, sign, from, to, magnitude]) => verbalizeRange(from, to, magnitude?.trim(), sign),
    ],
    [
      // "5-10 €", "5–10 Mio. €"
      new RegExp(
        `(?<![\\p{L}\\d.,/-])(${NUMBER})\\s?[-–]\\s?(${NUMBER})\\s?(?:(${magnitudes})\\s?${joint})?${AFTER}`,
        'gu',
      ),
      ([, from, to, magnitude, sign]) => verbalizeRange(from, to, magnitude, sign),
    ],
    [
      new RegExp(`${MINUS}${BEFORE}${WITHIN}(${NUMBER})(${forms})${end}${owner}`, 'gu'),
      ([, minus, sign, within, number, magnitude]) =>
        signed(minus ?? within, verbalizeLarge(number, magnitude?.trim(), sign)),
    ],
    [
      new RegExp(`${MINUS}(?<![\\d.,])(${NUMBER})\\s?(${magnitudes})\\s?${joint}${AFTER}`, 'gu'),
      ([, minus, number, magnitude, sign]) => signed(minus, verbalizeLarge(number, magnitude, sign)),
    ],
    [
      new RegExp(`${MINUS}${BEFORE}${WITHIN}(${NUMBER})`, 'gu'),
      ([, minus, sign, within, number]) => signed(minus ?? within, verbalize(number, sign)),
    ],
    [
      new RegExp(`${MINUS}(?<![\\d.,])(${NUMBER})\\s?${AFTER}`, 'gu'),
      ([, minus, number, sign]) => signed(minus, verbalize(number, sign)),
    ],
  );
}

/**
 * Reads a sum of money: the whole part with the currency's name, and then the hundredths.
 *
 * @param amount ASCII digits, with a decimal point or without.
 * @param code ISO 4217.
 */
export function verbalizeMoney(language: LanguageRules, amount: string, code: string): string {
  const [whole = '0', part = ''] = amount.split('.');
  const value = Number(whole);
  const hundredths = /^\d{1,2}$/.test(part) ? Number(part.padEnd(2, '0')) : 0;
  const name = nameCurrency(language, value, code);
  if (part.length > 2) return `${whole}${decimalSign(language)}${part} ${name}`;
  const { joint = '', cents } = language.money;
  const cent = hundredths ? (cents?.(hundredths, code) ?? '') : '';
  if (cent && value === 0) return `${hundredths}${cent}`;
  const parted = code === 'GBP' && cents ? '' : joint;
  return `${countOf(language, whole, name)} ${name}${hundredths ? `${parted} ${hundredths}${cent}` : ''}`;
}

const NAMED = { currencyDisplay: 'name', maximumFractionDigits: 0 } as const;
const formats = new Map<string, Intl.NumberFormat>();

/** The name of a currency behind a number. */
function nameCurrency({ tag, money }: LanguageRules, value: number, code: string): string {
  const own = money.name?.(code, value);
  if (own !== undefined) return own;
  const key = tag + code;
  const format = formats.get(key) ?? new Intl.NumberFormat(tag, { style: 'currency', currency: code, ...NAMED });
  formats.set(key, format);
  const name = format.formatToParts(value).find(({ type }) => type === 'currency')?.value ?? code;
  // The country is understood: dollars, not US dollars.
  return money.country ? name.replace(money.country, '') : name;
}
