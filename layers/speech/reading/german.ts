import type { Language } from '../../contract/index.ts';
import { sayDate } from './dates.ts';
import { sayOrdinal } from './ordinals.ts';
import { alternatives } from './patterns.ts';
import type { Rule } from './reading.ts';
import { sayTime } from './times.ts';

const GERMAN_MONTHS = 'Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember';

/** German nouns that are often counted, with their gender. */
const GERMAN_NOUNS: Readonly<Record<string, 'm' | 'f' | 'n'>> = {
  Jahrhundert: 'n',
  'Jh.': 'n',
  FC: 'm',
  Jahrhunderts: 'n',
  Jahrhunderte: 'n',
  Weltkrieg: 'm',
  Weltkriegs: 'm',
  Weltkrieges: 'm',
  Platz: 'm',
  Stock: 'm',
  Etage: 'f',
  Klasse: 'f',
  Kapitel: 'n',
  Geburtstag: 'm',
  Mal: 'n',
  Tag: 'm',
  Tages: 'm',
  Liga: 'f',
  Bundesliga: 'f',
  Auflage: 'f',
  Advent: 'm',
  Runde: 'f',
  Minute: 'f',
  Halbzeit: 'f',
  Woche: 'f',
  Semester: 'n',
  Lebensjahr: 'n',
  Jahrestag: 'm',
  Stockwerk: 'n',
  Teil: 'm',
};

/** An ordinal number ("dritter") with the ending that the article before it asks for. */
function bendGerman(ordinal: string, gender: 'm' | 'f' | 'n', before: string): string {
  const stem = ordinal.slice(0, -1);
  const [, article = ''] = /(?<!\p{L})(\p{L}+) $/u.exec(before.toLowerCase()) ?? [];
  if (/^(?:im|am|zum|vom|beim|dem|den|des|zur|jeden)$/.test(article)) return `${stem}n`;
  if (article === 'der') return gender === 'm' ? stem : `${stem}n`;
  if (/^(?:das|die|ins|fürs)$/.test(article)) return stem;
  return { m: ordinal, f: stem, n: `${stem}s` }[gender];
}

/** What German has alone: ordinal numbers that bend, dates without their year, streets. */
export function germanRules(language: Language): Rule[] {
  return [
    {
      pattern: new RegExp(`(?<![\\d–-])(\\d{1,2})\\.(?= (?:${GERMAN_MONTHS})\\b)`, 'g'),
      // "der dritte Oktober", and "am dritten Oktober", "den dritten Oktober".
      say: ({ 1: day, index, input }) =>
        sayOrdinal(language, Number(day)).replace(/r$/, /\bder $/i.test(input.slice(0, index)) ? '' : 'n'),
    },
    {
      pattern: new RegExp(
        `(?<![\\d.,])(\\d{1,2})\\.(?=(?:(?:,| und| oder| bis| zum) \\d{1,2}\\.){0,3} (${alternatives(Object.keys(GERMAN_NOUNS))})(?!\\p{L}))`,
        'gu',
      ),
      say: ({ 1: number, 2: noun = '', index, input }) =>
        bendGerman(
          sayOrdinal(language, Number(number)),
          GERMAN_NOUNS[noun]!,
          input.slice(0, index).replace(/(?:\d{1,2}\.(?:,| und| oder| bis) )+$/, ''),
        ),
    },
    {
      // "vom 5.–7. Mai"
      pattern: new RegExp(`(?<!\\d)(\\d{1,2})\\.\\s?[–-]\\s?(\\d{1,2})\\.(?= (?:${GERMAN_MONTHS})\\b)`, 'g'),
      say: ([, from, to]) =>
        [from, to].map((day) => sayOrdinal(language, Number(day)).replace(/r$/, 'n')).join(' bis '),
    },
    {
      pattern: /(?<![\d.,])([01]?\d|2[0-4])\.([0-5]\d) Uhr(?!\p{L})/gu,
      say: ([, hours, minutes]) => sayTime(language, Number(hours), Number(minutes)),
    },
    {
      // "am 1.1.": a date without its year
      pattern:
        /(?<=(?<!\p{L})(?:am|vom|zum|bis|ab|seit|den|dem|der|(?:Mo|Di|Mi|Do|Fr|Sa|So)\.,|\p{Lu}\p{Ll}+(?:tag|woch),?) )(\d{1,2})\.(\d{1,2})\.(?!\d)/giu,
      say: ({ 1: day, 2: month, index, input }) =>
        sayDate(language, undefined, Number(month), Number(day))?.replace(
          /n(?= )/,
          /\bder $/i.test(input.slice(0, index)) ? '' : 'n',
        ),
    },
    { pattern: /(?<!\p{L})(\p{L}{3,})[*:_](in|innen)(?!\p{L})/gu, say: ([, person, ending]) => `${person}${ending}` },
    { pattern: /(?<!\p{L})(\p{L}{2,})str\.(?!\p{L})/gu, say: ([, name]) => `${name}straße` },
    { pattern: /(?<= )str\.(?!\p{L})/gu, say: () => 'Straße' },
  ];
}
