import type { Language } from '../../contract/index.ts';
import type { Rule } from './reading.ts';
import { type Tongue, tongueOf } from './tongues.ts';

/** Short forms of the days of the week as they stand in opening hours, and what joins the first and the last. */
const DAYS: Partial<Readonly<Record<Tongue, { joint: string; names: Readonly<Record<string, string>> }>>> = {
  en: {
    joint: 'to',
    names: {
      Mon: 'Monday',
      Tue: 'Tuesday',
      Tues: 'Tuesday',
      Wed: 'Wednesday',
      Thu: 'Thursday',
      Thur: 'Thursday',
      Thurs: 'Thursday',
      Fri: 'Friday',
      Sat: 'Saturday',
      Sun: 'Sunday',
    },
  },
  de: {
    joint: 'bis',
    names: {
      Mo: 'Montag',
      Di: 'Dienstag',
      Mi: 'Mittwoch',
      Do: 'Donnerstag',
      Fr: 'Freitag',
      Sa: 'Samstag',
      So: 'Sonntag',
    },
  },
  fr: {
    joint: 'à',
    names: {
      Lun: 'Lundi',
      lun: 'lundi',
      mar: 'mardi',
      mer: 'mercredi',
      jeu: 'jeudi',
      ven: 'vendredi',
      sam: 'samedi',
      dim: 'dimanche',
    },
  },
  it: {
    joint: '–',
    names: {
      ...{ lun: 'lunedì', mar: 'martedì', mer: 'mercoledì', gio: 'giovedì', ven: 'venerdì', sab: 'sabato' },
      ...{ dom: 'domenica', Lun: 'Lunedì', Mar: 'Martedì', Ven: 'Venerdì', Sab: 'Sabato', Dom: 'Domenica' },
    },
  },
  pt: {
    joint: 'a',
    names: {
      ...{ seg: 'segunda', ter: 'terça', qua: 'quarta', qui: 'quinta', sex: 'sexta', sáb: 'sábado', dom: 'domingo' },
    },
  },
  ru: {
    joint: '–',
    names: {
      ...{ Пн: 'понедельник', Вт: 'вторник', Ср: 'среда', Чт: 'четверг', Пт: 'пятница', Сб: 'суббота' },
      ...{ пн: 'понедельник', вт: 'вторник', чт: 'четверг', пт: 'пятница', сб: 'суббота' },
    },
  },
  es: {
    joint: 'a',
    names: {
      lun: 'lunes',
      mar: 'martes',
      mié: 'miércoles',
      jue: 'jueves',
      vie: 'viernes',
      sáb: 'sábado',
      dom: 'domingo',
    },
  },
};

/** Days before a number, with their full stop: "sam. 10h". English has rules of its own. */
const beforeNumber = (any: string): RegExp => new RegExp(`(?<![\\p{L}\\d.-])(${any})\\.(?=,? \\d)`, 'gu');

/** A full stop behind a short form may end the sentence, so it stays unless the sentence surely goes on. */
const STOP = '(?:\\.(?=\\s*[\\p{Ll}\\d,;:)]))?';

/** English days that are no words of their own, or not where they stand before a comma, a number or another day. */
const CLEAR = 'Mon|Tues?|Thu(?:rs?)?|Fri';

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';

/** Days of the week in short, as a range in some languages, "Mon.–Fri."; in English also alone, "Tues. at 5". */
export function weekdayRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  const days = DAYS[tongue];
  if (!days) return [];
  const { joint, names } = days;
  const any = Object.keys(names)
    .toSorted((a, b) => b.length - a.length)
    .join('|');
  const range: Rule = {
    pattern: new RegExp(`(?<![\\p{L}\\d.-])(${any})(?:\\.\\s?[-–—]\\s?|[-–—])(${any})(?![\\p{L}\\d-])${STOP}`, 'gu'),
    say: ([, first = '', last = '']) => `${names[first]} ${joint} ${names[last]}`,
  };
  if (tongue !== 'en') return [range, { pattern: beforeNumber(any), say: ([, day = '']) => names[day] }];
  return [
    range,
    {
      pattern: new RegExp(
        `(?<![\\p{L}\\d.-])(${CLEAR})(?:(?=, ${MONTH}|: \\d| & (?:${CLEAR})\\b)|\\.(?=\\s*[\\p{Ll}\\d,;:)–-]|\\s${MONTH})|(?=\\.(?!\\p{L})))`,
        'gu',
      ),
      say: ([, day = '']) => names[day],
    },
    {
      pattern: /(?<![\p{L}\d.-])(Wed|Sat|Sun)\.(?=\s?(?:[,;–-]|\d|(?:at|from|and|to) \d))/gu,
      say: ([, day = '']) => names[day],
    },
  ];
}
