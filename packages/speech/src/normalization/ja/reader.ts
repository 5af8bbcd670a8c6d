import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import kuromoji, { type IpadicFeatures, type Tokenizer } from 'kuromoji';
import { dateRules } from '../core/dates.ts';
import { fractionRules } from '../core/fractions.ts';
import type { LanguageRules } from '../core/language.ts';
import { applyRules, type Rule, re, type Verbalization } from '../core/rule.ts';
import { operatorRules, signRules } from '../core/signs.ts';
import { timeRules } from '../core/times.ts';
import { narrow } from '../core/widths.ts';
import { COUNTER_PATTERN } from './counters.ts';
import { verbalizeCounted } from './numbers.ts';
import { parseKanjiNumber, WORD_RULES } from './words.ts';

/** Kanji and hiragana. The dictionary is needed to tell whether は is a particle, which is read "wa". */
const NEEDS_DICTIONARY = /[\p{Script=Han}\p{Script=Hiragana}]/u;
/** Kana that the voice reads as is. */
const KANA = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;
/** Number of characters after which text is split at the next sentence end, because the dictionary uses more memory for longer text. */
const PIECE = 400;
/** Parts of speech that are endings of the previous word, named as in the dictionary. */
const ENDINGS = new Set(['助動詞', '助詞/接続助詞', '動詞/接尾', '動詞/非自立', '形容詞/非自立', '名詞/接尾', '形容詞/接尾']);
const STEMS = new Set(['動詞', '形容詞', '助動詞']);

const NUMBER = '\\d+(?:[,，]\\d{3})*(?:\\.\\d+)?';
const ungroup = (digits: string): string => digits.replace(/[,，]/g, '');

/** Counters after kanji numerals. */
const KANJI_COUNTERS =
  '日間|年間|時間|週間|分間|か月|ヶ月|カ月|世紀|番目|丁目|人|名|本|匹|杯|個|回|歳|才|冊|階|円|時|つ|月|日|年|分|秒|枚|台|頭|泊|足|軒|件|通|着|倍|度|ドル|メートル';
const WORDS_WITH_ONE = /^(?:日|年|時|分|度|名|番|台|足|着|通|頭)$/;

/** Lists the rules for numbers, dates, times, telephone numbers, and sums of money, which the dictionary does not read. */
const listRules = (language: LanguageRules): readonly Rule[] => [
  ...WORD_RULES,
  ...dateRules(language),
  ...timeRules(language),
  {
    pattern: re`((?<![\da-zA-Z])[-−])?([¥￥$＄€])([-−])?(${NUMBER})`,
    verbalize: ([, before, sign = '', minus = before, number = '']) =>
      (minus ? 'マイナス ' : '') + verbalizeCounted(ungroup(number), /[¥￥]/.test(sign) ? '円' : sign === '€' ? 'ユーロ' : 'ドル'),
  },
  ...fractionRules(language),
  {
    pattern: re`(?<![\d-])(${NUMBER})\s?[-–~〜～]\s?(${NUMBER})\s?(${COUNTER_PATTERN})?(?![a-zA-Z\d-])`,
    verbalize: ([, from = '', to = '', counter]) =>
      // A descending pair is a score: "110-98".
      `${verbalizeCounted(ungroup(from))}${Number(ungroup(from)) < Number(ungroup(to)) ? 'カラ' : 'タイ'} ${verbalizeCounted(ungroup(to), counter)}`,
  },
  {
    pattern: re`(?<![\d.,-])(\d{1,4})万(?:(\d)千|(\d,\d{3}|\d{1,4}))?(${COUNTER_PATTERN})?(?![\d千])`,
    verbalize: ([, myriads, thousands = '0', rest = '0', counter]) =>
      verbalizeCounted(`${10_000 * Number(myriads) + 1000 * Number(thousands) + Number(ungroup(rest))}`, counter),
  },
  {
    pattern: re`(?<![\d a-zA-Z][-−])((?<![\da-zA-Z])[-−])?(${NUMBER})(?!\d)\s?(${COUNTER_PATTERN})?(?![a-zA-Z²³](?<!%[a-zA-Z]))`,
    verbalize: ([, minus, number = '', counter]) => (minus ? 'マイナス ' : '') + verbalizeCounted(ungroup(number), counter),
  },
  {
    pattern: re`(?<!(?![年月日時分])\p{Script=Han})([一二三四五六七八九十百千万億〇]+)(${KANJI_COUNTERS})(?!(?![一二三四五六七八九十])\p{Script=Han})`,
    verbalize: ([, number = '', counter = '']) => {
      const value = parseKanjiNumber(number);
      // Words such as 一日 and 一年 have special readings.
      return value === undefined || (value === 1 && WORDS_WITH_ONE.test(counter)) ? undefined : verbalizeCounted(`${value}`, counter);
    },
  },
  ...signRules(language),
  ...operatorRules(language),
];

let rules: readonly Rule[] | undefined;
let dictionary: Promise<Tokenizer<IpadicFeatures>> | undefined;

/** Loads the dictionary on first use and caches it. Loading it takes 0.7 s and 300 MB of memory. */
function loadDictionary(): Promise<Tokenizer<IpadicFeatures>> {
  dictionary ??= new Promise((resolve, reject) => {
    const dicPath = join(dirname(createRequire(import.meta.url).resolve('kuromoji/package.json')), 'dict');
    kuromoji.builder({ dicPath }).build((error, tokenizer) => (error ? reject(error) : resolve(tokenizer)));
  });
  return dictionary;
}

/**
 * Reads Japanese text. Every word is in katakana, a verb and its endings are one word, and so are a number and its counter.
 * @returns readings, in order. The reading of an unknown word is empty
 */
export async function readJapanese(language: LanguageRules, text: string): Promise<Verbalization[]> {
  rules ??= listRules(language);
  const numbers = applyRules(narrow(text), rules).map((reading) => ({ ...reading, spoken: ` ${reading.spoken}` }));
  if (!NEEDS_DICTIONARY.test(text)) return numbers;
  const tokenizer = await loadDictionary();
  const readings: Verbalization[] = [];
  let at = 0;
  for (const number of [...numbers, undefined]) {
    const end = number?.from ?? text.length;
    for (const piece of cut(text, at, end)) readings.push(...readPiece(tokenizer, text, piece.from, piece.to));
    if (number) readings.push(number);
    at = number?.to ?? end;
  }
  return readings;
}

function cut(text: string, from: number, to: number): { from: number; to: number }[] {
  const pieces: { from: number; to: number }[] = [];
  for (let at = from; at < to; ) {
    const stop = to - at > PIECE ? text.slice(at, at + PIECE).search(/[。！？\n][^。！？\n]*$/) : -1;
    let end = stop >= 0 ? at + stop + 1 : Math.min(to, at + PIECE);
    if (end < to && /[\udc00-\udfff]/.test(text[end]!)) end++;
    pieces.push({ from: at, to: end });
    at = end;
  }
  return pieces;
}

function readPiece(tokenizer: Tokenizer<IpadicFeatures>, text: string, from: number, to: number): Verbalization[] {
  const readings: Verbalization[] = [];
  let at = from;
  let stem = false;
  for (const token of tokenizer.tokenize(text.slice(from, to))) {
    const start = text.indexOf(token.surface_form, at);
    if (start < 0 || start + token.surface_form.length > to) continue;
    const end = start + token.surface_form.length;
    const before = readings.at(-1);
    const joins: boolean = before !== undefined && before.to === start && isEnding(token, stem);
    at = end;
    const spoken = verbalizeToken(token);
    stem = STEMS.has(token.pos) || (joins && stem);
    if (spoken === undefined) continue;
    if (joins && before) {
      before.to = end;
      before.spoken += spoken;
    } else readings.push({ from: start, to: end, spoken: (token.pos === '助詞' ? '' : ' ') + spoken });
  }
  return readings;
}

function isEnding({ pos, pos_detail_1 }: IpadicFeatures, afterStem: boolean): boolean {
  if (pos === '名詞') return pos_detail_1 === '接尾';
  return afterStem && (ENDINGS.has(pos) || ENDINGS.has(`${pos}/${pos_detail_1}`));
}

/** Returns a word in katakana, or undefined if the voice can read it as is (punctuation, Latin letters). */
function verbalizeToken({ surface_form, pronunciation, pos }: IpadicFeatures): string | undefined {
  if (pos === '記号' && !/\p{L}/u.test(surface_form)) return undefined;
  if (pronunciation && KANA.test(pronunciation)) return pos === '助詞' && pronunciation === 'ヲ' ? 'オ' : pronunciation;
  if (KANA.test(surface_form)) return surface_form;
  return /\p{Script=Han}/u.test(surface_form) ? '' : undefined;
}
