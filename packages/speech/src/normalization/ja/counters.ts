import { alternatives, table } from '../core/rule.ts';

/** Readings of a counter, and exceptions for certain numbers. */
export interface Counter {
  usual: string;
  /** Consonant that is doubled (h becomes p). */
  doubles?: 'k' | 's' | 'h';
  /** Reading after 3 and after thousands, if the counter becomes voiced there. */
  voiced?: string;
  /** Reading after a doubled consonant. */
  doubled?: string;
  /** Readings of the number and the counter together, by number. */
  whole: Readonly<Record<number, string>>;
  /** Irregular readings of the last digit before this counter. */
  digits: Readonly<Record<number, string>>;
}

/**
 * Counters in everyday Japanese, including signs and units after a number. The usual reading is followed by "k", "s", or "h" for a
 * consonant that doubles, "p:" with the doubled reading, "v:" with the voiced reading, "4:" with the reading of a last digit, and "4!" with
 * the whole reading.
 */
const COUNTED = `
  年=ネン 4:ヨ | 年間=ネンカン 4:ヨ | 月=ガツ 4:シ 7:シチ 9:ク | 週間=シューカン s | か月=カゲツ k | ヶ月=カゲツ k | カ月=カゲツ k
  日=ニチ 1!ツイタチ 2!フツカ 3!ミッカ 4!ヨッカ 5!イツカ 6!ムイカ 7!ナノカ 8!ヨーカ 9!ココノカ 10!トーカ 14!ジューヨッカ 20!ハツカ 24!ニジューヨッカ
  日間=ニチカン 1!イチニチカン 2!フツカカン 3!ミッカカン 4!ヨッカカン 5!イツカカン 6!ムイカカン 7!ナノカカン 8!ヨーカカン 9!ココノカカン 10!トーカカン 14!ジューヨッカカン 20!ハツカカン 24!ニジューヨッカカン
  時=ジ 4:ヨ 7:シチ 9:ク | 時間=ジカン 4:ヨ 7:シチ 9:ク | 分=フン h p:プン v:プン 4!ヨンプン | 分間=フンカン h p:プンカン v:プンカン 4!ヨンプンカン
  銭=セン | 秒=ビョー | 秒間=ビョーカン | 人=ニン 1!ヒトリ 2!フタリ 4:ヨ 7:シチ | 名=メー | 円=エン 4:ヨ | 万円=マンエン | 億円=オクエン | ドル | ユーロ
  つ=ツ 1!ヒトツ 2!フタツ 3!ミッツ 4!ヨッツ 5!イツツ 6!ムッツ 7!ナナツ 8!ヤッツ 9!ココノツ | 歳=サイ s 20!ハタチ | 才=サイ s 20!ハタチ
  袋=フクロ 1!ヒトフクロ 2!フタフクロ | 基=キ k | 本=ホン h p:ポン v:ボン | 匹=ヒキ h p:ピキ v:ビキ | 杯=ハイ h p:パイ v:バイ | 泊=ハク h p:パク v:パク | 個=コ k | 回=カイ k | 階=カイ k v:ガイ
  件=ケン k | 歩=ホ h p:ポ v:ポ | 軒=ケン k v:ゲン | か国=カコク k | 冊=サツ s | 足=ソク s v:ゾク | 頭=トー s | 点=テン s | 通=ツー s | 着=チャク s | 丁目=チョーメ s
  枚=マイ | 台=ダイ | 番=バン | 番目=バンメ | 号=ゴー | 度=ド | 倍=バイ | 位=イ | 章=ショー s | 節=セツ s | 巻=カン k | 課=カ k | 話=ワ | 人中=ニンチュー | 本塁打=ホンルイダ | 箱=ハコ h p:パコ v:パコ 1!ヒトハコ 2!フタハコ | 部屋=ヘヤ 1!ヒトヘヤ 2!フタヘヤ | 条=ジョー | 畳=ジョー
  世=セー s | 世紀=セーキ s | 世代=セダイ | 世帯=セタイ | 世界=セカイ | メートル | パーセント=パーセント h p:パーセント v:パーセント
  %=パーセント | ％=パーセント | ℃=ド | km/h=キロメートルマイジ k | m/s=メートルマイビョー | m²=ヘーホーメートル | m³=リッポーメートル
  km²=ヘーホーキロメートル k | km=キロメートル k | cm=センチメートル s | mm=ミリメートル | m=メートル | kg=キログラム k | g=グラム | mg=ミリグラム
  L=リットル | ml=ミリリットル | mL=ミリリットル | GB=ギガバイト | MB=メガバイト | cc=シーシー | kcal=キロカロリー k | ℓ=リットル | ㎡=ヘーホーメートル | mmHg=ミリメートルエイチジー
`;

export const COUNTERS: Readonly<Record<string, Counter>> = Object.fromEntries(
  Object.entries(table(COUNTED)).map(([written, said]) => [written, parseCounter(said)]),
);

/** Pattern for the counters, longest first. */
export const COUNTER_PATTERN = alternatives(Object.keys(COUNTERS));

function parseCounter(said: string): Counter {
  const [usual = '', ...forms] = said.split(' ');
  const [whole, digits]: Record<number, string>[] = [{}, {}];
  const counter: Counter = { usual, whole: whole!, digits: digits! };
  for (const form of forms) {
    const [, key = '', sign, sound = ''] = /^(\w+)(?:([:!])(.+))?$/u.exec(form) ?? [];
    if (key === 'k' || key === 's' || key === 'h') counter.doubles = key;
    else if (key === 'v') counter.voiced = sound;
    else if (key === 'p') counter.doubled = sound;
    else (sign === '!' ? whole! : digits!)[Number(key)] = sound;
  }
  return counter;
}
