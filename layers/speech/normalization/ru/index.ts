import { behind } from '../core/abbreviations.ts';
import type { LanguageRules } from '../core/language.ts';
import { table } from '../core/patterns.ts';
import { nameUnit } from '../core/units.ts';
import { genderOf } from './nouns.ts';
import { cardinal, ordinal } from './numbers.ts';
import { russianRules } from './rules.ts';

/** Letters whose names the voice would not say of a lone one. */
const LETTERS = table('А=а | Г=гэ | Е=е | И=и | М=эм | О=о | П=пэ | С=эс | У=у | Ч=чэ | Э=э');

export const russian: LanguageRules = {
  tag: 'ru-RU',
  ordinal: (value) => ordinal(value, 'n') ?? `${value}`,
  count: (value, noun) => {
    const gender = genderOf(noun, value);
    return gender && cardinal(value, gender);
  },
  signs: {
    address: ['собака', 'точка', 'слэш', 'дефис', 'подчёркивание'],
    hashtag: 'хэштег',
    version: 'версия',
    comparison: ['меньше', 'больше'],
    math: ['меньше или равно', 'больше или равно', 'не равно', 'примерно', 'плюс минус', 'минус '],
    arithmetic: ['плюс', 'умножить на', 'разделить на', 'равно', 'минус'],
    ...{ range: '', over: 'на', outOf: 'из' },
  },
  labels:
    'глав[аеуы]|част[ьи]|том|номер|шаг|урок|страниц[аеуы]|этаж|канал|групп[аеуы]|класс|тип|версия|пункт|вопрос|дом|квартир[аеуы]|рейс|до|от|с|около|после|более|менее|больше|меньше|старше|младше|из|для|к|в течение',
  date: ({ day, monthName, year }) =>
    [day && ordinal(day, 'n'), monthName, year && `${year} года`].filter(Boolean).join(' '),
  hasShortYears: true,
  time(hours, minutes) {
    const [hour, minute] = [hours, minutes].map((value, i) => {
      const name = nameUnit(this, i === 0 ? '@hour' : '@minute', `${value}`);
      return `${(i === 1 && value > 0 && this.count?.(value, name)) || value} ${name}`;
    });
    return minutes ? `${hour} ${minute}` : `${hour}`;
  },
  weekdays: { joint: '–' },
  money: {
    country: /^(?:британск|американск)(?:их|ий|ого) | США$/,
    name(code, value) {
      return code === 'RUB' ? nameUnit(russian, 'рублей/рубль/рубля', `${value}`) : undefined;
    },
  },
  magnitudes: {
    names: table(`
      тыс.=тысяч/тысяча/тысячи | тыс=тысяч/тысяча/тысячи | млн=миллионов/миллион/миллиона | млн.=миллионов/миллион/миллиона
      млрд=миллиардов/миллиард/миллиарда | млрд.=миллиардов/миллиард/миллиарда
    `),
    certain: ['тыс.', 'тыс', 'млн.', 'млн', 'млрд.', 'млрд'],
  },
  rates: {
    per: 'за',
    each: table('час | день | сутки | неделю | мес.=месяц | месяц | год | шт.=штуку | чел.=человека'),
  },
  units: table(`
    км/ч=@kilometer-per-hour | м/с=@meter-per-second | км=@kilometer | м=@meter | см=@centimeter | мм=@millimeter | л=@liter
    мл=@milliliter | ГБ=@gigabyte | МБ=@megabyte | °=@degree | °C=@celsius | °С=@celsius | %=@percent | ч.=@hour | ч=@hour
    мин.=@minute | мин=@minute | сек.=@second | кг=килограммов/килограмм/килограмма | мг=миллиграммов/миллиграмм/миллиграмма
    км²=квадратных километров/квадратный километр/квадратных километра | м²=квадратных метров/квадратный метр/квадратных метра
    м³=кубических метров/кубический метр/кубических метра | руб=рублей/рубль/рубля | руб.=рублей/рубль/рубля
    коп.=копеек/копейка/копейки | долл.=долларов/доллар/доллара | чел.=человек/человек/человека | шт.=штук/штука/штуки
    кВт=киловатт/киловатт/киловатта | Вт=ватт/ватт/ватта
    мм рт. ст.=миллиметров ртутного столба/миллиметр ртутного столба/миллиметра ртутного столба
  `),
  /** "одна вторая километра", but "5 с половиной километров": halves beside a whole number are counted with it. */
  partUnit(unit, fraction) {
    const [, whole] = /^(\d+)(?:[ +]1[/⁄]2|½)$/.exec(fraction) ?? [];
    const number = whole === undefined || whole.endsWith('1') ? '0,5' : whole;
    return nameUnit(this, this.units?.[unit] ?? unit, number);
  },
  fractions: {
    ...{ half: ['одна вторая', 'с половиной'], joint: 'и', over: 'дробь', one: 'одна', two: 'две' },
    part: (below) => {
      if (below === 3) return ['треть', 'трети'];
      if (below === 4) return ['четверть', 'четверти'];
      const [one, many] = [ordinal(below, 'f'), ordinal(below, 'pl-gen')];
      return one && many ? [one, many] : undefined;
    },
  },
  telephones: {
    patterns: [/(?<!\d)8[ -]?\(?\d{3}\)?[ -]?\d{3}-?\d{2}-?\d{2}(?!\d)/g, /(?<![\d-])\d{3}-\d{2}-\d{2}(?![\d-])/g],
    calls: 'тел\\.|телефон\\p{L}{0,3}|звоните|номер\\p{L}{0,3}',
  },
  abbreviations: {
    always: table(`
      г-н=господин | Г-н=Господин | г-на=господина | г-ну=господину | г-ном=господином | г-да=господа | г-жа=госпожа | Г-жа=Госпожа
      г-жи=госпожи | г-же=госпоже | г-жу=госпожу | г-жой=госпожой | проф.=профессор | акад.=академик | им.=имени
      ул.=улица | просп.=проспект | пр.=проспект | пр-т=проспект | пр-та=проспекта | пер.=переулок | пл.=площадь | наб.=набережная
      обл.=область | р-н=район | р-на=района | тел.=телефон | чел.=человек | долл.=долларов | др.=другие
      до н. э.=до нашей эры | до н.э.=до нашей эры | н. э.=нашей эры | н.э.=нашей эры | т. е.=то есть | т.е.=то есть
      и т. д.=и так далее | и т.д.=и так далее | и т. п.=и тому подобное | и т.п.=и тому подобное | т. к.=так как | т.к.=так как
      стр.=страница | см.=смотри | напр.=например
    `),
    beforeNumbers: table(`
      №=номер | д.=дом | кв.=квартира | корп.=корпус | гл.=глава | рис.=рисунок | ст.=статья | п.=пункт | табл.=таблица | оф.=офис
      эт.=этаж | §=параграф | с.=страница
    `),
    contexts: {
      'с.': { before: behind('см\\.|на|со?', '') },
      'д.': { before: /(?<!т\. ?)$/ },
      'п.': { before: /(?<!т\. ?)$/ },
    },
    spelled: { names: 'МГУ|ЕС|ООО|АЭС|ЧП|ОАО|ЕГЭ|АО|ИИ', letter: (letter) => LETTERS[letter] ?? letter },
  },
  rules: { own: russianRules() },
};
