import { parseRoman } from '../core/roman.ts';
import { type Rule, re, rulesOf, table } from '../core/rule.ts';
import { verbalizeCounted, verbalizeDigits, verbalizeNumber } from './numbers.ts';

const DIGITS = '〇一二三四五六七八九';
const DIGIT = '[一二三四五六七八九]';
const GROUP = new RegExp(`^(?:(${DIGIT}?)千)?(?:(${DIGIT}?)百)?(?:(${DIGIT}?)十)?(${DIGIT})?$`, 'u');

/** Parses a kanji number such as 二十一 or 三万五千, or kanji digits such as 二〇二四. Returns undefined for anything else. */
export function parseKanjiNumber(kanji: string): number | undefined {
  if (/^[〇一二三四五六七八九]{2,8}$/u.test(kanji)) return Number([...kanji].map((sign) => DIGITS.indexOf(sign)).join(''));
  const groups = (/^(?:([^億]*)億)?(?:([^億万]+)万)?([^億万]*)$/u.exec(kanji) ?? []).slice(1).map((g = '') => GROUP.exec(g));
  if (groups.includes(null)) return undefined;
  // Ten is written without a one.
  const digits = groups.flatMap((group) => group!.slice(1).map((times) => (times === '' ? 1 : DIGITS.indexOf(times ?? '〇'))));
  return digits.reduce((sum, digit) => sum * 10 + digit, 0) || undefined;
}

/** Japanese names of the Latin letters. */
const LETTERS =
  'エー ビー シー ディー イー エフ ジー エイチ アイ ジェー ケー エル エム エヌ オー ピー キュー アール エス ティー ユー ブイ ダブリュー エックス ワイ ゼット'.split(
    ' ',
  );

/** Abbreviations and English words in capitals that are read as words. */
const WORDS = table(
  'UFO=ユーフォー | SIM=シム | LAN=ラン | FAX=ファックス | NASA=ナサ | NATO=ナトー | AIDS=エイズ | TOEIC=トーイック | OFF=オフ | ON=オン | NEW=ニュー',
);
/** English words of up to three letters that are sometimes written in capitals. */
const ENGLISH = /^(?:THE|AND|NO|NOT|IN|BY|GO|MY|YOU|HOT|BIG|TOP|ONE|ALL|FOR|YES|WE|TO)$/;

/** Reads consecutive capitals letter by letter or as a word. Returns undefined if the English voice must read them. */
function verbalizeLetters(name: string): string | undefined {
  if (WORDS[name]) return WORDS[name];
  const isSpelled = name.length <= 3 ? !ENGLISH.test(name) : !/[AEIOUY]/.test(name);
  return isSpelled ? [...name].map((letter) => LETTERS[letter.charCodeAt(0) - 65]).join('') : undefined;
}

/** Nouns before which even a single letter is a number: "V世" and "X章", but not "X世代". */
const RULED = '世紀|世(?![代界帯間])|章';
/** A Roman numeral, except for XXX and, in medicine, IV (intravenous). */
const NUMERAL = `(?<![a-zA-Z\\d])(?:(?<=第 ?)[IVX]+|[IVX]+(?= ?(?:${RULED}))|(?!X{2,}(?![IVX])|IV ?(?:療法|注射|点滴))[IVX]{2,}|[Ⅰ-Ⅻ])(?![a-zA-Z\\d])`;
/** English numbers for titles, such as "パートII" ("part two"). */
const TITLES = 'ワン ツー スリー フォー ファイブ シックス セブン エイト ナイン テン'.split(' ');

/** Checks whether a run of Latin letters is read in Japanese, which applies only to abbreviations and Roman numerals. */
export const isSaidInJapanese = (text: string, { 0: run, index }: RegExpExecArray): boolean =>
  [...run.matchAll(/[^\s、。，！？·]+/g)].every(({ 0: name, index: at }) => {
    const numeral = new RegExp(NUMERAL, 'uy');
    numeral.lastIndex = index + at;
    const isNumeral = numeral.exec(text)?.[0] === name && parseRoman(name) !== undefined;
    return isNumeral || (/^[A-Z]{2,5}$/.test(name) && verbalizeLetters(name) !== undefined);
  });

/** Weekdays in brackets after a date. */
const WEEKDAYS = table('月=ゲツヨー | 火=カヨー | 水=スイヨー | 木=モクヨー | 金=キンヨー | 土=ドヨー | 日=ニチヨー');
const SHORT = table('No=ナンバー | no=ナンバー | Vol=ボリューム | vol=ボリューム | p=ページ | pp=ページ | Ver=バージョン | ver=バージョン');

/** Readings of homographs by context, one "reading: pattern" per line. The dictionary has only one reading for each. */
const HOMOGRAPHS = String.raw`
  オーゼー: 大勢(?!力)
  ミギウエ: 右上(?!が)
  ミギシタ: 右下(?!が)
  ビキ: (?<=[%％円])引き
  カミテ: (?<=舞台の?)上手(?=[からにへ側])
  シモテ: (?<=舞台の?)下手(?=[からにへ側])|下手(?=から(?:登場|出))
  シキシ: 色紙(?=にサイン|を(?:飾|贈|もら))
  トリ: (?:鶏|とり)(?=もも|むね|胸|肉|ひき|手羽|がら|皮)
  オータニ: 大谷(?!石)
  コメ: (?<!\p{Script=Han})米(?=[を\d]|と(?!\p{Script=Han}))
  ナガオシ: 長押し
  カタ: (?<=(?:以上|以下|未満|希望|お持ち|利用|在住|お越し|初めて|お住まい|女性|男性|大勢|多く|すべて|全て|ご高齢|高齢|お客様|予定|参加|経験|関心)の)方(?=[はがにをもへの、]|々)
  イチニチジュー: 一日中
  ニッチュー: 日中(?=[はにも])
  ヒトケ: 人気(?=の(?:ない|無い)(?:道|場所|所|ところ|夜|公園|森|山|通り|路地|街|部屋|海|廊下))
  カライ: 辛い(?=料理|カレー|(?:もの|物)(?:を食|[がは](?:好き|苦手))|食べ物|ラーメン|味(?![方わ])|ソース|スープ|キムチ|の[はが](?:好き|苦手))
  イチバ: (?<!\p{Script=Han})市場(?=[でへに](?:買(?!い)|魚|野菜|果物|新鮮|行))
  ヒタイ: (?<!\p{Script=Han})額(?=に(?:汗|手|しわ)|の(?:汗|しわ|傷))
  オモテ: (?<!\p{Script=Han})表(?=[にへ]出[たてるよ]|で(?:遊|待))
  カラ: (?<!\p{Script=Han})空(?=の(?:箱|瓶|ビン|缶|コップ|容器|皿|ペットボトル))
  ヨネツ: 予熱
  カド: (?<!\p{Script=Han})角(?=[をで](?:右|左|曲))
  モナカ: 最中(?=を(?:食べ|買|頂))
`.matchAll(/^ *(.+?): (.+)$/gm);

/** Rules for text that the dictionary misreads: signs, abbreviations, addresses, numerals, and capitals. */
export const WORD_RULES: readonly Rule[] = [
  ...rulesOf(
    ...[...HOMOGRAPHS].map(([, said = '', pattern = '']) => [new RegExp(pattern, 'gu'), said] as const),
    [/(?<=日 ?[(（])[月火水木金土日](?=[)）])/gu, ([day]) => `${WEEKDAYS[day]}ビ`],
    [/(?<=[(（])笑(?=[)）])/gu, 'ワライ'],
    [/令和/gu, 'レーワ'],
    // A number of days rather than a date: "1日3回", "1日に".
    [/(?<![\d月])1日(?=\d|に\d|あたり|当たり)/gu, 'イチニチ'],
    [/(?<![a-zA-Z])(no|vol|pp?|ver)\.(?= ?\d)/giu, ([, short = '']) => SHORT[short]],
    [/[①-⑳]/gu, ([sign]) => verbalizeNumber(sign.normalize('NFKC'))],
    [/(?<=〒 ?)\d{3}-\d{4}(?!\d)|(?<!\d)0\d{1,4}-\d{1,4}-\d{3,4}(?!\d)/gu, ([code]) => code.split('-').map(verbalizeDigits).join(' ノ ')],
    // The numbers of a block, a building, and a house.
    [/(?<![\d-])\d{1,3}(?:-\d{1,3}){2,3}(?![\d-])/gu, ([place]) => place.split('-').map(verbalizeNumber).join(' ノ ')],
    [
      re`(${NUMERAL})(?: ?(${RULED}|節|巻|話|回|条))?`,
      ({ 1: letters = '', 2: counter, index, input }) => {
        const value = parseRoman(letters);
        if (value === undefined) return undefined;
        const isTitle = counter === undefined && /[\p{Script=Katakana}ーa-zA-Z][・ ]?$/u.test(input.slice(0, index));
        return (isTitle && TITLES[value - 1]) || verbalizeCounted(`${value}`, counter);
      },
    ],
    [/(?<![a-zA-Z\d])[A-Z]{2,5}(?![a-zA-Z\d])/g, ([name]) => verbalizeLetters(name)],
  ),
];
