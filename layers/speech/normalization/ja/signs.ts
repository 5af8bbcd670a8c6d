import type { Rule } from '../core/rule.ts';
import { sayDigits, sayNumber } from './numbers.ts';

/** Days of the week as they stand behind a date, in brackets. */
const WEEKDAYS: Readonly<Record<string, string>> = {
  ...{ 月: 'ゲツヨー', 火: 'カヨー', 水: 'スイヨー', 木: 'モクヨー', 金: 'キンヨー', 土: 'ドヨー', 日: 'ニチヨー' },
};

/** What the dictionary reads otherwise than it is meant there. */
export const MEANT: readonly Rule[] = [
  { pattern: /(?<=日 ?[(（])[月火水木金土日](?=[)）])/gu, say: ([day]) => `${WEEKDAYS[day]}ビ` },
  { pattern: /(?<=[(（])笑(?=[)）])/gu, say: () => 'ワライ' },
  { pattern: /令和/gu, say: () => 'レーワ' },
  // A day that is counted: "1日3回", "1日に".
  { pattern: /(?<![\d月])1日(?=\d|に\d|あたり|当たり)/gu, say: () => 'イチニチ' },
  { pattern: /(?<![a-zA-Z])[Nn]o\.(?= ?\d)/gu, say: () => 'ナンバー' },
  { pattern: /(?<![a-zA-Z])[Vv]ol\.(?= ?\d)/gu, say: () => 'ボリューム' },
  { pattern: /(?<![a-zA-Z])pp?\.(?= ?\d)/gu, say: () => 'ページ' },
  { pattern: /(?<![a-zA-Z])[Vv]er\.(?= ?\d)/gu, say: () => 'バージョン' },
  { pattern: /[①-⑳]/gu, say: ([sign]) => sayNumber(sign.normalize('NFKC')) },
  { pattern: /(?<=〒 ?)\d{3}-\d{4}(?!\d)/gu, say: ([code]) => code.split('-').map(sayDigits).join(' ノ ') },
  // A block, a building and a house.
  {
    pattern: /(?<![\d-])\d{1,3}(?:-\d{1,3}){2,3}(?![\d-])/gu,
    say: ([place]) => place.split('-').map(sayNumber).join(' ノ '),
  },
];
