import type { Language } from '../../contract/index.ts';
import { sayDate } from './dates.ts';
import { sayDigits } from './digits.ts';
import { germanRules } from './german.ts';
import { countKorean } from './korean.ts';
import { ordinalSigns } from './ordinal-signs.ts';
import { sayOrdinal } from './ordinals.ts';
import type { Rule } from './reading.ts';
import { russianRules } from './russian.ts';
import { spelledRules } from './spelled.ts';
import { sayTime } from './times.ts';
import { tongueOf } from './tongues.ts';

/** What one language has alone. */
export const ownRules = (language: Language): Rule[] => [...rulesOfTongue(language), ...spelledRules(language)];

function rulesOfTongue(language: Language): Rule[] {
  switch (tongueOf(language)) {
    case 'de':
      return germanRules(language);
    case 'fr':
      return [
        {
          pattern: /\b([01]?\d|2[0-4]) ?h ?([0-5]\d)?(?: ?min(?!\p{L}))?(?<=[\dhn])(?![\p{L}\d])/gu,
          say: ([, h, m]) => sayTime(language, Number(h), Number(m ?? 0)),
        },
        {
          pattern: /(?<![\p{L}\d])(\d{1,2})(?:ᵉ|e|ème|è|nde?)(?![\p{L}\d])/gu,
          say: ([, n]) => sayOrdinal(language, Number(n)),
        },
        {
          pattern: /(?<!\p{L})(St|Ste|Mt)(?:-(?=\p{Lu})|(?= \p{Lu}))/gu,
          say: ([written, short = '']) => MOUNTS[short] + (written.endsWith('-') ? ' ' : ''),
        },
        { pattern: /(?<![\p{L}\d])1(?:er|ᵉʳ)(?![\p{L}\d])/gu, say: () => 'premier' },
        { pattern: /(?<![\p{L}\d])1(?:re|ère|ʳᵉ)(?![\p{L}\d])/gu, say: () => 'première' },
      ];
    case 'pt':
      return [
        {
          pattern: /\b([01]?\d|2[0-4])h([0-5]\d)?(?:min(?!\p{L}))?(?![\p{L}\d])/gu,
          say: ([, h, m]) => sayTime(language, Number(h), Number(m ?? 0)),
        },
        ...ordinalSigns('pt', language),
        {
          pattern:
            /(?<!\p{L})D\.(?= ?(?:Maria|Isabel|Teresa|Leonor|Catarina|Inês|Filipa|Beatriz|Ana|Amélia|Joana|Luísa)(?!\p{L}))/gu,
          say: () => 'dona',
        },
        { pattern: new RegExp(`(?<!\\p{L})D\\.(?= ?(?:${KINGS})(?!\\p{L}))`, 'gu'), say: () => 'dom' },
        // The voice would take an initial for a Roman numeral.
        { pattern: /(?<!\p{L})([CDLM])\.(?= ?\p{Lu})/gu, say: ([, letter = '']) => letter.toLowerCase() },
      ];
    case 'es':
      return [
        { pattern: /\b([13])\.?(?:er|ᵉʳ)(?!\p{L})/gu, say: ([, n]) => (n === '1' ? 'primer' : 'tercer') },
        { pattern: /(?<!\p{L}|(?<!\p{L})(?!Sra?\. )\p{Lu}[\p{L}.]{0,20} )D\.(?= \p{Lu}\p{Ll})/gu, say: () => 'don' },
        { pattern: /(?<!\p{L})[Cc]\/(?= ?\p{Lu})/gu, say: () => 'calle' },
        {
          pattern: /(?<=\d\s?)([ap])\.\s?m(?:\.(?=\s*[\p{Ll}\d,;)])|(?=\.))/giu,
          say: ([, half = '']) => (half.toLowerCase() === 'a' ? 'a eme' : 'pe eme'),
        },
        ...ordinalSigns('es', language),
      ];
    case 'it':
      return [
        ...ordinalSigns('it', language),
        {
          pattern:
            /(?<=(?<!\p{L})(?:ore|h|alle|dalle|le) )([01]?\d|2[0-4])\.([0-5]\d)(?:[-–]([01]?\d|2[0-4])\.([0-5]\d))?(?!\d|[.,]\d)/giu,
          say: ({ 0: written, 1: hours, 2: minutes, 3: lastHours, 4: lastMinutes, index, input }) => {
            const [before, after] = [input.slice(Math.max(0, index - 20), index), input.slice(index + written.length)];
            if (/^ per ?(?:cento|mille)(?!\p{L})/u.test(after)) return undefined;
            // "le" may be that of a sum: "le 3.50 di ieri".
            if (
              /^ di (?:ieri|oggi)(?!\p{L})/u.test(after) &&
              /(?<!(?:verso|dopo|tra|fra|sono|erano|per|entro) )le $/iu.test(before)
            )
              return undefined;
            const first = sayTime(language, Number(hours), Number(minutes));
            const last = lastHours && sayTime(language, Number(lastHours), Number(lastMinutes));
            return last ? `${first}, ${last}` : first;
          },
        },
        { pattern: /(?<=[IVX] )sec\.|(?<!\p{L})sec\.(?= [IVX])/gu, say: () => 'secolo' },
      ];
    case 'vi':
      return [
        {
          // An hour may do without minutes; "g" alone is a gram.
          pattern: /(?<![\d\p{L}])([01]?\d|2[0-4])(?: ?h ?([0-5]\d)?|g([0-5]\d)|g(?<=[Ll]úc \d{1,2}g))(?![\p{L}\d])/gu,
          say: ([, h, m, minutes]) => sayTime(language, Number(h), Number(m ?? minutes ?? 0)),
        },
        {
          pattern: /(?<=tháng )(\d{1,2})[/-](\d{4})(?!\d)/giu,
          say: ([, month, year]) => (Number(month) > 12 ? undefined : `${month} năm ${year}`),
        },
        {
          pattern: /(?<=ngày )(\d{1,2})[/-](\d{1,2})(?![/\d-])/giu,
          say: ([, day, month]) => (Number(month) > 12 ? undefined : `${day} tháng ${month}`),
        },
      ];
    case 'hi':
      return [
        {
          pattern: /(?<![\d\p{L}])1(?=ल[ाीे])|(?<![\d\p{L}])[23](?=र[ाीे])|(?<![\d\p{L}])4(?=थ[ाीे])/gu,
          say: ([n]) => ['पह', 'दूस', 'तीस', 'चौ'][Number(n) - 1],
        },
        { pattern: /(?<![\d\p{L}])(\d{1,2})(?:वाँ|वां)/gu, say: ([, n]) => sayOrdinal(language, Number(n)) },
      ];
    case 'ru':
      return russianRules();
    case 'ko':
      return [
        {
          pattern: /(?<!\d)0\d{1,2}-\d{3,4}-\d{4}(?!\d)|(?<![\d-])1[5-8]\d\d-\d{4}(?![\d-])/g,
          say: ([number]) => sayDigits(language, number),
        },
        {
          pattern: /(?<![\d.])((?:19|20)\d\d)\. ?(\d{1,2})\. ?(\d{1,2})(?![\d]|\.\d)/g,
          say: ([, year, month, day]) => sayDate(language, Number(year), Number(month), Number(day)),
        },
        {
          pattern: /(?<![\d.,])(\d{1,3}) ?[~〜-] ?(\d{1,3}) ?(개|명|살|시간|시|분|병|잔|권|번|대|장|년|월|일|층)/gu,
          say: ([, from, to, counter]) => `${from}에서 ${to} ${counter}`,
        },
        {
          pattern:
            /(?<![\d.,]|제 ?)(\d{1,2}) ?(개(?!월)|명|마리|살|시간|시|병|잔|권|번(?!지)|대(?! ?\d{1,2}(?!\d|,\d| ?(?:원|만|천)))|장|송이|켤레|채|벌|자루|그루|가지|사람|달|곳|줄|쌍|척|통|단|모|군데|바퀴|걸음)(?!\p{Script=Hangul}*년)/gu,
          say: ([, n, counter]) => (Number(n) === 0 ? undefined : `${countKorean(Number(n))} ${counter}`),
        },
        {
          pattern: /(?<![\d.,])(\d+(?:,\d{3})*)\.(\d+)(%?)(?!\.?\d| ?[a-zA-Z°℃])/g,
          say: ([, whole, part = '', percent]) => `${whole} 점 ${sayDigits(language, part)}${percent ? ' 퍼센트' : ''}`,
        },
        { pattern: /(?<!\d)(?:6|10)월/g, say: ([month]) => (month === '6월' ? '유월' : '시월') },
      ];
    case 'zh':
      return [
        { pattern: /(\d{4})年/g, say: ([, year = '']) => `${sayDigits(language, year)}年` },
        { pattern: /(?<![\d.,])([\d.,]+)%/g, say: ([, number]) => `百分之${number}` },
        {
          pattern:
            /(?<![\d.第])2(?=个|位|本|只|天|次|杯|张|件|岁|年级|米|公里|斤|公斤|吨|倍|小时|分钟|周|种|家|名|块|条|辆|部|间|层|场|批|项|瓶|双|把)/g,
          say: () => '两',
        },
      ];
    case 'ar':
      return [
        // The morning and the evening behind an hour, and the reckoning behind a year; elsewhere م is a metre.
        { pattern: /(?<=(?<![\d.])\d{1,2}(?::\d\d)? ?)ص(?![\p{L}\p{M}²³]|\.\p{L})/gu, say: () => 'صباحا' },
        {
          pattern:
            /(?<=(?<![\d.])(?:\d{1,2}:\d\d|(?:الساعة|\d ?ص ?(?:[-–]|إلى|حتى))(?: ?الـ)? ?\d{1,2}) ?)م(?![\p{L}\p{M}²³]|\.\p{L})/gu,
          say: () => 'مساء',
        },
        { pattern: new RegExp(`(?<=${YEAR} ?)م(?![\\p{L}\\p{M}²³]|\\.\\p{L})`, 'gu'), say: () => 'ميلادية' },
        { pattern: /(?<=(?<!\d)\d{3,4} ?)هـ(?!\p{L})/gu, say: () => 'هجرية' },
      ];
    default:
      return [];
  }
}

/** An Arabic year: the word for it or a month stands before it, or it is a usual one and nothing is measured. */
const MEASURES = '(?:طول|ارتفاع|عرض|عمق|مساف|سباق|علو|قطر|سباح|جري|عدو|سمك|محيط|على بعد|تتابع)';
const YEAR = `(?:(?:عام|سنة|يناير|فبراير|مارس|أبريل|إبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر) \\d{3,4}|(?<!\\d|${MEASURES}\\p{L}{0,3} (?:\\p{L}+ )?)(?:1\\d{3}|20\\d\\d|2100))`;

/** Names with which Portuguese has its "D.": behind other names it is an initial. */
const KINGS =
  'João|Pedro|Manuel|Afonso|Sancho|Dinis|Fernando|Duarte|Sebastião|Henrique|José|Miguel|Luís|Carlos|Filipe|António|Nuno';

/** What French names of places begin with. */
const MOUNTS: Readonly<Record<string, string>> = { St: 'saint', Ste: 'sainte', Mt: 'mont' };
