import type { Language } from '../../contract/index.ts';
import { chineseDigits } from './digits.ts';
import { sayEnglishYear } from './english-numbers.ts';
import { sayCounted } from './japanese-numbers.ts';
import { englishEnding, sayOrdinal } from './ordinals.ts';
import { LOCALES, tongueOf } from './tongues.ts';

/** A calendar date in words, or undefined when there is no such day. */
export function sayDate(
  language: Language,
  year: number | undefined,
  month: number,
  day: number | undefined,
): string | undefined {
  const tongue = tongueOf(language);
  const date = new Date(Date.UTC(year ?? 2000, month - 1, day ?? 1));
  if (date.getUTCMonth() !== month - 1) return undefined;
  const name = new Intl.DateTimeFormat(LOCALES[language], {
    month: 'long',
    timeZone: 'UTC',
    ...(day && { day: 'numeric' }),
  })
    .formatToParts(date)
    .find(({ type }) => type === 'month')?.value;
  switch (tongue) {
    case 'ja':
      return [
        [year, '年'],
        [month, '月'],
        [day, '日'],
      ]
        .flatMap(([n, c]) => (n ? [sayCounted(`${n}`, `${c}`)] : []))
        .join(' ');
    case 'zh':
      return `${year ? `${chineseDigits(`${year}`)}年` : ''}${month}月${day ? `${day}日` : ''}`;
    case 'ko':
      return [year && `${year}년`, `${month === 6 ? '유' : month === 10 ? '시' : month}월`, day && `${day}일`]
        .filter(Boolean)
        .join(' ');
    case 'vi':
      return [day && `ngày ${day}`, `tháng ${month}`, year && `năm ${year}`].filter(Boolean).join(' ');
    case 'en':
      return (
        [name, day && `${day}${englishEnding(day)}`].filter(Boolean).join(' ') +
        (year ? `, ${sayEnglishYear(year)}` : '')
      );
    case 'es':
    case 'pt':
      return [day === 1 && tongue === 'pt' ? 'primeiro' : day, name, year].filter(Boolean).join(' de ');
    case 'de':
      return [day && `${sayOrdinal(language, day).slice(0, -1)}n`, name, year && sayGermanYear(year)]
        .filter(Boolean)
        .join(' ');
    case 'ru':
      return [day && sayOrdinal(language, day), name, year && `${year} года`].filter(Boolean).join(' ');
    case 'hi':
      return [day, name, year].filter(Boolean).join(' ');
    case 'ar':
      return [day === 1 ? `${sayOrdinal(language, 1)} من` : day, name, year].filter(Boolean).join(' ');
    default:
      return [day === 1 ? sayOrdinal(language, 1) : day, name, year].filter(Boolean).join(' ');
  }
}

/** "neunzehnhundert 99": years before 2000 are read in two halves. */
function sayGermanYear(year: number): string {
  const [century, rest] = [Math.floor(year / 100), year % 100];
  return year < 1100 || year >= 2000 ? `${year}` : `${century} hundert${rest ? ` ${rest}` : ''}`;
}
