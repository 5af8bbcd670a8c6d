import type { LanguageRules } from '../core/language.ts';
import { COUNTED_IN_MILLIONS } from '../core/magnitudes.ts';
import { table } from '../core/patterns.ts';
import { ordinalOf } from '../core/roman.ts';
import { rulesOf } from '../core/rule.ts';
import { metricUnits } from '../core/units.ts';
import { ABBREVIATIONS } from './abbreviations.ts';
import { AMERICAN_NUMBERS, BRITISH_NUMBERS, type EnglishNumbers, verbalizeYear } from './numbers.ts';
import { firstRules, lastRules } from './rules.ts';

/** What English counts in millions rather than meters: "5m people". */
const COUNTED = new RegExp(`^ ${COUNTED_IN_MILLIONS}`);

/** Before a number and a letter that are a name: "Room 5 L". */
const LABEL =
  /\b(?:size|room|section|sect?\.|flat|unit|apartment|apt\.?|suite|gate|row|seat|line|bus|route|grade|class|exit|figure|fig\.|table|part|page|question|article|chapter|form|type|model) $/i;

function english(tag: 'en-US' | 'en-GB', { cardinal, ordinal }: EnglishNumbers, meter: string): LanguageRules {
  const language: LanguageRules = {
    tag,
    cardinal,
    ordinal,
    signs: {
      address: ['at', 'dot', 'slash', 'dash', 'underscore'],
      hashtag: 'hashtag',
      version: 'version',
      comparison: ['less than', 'greater than'],
      math: ['less than or equal to', 'greater than or equal to', 'not equal to', 'about', 'plus or minus', 'minus '],
      arithmetic: ['plus', 'times', 'divided by', 'equals', 'minus'],
      ...{ range: 'to', over: 'over', outOf: 'out of' },
    },
    operators: { isXTimes: false },
    date: ({ year, monthName, day }) =>
      [monthName, day && ordinal(day)].filter(Boolean).join(' ') + (year ? `, ${verbalizeYear(year)}` : ''),
    isMonthFirst: tag === 'en-US',
    beforeMonth: '(?:st|nd|rd|th)? ',
    time: (hours, minutes) =>
      `${hours} ${minutes === 0 ? (hours > 12 ? 'hundred' : "o'clock") : minutes < 10 ? `oh ${minutes}` : minutes}`,
    timeJoint: ' and ',
    weekdays: { joint: 'to', others: { Tues: 'Tuesday', Thur: 'Thursday', Thurs: 'Thursday' }, isStrict: true },
    money: {
      joint: ' and',
      country: /^(?:US|Indian|British|Japanese|Chinese) /,
      cents: (value, code) => (/USD|EUR/.test(code) ? ` cent${value === 1 ? '' : 's'}` : ''),
    },
    magnitudes: {
      names: table(`
        k=thousand | K=thousand | m=million | M=million | mn=million | b=billion | B=billion | bn=billion | tn=trillion | T=trillion
        thousand | million | billion | trillion | lakh | crore
      `),
    },
    rates: {
      per: 'per',
      each: table(
        'hour | hr=hour | day | week | month | mo=month | year | yr=year | person | night | unit | share | user | seat | lb=pound | oz=ounce | gallon | gal=gallon | mile | litre',
      ),
    },
    units: metricUnits(`
      °=@degree | °F=@fahrenheit | ‰=per mille | mph=@mile-per-hour | mi=@mile | ft=@foot | sq ft=square feet/square foot
      mg=milligrams/milligram | µg=micrograms/microgram | μg=micrograms/microgram | mcg=micrograms/microgram
      oz=@ounce | lb=@pound | lbs=@pound | tsp=teaspoons/teaspoon | tbsp=tablespoons/tablespoon
      Hz=hertz | kHz=kilohertz | MHz=megahertz | GHz=gigahertz | TB=@terabyte | KB=@kilobyte | dB=decibels/decibel
      W=watts/watt | kW=kilowatts/kilowatt | MW=megawatts/megawatt | kWh=kilowatt hours/kilowatt hour
      mAh=milliamp hours/milliamp hour | ms=@millisecond | sec=@second | mins=@minute | hr=@hour | hrs=@hour
      cm²=square centi${meter}s/square centi${meter} | m²=square ${meter}s/square ${meter} | km²=square kilo${meter}s/square kilo${meter}
      cm³=cubic centi${meter}s/cubic centi${meter} | m³=cubic ${meter}s/cubic ${meter}
      mmHg=milli${meter}s of mercury | hPa=hectopascals/hectopascal | bpm=beats per minute
    `),
    isUnit: (unit, written, left, right) =>
      !(unit === 'm' && COUNTED.test(right)) && !(/ [a-zA-Z]$/.test(written) && LABEL.test(left)),
    fractions: {
      ...{ half: ['one half', 'and a half'], joint: 'and', over: 'over', one: 'one' },
      part: (below) => {
        if (below === 2) return ['half', 'halves'];
        const name = below === 4 ? 'quarter' : ordinal(below);
        return [name, `${name}s`];
      },
    },
    roman: {
      parts:
        'Chapter|Part|Volume|Vol\\.|Book|Act|Scene|Section|Article|Appendix|Phase|Type|Class|Level|Grade|Title|Figure|Table|World War|Super Bowl|Final Fantasy|Episode|Apollo|Rocky|Schedule|Stage|Round|Annex',
      ruler: (value) => `the ${ordinal(value)}`,
      others: rulesOf([
        /\b([IVX]+)(?= (?:century|centuries|dynasty|Corps|Legion|Olympiad)\b)/gu,
        ordinalOf((value) => ordinal(value)),
      ]),
      alone: 'long',
    },
    telephones: {
      patterns: [
        /(?<![\d\p{L}.])(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[.-])\d{3}[ .-]\d{4}(?!\d)/gu,
        /(?<![\d\p{L}.])1 \d{3} \d{3} \d{4}(?!\d)/gu,
        // What begins with 555, as in films, or ends in groups like 0199 is no range.
        /(?<![\d\p{L}.-])(?:555-\d{4}|[2-9]\d{2}-0\d{3})(?![\d-])/gu,
      ],
      calls: 'phone|number|call|dial|ring|text',
    },
    abbreviations: ABBREVIATIONS,
  };
  return { ...language, rules: { first: firstRules(language), last: lastRules(language) } };
}

export const americanEnglish = english('en-US', AMERICAN_NUMBERS, 'meter');
export const britishEnglish = english('en-GB', BRITISH_NUMBERS, 'metre');
