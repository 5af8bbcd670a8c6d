import { isPart } from './fractions.ts';
import type { LanguageRules } from './language.ts';
import { after, alternatives, before } from './patterns.ts';
import { type Rule, rulesOf } from './rule.ts';

/** The name of a month as it stands in a date, or in short. */
function nameMonth({ tag }: LanguageRules, month: number, form: 'long' | 'short', inDate = true): string {
  const parts = new Intl.DateTimeFormat(tag, { month: form, timeZone: 'UTC', ...(inDate && { day: 'numeric' }) });
  return parts.formatToParts(new Date(Date.UTC(2000, month - 1, 1))).find(({ type }) => type === 'month')?.value ?? '';
}

/** Days of the longest February and of every other month. */
const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Reads a date in words.
 *
 * @param month 1..12
 * @param day 1..31; undefined for a month alone
 * @returns undefined where there is no such day
 */
export function verbalizeDate(
  language: LanguageRules,
  year: number | undefined,
  month: number,
  day?: number,
): string | undefined {
  const longest = LONGEST_MONTHS[month - 1];
  if (longest === undefined || (day !== undefined && (day < 1 || day > longest))) return undefined;
  return language.date({ year, month, day, monthName: nameMonth(language, month, 'long', day !== undefined) });
}

/** Years of two digits from this one on are of the last century. */
const YOUNGEST = 50;

/** Words before a date, in any of the languages; a weekday may stand there too. */
const BEFORE_DATES =
  /(?<!\p{L})(?:on|since|until|till|by|before|after|from|to|dated?|born|due|expires|expiry|am|vom|zum|bis|ab|seit|den|dem|der|Datum|geb\.|geboren|Stand|le|du|au|dès|depuis|né|née|el|del|al|desde|hasta|día|fecha|il|dal|nato|nata|em|dia|até|ngày|от|до|по|с|со|дата|родился|родилась|(?:Mo|Di|Mi|Do|Fr|Sa|So)\.|\p{L}+day|\p{L}+tag|Mittwoch|तारीख|दिनांक|يوم|بتاريخ)[,:]? $/iu;

/** What is numbered by sections, and what has versions or a ratio. */
const SECTIONS =
  /(?:§|(?<!\p{L})(?:sections?|chapter|ratio|proportions?|mix|split|scale|score|odds|version|firmware|release|build|abschnitt\p{L}?|kapitels?|kap\.|ziffer|punkt|artikel|art\.|раздел\p{L}?|глав\p{L}|пункт\p{L}?|п\.|гл\.|верси\p{L})) ?$/iu;

/**
 * Whether a date with a year of two digits is one: a word for it stands before it, or its day and month both have two digits.
 * Sections have points rather than strokes.
 */
const isDated = (left: string, sign: string, first: string, second: string): boolean =>
  BEFORE_DATES.test(left) || ((sign === '/' || (first.length === 2 && second.length === 2)) && !SECTIONS.test(left));

/** Dates in figures: 2024-11-21, 21/11/2024, 21.11.24, and a day without its year behind a word for it. */
export function dateRules(language: LanguageRules): Rule[] {
  const { isMonthFirst = false, hasShortYears = false } = language;
  const read = (year: string, month: string, day: string) =>
    verbalizeDate(language, Number(year), Number(month), Number(day));
  const shortYear = hasShortYears ? '\\d\\d' : '(?<=/)\\d\\d';
  return rulesOf(
    [/(?<![\d/-])(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?![\d/-])/g, ([, y = '', , m = '', d = '']) => read(y, m, d)],
    [
      // "on 3/4 we left"
      /(?<=(?<!\p{L})(?:on|since|until|am|vom|le|du|el|del|il|dal|dia) )(?!9\/11|24\/7|50\/50)(\d{1,2})\/(\d{1,2})(?![\d/\p{L}]|[.,-]?\d|-\p{L})/giu,
      (match) => {
        if (isPart(after(match))) return undefined;
        const [month, day] = isMonthFirst ? [match[1], match[2]] : [match[2], match[1]];
        return verbalizeDate(language, undefined, Number(month), Number(day));
      },
    ],
    [
      new RegExp(
        `(?<![\\d/.-])(\\d{1,2})([/.-])(\\d{1,2})\\2(\\d{4}|${shortYear}(?<=[/.]\\d\\d))(?![\\d/-]|[.,]\\d)`,
        'g',
      ),
      (match) => {
        const [, first = '', sign = '', second = '', written = ''] = match;
        const left = before(match);
        if (written.length === 2 && !isDated(left, sign, first, second)) return undefined;
        const year = written.length === 4 ? written : `${Number(written) < YOUNGEST ? 20 : 19}${written}`;
        const orders = [() => read(year, first, second), () => read(year, second, first)];
        // One that is no date in the language's own order is one in the other.
        const [own, other] = isMonthFirst && sign !== '.' ? orders : orders.toReversed();
        const said = own?.() ?? other?.();
        // Vietnamese begins a date with its word for day, which may stand there already.
        return /(?:^|\s)ngày $/iu.test(left) ? said?.replace(/^ngày /, '') : said;
      },
    ],
  );
}

/** Months in short beside their day: "5 nov. 2024", in English also "Jan 5". */
export function monthRules(language: LanguageRules): Rule[] {
  const { beforeMonth } = language;
  if (beforeMonth === undefined) return [];
  const short = new Map<string, number>();
  for (let month = 1; month <= 12; month++) {
    for (const inDate of [true, false]) {
      const name = nameMonth(language, month, 'short', inDate).replace('.', '');
      if (/^\d/.test(name)) continue;
      short.set(name, month);
      // Both are written: "Sep." and "Sept."
      if (/^sept?$/i.test(name)) short.set(name.slice(0, 3), month).set(`${name.slice(0, 3)}t`, month);
    }
  }
  const any = alternatives([...short.keys()]);
  const read: Rule['verbalize'] = ([, name = '']) => nameMonth(language, short.get(name) ?? 1, 'long');
  // The full stop stays where it may end the sentence.
  const stop = '(?:\\.(?=,? ?[\\d\\p{Ll}])|(?=\\.))';
  const isEnglish = language.tag.startsWith('en');
  const end = isEnglish ? `(?:${stop}|(?= \\d{4}|[,;:)]|\\s*$))` : stop;
  return rulesOf(
    [new RegExp(`(?<=(?<![\\d.,:/])\\d{1,2}${beforeMonth})(${any})(?!\\p{L})${end}`, 'gu'), read],
    ...(isEnglish
      ? [
          [
            new RegExp(`(?<![\\p{L}\\d])(${any})\\.?(?= \\d{1,2}(?:st|nd|rd|th)?(?![\\d:%\\p{L}]|[./]\\d))`, 'gu'),
            read,
          ] as const,
        ]
      : []),
  );
}

/** A full stop behind an abbreviation may end the sentence, so it stays unless the sentence surely goes on. */
export const STOP = '(?:\\.(?=\\s*[\\p{Ll}\\d,;:)]))?';

/** The days of the week by their short names, as they are written and with a capital: "lun", "Lun". */
function listWeekdays({ tag, weekdays }: LanguageRules): Map<string, string> {
  const names = new Map<string, string>(Object.entries(weekdays?.others ?? {}));
  for (let day = 1; day <= 7; day++) {
    const format = (weekday: 'short' | 'long') =>
      new Intl.DateTimeFormat(tag, { weekday, timeZone: 'UTC' }).format(new Date(Date.UTC(2001, 0, day)));
    // Portuguese leaves out the second part: "de segunda a sexta".
    const [short, long] = [format('short').replace('.', '').slice(0, 3), format('long').replace(/-feira$/, '')];
    const capital = (name: string) => name[0]!.toUpperCase() + name.slice(1);
    names.set(short, long).set(capital(short), tag.startsWith('ru') ? long : capital(long));
  }
  return names;
}

/** Days of the week in short, as a range or before a number: "Mo.–Fr.", "sam. 10h". */
export function weekdayRules(language: LanguageRules): Rule[] {
  if (!language.weekdays) return [];
  const { joint, isStrict = false } = language.weekdays;
  const names = listWeekdays(language);
  const any = alternatives([...names.keys()]);
  const range = `(?<![\\p{L}\\d.-])(${any})(?:\\.\\s?[-–—]\\s?|[-–—])(${any})(?![\\p{L}\\d-])${STOP}`;
  const rules = rulesOf([
    new RegExp(range, 'gu'),
    ([, first = '', last = '']) => `${names.get(first)} ${joint} ${names.get(last)}`,
  ]);
  if (!isStrict)
    rules.push(
      ...rulesOf([new RegExp(`(?<![\\p{L}\\d.-])(${any})\\.(?=,? \\d)`, 'gu'), ([, day = '']) => names.get(day)]),
    );
  return rules;
}
