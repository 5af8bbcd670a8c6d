import { alternatives, table } from '../core/patterns.ts';
import { parseRoman } from '../core/roman.ts';
import type { Rule } from '../core/rule.ts';
import type { OrdinalForm } from './numbers.ts';
import { ordinal } from './numbers.ts';

const forms = (text: string) => table(text) as Readonly<Record<string, OrdinalForm>>;

/** The forms of век, год and the like, and the form of the ordinal number before each. */
const NOUNS = forms(`
  век=m | века=gen | веку=dat | веком=ins | веке=prep | веков=pl-gen | веках=pl-gen | вв.=pl-gen | столетие=n | столетия=gen
  столетии=prep | год=m | года=gen | году=prep | годом=ins | годе=prep | годы=pl | годов=pl-gen | годах=pl-gen | гг.=pl-gen
  съезд=m | съезде=prep
`);
const CENTURIES = 'век(?:а|у|ом|е|ов|ах)?|вв\\.|столети(?:е|я|и)|съезд(?:е)?';
const YEARS = 'год(?:а|у|ом|е)?';

/** Letters behind a hyphen after digits, which tell the form: 5-й, 3-я, 90-е, 1990-х. */
const TAILS = forms(`
  й=m | ый=m | ий=m | ой=m | я=f | ая=f | е=pl | ое=n | го=gen | ого=gen | му=dat | м=prep | ом=prep | х=pl-gen | ых=pl-gen | ми=pl-ins
  ю=f-obl | ую=f-obl
`);

/** Rulers' names in their cases: the ending tells the form of the number behind. */
const RULERS =
  '(?:Пётр|Петр|Пав[е]?л|Никола|Александр|Иван|Фёдор|Федор|Людовик|Карл|Генрих|Фридрих|Вильгельм|Филипп|Георг|Эдуард|Яков|Наполеон|Иоанн|Бенедикт|Пи|Лев|Льв|Франциск|Рамсес|Леопольд|Василь|Максимилиан|Густав|Альфонс|Фердинанд)(й|я|ю|ем|е|а|у|ом)?|(?:Екатерин|Елизавет|Анн|Мари|Маргарит|Изабелл)(а|я|ы|и|у|ю|ой|ей|е)';
const MALE = forms('й=m | я=gen | а=gen | ю=dat | у=dat | ем=ins | ом=ins | е=prep');

const plural = new Intl.PluralRules('ru');
const GRAMS: Readonly<Record<string, string>> = { one: 'грамм', few: 'грамма' };

const START = '(?<![\\p{L}\\d.,/-])';

/** What Russian has alone: ordinal numbers that agree with their nouns, and numbers whose groups are parted by spaces. */
export function russianRules(): Rule[] {
  return [
    // "в XVIII–XIX вв.", "с XVIII по XIX век"
    {
      pattern: new RegExp(`${START}([IVX]+)\\s?[–-]\\s?([IVX]+)(?=\\s(${CENTURIES}))`, 'gu'),
      verbalize: ({ 1: from = '', 2: to = '', 3: noun = '', index, input }) => {
        const form =
          noun === 'вв.' || noun === 'веков' ? (isIn(input.slice(0, index)) ? 'prep' : 'gen') : (NOUNS[noun] ?? 'm');
        const [first, second] = [from, to].map((letters) =>
          ordinal(parseRoman(letters) ?? 0, form === 'pl-gen' ? 'prep' : form),
        );
        return first && second && `${first} — ${second}`;
      },
    },
    {
      pattern: new RegExp(`${START}([IVX]+)(?=\\s(${CENTURIES}|в\\.))`, 'gu'),
      verbalize: ({ 1: letters = '', 2: noun = '', index, input }) =>
        ordinal(
          parseRoman(letters) ?? 0,
          noun === 'в.'
            ? /(?:^|[^\p{L}])[Вв]о?\s$/u.test(input.slice(0, index))
              ? 'prep'
              : 'gen'
            : (NOUNS[noun] ?? 'm'),
        ),
    },
    {
      pattern: /(?<=[IVX]\s)в\.(?!\p{L})/gu,
      verbalize: ({ index, input }) => (isIn(input.slice(0, index).replace(/[IVX]+\s$/, '')) ? 'веке' : 'века'),
    },
    {
      pattern: /(?<=[IVX]\s)вв\./gu,
      verbalize: ({ index, input }) => (isIn(input.slice(0, index).replace(/[IVX–\s-]+$/, ' ')) ? 'веках' : 'веков'),
    },
    {
      pattern: new RegExp(`(?<=(?<!\\p{L})(?:${RULERS}) )([IVX]+)(?![\\p{L}\\d])`, 'gu'),
      verbalize: ({ 1: male, 2: female, 3: letters = '' }) =>
        ordinal(parseRoman(letters) ?? 0, female ? (/[ая]/.test(female) ? 'f' : 'f-obl') : (MALE[male ?? ''] ?? 'm')),
    },
    {
      pattern: /(?<![\p{L}\d])([IVX]{2,})(?![\p{L}\d])/gu,
      verbalize: ([, letters = '']) => {
        const value = parseRoman(letters);
        return value === undefined ? undefined : `${value}`;
      },
    },
    {
      pattern: new RegExp(`${START}(\\d{1,4})-(${alternatives(Object.keys(TAILS))})(?!\\p{L})`, 'gu'),
      verbalize: ([, number, tail = '']) => ordinal(Number(number), TAILS[tail]!),
    },
    {
      pattern: new RegExp(`${START}(\\d{3,4})(?=\\s(${YEARS})(?!\\p{L}))`, 'gu'),
      verbalize: ([, year, noun = '']) => ordinal(Number(year), NOUNS[noun]!),
    },
    {
      pattern: /(?<![\p{L}\d.,/-])(\d{3,4})(?=\sг\.)/gu,
      verbalize: ({ 1: year = '', index, input }) => {
        const before = input.slice(0, index);
        return isYear(year, before) || ERA.test(input.slice(index + year.length + 1))
          ? ordinal(Number(year), isIn(before) ? 'prep' : 'gen')
          : undefined;
      },
    },
    {
      pattern: /(?<=(\d+)\s)г\.(?!\p{L})/gu,
      verbalize: ({ 1: year = '', index, input }) => {
        const before = input.slice(0, index - year.length - 1);
        return isYear(year, before) || ERA.test(input.slice(index)) ? (isIn(before) ? 'году' : 'года') : undefined;
      },
    },
    {
      pattern: /(?<![\p{L}\d.,/-])(\d+(?:,\d+)?)\s?г(?:\.(?=\s*\p{Ll}))?(?![\p{L}\d])/gu,
      verbalize: ({ 1: amount = '', index, input }) =>
        isYear(amount, input.slice(0, index)) || ERA.test(input.slice(index + amount.length + 1))
          ? undefined
          : `${amount} ${GRAMS[/,/.test(amount) ? 'few' : plural.select(Number(amount))] ?? 'граммов'}`,
    },
    {
      pattern:
        /(?<!\d)(\d{1,2})(?= (?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря))/g,
      verbalize: ([, day]) => ordinal(Number(day), 'n'),
    },
    { pattern: /(?<![\p{L}\d])г\.(?= ?\p{Lu})/gu, verbalize: () => 'город' },
  ];
}

/** Whether a number before "г." is a year rather than grams: it is a usual one, or "в" or a month stands before it. */
const isYear = (number: string, before: string): boolean =>
  /^(?:1\d{3}|20\d\d|2100)$/.test(number) || (/^\d{3,4}$/.test(number) && (isIn(before) || MONTH.test(before)));
/** "500 г. до н. э." */
const ERA = /^г\. (?:до )?н\. ?э\./;
const MONTH = /(?:январ|феврал|март|апрел|ма[яй]|июн|июл|август|сентябр|октябр|ноябр|декабр)\p{L}*\s$/u;

/** Whether "в" stands before, and with it the prepositional case. */
const isIn = (before: string): boolean => /(?:^|[^\p{L}])[Вв]о?\s$/u.test(before);
