import type { Language } from '../../contract/index.ts';
import { ABBREVIATIONS } from './abbreviations.ts';
import { sayAddress, tagRules } from './addresses.ts';
import { isCited } from './citations.ts';
import { isDated } from './date-contexts.ts';
import { sayDate } from './dates.ts';
import { dottedRules } from './dotted.ts';
import { englishNumberRules, englishRules } from './english.ts';
import { fractionRules } from './fractions.ts';
import { genderedRules } from './gendered-numbers.ts';
import { magnitudeRules } from './magnitudes.ts';
import { moneyRules } from './money.ts';
import { BEFORE_NUMBERS } from './numbered-abbreviations.ts';
import { LAKHS, readNumber, SPACED_NUMBER, writeNumber } from './numbers.ts';
import { operatorRules, pressureRules } from './operators.ts';
import { ownRules } from './own-rules.ts';
import { alternatives } from './patterns.ts';
import { priceRules } from './prices.ts';
import { isPart } from './ratings.ts';
import type { Rule } from './reading.ts';
import { romanRules } from './roman.ts';
import { shortMonthRules } from './short-months.ts';
import { rangeRules, signRules } from './signs.ts';
import { telephoneRules } from './telephones.ts';
import { sayTime } from './times.ts';
import { tongueOf } from './tongues.ts';
import { unitRules } from './units.ts';
import { weekdayRules } from './weekdays.ts';
import { signRoman } from './widths.ts';

/** The order of day and month where a date is written with strokes. */
const MONTH_FIRST: ReadonlySet<Language> = new Set(['en-US']);

const WEB =
  /(?<![\p{L}\p{N}])(?!p\.es\.)(?:https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]|www\.[^\s<>"']*[^\s<>"'.,;:!?)\]]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|edu|gov|io|de|fr|es|it|pt|br|ru|cn|jp|kr|in|vn|uk)(?:\/[\w/.-]*\w)?)(?![\p{L}\p{N}])/giu;

const known = new Map<Language, readonly Rule[]>();

/** What a voice reads badly when it is left to itself, in one language. */
export function rulesOf(language: Language): readonly Rule[] {
  const rules = known.get(language) ?? listRules(language);
  known.set(language, rules);
  return rules;
}

function listRules(language: Language): Rule[] {
  const english = tongueOf(language) === 'en';
  return [
    { pattern: WEB, say: ([address]) => sayAddress(language, address) },
    ...tagRules(language),
    ...dottedRules(language),
    ...dateRules(language),
    ...shortMonthRules(language),
    ...telephoneRules(language),
    ...(english ? englishRules(language) : []),
    {
      pattern: /(?<![\d:.,])([01]?\d|2[0-4]):([0-5]\d)(?::([0-5]\d))?(?![\d:])(?:\s?Uhr|\s?h\b|\s?hrs?\b|\s?बजे)?/g,
      say: ([, hours, minutes, seconds = '0']) => sayTime(language, Number(hours), Number(minutes), Number(seconds)),
    },
    ...moneyRules(language),
    ...romanRules(language),
    signRoman(romanRules(language)),
    ...fractionRules(language),
    ...ownRules(language),
    ...magnitudeRules(language),
    ...pressureRules(language),
    ...unitRules(language),
    ...priceRules(language),
    ...rangeRules(language),
    ...signRules(language),
    ...operatorRules(language),
    ...groupedRules(language),
    ...genderedRules(language),
    ...weekdayRules(language),
    ...abbreviationRules(language),
    ...(english ? englishNumberRules(language) : []),
  ];
}

/** Numbers whose groups the voices take for numbers of their own. */
function groupedRules(language: Language): Rule[] {
  const lakhs: Rule = {
    pattern: new RegExp(`(?<![\\d.,])${LAKHS}(?:\\.\\d+)?(?![\\d,])`, 'g'),
    say: ([number]) => readNumber(language, number),
  };
  // A plain space parts groups where the comma is the decimal sign; elsewhere it may stand between two numbers.
  const spaced: Rule = {
    pattern: new RegExp(`(?<![\\d.,])${SPACED_NUMBER}(?![\\d.,]*\\d| \\d)`, 'g'),
    say: ([number]) =>
      / /.test(number) && writeNumber(language, '1.5') === '1.5' ? undefined : writeNumber(language, number),
  };
  return [lakhs, spaced];
}

/** Characters on either side that tell what a number is. */
const REACH = 40;

/** Years of two digits from this one on are of the last century. */
const YOUNGEST = 50;

function dateRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  const say = (year: string, month: string, day: string) => sayDate(language, Number(year), Number(month), Number(day));
  return [
    {
      pattern: /(?<![\d/-])(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?![\d/-])/g,
      say: ([, y = '', , m = '', d = '']) => say(y, m, d),
    },
    {
      // "on 3/4 we left"
      pattern:
        /(?<=(?<!\p{L})(?:on|since|until|am|vom|le|du|el|del|il|dal|dia) )(?!9\/11|24\/7|50\/50)(\d{1,2})\/(\d{1,2})(?![\d/\p{L}]|[.,-]?\d|-\p{L})/giu,
      say: ({ 0: written, 1: first, 2: second, index, input }) => {
        if (isPart(input.slice(index + written.length))) return undefined;
        const [month, day] = MONTH_FIRST.has(language) ? [first, second] : [second, first];
        return sayDate(language, undefined, Number(month), Number(day));
      },
    },
    {
      pattern: new RegExp(
        `(?<![\\d/.-])(\\d{1,2})([/.-])(\\d{1,2})\\2(\\d{4}|(?<=/)\\d\\d${tongue === 'de' || tongue === 'ru' ? '|(?<=\\.)\\d\\d' : ''})(?![\\d/-]|[.,]\\d)`,
        'g',
      ),
      say: ({ 1: first = '', 2: sign = '', 3: second = '', 4: written = '', index, input }) => {
        const before = input.slice(Math.max(0, index - REACH), index);
        if (written.length === 2 && !isDated(before, sign, first, second)) return undefined;
        const year = written.length === 4 ? written : `${Number(written) < YOUNGEST ? 20 : 19}${written}`;
        const [monthFirst, dayFirst] = [() => say(year, first, second), () => say(year, second, first)];
        // One that is no date in the language's own order is one in the other.
        const said =
          MONTH_FIRST.has(language) && sign !== '.' ? (monthFirst() ?? dayFirst()) : (dayFirst() ?? monthFirst());
        // Vietnamese begins a date with its word for day, which may stand there already.
        return /(?:^|\s)ngày $/iu.test(input.slice(0, index)) ? said?.replace(/^ngày /, '') : said;
      },
    },
  ];
}

function abbreviationRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  if (tongue === 'ja' || tongue === 'zh' || tongue === 'ko') return [];
  const known = ABBREVIATIONS[tongue];
  const numbered = BEFORE_NUMBERS[tongue];
  return [
    // First, since their parts look like short forms of their own: "и т. д. 5".
    {
      pattern: new RegExp(`(?<![\\p{L}\\p{M}.])(?:${alternatives(Object.keys(known))})(?![\\p{L}\\p{M}])`, 'gu'),
      say: ([short]) => known[short],
    },
    ...(numbered
      ? [
          {
            pattern: new RegExp(`(?<![\\p{L}\\p{M}.])(?:${alternatives(Object.keys(numbered))})(?=\\s?\\d)`, 'gu'),
            say: ({ 0: short, index, input }: RegExpExecArray) => {
              const before = input.slice(Math.max(0, index - REACH), index);
              const after = input.slice(index + short.length, index + short.length + REACH);
              return isCited(tongue, short, before, after) ? numbered[short] : undefined;
            },
          },
        ]
      : []),
  ];
}
