import type { LanguageRules } from './language.ts';
import { numberFormat } from './number-format.ts';
import { decimalSign, formatNumber, NUMBER, parseNumber } from './numbers.ts';
import { alternatives, type Rule, re, rulesOf, table } from './rule.ts';
import { MINUS_OF_MONEY, nameMinus } from './signs.ts';
import { countOf, MANY, nameUnit } from './units.ts';

/** ISO 4217 codes by currency sign, and the codes themselves. */
const CURRENCIES = table(`
  R$=BRL | US$=USD | $=USD | €=EUR | £=GBP | ¥=JPY | ￥=CNY | ₹=INR | ₽=RUB | ₩=KRW | ₫=VND | đ=VND | VNĐ=VND
  USD | EUR | GBP | JPY | CNY | INR | RUB | KRW | VND | BRL | CHF | HKD | AUD | CAD | NZD | MXN | SEK | NOK | DKK | PLN | CZK | SAR | AED | EGP
`);

/** A sign or a code. Letters must form a separate word. */
const CURRENCY = alternatives(Object.keys(CURRENCIES));
const BEFORE = `(?<![\\p{L}\\p{M}](?=\\p{L}))(${CURRENCY})`;
const AFTER = `(${CURRENCY})(?!(?<=\\p{L})[\\p{L}\\p{M}])`;

/** Rules for sums of money and ranges of them, with abbreviated or spelled-out thousands and millions. */
export function moneyRules(language: LanguageRules): Rule[] {
  const names = Object.keys(language.money.magnitudes ?? {});
  const any = alternatives(names);
  // A single letter counts only right after its number: "$5m", but not "$20 T-shirt" or "$5 M&Ms".
  const letters = alternatives(names.filter((name) => /^[a-z]$/i.test(name)));
  const longer = alternatives(names.filter((name) => !/^[a-z]$/i.test(name)));
  const magnitude = `((?:\\s?(?:${longer})|(?:${letters})(?!&|['’](?!s(?!\\p{L}))|-(?!an?-)\\p{L}))${language.isUnspaced ? '' : '(?![\\p{L}\\p{M}])'})?`;
  const { of } = language.money;
  // "de " and "d'" as in "5 millions d'€".
  const ofs = of ? `(?:${of('x').slice(0, -1)}|${of('e').slice(0, -1).replace("'", "['’]")})?` : '';
  const say = (from: string | undefined, to: string, name: string | undefined, sign: string, minus?: string) => {
    const code = CURRENCIES[sign] ?? sign;
    const [least, most] = [from, to].map((number) => number && parseNumber(language, number));
    const sum = name ? verbalizeMagnitude(language, to, name.trim(), code) : verbalizeMoney(language, most!, code);
    if (from === undefined) return (minus ? nameMinus(language) : '') + sum;
    if (Number(least) >= Number(most)) return undefined;
    const first = /\.\d\d$/.test(least!) && !name ? verbalizeMoney(language, least!, code) : formatNumber(language, from);
    return `${first} ${language.signs.range} ${sum}`.replace('  ', ' ');
  };
  return rulesOf(
    [
      // "$5-10m", "$5-$10", "€5–10"
      re`${BEFORE}\s?(${NUMBER})[-–](?:\1)?(${NUMBER})${magnitude}(?![\d/%-]|[.,]\d)`,
      ([, sign = '', from, to = '', name]) => say(from, to, name, sign),
    ],
    [
      re`(${MINUS_OF_MONEY})?${BEFORE}\s?([-−](?=\d))?(${NUMBER})${magnitude}`,
      ([, minus, sign = '', within, number = '', name]) => say(undefined, number, name, sign, minus ?? within),
    ],
    [
      // "5-10 €", "5–10 Mio. €", "-5 €"
      re`(${MINUS_OF_MONEY})?(?<![\d.,])(?:(?<![\p{L}/-])(${NUMBER})\s?[-–]\s?)?(${NUMBER})\s?(?:(${any})\s?${ofs})?${AFTER}`,
      ([, minus, from, number = '', name, sign = '']) => say(from, number, name, sign, minus),
    ],
  );
}

/** Reads "3.5m" with or without its currency: "3.5 million euros". */
export function verbalizeMagnitude(language: LanguageRules, written: string, magnitude: string, code?: string): string {
  const { money, isUnspaced } = language;
  const number = formatNumber(language, written);
  const word = nameUnit(language, money.magnitudes?.[magnitude] ?? magnitude, number);
  const large = `${number}${isUnspaced ? '' : ' '}${word}`;
  if (code === undefined) return large;
  const name = nameCurrency(language, MANY, code);
  return `${large} ${money.of?.(name, word) ?? name}`;
}

/**
 * Reads a sum of money: the whole part with the name of the currency, and then the hundredths.
 * @param amount ASCII digits, with or without a decimal point.
 * @param code ISO 4217.
 */
export function verbalizeMoney(language: LanguageRules, amount: string, code: string): string {
  const [whole = '0', part = ''] = amount.split('.');
  const value = Number(whole);
  const hundredths = /^\d{1,2}$/.test(part) ? Number(part.padEnd(2, '0')) : 0;
  const name = nameCurrency(language, value, code);
  if (part.length > 2) return `${whole}${decimalSign(language)}${part} ${name}`;
  const { joint = '', cents } = language.money;
  const cent = hundredths ? (cents?.(hundredths, code, value === 0) ?? '') : '';
  if (cent && value === 0) return `${hundredths}${cent}`;
  const rest = hundredths ? `${cent || code !== 'GBP' ? joint : ''} ${hundredths}${cent}` : '';
  return `${countOf(language, whole, name)} ${name}${rest}`;
}

const NAMED = { currencyDisplay: 'name', maximumFractionDigits: 0 } as const;

/** Returns the name of a currency for use after a number. */
function nameCurrency({ tag, money }: LanguageRules, value: number, code: string): string {
  const own = money.name?.(code, value);
  if (own !== undefined) return own;
  const format = numberFormat(tag, { style: 'currency', currency: code, ...NAMED });
  const name = format.formatToParts(value).find(({ type }) => type === 'currency')?.value ?? code;
  // The country goes without saying: "dollars", not "US dollars".
  return money.country ? name.replace(money.country, '') : name;
}
