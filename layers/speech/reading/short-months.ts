import type { Language } from '../../contract/index.ts';
import type { Rule } from './reading.ts';
import { LOCALES, type Tongue, tongueOf } from './tongues.ts';

/** The months in short, and what stands between the day and the month. */
const MONTHS: Partial<Readonly<Record<Tongue, { short: string; joint: string }>>> = {
  en: { short: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec', joint: '(?:st|nd|rd|th)? ' },
  de: { short: 'Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez', joint: '\\. ' },
  fr: { short: 'janv févr mars avr mai juin juil août sept oct nov déc', joint: ' ' },
  es: { short: 'ene feb mar abr may jun jul ago sep oct nov dic', joint: ' (?:de )?' },
  it: { short: 'gen feb mar apr mag giu lug ago set ott nov dic', joint: ' ' },
  pt: { short: 'jan fev mar abr mai jun jul ago set out nov dez', joint: ' (?:de )?' },
};

/** Months in short beside their day: "5 nov. 2024", in English also "Jan 5". */
export function shortMonthRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  const months = MONTHS[tongue];
  if (!months) return [];
  const short = months.short.split(' ');
  const any = short.map((name) => (/^sep$/i.test(name) ? `${name}t?` : name)).join('|');
  const say = ([, name = '']: RegExpExecArray): string | undefined => {
    const month = short.findIndex((own) => name.startsWith(own));
    const date = new Date(Date.UTC(2000, month, 1));
    return new Intl.DateTimeFormat(LOCALES[language], { month: 'long', day: 'numeric', timeZone: 'UTC' })
      .formatToParts(date)
      .find(({ type }) => type === 'month')?.value;
  };
  // The full stop stays where it may end the sentence.
  const stop = '(?:\\.(?=,? ?[\\d\\p{Ll}])|(?=\\.))';
  const end = tongue === 'en' ? `(?:${stop}|(?= \\d{4}|[,;:)]|\\s*$))` : stop;
  return [
    {
      pattern: new RegExp(`(?<=(?<![\\d.,:/])\\d{1,2}${months.joint})(${any})(?!\\p{L})${end}`, 'gu'),
      say,
    },
    ...(tongue === 'en'
      ? [
          {
            pattern: new RegExp(
              `(?<![\\p{L}\\d])(${any})\\.?(?= \\d{1,2}(?:st|nd|rd|th)?(?![\\d:%\\p{L}]|[./]\\d))`,
              'gu',
            ),
            say,
          },
        ]
      : []),
  ];
}
