import type { LanguageRules } from '../core/language.ts';
import { NUMBER, parseNumber } from '../core/numbers.ts';
import { ordinalOf, parseRoman } from '../core/roman.ts';
import { after, alternatives, anyCase, before, type Rule, re, rulesOf, table } from '../core/rule.ts';
import { nameUnit, unitEnd } from '../core/units.ts';
import { cardinal, dayForm, type Form, ordinal } from './numbers.ts';

const forms = (text: string) => table(text) as Readonly<Record<string, Form>>;

/** The forms of век, год, and similar nouns, and the form of the ordinal number before each. */
const NOUNS = forms(`
  век=masculine | века=masculine-genitive | веку=masculine-dative | веком=masculine-instrumental | веке=masculine-prepositional
  веков=masculine-genitive | веках=masculine-prepositional | столетие=neuter | столетия=neuter-genitive | столетии=neuter-prepositional
  степень=feminine | степени=feminine-genitive | квартал=masculine | квартала=masculine-genitive | квартале=masculine-prepositional | этап=masculine | этапа=masculine-genitive | этапе=masculine-prepositional | место=neuter | месте=neuter-prepositional
  год=masculine | года=masculine-genitive | году=masculine-prepositional | годом=masculine-instrumental | годе=masculine-prepositional
`);
const CENTURIES = 'век(?:а|у|ом|е|ов|ах)?|столети[еяи]|вв?\\.|степен[ьи]|квартал[ае]?|этап[ае]?|место|месте';

/** Letters after digits and a hyphen that show the grammatical form: 5-й, 3-я, 90-е, 1990-х. */
const TAILS = forms(`
  й=masculine | ый=masculine | ий=masculine | ой=masculine | я=feminine | ая=feminine | е=neuter | ое=neuter | го=masculine-genitive
  ого=masculine-genitive | му=masculine-dative | м=masculine-prepositional | ом=masculine-prepositional | х=plural-genitive
  ых=plural-genitive | ми=plural-instrumental | ю=feminine-accusative | ую=feminine-accusative
`);

/** The endings of rulers' names, and the form of the following number. */
const WOMEN = '(?:Екатерин|Елизавет|Анн|Мари|Маргарит|Изабелл)';
const FEMALE = forms('а=feminine | я=feminine | ы=feminine-genitive | и=feminine-genitive | е=feminine-dative | у=feminine-accusative');
const MALE = forms('я=masculine-genitive | а=masculine-genitive | ю=masculine-dative | у=masculine-dative | м=masculine-instrumental');
/** Grammatical cases, keyed by plural ending. */
const PLURALS = forms('х=masculine-prepositional | м=masculine-dative | ми=masculine-instrumental');

/** Prepositions and comparatives that require the genitive. */
const GENITIVE =
  '(?<=(?<!\\p{L})(?:от|до|из|с|со|около|после|более|менее|больше|меньше|свыше|старше|младше|для|без|достиг\\p{L}{0,3}|порядка|(?:выше|ниже|позднее|позже|раньше)(?= [-−+]?\\d+(?: ?[°%:]| (?:градус|метр|процент)ов))|в течение|в размере|ок\\.|прибл\\.) )';
const MONTHS =
  'января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря|(?:янв|февр?|мар|апр|июн|июл|авг|сент?|окт|нояб?|дек)\\.';
/** Feminine nouns that are numbered. Every ending except the nominative requires the same form. */
const FEMININE =
  /^\s(?:минут|секунд|недел|страниц|глав|улиц|лини|част|сери|групп|позици|строчк|попытк|стать|годовщин|степен|квартир|школ|больниц|бригад|дивизи|арми)(?:[еиы]|ей|ой|ью)(?!\p{L})/u;
/** A year without its noun, "с 1990 по 2000 год", and the first of two days, "с 10 на 12 июня". */
const ORDINAL = new RegExp(
  `^(?:(?:19|20)\\d\\d(?: (?:по|до|и|в|на)(?!\\p{L})|(?! \\p{L}))|1[0-8]\\d\\d по \\d{4}(?: год|\\D?$)|\\d{1,2} (?:по|на|до) \\d{1,2} (?:${MONTHS}))`,
  'u',
);
const START = '(?<![\\p{L}\\d.,/-])';
/** A preposition that requires the dative, before "году". */
const DATIVE = /(?<!\p{L})(?:ко?|благодаря|вопреки)\s$/iu;

/** Checks whether the preceding word is "в", which requires the prepositional case. */
const isIn = (left: string): boolean => /(?<!\p{L})во?\s$/iu.test(left);
/** "в 1672 г." and "1672 г." are years, but "300 г" may be grams. */
const isYear = (year: string, left: string, right: string): boolean =>
  /^(?:1\d{3}|20\d\d)$/.test(year) || isIn(left) || /^\s?г\. (?:до )?н\. ?э\./.test(right);

/** Rules needed only for Russian: ordinal numbers that agree with their nouns, and numbers in the genitive. */
export function russianRules(language: LanguageRules): Rule[] {
  const { units = {} } = language;
  /** After a number in the genitive, units are in the form for many, or in the singular, which is also the form for a few. */
  const genitive = (number: string, entry: string) =>
    `${cardinal(number, /minute|second|[аи]\/|и$/.test(entry) ? 'feminine-genitive' : 'masculine-genitive')} ${nameUnit(language, entry, /(?<!1)1$/.test(number) ? '2' : '5')}`;
  return rulesOf(
    [
      // "в XIX веке", "XVIII–XIX вв."
      re`${START}([IVX]+)(?:\s?[–-]\s?([IVX]+))?(?=\s(${CENTURIES}))`,
      (match) => {
        const [, first = '', second, noun = ''] = match;
        const form = NOUNS[noun] ?? (isIn(before(match)) ? 'masculine-prepositional' : 'masculine-genitive');
        const said = [first, second].map((letters) => letters && ordinal(parseRoman(letters) ?? 0, form));
        return said.filter(Boolean).join(' — ');
      },
    ],
    [
      /(?<=[IVX]\s)(вв?)\.(?!\p{L})/gu,
      (match) => {
        const [one, many] = isIn(before(match).replace(/[IVX–\s-]+$/, ' ')) ? ['веке', 'веках'] : ['века', 'веков'];
        return match[1] === 'в' ? one : many;
      },
    ],
    [
      re`(?<=(?<!\p{L})(?:${WOMEN}([аяыиеу])|\p{Lu}\p{Script=Cyrillic}+?(\p{Ll})) )([IVX]+)(?![\p{L}\d])`,
      ([, woman, man = '', letters = '']) => {
        const value = parseRoman(letters);
        return value === undefined ? undefined : ordinal(value, woman ? FEMALE[woman]! : (MALE[man] ?? 'masculine'));
      },
    ],
    [/(?<![\p{L}\d])([IVX]{2,})(?![\p{L}\d])/gu, ordinalOf((value) => `${value}`)],
    [
      re`${START}(\d{1,4})-(${alternatives(Object.keys(TAILS))})(?!\p{L})`,
      (match) => {
        const [, number = '', tail = ''] = match;
        if (tail === 'й' && FEMININE.test(after(match))) return ordinal(Number(number), 'feminine-genitive');
        return ordinal(Number(number), tail === 'е' && number.endsWith('0') ? 'plural' : TAILS[tail]!);
      },
    ],
    [
      re`${START}(\d{3,4})(?=\s(год(?:а|у|ом|е)?)(?!\p{L}))`,
      (match) => {
        const [, year, noun = ''] = match;
        return ordinal(Number(year), noun === 'году' && DATIVE.test(before(match)) ? 'masculine-dative' : NOUNS[noun]!);
      },
    ],
    [
      re`${START}(\d{3,4})\s?г\.(?!\p{L})`,
      (match) => {
        const [, year = ''] = match;
        const left = before(match);
        if (!isYear(year, left, ` г.${after(match)}`)) return undefined;
        if (/(?<!\p{L})по\s$/iu.test(left)) return `${ordinal(Number(year), 'masculine')} год`;
        const wanted = isIn(left) ? 'prepositional' : DATIVE.test(left) ? 'dative' : 'genitive';
        return `${ordinal(Number(year), `masculine-${wanted}`)} ${wanted === 'genitive' ? 'года' : 'году'}`;
      },
    ],
    [re`(?<!\p{L})[Сс](?= 2(?: (?:по|до|на) \d{1,2})? (?:${MONTHS}))`, 'со'],
    // "на 5 этаже", "в 3 школе"
    [
      /(?<=(?<!\p{L})(?:во?|на|об?|при) )(\d{1,3})(?= (?:(?:(?:этаж|класс|уровн|курс|подъезд|вагон|канал|тур|раунд|сезон|кабинет|зал|том|корпус|пункт|круг|мест|километр|тайм|терминал|блок)е|ряду)|(глав|страниц|минут|школ|палат|квартир|комнат|групп)е)(?!\p{L}))/giu,
      ([, number, woman]) => ordinal(Number(number), woman ? 'feminine-prepositional' : 'masculine-prepositional'),
    ],
    [re`(?<!\d)(\d{1,2})(?= (?:${MONTHS}))`, (match) => ordinal(Number(match[1]), dayForm(before(match)))],
    [/(?<![\p{L}\d])г\.(?= ?\p{Lu})/gu, 'город'],
    // "16-этажный", "21-летняя"
    [
      re`${START}(\d{1,3})-(?=(?:этаж|летн|процент|днев|часов|минутн|комнат|метров|градус|кратн|местн|балльн|недель|месячн|секундн|серийн|литров)\p{L}+)`,
      ([, number = '']) =>
        cardinal(number, 'masculine-genitive')
          .replace(/ |(?<=дно)го/g, '')
          .replace(/^ста|^девяноста/, (name) => `${name.slice(0, -1)}о`),
    ],
    [/(?<=(?:тыс\.|млн|млрд) )т(?= \p{Ll})/gu, 'тонн'],
    // "в 20 странах", "к 3 врачам", "с 5 друзьями"
    [
      re`(?<=(?<!\p{L})(?:[Вв]о?|[Нн]а|[Оо]б?|[Пп]ри|[КкСс]о?|[Пп]о|[Нн]ад|[Пп]од|[Пп]еред|[Мм]ежду) )(\d{1,4})(?= (?:\p{L}+[ыи](?:х|ми?) )?(?!драм|програм|грамм)\p{L}{2,}[ая](х|ми?)(?!\p{L}))`,
      ([, number = '', end = '']) => (/(?<!1)1$/.test(number) ? undefined : cardinal(number, PLURALS[end]!)),
    ],
    [/(?<=\d,\d{1,2} )с(?=[.,;)]|$)/gu, 'секунды'],
    [
      /(?<=((?<!\p{L})(?:выш|вый|выход|прош|прой|проход|проб|попа)\p{L}* (?:\p{L}+ )?)?(?<!\p{L})во? )1\/([48])(?= финала)/giu,
      ([, moved, part]) => `${moved ? 'одну' : 'одной'} ${ordinal(Number(part), moved ? 'feminine-accusative' : 'feminine-prepositional')}`,
    ],
    [/(?<![\d/.,] ?)(?:1\/2|½) (часа|года|дня|минуты)(?!\p{L})/gu, ([, noun]) => `пол${noun}`],
    // "переехала на ул. Гагарина", but "живёт на ул. Гагарина"
    [
      /(?<=(?<!\p{L})(?:переех|перее[зд]|въех|выех|выш|выйд|верн|повер|свер|попа|перен|перев|прие)\p{L}+ (?:\p{L}+(?<!ть|ться) ){0,2}на )ул\./giu,
      'улицу',
    ],
    [/(?<=(во? )?\d+(?:-х)? )гг\.(?!\p{L})/giu, ([, within]) => (within ? 'годах' : 'годов')],
    [/(?<=\p{Lu}\p{Ll}+(?:ое|ом|ого|ому) )ш\.(?!\p{L})/gu, 'шоссе'],
    [
      anyCase`${GENITIVE}([01]?\d|2[0-4]):([0-5]\d)(?![\d:])`,
      ([, hours = '', minutes = '']) =>
        genitive(`${Number(hours)}`, '@hour') + (minutes === '00' ? '' : ` ${genitive(`${Number(minutes)}`, '@minute')}`),
    ],
    [
      /(?<=(?<!\p{L})при )(\d+) ?°([CС]?)(?!\p{L})/gu,
      ([, number = '', scale]) =>
        `${cardinal(number, 'masculine-prepositional')} ${/(?<!1)1$/.test(number) ? 'градусе' : 'градусах'}${scale ? ' Цельсия' : ''}`,
    ],
    [
      anyCase`${GENITIVE}([-−+])?(${NUMBER})\s?(${alternatives(Object.keys(units))})${unitEnd(language)}`,
      ([, sign, number = '', unit = '']) =>
        /,\d/.test(number)
          ? undefined
          : `${sign ? (sign === '+' ? 'плюс ' : 'минус ') : ''}${genitive(parseNumber(language, number), units[unit] ?? unit)}`,
    ],
    [
      anyCase`${GENITIVE}(${NUMBER})(?![\p{L}\d/:-]|[.,]\d|\s?[₽$€£])(?=(?: (\p{L}+))?)`,
      (match) => {
        const [, number = '', noun = ''] = match;
        if (/,\d/.test(number) || /ми$/.test(noun)) return undefined;
        // "достигли 10 уровня"
        const isRank = number !== '1' && /достиг\p{L}* $/u.test(before(match)) && /[ая]$/.test(noun);
        if (ORDINAL.test(number + after(match)) || isRank) return ordinal(Number(number), 'masculine-genitive');
        const isFeminine = /(?<!1)1$/.test(number) && /[ыи]$/.test(noun);
        return cardinal(parseNumber(language, number), isFeminine ? 'feminine-genitive' : 'masculine-genitive');
      },
    ],
  );
}
