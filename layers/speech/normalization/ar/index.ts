import data from 'cldr-rbnf/rbnf/ar.json' with { type: 'json' };
import type { LanguageRules } from '../core/language.ts';
import { rulesOf, table } from '../core/rule.ts';
import { createSpellout } from '../core/spellout.ts';
import { countUnit } from '../core/times.ts';

const ordinal = createSpellout(data, 'ordinal-masculine');
const feminine = createSpellout(data, 'ordinal-feminine');

/** Hours are ordinal numbers: a plain "5 and 30 minutes" would be heard as 35 minutes. */
const verbalizeHour = (hours: number): string => ['الصفر', 'الواحدة'][hours] ?? feminine(hours);

/** A year: the word for it or a month stands before it, or it is a usual one and nothing is measured. */
const MEASURES = '(?:طول|ارتفاع|عرض|عمق|مساف|سباق|علو|قطر|سباح|جري|عدو|سمك|محيط|على بعد|تتابع)';
const YEAR = `(?:(?:عام|سنة|يناير|فبراير|مارس|أبريل|إبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر) \\d{3,4}|(?<!\\d|${MEASURES}\\p{L}{0,3} (?:\\p{L}{1,20} )?)(?:1\\d{3}|20\\d\\d|2100))`;

const own = rulesOf(
  // The morning and the evening behind an hour, and the era behind a year; elsewhere م is a metre.
  [/(?<=(?<![\d.])\d{1,2}(?::\d\d)? ?)ص(?![\p{L}\p{M}²³]|\.\p{L})/gu, 'صباحا'],
  [
    /(?<=(?<![\d.])(?:\d{1,2}:\d\d|(?:الساعة|\d ?ص ?(?:[-–]|إلى|حتى))(?: ?الـ)? ?\d{1,2}) ?)م(?![\p{L}\p{M}²³]|\.\p{L})/gu,
    'مساء',
  ],
  [new RegExp(`(?<=${YEAR} ?)م(?![\\p{L}\\p{M}²³]|\\.\\p{L})`, 'gu'), 'ميلادية'],
  [/(?<=(?<!\d)\d{3,4} ?)هـ(?!\p{L})/gu, 'هجرية'],
);

const FRACTIONS = table('1/3=ثلث | 2/3=ثلثان | 1/4=ربع | 3/4=ثلاثة أرباع | 1/5=خمس | 1/8=ثمن | 1/10=عشر');

export const arabic: LanguageRules = {
  tag: 'ar-u-nu-latn',
  ordinal: (value) => (value < 100 ? ordinal(value) : `${value}`),
  signs: {
    address: ['آت', 'نقطة', 'شرطة', 'ناقص', 'شرطة'],
    math: ['أصغر من أو يساوي', 'أكبر من أو يساوي', 'لا يساوي', 'حوالي', 'زائد أو ناقص', 'ناقص '],
    arithmetic: ['زائد', 'ضرب', 'على', 'يساوي', 'أصغر من', 'أكبر من'],
    ...{ range: 'إلى', result: 'مقابل' },
  },
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
    ...{ half: ['نصف', 'ونصف'], joint: 'و', over: 'على' },
    part: (below, above) => {
      const name = FRACTIONS[`${above}/${below}`];
      return name === undefined ? undefined : [name, ''];
    },
  },
  abbreviations: {
    always: table(
      'ر.س=ريال سعودي | د.إ=درهم إماراتي | ج.م=جنيه مصري | د.ك=دينار كويتي | د.أ=دينار أردني | ر.ق=ريال قطري | ر.ع=ريال عماني | ل.ل=ليرة لبنانية | أ.د.=الأستاذ الدكتور | د.=دكتور | أ.=أستاذ | م.=مهندس | إلخ=إلى آخره | ق.م=قبل الميلاد | ص.ب=صندوق بريد | الخ=إلى آخره | ش.=شارع',
    ),
    beforeNumbers: table('ص.=صفحة | ط.=طابق | غ.=غرفة | ت.=هاتف | ج.=جزء | ص.ب=صندوق بريد | §=فقرة'),
  },
  rules: { own },
};
