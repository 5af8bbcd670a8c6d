const DIGITS = '〇一二三四五六七八九';
const TENS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
const MYRIADS: Readonly<Record<string, number>> = { 万: 1e4, 億: 1e8 };

/** The value of a number in kanji, such as 二十一 or 三万五千, or digit by digit, such as 二〇二四; undefined for what is none. */
export function parseKanjiNumber(kanji: string): number | undefined {
  if (/^[〇一二三四五六七八九]{2,8}$/u.test(kanji))
    return Number([...kanji].map((sign) => DIGITS.indexOf(sign)).join(''));
  let [sum, group, digit] = [0, 0, 0];
  let [lastTen, lastMyriad] = [10_000, 1e12];
  for (const sign of kanji) {
    const value = DIGITS.indexOf(sign);
    const ten = TENS[sign];
    const myriad = MYRIADS[sign];
    if (value > 0 && digit === 0) digit = value;
    else if (ten !== undefined && ten < lastTen) {
      group += (digit || 1) * ten;
      [digit, lastTen] = [0, ten];
    } else if (myriad !== undefined && myriad < lastMyriad && group + digit > 0) {
      sum += (group + digit) * myriad;
      [group, digit, lastTen, lastMyriad] = [0, 0, 10_000, myriad];
    } else return undefined;
  }
  return sum + group + digit || undefined;
}
