import data from 'cldr-rbnf/rbnf/ko.json' with { type: 'json' };
import { verbalizeDate } from '../core/dates.ts';
import type { LanguageRules } from '../core/language.ts';
import { readDigits } from '../core/numbers.ts';
import { after, re, rulesOf, table, UNSPACED } from '../core/rule.ts';
import { createSpellout } from '../core/spellout.ts';
import { metricUnits } from '../core/units.ts';

/** A native Korean number, in the form used before a counter. */
const native = createSpellout(data, 'cardinal-native-attributive');
const nativeAlone = createSpellout(data, 'cardinal-native');
/** Approximate numbers: one or two, two or three, and so on. */
const ABOUT = '한두 두세 서너 네다섯 대여섯 예닐곱 일고여덟 여덟아홉'.split(' ');

/** "14 점 오", because the voice cannot read decimals. */
const verbalizeDecimals = (number: string): string =>
  number.replace(/\.(\d+)$/, (_, digits: string) => ` 점 ${readDigits(korean, digits)}`);

/** Assimilation of consonants between two syllables, in conjoining jamo. It applies to stops before nasals and to consonants next to ㄹ. */
const ASSIMILATION: readonly (readonly [RegExp, string])[] = [
  [/[\u11a8-\u11aa\u11b0\u11bf](?=[\u1102\u1105\u1106])/g, '\u11bc'],
  [/[\u11ae\u11ba\u11bb\u11bd\u11be\u11c0\u11c2](?=[\u1102\u1105\u1106])/g, '\u11ab'],
  [/[\u11b2\u11b5\u11b8\u11b9\u11c1](?=[\u1102\u1105\u1106])/g, '\u11b7'],
  [/(?<=[\u11b7\u11bc])\u1105/g, '\u1102'],
  // A suffix for a road, a force, a theory, or a quantity counts as a separate word, so 테헤란로 is 테헤란노.
  [
    /(?<=[\u1161-\u1175][\u11a8-\u11c2]?[\u1100-\u1112][\u1161-\u1175]\u11ab)\u1105(?=\u1169(?![\u11a8-\u11c2])|(?:\u1163\u11bc|\u1167\u11a8)(?![\u1100-\u1112][\u1161-\u1175]\u11ab))/g,
    '\u1102',
  ],
  [/\u11ab(?=\u1105)/g, '\u11af'],
  [/(?<=[\u11af\u11b4\u11b6])\u1102/g, '\u1105'],
];

/** Respells a word the way it is pronounced, such as 국물 as 궁물 and 신라 as 실라, because the voice follows the spelling. */
const pronounce = (word: string): string =>
  ASSIMILATION.reduce((said, [pattern, sound]) => said.replace(pattern, sound), word.normalize('NFD')).normalize('NFC');

/** Counters that are used with native Korean numbers, except after 제 or within a longer word. */
const COUNTERS =
  '개(?!월)|골(?!목|프)|명|마리|살|시간|시|병|잔|권|번(?!지| ?(?:승강장|출구|게이트|홈|버스|국도|문제|창구|좌석|방|선수))|대(?! ?\\d{1,2}(?!\\d|,\\d| ?(?:원|만|천)))|장(?! ?\\d+ ?(?:번|절|쪽)|[을의] (?:읽|내용))|송이|켤레|채|벌|자루|그루|가지|사람|달(?!러)|곳|줄|쌍|척|통|단|모|군데|바퀴|걸음|큰술|작은술|스푼|숟갈|숟가락|컵|그릇|조각|봉지|상자|박스|접시|캔|알(?!파)';

const own = rulesOf(
  [
    /(?<![\d-])(?:1[5-8]\d\d-\d{4}(?![\d년-])|1(?:1\d|20)(?=번?(?:으로|로|에)? ?(?:전화|신고|연락|문의)))/g,
    ([number]) => readDigits(korean, number),
  ],
  [
    /(?<![\d.])((?:19|20)\d\d)\. ?(\d{1,2})\. ?(\d{1,2})(?![\d]|\.\d)/g,
    ([, year, month, day]) => verbalizeDate(korean, Number(year), Number(month), Number(day)),
  ],
  [
    re`(?<![\d.,]|제 ?|\d ?[~〜-] ?)(\d{1,2}) ?(${COUNTERS})(?!\p{Script=Hangul}{0,9}년)`,
    (match) => {
      const [, number, counter] = match;
      // After a multiple of ten, this may be a decade of someone's age. Otherwise, it counts machines.
      const isAge =
        counter === '대' &&
        /0$/.test(number!) &&
        /^(?: ?(?:여|남|초반|중반|후반|이상|부부|청년)|들|에 (?!나누|나눠|탔|타고|실)|의 (?:나이|여|남))/.test(after(match));
      return Number(number) === 0 || isAge || (counter === '시' && Number(number) > 12)
        ? undefined
        : `${native(Number(number))} ${counter}`;
    },
  ],
  [
    /(?:(시속|초속) ?)?(-)?(?<![\d.,])((?:\d+[-–])?\d[\d,.]*) ?(km\/h|m\/s)(?![\p{Script=Latin}\d])/gu,
    ([, , minus, number = '', unit]) =>
      `${unit === 'km/h' ? '시속' : '초속'} ${minus ? '마이너스 ' : ''}${number.replace(/[-–]/, ' 에서 ')} ${unit === 'km/h' ? '킬로' : ''}미터`,
  ],
  [
    re`(?<![\d.,])(\d{1,2}) ?[~〜-] ?(\d{1,2}) ?(${COUNTERS})(?!\p{Script=Hangul}{0,9}년)`,
    ([, from, to, counter]) => {
      const [least, most] = [Number(from), Number(to)];
      if (least === 0 || least >= most || (counter === '대' && most % 10 === 0)) return undefined;
      const about = most === least + 1 ? ABOUT[least - 1] : undefined;
      return `${about ?? `${nativeAlone(least)}에서 ${native(most)}`} ${counter}`;
    },
  ],
  [/(?<=\d(?:시|분|일|월|년|층|세|원|명|개|%)) ?[~〜] ?(?=\d)/g, '에서 '],
  [/(?<=일 ?\()[월화수목금토일](?=\))/g, ([day]) => `${day}요일`],
  [/(?<!\d)(?:6|10)월/g, ([month]) => (month === '6월' ? '유월' : '시월')],
);

export const korean: LanguageRules = {
  tag: 'ko-KR',
  isUnspaced: true,
  cardinal: verbalizeDecimals,
  ordinal: (value) => (value === 1 ? '첫 번째' : `${value < 100 ? native(value) : value} 번째`),
  digits: { names: '공일이삼사오육칠팔구', joint: ' ' },
  signs: {
    address: ['골뱅이', '점', '슬래시', '하이픈', '밑줄'],
    math: ['작거나 같은', '크거나 같은', '같지 않은', '약', '플러스 마이너스', '마이너스 '],
    arithmetic: ['더하기', '곱하기', '나누기', '는'],
    range: '에서',
    result: '대',
    pressure: '에',
  },
  date: ({ year, month, day }) =>
    [year && `${year}년`, `${{ 6: '유', 10: '시' }[month] ?? month}월`, day && `${day}일`].filter(Boolean).join(' '),
  time: (hours, minutes) => `${hours === 0 ? '영' : hours <= 12 ? native(hours) : hours} 시${minutes ? ` ${minutes}분` : ''}`,
  money: {
    country: /^미국 /,
    name: (code) => (code === 'KRW' ? '원' : undefined),
    magnitudes: table('만 | 억 | 조 | 천'),
  },
  units: metricUnits(`
    °C=도 | ℃=도 | 도 | m²=제곱미터 | ㎡=제곱미터 | km²=제곱킬로미터 | m³=세제곱미터 | mg=밀리그램
    kWh=킬로와트시 | %=퍼센트 | %p=퍼센트 포인트
  `),
  // East Asian characters may follow a unit without a space, but after the Korean 도, they may continue a word.
  unitEnd: `(?!(?!(?<!도)${UNSPACED})[\\p{L}\\p{M}\\d]|[\\d/²³])`,
  frost: { name: '영하 ', units: /[도℃]|°C/ },
  fractions: (above, below, whole) => `${whole ? `${whole}와 ` : ''}${below}분의 ${above}`,
  pronounce,
  rules: { own },
};
