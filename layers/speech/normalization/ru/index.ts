import type { LanguageRules } from '../core/language.ts';
import { table } from '../core/rule.ts';
import { nameUnit } from '../core/units.ts';
import { cardinal, dayForm, ordinal } from './numbers.ts';
import { russianRules } from './rules.ts';

/** Letters whose names the voice would not say of a lone one. */
const LETTERS = table('А=а | Г=гэ | Е=е | И=и | М=эм | О=о | П=пэ | С=эс | У=у | Ч=чэ | Э=э');

const language: LanguageRules = {
  tag: 'ru-RU',
  ordinal: (value) => ordinal(value, 'neuter'),
  /** The gender shows behind one and two: "одна книга", "одну книгу", "две книги"; "эти 2 пошли" has a verb. */
  count(value, noun) {
    const [ones, isTeen] = [value % 10, Math.floor(value / 10) % 10 === 1];
    if (
      isTeen ||
      (/(?:ли|ть|если|при|для|над|под|года|часа|дня|раза|рубля|процента)$/.test(noun) &&
        !/^(?:недел|мил|капл|модел)и$/.test(noun))
    )
      return undefined;
    if (ones === 1) {
      if (/[ая]$|сть$/.test(noun)) return cardinal(value, 'feminine');
      if (/[ую]$/.test(noun)) return cardinal(value, 'feminine-accusative');
      return /[ое]$/.test(noun) ? cardinal(value, 'neuter') : undefined;
    }
    return ones === 2 && /[иы]$/.test(noun) && !/^(?:мужчин|юнош|дедушк|дн|люд|дет)/.test(noun)
      ? cardinal(value, 'feminine')
      : undefined;
  },
  signs: {
    address: ['собака', 'точка', 'слэш', 'дефис', 'подчёркивание'],
    comparison: ['меньше', 'больше'],
    math: ['меньше или равно', 'больше или равно', 'не равно', 'примерно', 'плюс минус', 'минус '],
    arithmetic: ['плюс', 'умножить на', 'разделить на', 'равно'],
    ...{ range: '', outOf: 'из' },
  },
  labels:
    'глав[аеуы]|част[ьи]|том|номер|шаг|урок|страниц[аеуы]|этаж|канал|групп[аеуы]|класс|тип|версия|пункт|вопрос|дом|квартир[аеуы]|рейс',
  beforeDate: 'от|до|с|по',
  date: ({ day, monthName, year, before }) =>
    [day && ordinal(day, dayForm(before)), monthName, year && `${ordinal(year, 'masculine-genitive')} года`]
      .filter(Boolean)
      .join(' '),
  time(hours, minutes) {
    const minute = nameUnit(this, '@minute', `${minutes}`);
    const said = `${hours} ${nameUnit(this, '@hour', `${hours}`)}`;
    return minutes ? `${said} ${this.count?.(minutes, minute) ?? minutes} ${minute}` : said;
  },
  weekdays: { joint: '–' },
  money: {
    country: /^(?:британск|американск)(?:их|ий|ого) | США$/,
    name: (code, value) => (code === 'RUB' ? nameUnit(language, 'рублей/рубль/рубля', `${value}`) : undefined),
    magnitudes: table(`
      тыс.=тысяч/тысяча/тысячи | млн=миллионов/миллион/миллиона | млн.=миллионов/миллион/миллиона | млрд=миллиардов/миллиард/миллиарда
    `),
  },
  rates: {
    per: 'за',
    each: table('час | день | сутки | неделю | мес.=месяц | месяц | год | шт.=штуку | чел.=человека'),
  },
  units: table(`
    км/ч=@kilometer-per-hour | м/с=@meter-per-second | км=@kilometer | м=@meter | см=@centimeter | мм=@millimeter | л=@liter
    мл=@milliliter | ГБ=@gigabyte | МБ=@megabyte | °=@degree | °C=@celsius | °С=@celsius | %=@percent | ч.=@hour | ч=@hour
    мин.=@minute | мин=@minute | сек.=@second | кг=килограммов/килограмм/килограмма | мг=миллиграммов/миллиграмм/миллиграмма
    г=граммов/грамм/грамма | км²=квадратных километров/квадратный километр/квадратных километра
    м²=квадратных метров/квадратный метр/квадратных метра | м³=кубических метров/кубический метр/кубических метра
    руб=рублей/рубль/рубля | руб.=рублей/рубль/рубля | коп.=копеек/копейка/копейки | долл.=долларов/доллар/доллара
    чел.=человек/человек/человека | шт.=штук/штука/штуки | кВт=киловатт/киловатт/киловатта | тыс.=тысяч/тысяча/тысячи
    млн=миллионов/миллион/миллиона | млн.=миллионов/миллион/миллиона | млрд=миллиардов/миллиард/миллиарда
  `),
  fractions: {
    ...{ half: ['половина', 'с половиной'], joint: 'и', over: 'дробь', one: 'одна', unitOf: '0,5' },
    part: (below) => {
      if (below === 3) return ['треть', 'трети'];
      if (below === 4) return ['четверть', 'четверти'];
      return [ordinal(below, 'feminine'), ordinal(below, 'plural-genitive')];
    },
  },
  telephones: {
    patterns: [/(?<!\d)8[ -]?\(?\d{3}\)?[ -]?\d{3}-?\d{2}-?\d{2}(?!\d)/g, /(?<![\d-])\d{3}-\d{2}-\d{2}(?![\d-])/g],
    calls: 'тел\\.|телефон\\p{L}{0,3}|звоните|номер\\p{L}{0,3}',
    days: 'от|с|до|в|на',
    money: 'руб\\p{L}{0,4}|евро',
  },
  abbreviations: {
    always: table(`
      г-н=господин | Г-н=Господин | г-на=господина | г-ну=господину | г-жа=госпожа | Г-жа=Госпожа | г-жи=госпожи | г-же=госпоже
      г-жу=госпожу | проф.=профессор | акад.=академик | им.=имени | ул.=улица | на ул.=на улице | по ул.=по улице | просп.=проспект | пр.=проспект | пр-т=проспект
      пер.=переулок | пл.=площадь | наб.=набережная | обл.=область | р-н=район | р-на=района | тел.=телефон | чел.=человек
      руб.=рублей | долл.=долларов | др.=другие | до н. э.=до нашей эры | до н.э.=до нашей эры | н. э.=нашей эры | н.э.=нашей эры
      т. е.=то есть | т.е.=то есть | и т. д.=и так далее | и т.д.=и так далее | и т. п.=и тому подобное | и т.п.=и тому подобное
      т. к.=так как | т.к.=так как | стр.=страница | см.=смотри | напр.=например
    `),
    beforeNumbers: table(`
      №=номер | кв.=квартира | корп.=корпус | гл.=глава | рис.=рисунок | ст.=статья | табл.=таблица | оф.=офис | §=параграф
    `),
    cited: { behind: 'см\\.|на|со?|v\\.', names: table('с.=страница | д.=дом | п.=пункт') },
    spelled: { names: 'МГУ|ЕС|ООО|АЭС|ЧП|ОАО|ЕГЭ|АО|ИИ', letter: (letter) => LETTERS[letter] ?? letter },
  },
};

export const russian: LanguageRules = { ...language, rules: { first: russianRules(language) } };
