import type { Gender } from '../core/language.ts';

/** Genders and cases of ordinal numbers, as their endings go; "f-obl" is every case of the feminine but the first. */
export type OrdinalForm = 'm' | 'f' | 'n' | 'gen' | 'dat' | 'ins' | 'prep' | 'f-obl' | 'pl' | 'pl-gen' | 'pl-ins';

// CLDR's rule sets have no ordinal numbers of whole hundreds, and write "е" for "ё", which the voice needs.
const list = (words: string): readonly string[] => ['', ...words.split(' ')];
const ONES = list('один два три четыре пять шесть семь восемь девять десять');
const TEENS = list(
  'одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать',
);
const TENS = list('десять двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто');
const HUNDREDS = list('сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот');

/** Stems of the ordinal numbers, without their endings. */
const FIRST = list('перв втор трет четвёрт пят шест седьм восьм девят десят');
const TENTHS = list('десят двадцат тридцат сороков пятидесят шестидесят семидесят восьмидесят девяност');
const HUNDREDTHS = list('сот двухсот трёхсот четырёхсот пятисот шестисот семисот восьмисот девятисот');
const THOUSANDTHS = list('тысячн двухтысячн трёхтысячн четырёхтысячн пятитысячн');

const ENDINGS: Readonly<Record<OrdinalForm, string>> = {
  ...{ m: 'ый', f: 'ая', n: 'ое', gen: 'ого', dat: 'ому', ins: 'ым', prep: 'ом', 'f-obl': 'ой' },
  ...{ pl: 'ые', 'pl-gen': 'ых', 'pl-ins': 'ыми' },
};
/** "третий" has endings of its own. */
const THIRD: Readonly<Record<OrdinalForm, string>> = {
  ...{ m: 'ий', f: 'ья', n: 'ье', gen: 'ьего', dat: 'ьему', ins: 'ьим', prep: 'ьем', 'f-obl': 'ьей' },
  ...{ pl: 'ьи', 'pl-gen': 'ьих', 'pl-ins': 'ьими' },
};
/** Stressed on the ending: второй, шестой, седьмой, восьмой, сороковой. */
const STRESSED = /(?:втор|шест|седьм|восьм|сороков)$/;

/** A number from 1 to 999 in words, in the gender of what it counts. */
export function cardinal(value: number, gender: Gender): string {
  const [hundreds, tens, ones] = [Math.floor(value / 100), Math.floor(value / 10) % 10, value % 10];
  const bent = { m: {}, f: { 1: 'одна', 2: 'две' }, n: { 1: 'одно' } }[gender] as Record<number, string>;
  const small = tens === 1 && ones > 0 ? [TEENS[ones]] : [TENS[tens], bent[ones] ?? ONES[ones]];
  return [HUNDREDS[hundreds], ...small].filter(Boolean).join(' ');
}

/** An ordinal number in words, from 1 to 5999; undefined beyond. */
export function ordinal(value: number, form: OrdinalForm): string | undefined {
  if (!Number.isInteger(value) || value < 1 || value > 5999) return undefined;
  const [thousands, hundreds, rest] = [Math.floor(value / 1000), Math.floor(value / 100) % 10, value % 100];
  const end = (stem = '') =>
    stem + (stem === 'трет' ? THIRD[form] : form === 'm' && STRESSED.test(stem) ? 'ой' : ENDINGS[form]);
  if (rest === 0 && hundreds === 0) return end(THOUSANDTHS[thousands]);
  const many = `${thousands === 2 ? 'две' : ONES[thousands]} тысяч${thousands < 5 ? 'и' : ''}`;
  const thousand = ['', 'тысяча'][thousands] ?? many;
  if (rest === 0) return [thousand, end(HUNDREDTHS[hundreds])].filter(Boolean).join(' ');
  return [thousand, HUNDREDS[hundreds], endSmall(rest, end)].filter(Boolean).join(' ');
}

/** The last word, or the last two, of an ordinal number from 1 to 99. */
function endSmall(value: number, end: (stem?: string) => string): string {
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  if (value <= 10) return end(FIRST[value]);
  if (value < 20) return end(TEENS[ones]?.slice(0, -1));
  return ones === 0 ? end(TENTHS[tens]) : `${TENS[tens]} ${end(FIRST[ones])}`;
}
