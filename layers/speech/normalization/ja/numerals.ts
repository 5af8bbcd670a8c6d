import { parseRoman } from '../core/roman.ts';
import type { Rule } from '../core/rule.ts';
import { verbalizeCounted } from './numbers.ts';

/** What even one letter counts: "V世" and "X章" are numbers, "X世代" is not. */
const RULED = '世紀|世(?![代界帯間])|章';

/** What is said with its number; what else is counted has its reading from the dictionary. */
const COUNTED = `${RULED}|節|巻|話|回|条`;

/** English numbers, as titles are counted with them: "パートII" is "part two". */
const ENGLISH =
  'ワン ツー スリー フォー ファイブ シックス セブン エイト ナイン テン イレブン トゥエルブ サーティーン フォーティーン フィフティーン シックスティーン セブンティーン エイティーン ナインティーン トゥエンティー'.split(
    ' ',
  );

/** What is written like a numeral and is none: signs for something left open, chromosomes, and what runs into a vein. */
const NO_NUMERAL = '(?!X{2,}(?![IVX])|IV ?(?:療法|治療|注射|点滴|ライン|カテ))';

const NUMERAL = `(?<![a-zA-Z\\d])(?:(?<=第 ?)[IVX]+|[IVX]+(?= ?(?:${RULED}))|${NO_NUMERAL}[IVX]{2,}|[Ⅰ-Ⅻ])(?![a-zA-Z\\d])`;

/** How Roman numerals are said: in English behind katakana and Latin letters, elsewhere as numbers with what they count. */
export const NUMERAL_RULES: readonly Rule[] = [
  {
    pattern: new RegExp(`(${NUMERAL})(?: ?(${COUNTED}))?`, 'gu'),
    verbalize: ({ 1: letters = '', 2: counter, index, input }) => {
      const value = parseRoman(letters.normalize('NFKC'));
      if (value === undefined) return undefined;
      const isTitle = counter === undefined && /[\p{Script=Katakana}ーa-zA-Z][・ ]?$/u.test(input.slice(0, index));
      return (isTitle && ENGLISH[value - 1]) || verbalizeCounted(`${value}`, counter);
    },
  },
];

/** Whether the Latin letters at a place of a text are a numeral, which is said in Japanese. */
export function isNumeral(text: string, at: number, letters: string): boolean {
  const pattern = new RegExp(NUMERAL, 'uy');
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] === letters && parseRoman(letters) !== undefined;
}
