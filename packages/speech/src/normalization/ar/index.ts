import data from 'cldr-rbnf/rbnf/ar.json' with { type: 'json' };
import type { LanguageRules } from '../core/language.ts';
import { re, rulesOf, table } from '../core/rule.ts';
import { createSpellout } from '../core/spellout.ts';
import { countUnit } from '../core/times.ts';

const ordinal = createSpellout(data, 'ordinal-masculine');
const feminine = createSpellout(data, 'ordinal-feminine');

/** Hours are read as ordinal numbers, because "5 and 30 minutes" would be understood as 35 minutes. */
const verbalizeHour = (hours: number): string => ['الصفر', 'الواحدة'][hours] ?? feminine(hours).replace(/ون$/, 'ين');

/** A year, preceded by the word for "year" or by a month, or any plausible year that isn't a measurement. */
const MEASURES = '(?:طول|ارتفاع|عرض|عمق|مساف|سباق|علو|قطر|سباح|جري|عدو|سمك|محيط|على بعد|تتابع)';
const MONTHS = 'يناير|فبراير|مارس|أبريل|إبريل|مايو|يونيو|يونيه|يوليو|يوليه|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر';
const YEAR = `(?:(?:عام|سنة|${MONTHS}) \\d{3,4}|(?<!\\d|${MEASURES}\\p{L}{0,3} (?:\\p{L}{1,20} )?)(?:1\\d{3}|20\\d\\d|2100))`;

/** Women's names, recognized by their ending or from a list. */
const WOMAN =
  /^(?!(?:مصطفى|موسى|عيسى|يحيى|حمزة|أسامة|طلحة|قتيبة|عبيدة|معاوية|علاء|بهاء|ضياء|صفاء|زكريا|رضا|عطا)(?!\p{L}))(?:\p{L}+[ةىا]|\p{L}{2,}اء|مريم|زينب|سعاد|هند|أمل|إيمان|منال|سمر|رباب|عبير|حنان|ابتسام|إلهام|ريم|نور)(?!\p{L})/u;
const TITLES = table('أ.د.=الأستاذ الدكتور | د.=الدكتور | م.=المهندس | أ.=الأستاذ');

const own = rulesOf(
  [
    /(?<![\p{L}\p{M}.](?<!(?<!\p{L})و))(أ\.د\.|[دمأ]\.)(?= ?(\p{L}{3,}))/gu,
    ([, title = '', name = '']) => TITLES[title]?.replace(/(?= |$)/g, WOMAN.test(name) ? 'ة' : ''),
  ],
  // Hours are read as ordinal numbers: "الساعة 6", "حتى 5 مساء".
  [
    /(?<=(?<!\p{L})[وبل]?(?:ال|لل)ساعة )(1[0-2]|[1-9])(?![\d/%]|[.,:]\d)|(?<![\d:.,/-])(1[0-2]|[1-9])(?=(?: (?:إلى|حتى) \d{1,2})? (?:صباح|مساء|ظهر|عصر|ليل|فجر)(?:ا|ا?ً|ًا)?(?!\p{L}))/gu,
    ([, hour, plain = hour]) => verbalizeHour(Number(plain)),
  ],
  [re`(?<![\d/.,-])1(?= (?:${MONTHS})(?!\p{L}))`, 'الأول من'],
  // Abbreviations for morning and evening after an hour, and for the era after a year. Elsewhere, م means meters.
  [/(?<=(?<![\d.])\d{1,2}(?::\d\d)? ?)ص(?![\p{L}\p{M}²³]|\.\p{L})/gu, 'صباحا'],
  [/(?<=(?<![\d.])(?:\d{1,2}:\d\d|(?:الساعة|\d ?ص ?(?:[-–]|إلى|حتى))(?: ?الـ)? ?\d{1,2}) ?)م(?![\p{L}\p{M}²³]|\.\p{L})/gu, 'مساء'],
  [re`(?<=${YEAR} ?)م(?![\p{L}\p{M}²³]|\.\p{L})`, 'ميلادية'],
  [/(?<=(?<!\d)\d{3,4} ?)هـ(?!\p{L})/gu, 'هجرية'],
  // Nouns that are numbered rather than counted: "القرن 14", "القرن الـ20", "الطابق 3".
  [
    /(?<=(?<!\p{L})[وبلف]?(?:ال|لل)(قرن|طابق|دور|مركز|فصل|موسم|مرتبة|مرحلة|جولة|نسخة|دورة|حلقة|سنة|مادة|دقيقة|درس|وحدة|مؤتمر|مهرجان|أسبوع|شهر|بند|فقرة|صف|باب|جزء|ذكرى) )(?:ال(?:ـ ?)?)?(\d{1,2})(?![\d/%]|[.,:-]\d| ?°|(?<!قرن \S{1,6}) (?!و|من |في )\p{L})/gu,
    ([, noun = '', number]) => `ال${(/[ةى]$/.test(noun) ? feminine : ordinal)(Number(number)).replace(/^ال/, '').replace(/ون$/, 'ين')}`,
  ],
);

/** Three to ten, before a feminine noun in the plural. The voice needs the vowel mark in the word for five. */
const FEW = 'ثلاث أربع خَمس ست سبع ثماني تسع عشر'.split(' ');
const TENS = 'عشرين ثلاثين أربعين خمسين ستين سبعين ثمانين تسعين'.split(' ');

/** Irregular plurals of feminine nouns. */
const FEMININE =
  /^(?:دقائق|ثوان|ثواني|ليال|ليالي|ملاعق|قطع|غرف|مدن|صور|نسخ|علب|شقق|فرق|مدارس|جوائز|حصص|خطط|نقاط|شرائح|أسابيع عمل|وجبات|قرى|دول|رسائل|مباريات|بطاقات|مسرحيات|لوحات|وظائف|حدائق|حقائب|تذاكر|طوابع)$/;

/** Verbalizes a number before a noun. Feminine nouns take the opposite gender for the ones digit: "ثلاث بيضات", "خمس وأربعين درجة". */
function count(value: number, noun: string): string | undefined {
  const [ones, tens] = [value % 10, Math.floor(value / 10)];
  const isFew = (/ات$/.test(noun) && !MASCULINE.test(noun)) || FEMININE.test(noun);
  if (value === 200 && !/^(?:على|إلى|حتى|عند|خلال|منذ|كانت?|قبل|بعد|ضد|التي)$/.test(noun)) return 'مِئَتَي';
  if (value > 2 && value < 11) return isFew ? FEW[value - 3] : undefined;
  if (value < 11 || value > 99 || !/ة$/.test(noun) || noun === 'بالمئة' || ones === 0) return undefined;
  const one = ones < 3 ? ['', 'إحدى', tens === 1 ? 'اثنتي' : 'اثنتين'][ones] : FEW[ones - 3];
  return tens === 1 ? `${one} عشرة` : `${one} و${TENS[tens - 2]}`;
}

/** Masculine nouns with a feminine-looking plural: actions, measures, places, money. */
const MASCULINE =
  /^(?:ا.*ا.ات|إ.*ات|ت..ي.ات|.*(?:متر|دولار|يورو|مليار|مليون|غرام|لتر|بايت|قرار|مشروع|مطار|حيوان|ملف|نشاط|خيار|باص|مجلد|مقترح|منتج|مبل|مهرجان|طلب|حساب|موضوع|مسلسل|لقاء|خط|مكان|مؤتمر|جنيه|قطار|سجل)ات)$/u;

const FRACTIONS = table('1/3=ثلث | 2/3=ثلثان | 1/4=ربع | 3/4=ثلاثة أرباع | 1/5=خمس | 1/8=ثمن | 1/10=عشر');

export const arabic: LanguageRules = {
  tag: 'ar-u-nu-latn',
  ordinal: (value) => (value < 100 ? ordinal(value) : `${value}`),
  signs: {
    address: ['آت', 'نقطة', 'شرطة', 'ناقص', 'شرطة'],
    math: ['أصغر من أو يساوي', 'أكبر من أو يساوي', 'لا يساوي', 'حوالي', 'زائد أو ناقص', 'ناقص '],
    arithmetic: ['زائد', 'ضرب', 'على', 'يساوي', 'أصغر من', 'أكبر من'],
    range: 'إلى',
    result: 'مقابل',
    outOf: 'من',
    pressure: 'على',
  },
  count,
  telephones: { calls: 'الاتصال|اتصلوا|للتواصل|للحجز|للاستفسار|رقم|الرقم|هاتف|الهاتف|جوال|واتساب|اتصل' },
  labels: 'رقم|الرقم|الساعة|عام|سنة|صفحة|شقة|مبنى|غرفة|قاعة|بوابة|رصيف|الرصيف',
  date: ({ day, monthName, year }) => [day === 1 ? 'الأول من' : day, monthName, year].filter(Boolean).join(' '),
  time: (hours, minutes) => `${verbalizeHour(hours)}${minutes ? ` و ${countUnit(arabic, minutes, 'minute')}` : ''}`,
  timeJoint: ' و ',
  money: { country: / أمريكي$/, magnitudes: table('ألف | مليون | مليار') },
  units: table(`
    °F=درجة فهرنهايت | كم/س=كيلومتر في الساعة | كم=كيلومتر | غ=غرام | كغ=كيلوغرام | كجم=كيلوغرام | سم=سنتيمتر | م=متر | مم=مليمتر | مل=مليلتر | ملغ=مليغرام
    م²=متر مربع | كم²=كيلومتر مربع | م³=متر مكعب | km/h=كيلومتر في الساعة | km=كيلومتر | kg=كيلوغرام | °C=درجة مئوية | °م=درجة مئوية
    GB=غيغابايت | MB=ميغابايت | %=بالمئة | ٪=بالمئة | كلم=كيلومتر | ملم=مليمتر | كلغ=كيلوغرام | جم=غرام
    مجم=مليغرام | ك.=كوب | كم/ساعة=كيلومتر في الساعة
  `),
  fractions: {
    half: ['نصف', 'ونصف'],
    joint: 'و',
    over: 'على',
    part: (below, above) => FRACTIONS[`${above}/${below}`],
  },
  abbreviations: {
    always: table(
      'ر.س=ريال سعودي | د.إ=درهم إماراتي | ج.م=جنيه مصري | د.ك=دينار كويتي | د.أ=دينار أردني | ر.ق=ريال قطري | ر.ع=ريال عماني | ل.ل=ليرة لبنانية | إلخ=إلى آخره | ق.م=قبل الميلاد | ص.ب=صندوق بريد | الخ=إلى آخره | ش.=شارع',
    ),
    beforeNumbers: table('ص.=صفحة | ط.=طابق | غ.=غرفة | ت.=هاتف | ج.=جزء | ص.ب=صندوق بريد | §=فقرة'),
  },
  rules: { own },
};
