import type { Language } from '../../contract/index.ts';
import { sayCounted } from './japanese-numbers.ts';
import { countKorean } from './korean.ts';
import { choose } from './plurals.ts';
import { type Tongue, tongueOf } from './tongues.ts';

/** How an hour and its minutes are put together. */
const TIMES: Readonly<Record<Tongue, (hours: number, minutes: number) => string>> = {
  en: (h, m) => `${h} ${m === 0 ? (h > 12 ? 'hundred' : "o'clock") : m < 10 ? `oh ${m}` : m}`,
  de: (h, m) => `${h === 1 ? 'ein' : h} Uhr${m ? ` ${m}` : ''}`,
  fr: (h, m) => `${h} heure${h > 1 ? 's' : ''}${m ? ` ${m}` : ''}`,
  es: (h, m) => `${h}${m ? ` y ${m}` : ' en punto'}`,
  it: (h, m) => `${h}${m ? ` e ${m}` : ' in punto'}`,
  pt: (h, m) => `${h} hora${h > 1 ? 's' : ''}${m ? ` e ${m}` : ''}`,
  ru: (h, m) =>
    `${h} ${choose(h, 'час', 'часа', 'часов')}${m ? ` ${m} ${choose(m, 'минута', 'минуты', 'минут')}` : ''}`,
  hi: (h, m) => (m ? `${h} बजकर ${m} मिनट` : `${h} बजे`),
  vi: (h, m) => `${h} giờ${m ? ` ${m} phút` : ''}`,
  ko: (h, m) => `${countKorean(h) || '영'} 시${m ? ` ${m}분` : ''}`,
  zh: (h, m) => `${h === 2 ? '两' : h}点${m ? `${m < 10 ? `零${m}` : m}分` : ''}`,
  ja: (h, m) => sayCounted(`${h}`, '時') + (m ? ` ${sayCounted(`${m}`, '分')}` : ''),
  ar: (h, m) => `${h}${m ? ` و ${m} دقيقة` : ''}`,
};

/** A time of the day, or undefined when there is no such time. */
export function sayTime(language: Language, hours: number, minutes: number): string | undefined {
  return hours > 24 || minutes > 59 ? undefined : TIMES[tongueOf(language)](hours, minutes);
}
