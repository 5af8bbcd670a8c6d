import { table } from '../core/patterns.ts';
import { isNumeral } from './numerals.ts';

/** Names of the letters, as they are said within Japanese. */
const LETTERS = table(
  'A=エー | B=ビー | C=シー | D=ディー | E=イー | F=エフ | G=ジー | H=エイチ | I=アイ | J=ジェー | K=ケー | L=エル | M=エム | N=エヌ | O=オー | P=ピー | Q=キュー | R=アール | S=エス | T=ティー | U=ユー | V=ブイ | W=ダブリュー | X=エックス | Y=ワイ | Z=ゼット',
);

/** Abbreviations that are said as words. */
const WORDS = table(`
  UFO=ユーフォー | RAM=ラム | ROM=ロム | SIM=シム | PIN=ピン | LAN=ラン | CAD=キャド | FAX=ファックス | NASA=ナサ | JAXA=ジャクサ
  NATO=ナトー | ASEAN=アセアン | OPEC=オペック | APEC=エイペック | IKEA=イケア | AIDS=エイズ | SARS=サーズ | TOEIC=トーイック
  TOEFL=トーフル | JICA=ジャイカ | NISA=ニーサ
`);

/** English words of three letters at most, which some write in capitals. */
const ENGLISH =
  /^(?:THE|AND|NEW|NO|NOT|ON|IN|BY|GO|ME|MY|BE|DO|IF|IS|OR|SO|TO|UP|WE|YES|YOU|HOT|BIG|TOP|ONE|TWO|ALL|ART|BAR|BOX|CAR|CAT|DAY|DOG|END|FOR|FUN|HEY|MAN|OUR|OUT|RED|SEA|SKY|SUN|WAY|WHY|ZOO)$/;

/** Letters in capitals that stand together. */
export const CAPITALS = '(?<![a-zA-Z\\d])[A-Z]{2,5}(?![a-zA-Z\\d])';

/** How a short form is said in Japanese: by its letters or as a word; undefined for one that English has to read. */
export function verbalizeLetters(name: string): string | undefined {
  const word = WORDS[name];
  if (word) return word;
  const isSpelled = name.length <= 3 ? !ENGLISH.test(name) : !/[AEIOUY]/.test(name);
  return isSpelled ? [...name].map((letter) => LETTERS[letter]).join('') : undefined;
}

/** Whether a run of Latin letters within a text is said in Japanese: short forms and Roman numerals alone. */
export const isSaidInJapanese = (text: string, { 0: run, index }: RegExpExecArray): boolean =>
  [...run.matchAll(/[^\s、。，！？·]+/g)].every(
    ({ 0: name, index: at }) =>
      isNumeral(text, index + at, name) || (/^[A-Z]{2,5}$/.test(name) && verbalizeLetters(name) !== undefined),
  );
