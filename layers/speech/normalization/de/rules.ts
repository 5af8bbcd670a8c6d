import { verbalizeDate } from '../core/dates.ts';
import type { Gender, LanguageRules } from '../core/language.ts';
import { alternatives, before } from '../core/patterns.ts';
import { rulesOf } from '../core/rule.ts';
import { verbalizeTime } from '../core/times.ts';
import { COUNTED, genderOf } from './nouns.ts';

const MONTHS = 'Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember';

/** An ordinal number ("dritter") with the ending that the article before it asks for. */
function inflect(ordinal: string, gender: Gender, left: string): string {
  const stem = ordinal.slice(0, -1);
  const [, article = ''] = /(?<!\p{L})(\p{L}+) $/u.exec(left.toLowerCase()) ?? [];
  if (/^(?:im|am|zum|vom|beim|dem|den|des|zur|jeden)$/.test(article)) return `${stem}n`;
  if (article === 'der') return gender === 'm' ? stem : `${stem}n`;
  if (/^(?:das|die|ins|fürs)$/.test(article)) return stem;
  return { m: ordinal, f: stem, n: `${stem}s` }[gender];
}

/** Words before one thing that put it in another case: "vor einer Stunde", "für einen Tag". */
const DATIVE = /(?<!\p{L})(?:vor|nach|seit|mit|von|zu|aus|bei|in|ab|an|auf|unter|binnen|während|innerhalb von) $/iu;
const ACCUSATIVE = /(?<!\p{L})(?:für|um|ohne|gegen|durch|pro|je) $/iu;

/** Ordinal numbers and ones that bend, dates without their year, streets. */
export function germanRules(language: LanguageRules): NonNullable<LanguageRules['rules']> {
  const { ordinal } = language;
  /** "der dritte Oktober", and "am dritten Oktober", "den dritten Oktober". */
  const ending = (left: string) => (/\bder $/i.test(left) ? '' : 'n');
  const own = rulesOf(
    [
      new RegExp(`(?<![\\d–-])(\\d{1,2})\\.(?= (?:${MONTHS})\\b)`, 'g'),
      (match) => ordinal(Number(match[1])).replace(/r$/, ending(before(match))),
    ],
    [
      new RegExp(
        `(?<![\\d.,])(\\d{1,2})\\.(?=(?:(?:,| und| oder| bis| zum) \\d{1,2}\\.){0,3} (${alternatives(Object.keys(COUNTED))})(?!\\p{L}))`,
        'gu',
      ),
      (match) =>
        inflect(
          ordinal(Number(match[1])),
          COUNTED[match[2]!]!,
          before(match).replace(/(?:\d{1,2}\.(?:,| und| oder| bis) ){1,4}$/, ''),
        ),
    ],
    [
      // "vom 5.–7. Mai"
      new RegExp(`(?<!\\d)(\\d{1,2})\\.\\s?[–-]\\s?(\\d{1,2})\\.(?= (?:${MONTHS})\\b)`, 'g'),
      ([, ...days]) => days.map((day) => ordinal(Number(day)).replace(/r$/, 'n')).join(' bis '),
    ],
    [
      /(?<![\d.,])([01]?\d|2[0-4])\.([0-5]\d) Uhr(?!\p{L})/gu,
      ([, hours, minutes]) => verbalizeTime(language, Number(hours), Number(minutes)),
    ],
    [
      // "am 1.1.": a date without its year
      /(?<=(?<!\p{L})(?:am|vom|zum|bis|ab|seit|den|dem|der|(?:Mo|Di|Mi|Do|Fr|Sa|So)\.,|\p{Lu}\p{Ll}+(?:tag|woch),?) )(\d{1,2})\.(\d{1,2})\.(?!\d)/giu,
      (match) =>
        verbalizeDate(language, undefined, Number(match[2]), Number(match[1]))?.replace(
          /n(?= )/,
          ending(before(match)),
        ),
    ],
    [/(?<!\p{L})(\p{L}{3,40})[*:_](in|innen)(?!\p{L})/gu, ([, person, suffix]) => `${person}${suffix}`],
    [/(?<!\p{L})(\p{L}{2,40})str\.(?!\p{L})/gu, ([, name]) => `${name}straße`],
    [/(?<= )str\.(?!\p{L})/gu, 'Straße'],
  );
  const last = rulesOf([
    // "1 Stunde" is "eine Stunde".
    /(?<![\p{L}\p{N}.,:/%$€£+*#-])(?<!(?:Kapitel|Seite|Teil|Nummer|Nr\.|Raum|Band|Stufe|Phase|Klasse|Artikel|Gruppe|Platz|Liga|Version|Formel|Tag|und|bis|oder) )1(?=[ \u00a0](\p{Lu}\p{Ll}{1,30})(?![\p{L}\p{M}-]))/gu,
    (match) => {
      const gender = genderOf(match[1]!);
      if (gender === undefined) return undefined;
      const left = before(match, 20);
      if (DATIVE.test(left)) return gender === 'f' ? 'einer' : 'einem';
      if (gender === 'm' && ACCUSATIVE.test(left)) return 'einen';
      return gender === 'f' ? 'eine' : 'ein';
    },
  ]);
  return { own, last };
}
