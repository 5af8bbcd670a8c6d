import type { LanguageRules } from '../core/language.ts';
import { verbalizeCounted } from './numbers.ts';
import { readJapanese } from './reader.ts';
import { isSaidInJapanese } from './words.ts';

const CURRENCIES: Readonly<Record<string, string>> = { JPY: 'エン', USD: 'ドル', EUR: 'ユーロ', CNY: 'エン' };
const TIME_UNITS = { hour: '時', minute: '分', second: '秒' } as const;

export const japanese: LanguageRules = {
  tag: 'ja-JP',
  isUnspaced: true,
  cardinal: (number) => verbalizeCounted(number),
  ordinal: (value) => verbalizeCounted(`${value}`, '番目'),
  signs: {
    address: ['アット', 'ドット', 'スラッシュ', 'ハイフン', 'アンダーバー'],
    math: ['ショーナリイコール', 'ダイナリイコール', 'ノットイコール', 'ヤク', 'プラスマイナス', 'マイナス'],
    arithmetic: ['タス', 'カケル', 'ワル', 'ワ'],
    range: 'カラ',
    result: 'タイ',
  },
  date: ({ year, month, day }) =>
    Object.entries({ 年: year, 月: month, 日: day })
      .flatMap(([name, value]) => (value ? verbalizeCounted(`${value}`, name) : []))
      .join(' '),
  time: (hours, minutes) => verbalizeCounted(`${hours}`, '時') + (minutes ? ` ${verbalizeCounted(`${minutes}`, '分')}` : ''),
  countTime: (value, unit) => verbalizeCounted(`${value}`, TIME_UNITS[unit]),
  money: { name: (code) => CURRENCIES[code] ?? code },
  fractions: (above, below, whole) => `${whole ? `${whole}と` : ''}${below}ブンノ${above}`,
  readText: (text) => readJapanese(japanese, text),
  saysLatin: isSaidInJapanese,
};
