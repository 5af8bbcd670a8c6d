import type { Language } from '../../contract/index.ts';
import { sayCount } from './gendered-numbers.ts';
import { sayCounted } from './japanese-numbers.ts';
import { countKorean } from './korean.ts';
import { choose } from './plurals.ts';
import { type Tongue, tongueOf } from './tongues.ts';

/** Minutes and seconds are feminine. */
function countRussian(value: number, one: string, few: string, many: string): string {
  const name = choose(value, one, few, many);
  return `${sayCount('ru', `${value}`, name)} ${name}`;
}

/** Hours are counted by ordinal numbers: a plain "5 and 30 minutes" would be heard as 35 minutes. */
const ARABIC_HOURS = [
  ...['الصفر', 'الواحدة', 'الثانية', 'الثالثة', 'الرابعة', 'الخامسة', 'السادسة', 'السابعة', 'الثامنة', 'التاسعة'],
  ...['العاشرة', 'الحادية عشرة', 'الثانية عشرة', 'الثالثة عشرة', 'الرابعة عشرة', 'الخامسة عشرة', 'السادسة عشرة'],
  ...['السابعة عشرة', 'الثامنة عشرة', 'التاسعة عشرة', 'العشرون', 'الحادية والعشرون', 'الثانية والعشرون'],
  ...['الثالثة والعشرون', 'الرابعة والعشرون'],
];

/** How an hour and its minutes are put together. */
const TIMES: Readonly<Record<Tongue, (hours: number, minutes: number) => string>> = {
  en: (h, m) => `${h} ${m === 0 ? (h > 12 ? 'hundred' : "o'clock") : m < 10 ? `oh ${m}` : m}`,
  de: (h, m) => `${h === 1 ? 'ein' : h} Uhr${m ? ` ${m}` : ''}`,
  fr: (h, m) => `${sayCount('fr', `${h}`, h > 1 ? 'heures' : 'heure')} heure${h > 1 ? 's' : ''}${m ? ` ${m}` : ''}`,
  es: (h, m) => `${sayCount('es', `${h}`, h > 1 ? 'horas' : 'hora')}${m ? ` y ${m}` : ' en punto'}`,
  it: (h, m) => `${h === 1 ? 'una' : h}${m ? ` e ${m}` : ' in punto'}`,
  pt: (h, m) => `${sayCount('pt', `${h}`, h > 1 ? 'horas' : 'hora')} hora${h > 1 ? 's' : ''}${m ? ` e ${m}` : ''}`,
  ru: (h, m) =>
    `${h} ${choose(h, 'час', 'часа', 'часов')}${m ? ` ${countRussian(m, 'минута', 'минуты', 'минут')}` : ''}`,
  hi: (h, m) => (m ? `${h} बजकर ${m} मिनट` : `${h} बजे`),
  vi: (h, m) => `${h} giờ${m ? ` ${m} phút` : ''}`,
  ko: (h, m) => `${(h <= 12 && countKorean(h)) || h || '영'} 시${m ? ` ${m}분` : ''}`,
  zh: (h, m) => `${h === 2 ? '两' : h}点${m ? `${m < 10 ? `零${m}` : m}分` : ''}`,
  ja: (h, m) => sayCounted(`${h}`, '時') + (m ? ` ${sayCounted(`${m}`, '分')}` : ''),
  ar: (h, m) => `${ARABIC_HOURS[h] ?? h}${m ? ` و ${m} دقيقة` : ''}`,
};

/** Names of one minute or second and of more, and what joins the two. */
interface Names {
  minute: readonly [one: string, many: string];
  second: readonly [one: string, many: string];
  joint: string;
}

const NAMES: Readonly<Record<Exclude<Tongue, 'ja' | 'ru'>, Names>> = {
  en: { minute: [' minute', ' minutes'], second: [' second', ' seconds'], joint: ' and ' },
  de: { minute: [' Minute', ' Minuten'], second: [' Sekunde', ' Sekunden'], joint: ' und ' },
  fr: { minute: [' minute', ' minutes'], second: [' seconde', ' secondes'], joint: ' ' },
  es: { minute: [' minuto', ' minutos'], second: [' segundo', ' segundos'], joint: ' y ' },
  it: { minute: [' minuto', ' minuti'], second: [' secondo', ' secondi'], joint: ' e ' },
  pt: { minute: [' minuto', ' minutos'], second: [' segundo', ' segundos'], joint: ' e ' },
  hi: { minute: [' मिनट', ' मिनट'], second: [' सेकंड', ' सेकंड'], joint: ' ' },
  vi: { minute: [' phút', ' phút'], second: [' giây', ' giây'], joint: ' ' },
  ko: { minute: ['분', '분'], second: ['초', '초'], joint: ' ' },
  zh: { minute: ['分', '分'], second: ['秒', '秒'], joint: '' },
  ar: { minute: [' دقيقة', ' دقيقة'], second: [' ثانية', ' ثانية'], joint: ' و ' },
};

/** A time of the day, or undefined when there is no such time. */
export function sayTime(language: Language, hours: number, minutes: number, seconds = 0): string | undefined {
  if (hours > 24 || minutes > 59 || seconds > 59) return undefined;
  const tongue = tongueOf(language);
  // A full hour with seconds needs its minutes all the same.
  const time = TIMES[tongue](hours, minutes).replace(/ (?:o'clock|en punto|in punto)$/, (full) =>
    seconds ? '' : full,
  );
  return seconds === 0 ? time : time + jointOf(tongue) + count(tongue, seconds, 'second');
}

/** A span of minutes and seconds. */
export function sayDuration(language: Language, minutes: number, seconds: number): string {
  const tongue = tongueOf(language);
  const said = [
    ...(minutes > 0 ? [count(tongue, minutes, 'minute')] : []),
    ...(seconds > 0 || minutes === 0 ? [count(tongue, seconds, 'second')] : []),
  ];
  return said.join(jointOf(tongue));
}

const jointOf = (tongue: Tongue): string => (tongue === 'ja' || tongue === 'ru' ? ' ' : NAMES[tongue].joint);

function count(tongue: Tongue, value: number, unit: 'minute' | 'second'): string {
  if (tongue === 'ja') return sayCounted(`${value}`, unit === 'minute' ? '分' : '秒');
  if (tongue === 'ru') {
    return unit === 'minute'
      ? countRussian(value, 'минута', 'минуты', 'минут')
      : countRussian(value, 'секунда', 'секунды', 'секунд');
  }
  const [one, many] = NAMES[tongue][unit];
  return `${value}${value === 1 ? one : many}`;
}
