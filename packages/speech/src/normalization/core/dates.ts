import { WHOLE } from './fractions.ts';
import type { LanguageRules } from './language.ts';
import { decimalSign } from './numbers.ts';
import { alternatives, anyCase, before, type Rule, re, rulesOf } from './rule.ts';

/** Returns the name of a month, abbreviated or in the form used in dates. */
function nameMonth({ tag }: LanguageRules, month: number, form: 'long' | 'short', inDate = true): string {
  const parts = new Intl.DateTimeFormat(tag, { month: form, timeZone: 'UTC', ...(inDate && { day: 'numeric' }) });
  return parts.formatToParts(new Date(Date.UTC(2000, month - 1, 1))).find(({ type }) => type === 'month')?.value ?? '';
}

/**
 * Reads a date in words. `left` is the text before it, which may require a certain grammatical case.
 * @returns undefined if there is no such day
 */
export function verbalizeDate(
  language: LanguageRules,
  year: number | undefined,
  month: number,
  day?: number,
  left = '',
): string | undefined {
  // February 29 is always valid, because the year may be unknown.
  if (new Date(Date.UTC(2000, month - 1, day ?? 1)).getUTCMonth() !== month - 1) return undefined;
  const monthName = nameMonth(language, month, 'long', day !== undefined);
  return language.date({ year, month, day, monthName, before: left });
}

/**
 * Rules for numeric dates: 2024-11-21, 21/11/2024, 21.11.24 (50 and above are in the last century), and, after certain words, a day without
 * a year.
 */
export function dateRules(language: LanguageRules): Rule[] {
  const { isMonthFirst = false, beforeDate = '(?!)' } = language;
  const afterWord = `(?<=(?<!\\p{L})(?:${beforeDate})(?: |(?<=['’])))`;
  const read = (match: RegExpExecArray, year: string, month: string, day: string) => {
    const left = before(match);
    return verbalizeDate(language, year ? Number(year) : undefined, Number(month), Number(day), left);
  };
  const readLocal: Rule['verbalize'] = (match) => {
    const [, first = '', sign, second = '', written = ''] = match;
    const year = written.length === 2 ? `${Number(written) < 50 ? 20 : 19}${written}` : written;
    const orders = [() => read(match, year, first, second), () => read(match, year, second, first)];
    // If it is not a valid date in the language's order, the other order applies.
    const [own, other] = isMonthFirst && sign !== '.' ? orders : orders.toReversed();
    return own?.() ?? other?.();
  };
  const end = '(?![\\d/-]|[.,]\\d)';
  // "21.11.24", and "am 3.5.24" after a word that introduces a date
  const pointed = `(?<=(?:(?<!\\d)\\d\\d\\.\\d\\d|${afterWord}\\d{1,2}\\.\\d{1,2})\\.)${decimalSign(language) === ',' ? '' : '(?!)'}\\d\\d`;
  return rulesOf(
    [/(?<![\d/-])(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?![\d/-])/g, (match) => read(match, match[1]!, match[3]!, match[4]!)],
    [
      // "on 3/4 we left"
      anyCase`${afterWord}(?!9\/11|24\/7|50\/50)(\d{1,2})(\/)(\d{1,2})(?![\d/\p{L}]|[.,-]?\d|-\p{L}|${WHOLE})`,
      readLocal,
    ],
    [anyCase`(?<![\d/.-])(\d{1,2})(?:(?<=(?<!\d)1)º)?([/.-])(\d{1,2})\2(\d{4}|(?<=/)\d\d|${pointed})${end}`, readLocal],
  );
}

/** Maps short month names, without a period, to months. */
function listMonths(language: LanguageRules): Map<string, number> {
  const short = new Map<string, number>();
  for (let month = 1; month <= 12; month++) {
    for (const inDate of [true, false]) {
      const name = nameMonth(language, month, 'short', inDate).replace('.', '');
      if (/^\d/.test(name)) continue;
      short.set(name, month);
      // Both forms occur: "Sep." and "Sept."
      if (/^sept?$/i.test(name)) short.set(name.slice(0, 3), month).set(`${name.slice(0, 3)}t`, month);
    }
  }
  return short;
}

/** Rules for abbreviated months next to their day: "5 nov. 2024", "Jan 5". */
export function monthRules(language: LanguageRules): Rule[] {
  const { shortMonths } = language;
  if (!shortMonths) return [];
  const { afterDay, end, beforeDay } = shortMonths;
  const short = listMonths(language);
  const any = alternatives([...short.keys()]);
  const read: Rule['verbalize'] = ([, name = '']) => nameMonth(language, short.get(name) ?? 1, 'long');
  // The period remains if it may end the sentence.
  const stop = '(?:\\.(?=,? ?[\\d\\p{Ll}])|(?=\\.))';
  const patterns = [
    `(?<=(?<![\\d.,:/])\\d{1,2}${afterDay})(${any})(?!\\p{L})(?:${stop}${end ? `|${end}` : ''})`,
    ...(beforeDay ? [`(?<![\\p{L}\\d])(${any})\\.?${beforeDay}`] : []),
  ];
  return rulesOf(...patterns.map((pattern) => [new RegExp(pattern, 'gu'), read] as const));
}

/** Maps short weekday names, in their usual form and capitalized ("lun", "Lun"), to weekdays. */
function listWeekdays({ tag }: LanguageRules): Map<string, string> {
  const names = new Map<string, string>();
  for (let day = 1; day <= 7; day++) {
    const format = (weekday: 'short' | 'long') =>
      new Intl.DateTimeFormat(tag, { weekday, timeZone: 'UTC' }).format(new Date(Date.UTC(2001, 0, day)));
    // The part after a hyphen is not spoken, as in "de segunda a sexta".
    const short = format('short').replace(/\.|(?<=^[\p{Script=Latin}]{3}).*/u, '');
    const long = format('long').replace(/-.*/, '');
    const capital = (name: string) => name[0]!.toUpperCase() + name.slice(1);
    names.set(short, long).set(capital(short), tag.startsWith('ru') ? long : capital(long));
  }
  return names;
}

/** Rules for abbreviated weekdays, in a range or with a period within the sentence: "Mo.–Fr.", "sam. et dim.". */
export function weekdayRules(language: LanguageRules): Rule[] {
  const { weekdays } = language;
  if (!weekdays) return [];
  const { joint: usual, words = '(?!)' } = weekdays;
  const names = listWeekdays(language);
  const any = alternatives([...names.keys()]);
  const list = '(?:,| \\p{L}{1,3}\\.?| &) ';
  return rulesOf(
    [
      // A period may end the sentence, so it remains unless the sentence clearly continues.
      re`(?<![\p{L}\d.-])(${any})(?:\.\s?[-–—]\s?|[-–—]|\. (?:${words}) )(${any})(?![\p{L}\d-])(?:\.(?=\s*[\p{Ll}\d,;:)]))?`,
      ([written, first = '', last = '']) => {
        const [, joint = usual] = / (\p{L}+) /u.exec(written) ?? [];
        return `${names.get(first)} ${joint} ${names.get(last)}`;
      },
    ],
    // "Sa 10-14 Uhr"
    [
      re`(?<=^|[,;:(|] )(?!ter |[Mm][ae]r )(${any})(?=:? \d{1,2}(?:[:.h]\d\d|h)?[-–]\d{1,2}(?:[:.h]\d\d)?(?:h| ?Uhr|[,;.)]|$))`,
      ([, day = '']) => names.get(day),
    ],
    // "30 seg." means seconds. "Fr." is also a title, "ср." is also an average, and "mer." is also a word.
    [
      re`(?<![\p{L}\d.-]|\d )(${any})\.(?=[:)]|,? [—–-]|,? (?<!(?:[Mm][ae]r|[Tt]er)\.,? )\d|,? \d{1,2}(?: ?h(?!\p{L})|[:/]| de )|(?<!(?:Fr|[Сс]р|[Mm][ae]r|[Tt]er)\.)(?:[,;]| [\p{Ll}\p{Lo}])|${list}(?:${any})(?!\p{L})|(?<=(?<!\p{L})(?:${any})\.?${list}\p{L}+\.)(?:[,;]| [\p{Ll}\p{Lo}]))`,
      ([, day = '']) => names.get(day),
    ],
  );
}
