import type { Language } from '../../contract/index.ts';
import { decimalSign } from './digits.ts';
import { sayCounted } from './japanese-numbers.ts';
import { choose } from './plurals.ts';
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
};

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
    .replace(/^(?:US|Indian|British|Japanese|Chinese|भारतीय|ब्रिटिश|जापानी)[ -]/, '')
    .replace(
      / (?:américains?|estadounidenses?|statunitensi|dos Estados Unidos|americanos?)$|^(?:американских|американский|американских) |^đô la Mỹ$|^미국 /u,
      (tail) => (tail.startsWith('đô') ? 'đô la' : ''),
    );
}
