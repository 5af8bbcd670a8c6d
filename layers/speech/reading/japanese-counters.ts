/** How a counter is said, and after which numbers otherwise. */
export interface Counter {
  usual: string;
  /** Consonant that a doubled ending brings: h-counters turn to p. */
  doubles?: 'k' | 's' | 'h';
  /** Said after 3 and after thousands, where the counter is voiced. */
  voiced?: string;
  /** Said after a doubled ending. */
  doubled?: string;
  /** The whole, number and counter, for single numbers. */
  whole?: Readonly<Record<number, string>>;
  /** The last digit before this counter where it is not the usual one. */
  digits?: Readonly<Record<number, string>>;
}

const DAYS: Readonly<Record<number, string>> = {
  1: 'ツイタチ',
  2: 'フツカ',
  3: 'ミッカ',
  4: 'ヨッカ',
  5: 'イツカ',
  6: 'ムイカ',
  7: 'ナノカ',
  8: 'ヨーカ',
  9: 'ココノカ',
  10: 'トーカ',
  14: 'ジューヨッカ',
  20: 'ハツカ',
  24: 'ニジューヨッカ',
};
const THINGS: Readonly<Record<number, string>> = {
  1: 'ヒトツ',
  2: 'フタツ',
  3: 'ミッツ',
  4: 'ヨッツ',
  5: 'イツツ',
  6: 'ムッツ',
  7: 'ナナツ',
  8: 'ヤッツ',
  9: 'ココノツ',
};
const HOURS = { 4: 'ヨ', 7: 'シチ', 9: 'ク' };

const plain = (usual: string): Counter => ({ usual });
const beforeK = (usual: string, voiced?: string): Counter => ({ usual, doubles: 'k', ...(voiced && { voiced }) });
const beforeS = (usual: string, voiced?: string): Counter => ({ usual, doubles: 's', ...(voiced && { voiced }) });
const beforeH = (usual: string, doubled: string, voiced: string): Counter => ({ usual, doubles: 'h', doubled, voiced });

/** The counters of everyday Japanese, with signs and units that are written after a number. */
export const COUNTERS: Readonly<Record<string, Counter>> = {
  年: { usual: 'ネン', digits: { 4: 'ヨ' } },
  年間: { usual: 'ネンカン', digits: { 4: 'ヨ' } },
  月: { usual: 'ガツ', digits: { 4: 'シ', 7: 'シチ', 9: 'ク' } },
  日: { usual: 'ニチ', whole: DAYS },
  日間: { usual: 'ニチカン', whole: { ...mapValues(DAYS, (day) => `${day}カン`), 1: 'イチニチカン' } },
  時: { usual: 'ジ', digits: HOURS },
  時間: { usual: 'ジカン', digits: HOURS },
  分: { ...beforeH('フン', 'プン', 'プン'), whole: { 4: 'ヨンプン' } },
  分間: { ...beforeH('フンカン', 'プンカン', 'プンカン'), whole: { 4: 'ヨンプンカン' } },
  秒: plain('ビョー'),
  秒間: plain('ビョーカン'),
  週間: beforeS('シューカン'),
  か月: beforeK('カゲツ'),
  ヶ月: beforeK('カゲツ'),
  カ月: beforeK('カゲツ'),
  人: { usual: 'ニン', whole: { 1: 'ヒトリ', 2: 'フタリ' }, digits: { 4: 'ヨ', 7: 'シチ' } },
  名: plain('メー'),
  円: { usual: 'エン', digits: { 4: 'ヨ' } },
  万円: plain('マンエン'),
  億円: plain('オクエン'),
  本: beforeH('ホン', 'ポン', 'ボン'),
  匹: beforeH('ヒキ', 'ピキ', 'ビキ'),
  杯: beforeH('ハイ', 'パイ', 'バイ'),
  泊: beforeH('ハク', 'パク', 'パク'),
  個: beforeK('コ'),
  回: beforeK('カイ'),
  階: beforeK('カイ', 'ガイ'),
  件: beforeK('ケン'),
  軒: beforeK('ケン', 'ゲン'),
  か国: beforeK('カコク'),
  歳: { ...beforeS('サイ'), whole: { 20: 'ハタチ' } },
  才: { ...beforeS('サイ'), whole: { 20: 'ハタチ' } },
  冊: beforeS('サツ'),
  足: beforeS('ソク', 'ゾク'),
  頭: beforeS('トー'),
  点: beforeS('テン'),
  通: beforeS('ツー'),
  着: beforeS('チャク'),
  丁目: beforeS('チョーメ'),
  つ: { usual: 'ツ', whole: THINGS },
  枚: plain('マイ'),
  台: plain('ダイ'),
  番: plain('バン'),
  番目: plain('バンメ'),
  号: plain('ゴー'),
  度: plain('ド'),
  倍: plain('バイ'),
  位: plain('イ'),
  章: beforeS('ショー'),
  節: beforeS('セツ'),
  巻: beforeK('カン'),
  課: beforeK('カ'),
  話: plain('ワ'),
  条: plain('ジョー'),
  世: beforeS('セー'),
  世紀: beforeS('セーキ'),
  世代: plain('セダイ'),
  世帯: plain('セタイ'),
  世界: plain('セカイ'),
  ドル: plain('ドル'),
  ユーロ: plain('ユーロ'),
  メートル: plain('メートル'),
  パーセント: beforeH('パーセント', 'パーセント', 'パーセント'),
  '%': plain('パーセント'),
  '％': plain('パーセント'),
  '℃': plain('ド'),
  'm/s': plain('メートルマイビョー'),
  'm²': plain('ヘーホーメートル'),
  'm³': plain('リッポーメートル'),
  'km²': beforeK('ヘーホーキロメートル'),
  mg: plain('ミリグラム'),
  ml: plain('ミリリットル'),
  mL: plain('ミリリットル'),
  GB: plain('ギガバイト'),
  MB: plain('メガバイト'),
  mmHg: plain('ミリメートルエイチジー'),
  'km/h': beforeK('キロメートルマイジ'),
  km: beforeK('キロメートル'),
  kg: beforeK('キログラム'),
  cm: beforeS('センチメートル'),
  mm: plain('ミリメートル'),
  m: plain('メートル'),
  g: plain('グラム'),
  L: plain('リットル'),
};

/** The counters, longest first, for a pattern. */
export const COUNTER_PATTERN = Object.keys(COUNTERS)
  .toSorted((a, b) => b.length - a.length)
  .join('|');

function mapValues(record: Readonly<Record<number, string>>, change: (value: string) => string) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
