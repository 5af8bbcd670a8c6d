import type { Rule } from '../core/rule.ts';
import { verbalizeDigits, verbalizeNumber } from './numbers.ts';

/** Days of the week as they stand behind a date, in brackets. */
const WEEKDAYS: Readonly<Record<string, string>> = {
  ...{ 月: 'ゲツヨー', 火: 'カヨー', 水: 'スイヨー', 木: 'モクヨー', 金: 'キンヨー', 土: 'ドヨー', 日: 'ニチヨー' },
};

/** What the dictionary reads otherwise than it is meant there. */
export const MEANT: readonly Rule[] = [
  { pattern: /(?<=日 ?[(（])[月火水木金土日](?=[)）])/gu, verbalize: ([day]) => `${WEEKDAYS[day]}ビ` },
  { pattern: /(?<=[(（])笑(?=[)）])/gu, verbalize: () => 'ワライ' },
  { pattern: /令和/gu, verbalize: () => 'レーワ' },
  // A day that is counted: "1日3回", "1日に".
  { pattern: /(?<![\d月])1日(?=\d|に\d|あたり|当たり)/gu, verbalize: () => 'イチニチ' },
  { pattern: /(?<![a-zA-Z])[Nn]o\.(?= ?\d)/gu, verbalize: () => 'ナンバー' },
  { pattern: /(?<![a-zA-Z])[Vv]ol\.(?= ?\d)/gu, verbalize: () => 'ボリューム' },
  { pattern: /(?<![a-zA-Z])pp?\.(?= ?\d)/gu, verbalize: () => 'ページ' },
  { pattern: /(?<![a-zA-Z])[Vv]er\.(?= ?\d)/gu, verbalize: () => 'バージョン' },
  { pattern: /[①-⑳]/gu, verbalize: ([sign]) => verbalizeNumber(sign.normalize('NFKC')) },
  { pattern: /(?<=〒 ?)\d{3}-\d{4}(?!\d)/gu, verbalize: ([code]) => code.split('-').map(verbalizeDigits).join(' ノ ') },
  // A block, a building and a house.
  {
    pattern: /(?<![\d-])\d{1,3}(?:-\d{1,3}){2,3}(?![\d-])/gu,
    verbalize: ([place]) => place.split('-').map(verbalizeNumber).join(' ノ '),
  },
];
