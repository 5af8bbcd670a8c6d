/** Genders and cases of Russian ordinal numbers, as their endings go. */
export type RussianForm = 'm' | 'f' | 'n' | 'gen' | 'dat' | 'ins' | 'prep' | 'f-obl' | 'pl' | 'pl-gen' | 'pl-ins';

const ONES = ['', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять', 'десять'];
const TEENS = [
  'десять',
  'одиннадцать',
  'двенадцать',
  'тринадцать',
  'четырнадцать',
  'пятнадцать',
  'шестнадцать',
  'семнадцать',
  'восемнадцать',
  'девятнадцать',
];
const TENS = [
  '',
  '',
  'двадцать',
  'тридцать',
  'сорок',
  'пятьдесят',
  'шестьдесят',
  'семьдесят',
  'восемьдесят',
  'девяносто',
];
const HUNDREDS = [
  '',
  'сто',
  'двести',
  'триста',
  'четыреста',
  'пятьсот',
  'шестьсот',
  'семьсот',
  'восемьсот',
  'девятьсот',
];

/** Stems of the ordinal numbers, without their endings. */
const FIRST = ['', 'перв', 'втор', 'трет', 'четвёрт', 'пят', 'шест', 'седьм', 'восьм', 'девят', 'десят'];
const TENTHS = [
  '',
  'десят',
  'двадцат',
  'тридцат',
  'сороков',
  'пятидесят',
  'шестидесят',
  'семидесят',
  'восьмидесят',
  'девяност',
];
const HUNDREDTHS = [
  '',
  'сот',
  'двухсот',
  'трёхсот',
  'четырёхсот',
  'пятисот',
  'шестисот',
  'семисот',
  'восьмисот',
  'девятисот',
];
const THOUSANDTHS = ['', 'тысячн', 'двухтысячн', 'трёхтысячн', 'четырёхтысячн', 'пятитысячн'];

const ENDINGS: Readonly<Record<RussianForm, string>> = {
  m: 'ый',
  f: 'ая',
  n: 'ое',
  gen: 'ого',
  dat: 'ому',
  ins: 'ым',
  prep: 'ом',
  'f-obl': 'ой',
  pl: 'ые',
  'pl-gen': 'ых',
  'pl-ins': 'ыми',
};
/** "третий" has endings of its own. */
const THIRD: Readonly<Record<RussianForm, string>> = {
  m: 'ий',
  f: 'ья',
  n: 'ье',
  gen: 'ьего',
  dat: 'ьему',
  ins: 'ьим',
  prep: 'ьем',
  'f-obl': 'ьей',
  pl: 'ьи',
  'pl-gen': 'ьих',
  'pl-ins': 'ьими',
};
/** Stressed on the ending: второй, шестой, седьмой, восьмой, сороковой. */
const STRESSED = /(?:втор|шест|седьм|восьм|сороков)$/;

/** Genders of the Russian numbers one and two. */
export type RussianGender = 'm' | 'f' | 'n';

/** A number from 1 to 999 in words, in the gender of what it counts. */
export function sayRussianCardinal(value: number, gender: RussianGender): string {
  const [hundreds, tens, ones] = [Math.floor(value / 100), Math.floor(value / 10) % 10, value % 10];
  const last = tens === 1 ? '' : ONES[ones]!;
  const bent = { m: last, f: { 1: 'одна', 2: 'две' }[ones] ?? last, n: { 1: 'одно' }[ones] ?? last }[gender];
  return [HUNDREDS[hundreds], tens === 1 ? TEENS[ones] : TENS[tens], tens === 1 ? '' : bent].filter(Boolean).join(' ');
}

/** An ordinal number in words, from 1 to 5999; undefined beyond. */
export function sayRussianOrdinal(value: number, form: RussianForm): string | undefined {
  if (!Number.isInteger(value) || value < 1 || value > 5999) return undefined;
  const [thousands, hundreds, rest] = [Math.floor(value / 1000), Math.floor(value / 100) % 10, value % 100];
  const [tens, ones] = [Math.floor(rest / 10), rest % 10];
  const end = (stem: string) =>
    stem + (stem === 'трет' ? THIRD[form] : form === 'm' && STRESSED.test(stem) ? 'ой' : ENDINGS[form]);
  if (rest === 0 && hundreds === 0) return end(THOUSANDTHS[thousands]!);
  const thousand =
    thousands === 0
      ? ''
      : thousands === 1
        ? 'тысяча'
        : `${{ 2: 'две' }[thousands] ?? ONES[thousands]} тысяч${thousands < 5 ? 'и' : ''}`;
  const last =
    rest === 0
      ? end(HUNDREDTHS[hundreds]!)
      : rest <= 10
        ? end(FIRST[rest]!)
        : rest < 20
          ? end(TEENS[rest - 10]!.slice(0, -1))
          : ones === 0
            ? end(TENTHS[tens]!)
            : `${TENS[tens]} ${end(FIRST[ones]!)}`;
  return [thousand, rest === 0 ? '' : HUNDREDS[hundreds], last].filter(Boolean).join(' ');
}
