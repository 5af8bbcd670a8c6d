import type { LanguageRules } from '../core/language.ts';
import { table } from '../core/rule.ts';
import { metricUnits } from '../core/units.ts';
import { englishNumbers, verbalizeYear } from './numbers.ts';
import { spellName } from './places.ts';
import { firstRules, lastRules, magnitudeRules } from './rules.ts';

function english(tag: 'en-US' | 'en-GB', meter: string): LanguageRules {
  const { cardinal, ordinal } = englishNumbers(tag);
  const language: LanguageRules = {
    tag,
    cardinal,
    ordinal,
    signs: {
      address: ['at', 'dot', 'slash', 'dash', 'underscore'],
      math: ['less than or equal to', 'greater than or equal to', 'not equal to', 'about', 'plus or minus', 'minus '],
      arithmetic: ['plus', 'times', 'divided by', 'equals', 'less than', 'greater than'],
      range: 'to',
      cross: 'by',
      outOf: 'out of',
      pressure: 'over',
    },
    beforeDate: 'on|since|until|(?:by|due|expires)(?! [1-7]\\/[2-8](?!\\d))',
    date: ({ year, monthName, day, before }) => {
      const said = year ? `, ${verbalizeYear(year)}` : '';
      if (!day || tag === 'en-US') return [monthName, day && ordinal(day)].filter(Boolean).join(' ') + said;
      return `${/\bthe $/i.test(before) ? '' : 'the '}${ordinal(day)} of ${monthName}${said}`;
    },
    isMonthFirst: tag === 'en-US',
    shortMonths: {
      afterDay: '(?:st|nd|rd|th)? ',
      end: '(?= \\d{4}| \\p{Ll}|[,;:)]|\\s*$)',
      beforeDay: '(?= \\d{1,2}(?:st|nd|rd|th)?(?![\\d:%\\p{L}]|[./]\\d))',
    },
    time: (hours, minutes, hasMore) => {
      if (minutes === 0) return hasMore ? `${hours}` : `${hours} ${hours > 12 ? 'hundred' : "o'clock"}`;
      return `${hours} ${minutes < 10 ? `oh ${minutes}` : minutes}`;
    },
    clock: 'hrs?',
    timeJoint: ' and ',
    weekdays: { joint: 'to', words: 'to' },
    money: {
      joint: ' and',
      country: /^(?:US|Indian|British|Japanese|Chinese) /,
      cents: (value, code, alone) => (/USD|EUR/.test(code) ? ` cent${value === 1 ? '' : 's'}` : alone && code === 'GBP' ? ' pence' : ''),
      magnitudes: table(`
        k=thousand | K=thousand | m=million | M=million | mn=million | b=billion | B=billion | bn=billion | tn=trillion | T=trillion
        thousand | million | billion | trillion | lakh | crore
      `),
    },
    rates: {
      per: 'per',
      each: table(
        'hour | hr=hour | day | week | month | mo=month | year | yr=year | person | night | unit | share | user | gallon | gal=gallon | mile | litre | serving | head | pp=person | pw=week',
      ),
    },
    units: metricUnits(`
      gal=@gallon | gal.=@gallon | fl oz=fluid ounces/fluid ounce | pp.=pages/page | pp=pages/page | cl=centiliters/centiliter | %=percent | °=@degree | mph=@mile-per-hour | mi=@mile | inch=@inch | ft=@foot | y/o=years old | mi.=@mile | V=volts/volt | ¢=cents/cent | c.=cups/cup | mos.=@month | yrs.=@year | yrs=@year | sec.=@second | sq ft=square feet/square foot | sq. ft.=square feet/square foot | sqm=square ${meter}s/square ${meter} | oz=@ounce | lb=@pound
      mg=milligrams/milligram | µg=micrograms/microgram | μg=micrograms/microgram | lbs=@pound | tsp=teaspoons/teaspoon | tbsp=tablespoons/tablespoon | Hz=hertz | GHz=gigahertz | TB=@terabyte | KB=@kilobyte | dB=decibels/decibel | W=watts/watt
      kW=kilowatts/kilowatt | kWh=kilowatt hours/kilowatt hour | l=@liter | qt=quarts/quart | yd=@yard | yds=@yard | kcal=kilocalories/kilocalorie | ms=@millisecond | sec=@second | mins=@minute | hr=@hour | hrs=@hour
      m²=square ${meter}s/square ${meter} | km²=square kilo${meter}s/square kilo${meter} | m³=cubic ${meter}s/cubic ${meter}
    `),
    fractions: {
      half: ['one half', 'and a half'],
      joint: 'and',
      over: 'over',
      one: 'one',
      part: (below) => {
        const name = { 2: 'half', 4: 'quarter' }[below] ?? ordinal(below).replace(/^one /, '');
        return below === 2 ? 'half/halves' : `${name}/${name}s`;
      },
    },
    roman: {
      parts:
        '[Cc]hapter|[Pp]art|[Vv]olume|Vol\\.|Book|Act|Scene|Article|Appendix|Phase|Type|Class|Level|Title|World War|Super Bowl|Final Fantasy|Episode|Apollo|Rocky|Stage',
      ruler: (value) => `the ${ordinal(value)}`,
      alone: 'II|[IVX]{3,}',
      // "Part I agree with", "the chapter I read", but "Part I covers", "Phase I trials", and "World War I had"
      pronoun:
        '(?<=(?:hapter|art|olume|Book|Act|Scene|Episode) I) (?!(?:of|is|has|and|or|to|in|by|who|begins|starts|ends|covers|deals|tells|describes)\\b)\\p{Ll}|(?<!War I) (?:am|have|had|do|did|will|would|can|think|said|read|found)\\b',
      first: "['’]s\\b| (?:of|is|has|and|who|died|reigned|ruled)\\b",
    },
    telephones: {
      extension: 'extension ',
      patterns: [
        /(?<![\d\p{L}.])(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[.-])\d{3}[ .-]\d{4}(?!\d)/gu,
        // A number that begins with 555, as in movies, or has groups like 0199 is not a range.
        /(?<![\d\p{L}.-])(?:555-\d{4}|[2-9]\d{2}-0\d{3})(?![\d-])/gu,
      ],
      calls: 'phone|number|call|dial|ring|text',
    },
    abbreviations: {
      spelled: {
        names: 'CEO|CFO|CTO|CIO|COO|API|AI|UI|UX|EU|UAE|AWS|IO|ID|MIT|UCLA|IRS|IVF|OBE|MBE|CBE|DVLA|IIT|AIIMS|CE|BCE|ONS',
        letter: spellName,
      },
      always: table(`
        Dr.=Doctor | Cllr=Councillor | edn=edition | Minn.=Minnesota | Calif.=California | Conn.=Connecticut | Fla.=Florida | Ariz.=Arizona | Colo.=Colorado | Tenn.=Tennessee | Okla.=Oklahoma | N.J.=New Jersey | Mr.=Mister | Mrs.=Missis | Ms.=Miz | Prof.=Professor | Jr.=Junior | Sr.=Senior | Gen.=General | Capt.=Captain | Lt.=Lieutenant | Sgt.=Sergeant | Gov.=Governor | Sen.=Senator | Rep.=Representative | Col.=Colonel | Rev.=Reverend
        Ave.=avenue | Blvd.=boulevard | Rd.=road | Apt.=apartment | Dept.=department | Inc.=incorporated | Ltd.=limited | Corp.=corporation | Tel.=telephone | Tel:=telephone | ext.=extension | e.g.=for example | i.e.=that is | etc.=et cetera
        vs.=versus | vs=versus | approx.=approximately | est.=established | w/o=without | w/=with | Nguyen=win | WWI=World War one | WWII=World War two | Thurs.=Thursday | Tues.=Tuesday | Jan.=January | Feb.=February | Aug.=August | Sept.=September | Oct.=October | Nov.=November | Dec.=December
        excl.=excluding | pcm=per calendar month | Rte.=Route | stn=station | p.a.=per annum | tbc=to be confirmed | appt.=appointment | Bldg.=Building | misc.=miscellaneous | esp.=especially | max.=maximum
      `),
      beforeNumbers: table(
        'Rm.=Room | Rm=Room | §§=sections | №=number | n°=number | nº=number | N°=number | Nº=number | §=section | p.=page | pp.=pages | Ch.=Chapter | Ste.=Suite | Sec.=Section | Fig.=Figure | Vol.=Volume',
      ),
      cited: {
        behind:
          '[Ss]ee|in|of|to|and|under|per|from|the|his|her|your|our|room|house|bus|line|ranked|item|page|lot|part|model|gate|question|issue|v\\.',
        names: table(
          'no.=number | art.=article | Art.=Article | sec.=section | Sec.=Section | fig.=figure | vol.=volume | ch.=chapter | min.=minimum',
        ),
      },
    },
  };
  return {
    ...language,
    rules: { first: firstRules(language), own: magnitudeRules(language), last: lastRules(language) },
  };
}

export const americanEnglish = english('en-US', 'meter');
export const britishEnglish = english('en-GB', 'metre');
