import type { Language } from '../../contract/index.ts';
import { sayDigits } from './digits.ts';
import { NUMBER } from './numbers.ts';
import { alternatives } from './patterns.ts';
import type { Rule } from './reading.ts';
import { MINUS, RANGES, sayMinus, UNSPACED } from './signs.ts';
import { type Tongue, tongueOf } from './tongues.ts';

/** Units as they are said after a number above one; where one differs, after a bar. */
export const UNITS: Readonly<Record<Exclude<Tongue, 'ja'>, Readonly<Record<string, string>>>> = {
  en: {
    'km/h': 'kilometers per hour|kilometer per hour',
    mph: 'miles per hour|mile per hour',
    'm/s': 'meters per second|meter per second',
    km: 'kilometers|kilometer',
    cm: 'centimeters|centimeter',
    mm: 'millimeters|millimeter',
    kg: 'kilograms|kilogram',
    mg: 'milligrams|milligram',
    oz: 'ounces|ounce',
    Hz: 'hertz',
    kHz: 'kilohertz',
    MHz: 'megahertz',
    GHz: 'gigahertz',
    TB: 'terabytes|terabyte',
    KB: 'kilobytes|kilobyte',
    kWh: 'kilowatt hours|kilowatt hour',
    MW: 'megawatts|megawatt',
    ms: 'milliseconds|millisecond',
    sec: 'seconds|second',
    hrs: 'hours',
    hr: 'hours|hour',
    tsp: 'teaspoons|teaspoon',
    tbsp: 'tablespoons|tablespoon',
    'sq ft': 'square feet|square foot',
    'm³': 'cubic meters|cubic meter',
    lbs: 'pounds',
    lb: 'pounds|pound',
    ft: 'feet|foot',
    ml: 'milliliters|milliliter',
    kW: 'kilowatts|kilowatt',
    GB: 'gigabytes|gigabyte',
    MB: 'megabytes|megabyte',
    '°C': 'degrees Celsius|degree Celsius',
    '°F': 'degrees Fahrenheit|degree Fahrenheit',
    'km²': 'square kilometers|square kilometer',
    'm²': 'square meters|square meter',
    min: 'minutes|minute',
  },
  de: {
    'km/h': 'Kilometer pro Stunde',
    'm/s': 'Meter pro Sekunde',
    km: 'Kilometer',
    cm: 'Zentimeter',
    mm: 'Millimeter',
    kg: 'Kilogramm',
    mg: 'Milligramm',
    ml: 'Milliliter',
    kW: 'Kilowatt',
    GB: 'Gigabyte',
    MB: 'Megabyte',
    '°C': 'Grad Celsius',
    'km²': 'Quadratkilometer',
    'm²': 'Quadratmeter',
    'Min.': 'Minuten|Minute',
    'Std.': 'Stunden|Stunde',
    m: 'Meter',
    g: 'Gramm',
    l: 'Liter',
  },
  fr: {
    'km/h': 'kilomètres heure',
    'm/s': 'mètres par seconde',
    km: 'kilomètres|kilomètre',
    cm: 'centimètres|centimètre',
    mm: 'millimètres|millimètre',
    kg: 'kilos|kilo',
    mg: 'milligrammes',
    ml: 'millilitres',
    '°C': 'degrés Celsius|degré Celsius',
    'km²': 'kilomètres carrés|kilomètre carré',
    'm²': 'mètres carrés|mètre carré',
    min: 'minutes|minute',
    Go: 'gigaoctets',
    Mo: 'mégaoctets',
  },
  es: {
    'km/h': 'kilómetros por hora',
    'm/s': 'metros por segundo',
    km: 'kilómetros|kilómetro',
    cm: 'centímetros|centímetro',
    mm: 'milímetros|milímetro',
    kg: 'kilos|kilo',
    mg: 'miligramos',
    ml: 'mililitros',
    '°C': 'grados Celsius|grado Celsius',
    'km²': 'kilómetros cuadrados|kilómetro cuadrado',
    'm²': 'metros cuadrados|metro cuadrado',
    GB: 'gigabytes',
    min: 'minutos|minuto',
  },
  it: {
    'km/h': 'chilometri orari',
    'm/s': 'metri al secondo',
    km: 'chilometri|chilometro',
    cm: 'centimetri|centimetro',
    mm: 'millimetri|millimetro',
    kg: 'chili|chilo',
    mg: 'milligrammi',
    ml: 'millilitri',
    '°C': 'gradi Celsius|grado Celsius',
    'km²': 'chilometri quadrati|chilometro quadrato',
    'm²': 'metri quadrati|metro quadrato',
    GB: 'gigabyte',
    min: 'minuti|minuto',
  },
  pt: {
    'km/h': 'quilômetros por hora',
    'm/s': 'metros por segundo',
    km: 'quilômetros|quilômetro',
    cm: 'centímetros|centímetro',
    mm: 'milímetros|milímetro',
    kg: 'quilos|quilo',
    mg: 'miligramas',
    ml: 'mililitros',
    '°C': 'graus Celsius|grau Celsius',
    'km²': 'quilómetros quadrados|quilómetro quadrado',
    'm²': 'metros quadrados|metro quadrado',
    GB: 'gigabytes',
    min: 'minutos|minuto',
  },
  ru: {
    'км/ч': 'километров в час',
    'м/с': 'метров в секунду',
    км: 'километров|километр',
    см: 'сантиметров|сантиметр',
    мм: 'миллиметров|миллиметр',
    кг: 'килограмм',
    мл: 'миллилитров',
    'руб.': 'рублей|рубль',
    'коп.': 'копеек',
    'мин.': 'минут|минута',
    '°C': 'градусов Цельсия|градус Цельсия',
    ГБ: 'гигабайт',
    м: 'метров|метр',
  },
  hi: {
    'किमी/घंटा': 'किलोमीटर प्रति घंटा',
    किमी: 'किलोमीटर',
    'कि.मी.': 'किलोमीटर',
    किग्रा: 'किलोग्राम',
    km: 'किलोमीटर',
    kg: 'किलोग्राम',
    सेमी: 'सेंटीमीटर',
    'km/h': 'किलोमीटर प्रति घंटा',
    '°C': 'डिग्री सेल्सियस',
  },
  vi: {
    'km/h': 'ki lô mét một giờ',
    km: 'ki lô mét',
    cm: 'xăng ti mét',
    mm: 'mi li mét',
    kg: 'ki lô gam',
    '°C': 'độ xê',
    mg: 'mi li gam',
    ml: 'mi li lít',
    g: 'gam',
    m: 'mét',
    'km²': 'ki lô mét vuông',
    'm²': 'mét vuông',
  },
  ko: {
    'km/h': '킬로미터',
    'm/s': '미터',
    km: '킬로미터',
    cm: '센티미터',
    mm: '밀리미터',
    kg: '킬로그램',
    g: '그램',
    m: '미터',
    도: '도',
    '℃': '도',
    '%p': '퍼센트 포인트',
    '°C': '도',
    '%': '퍼센트',
  },
  zh: {
    'km/h': '公里每小时',
    km: '公里',
    cm: '厘米',
    mm: '毫米',
    kg: '公斤',
    g: '克',
    m: '米',
    'm/s': '米每秒',
    度: '度',
    '℃': '摄氏度',
    mg: '毫克',
    ml: '毫升',
    'm²': '平方米',
    'km²': '平方公里',
    '°C': '摄氏度',
  },
  ar: {
    'كم/س': 'كيلومتر في الساعة',
    كم: 'كيلومتر',
    كغ: 'كيلوغرام',
    سم: 'سنتيمتر',
    'km/h': 'كيلومتر في الساعة',
    km: 'كيلومتر',
    kg: 'كيلوغرام',
    '°C': 'درجة مئوية',
    '%': 'بالمئة',
    '٪': 'بالمئة',
  },
};

/** Numbers with their units, with a minus or as a range: "-5 °C", "10-20 km". */
export function unitRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  if (tongue === 'ja') return [];
  const units = UNITS[tongue];
  return [
    {
      pattern: new RegExp(
        `(${MINUS})?(?<![\\d.,])(?:(${NUMBER})\\s?[-–]\\s?)?(${NUMBER})\\s?(${alternatives(Object.keys(units))})${endOf(tongue)}`,
        'gu',
      ),
      say: ({ 1: minus, 2: from, 3: number = '', 4: unit = '', index, input }) => {
        const name = sayUnit(language, unit, number);
        if (name === undefined) return undefined;
        const start = from === undefined ? '' : `${from} ${RANGES[tongue]} `.replace('  ', ' ');
        const speed = tongue === 'ko' ? KOREAN_SPEEDS[unit] : undefined;
        const measure = speed && !input.slice(0, index).trimEnd().endsWith(speed) ? `${speed} ` : '';
        return `${measure}${minus ? sayMinus(language, unit) : ''}${start}${sayDecimals(language, number)} ${name}`;
      },
    },
  ];
}

/** What Korean has before a speed: "시속 5 킬로미터". */
const KOREAN_SPEEDS: Readonly<Record<string, string>> = { 'km/h': '시속', 'm/s': '초속' };

/** What ends a unit: signs that need no spaces may stand right behind it, but behind Korean's own 도 more of its word. */
export function endOf(tongue: Tongue): string {
  if (tongue === 'zh') return `(?!(?!${UNSPACED})[\\p{L}\\p{M}\\d]|[\\d/²³])`;
  if (tongue === 'ko') return `(?!(?!(?<!도)${UNSPACED})[\\p{L}\\p{M}\\d]|[\\d/²³])`;
  return '(?![\\p{L}\\p{M}\\d/²³])';
}

/** The Korean voice does not say decimals. */
const sayDecimals = (language: Language, number: string): string =>
  tongueOf(language) === 'ko'
    ? number.replace(/\.(\d+)$/, (_, digits: string) => ` 점 ${sayDigits(language, digits)}`)
    : number;

/** The name of a unit after a number; undefined for one that is not known. */
export function sayUnit(language: Language, unit: string, number: string): string | undefined {
  const tongue = tongueOf(language);
  const names = tongue === 'ja' ? undefined : UNITS[tongue][unit];
  if (names === undefined) return undefined;
  const [many = '', one = many] = names.split('|');
  const name = number === '1' ? one : many;
  return language === 'en-GB' ? name.replace(/meter/g, 'metre').replace(/liter/g, 'litre') : name;
}
