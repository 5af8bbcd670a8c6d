import type { LanguageRules } from '../core/language.ts';
import { alternatives, table } from '../core/rule.ts';
import { nameUnit } from '../core/units.ts';
import { cardinal, dayForm, ordinal } from './numbers.ts';
import { russianRules } from './rules.ts';

/** Letters whose names the voice would not say of a lone one. */
const LETTERS = table('А=а | Г=гэ | Е=е | И=и | М=эм | О=о | П=пэ | С=эс | У=у | Ч=чэ | Э=э');

/** Letters of addresses, as Russian words are written in Latin ones; common English words by their sound. */
const CYRILLIC = table(`
  mail=мэйл | shop=шоп | online=онлайн | google=гугл | news=ньюс | support=саппорт | job=джоб | oy=ой | ay=ай | ey=ей | iy=ий | uy=уй | shch=щ | sch=щ | zh=ж | kh=х | ts=ц | ch=ч | sh=ш | yu=ю | ya=я | yo=ё | a=а | b=б | v=в | g=г | d=д | e=е | z=з | i=и | y=ы | k=к | l=л | m=м | n=н | o=о | p=п | r=р | s=с | t=т | u=у | f=ф | h=х | c=к | j=дж | w=в | x=кс | q=к
`);

const LATIN = new RegExp(alternatives(Object.keys(CYRILLIC)), 'g');

/** Loan words whose consonant before е is hard: "отель" is said "отэль". */
const HARD =
  /^(?:от(?=ел[ьяюией])|каф(?=е$)|шосс(?=е$)|т(?=ест(?:$|ы|ов$|ах|ам|ир)|ен?нис|енд)|куп(?=е$)|резюм(?=е$)|пюр(?=е$)|тон?н(?=ел)|с(?=ервис)|бут(?=ерб)|сви?т(?=ер)|инт(?=ервью|ерн)|антен?н|крем-брюл(?=е$)|аст(?=ероид)|стен?т(?=енд)|ст(?=енд)|шед(?=евр)|мод(?=ел[ьяюией])|кашн(?=е$)|кабар(?=е$)|фон(?=ети)|д(?=етектив))е/iu;
const hardenE = (start: string): string => start.replace(/е$/i, 'э');

const language: LanguageRules = {
  tag: 'ru-RU',
  addressWord: (label, address) =>
    /\.(?:ru|su|by|kz)(?!\p{L})/iu.test(address)
      ? label.toLowerCase().replace(LATIN, (letters) => CYRILLIC[letters] ?? letters)
      : label,
  pronounce: (word) => word.replace(HARD, hardenE),
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
    return ones === 2 && /[иы]$|^(?:столов|чайн)ые$/.test(noun) && !/^(?:мужчин|юнош|дедушк|дн|люд|дет)/.test(noun)
      ? cardinal(value, 'feminine')
      : undefined;
  },
  signs: {
    address: ['собака', 'точка', 'слэш', 'дефис', 'подчёркивание'],
    math: ['меньше или равно', 'больше или равно', 'не равно', 'примерно', 'плюс минус', 'минус '],
    arithmetic: ['плюс', 'умножить на', 'разделить на', 'равно', 'меньше', 'больше'],
    ...{ range: '', result: '', outOf: 'из', cross: 'на', pressure: 'на' },
  },
  labels:
    'глав[аеуы]|част[ьи]|том|номер|шаг|урок|страниц[аеуы]|этаж|канал|групп[аеуы]|класс|тип|версия|пункт|вопрос|дом|квартир[аеуы]|рейс',
  beforeDate: 'от|до|с|по',
  date: ({ day, monthName, year, before }) =>
    [day && ordinal(day, dayForm(before)), monthName, year && `${ordinal(year, 'masculine-genitive')} года`]
      .filter(Boolean)
      .join(' '),
  shortMonths: { behindDay: ' ' },
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
    behind: 'руб\\.',
  },
  units: table(`
    км/ч=@kilometer-per-hour | м/с=@meter-per-second | км=@kilometer | м=@meter | см=@centimeter | мм=@millimeter | л=@liter | мл=@milliliter | ГБ=@gigabyte | МБ=@megabyte | °=@degree | °C=@celsius | °С=@celsius | %=@percent | ч.=@hour | ч=@hour
    мин.=@minute | мин=@minute | сек.=@second | кг=килограммов/килограмм/килограмма | мг=миллиграммов/миллиграмм/миллиграмма | г=граммов/грамм/грамма | т=тонн/тонна/тонны | км²=квадратных километров/квадратный километр/квадратных километра/квадратного километра
    м²=квадратных метров/квадратный метр/квадратных метра/квадратного метра | м³=кубических метров/кубический метр/кубических метра/кубического метра | руб=рублей/рубль/рубля | руб.=рублей/рубль/рубля | коп.=копеек/копейка/копейки | долл.=долларов/доллар/доллара
    ст. л.=столовых ложек/столовая ложка/столовые ложки/столовой ложки | ст.л.=столовых ложек/столовая ложка/столовые ложки/столовой ложки | ч. л.=чайных ложек/чайная ложка/чайные ложки/чайной ложки
    ч.л.=чайных ложек/чайная ложка/чайные ложки/чайной ложки | мм рт. ст.=миллиметров ртутного столба/миллиметр ртутного столба/миллиметра ртутного столба | стак.=стаканов/стакан/стакана | мес.=месяцев/месяц/месяца | нед.=недель/неделя/недели | дн.=дней/день/дня | уп.=упаковок/упаковка/упаковки | кв. м=квадратных метров/квадратный метр/квадратных метра/квадратного метра | экз.=экземпляров/экземпляр/экземпляра
    чел.=человек/человек/человека | шт.=штук/штука/штуки | кВт=киловатт/киловатт/киловатта | тыс.=тысяч/тысяча/тысячи | млн=миллионов/миллион/миллиона | млн.=миллионов/миллион/миллиона | млрд=миллиардов/миллиард/миллиарда
  `),
  fractions: {
    ...{ half: ['половина', 'с половиной', 'пол'], joint: 'и', over: 'дробь', one: 'одна', unitOf: '0,5' },
    part: (below) =>
      ({ 3: 'треть/трети', 4: 'четверть/четверти' })[below] ??
      `${ordinal(below, 'feminine')}/${ordinal(below, 'plural-genitive')}`,
  },
  telephones: {
    patterns: [/(?<!\d)8[ -]?\(?\d{3}\)?[ -]?\d{3}-?\d{2}-?\d{2}(?!\d)/g, /(?<![\d-])\d{3}-\d{2}-\d{2}(?![\d-])/g],
    calls: 'тел\\.|телефон\\p{L}{0,3}|звоните|номер\\p{L}{0,3}',
  },
  abbreviations: {
    always: table(`
      г-н=господин | Г-н=Господин | г-на=господина | г-ну=господину | г-жа=госпожа | Г-жа=Госпожа | г-жи=госпожи | г-же=госпоже | г-жу=госпожу | проф.=профессор | акад.=академик | им.=имени | ул.=улица | на ул.=на улице | по ул.=по улице | просп.=проспект | пр.=проспект | пр-т=проспект
      пер.=переулок | пл.=площадь | наб.=набережная | обл.=область | р-н=район | р-на=района | тел.=телефон | чел.=человек | руб.=рублей | долл.=долларов | др.=другие | до н. э.=до нашей эры | до н.э.=до нашей эры | н. э.=нашей эры | н.э.=нашей эры
      т. е.=то есть | т.е.=то есть | и т. д.=и так далее | и т.д.=и так далее | и т. п.=и тому подобное | и т.п.=и тому подобное | т. к.=так как | т.к.=так как | стр.=страница | см.=смотри | напр.=например | и др.=и другие | и пр.=и прочее | т. о.=таким образом | в т. ч.=в том числе | в т.ч.=в том числе
      прибл.=приблизительно | макс.=максимум | бул.=бульвар | б-р=бульвар | пос.=посёлок | с. ш.=северной широты | ю. ш.=южной широты | в. д.=восточной долготы | з. д.=западной долготы | н. у. м.=над уровнем моря
    `),
    beforeNumbers: table(`
      упр.=упражнение | №=номер | кв.=квартира | корп.=корпус | гл.=глава | рис.=рисунок | ст.=статья | табл.=таблица | оф.=офис | каб.=кабинет | ауд.=аудитория | пом.=помещение | эт.=этаж | мин.=минимум | §=параграф
    `),
    cited: { behind: 'см\\.|на|со?|v\\.', names: table('с.=страница | д.=дом | п.=пункт | под.=подъезд') },
    spelled: { names: 'МГУ|ЕС|ООО|АЭС|ЧП|ОАО|ЕГЭ|АО|ИИ', letter: (letter) => LETTERS[letter] ?? letter },
  },
};

export const russian: LanguageRules = { ...language, rules: { first: russianRules(language) } };
