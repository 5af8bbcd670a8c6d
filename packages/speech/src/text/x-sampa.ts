/** X-SAMPA symbols and their IPA equivalents (Wells 1995), longest first. All other symbols are the same in both. */
const X_SAMPA: readonly (readonly [string, string])[] = Object.entries({
  'r\\`': 'ɻ',
  'h\\': 'ɦ',
  'j\\': 'ʝ',
  'G\\': 'ɢ',
  'B\\': 'ʙ',
  'R\\': 'ʀ',
  'H\\': 'ʜ',
  'X\\': 'ħ',
  '?\\': 'ʕ',
  '<\\': 'ʢ',
  '>\\': 'ʡ',
  'K\\': 'ɮ',
  'L\\': 'ʟ',
  'M\\': 'ɰ',
  'N\\': 'ɴ',
  'O\\': 'ʘ',
  'J\\': 'ɟ',
  'p\\': 'ɸ',
  'r\\': 'ɹ',
  's\\': 'ɕ',
  'v\\': 'ʋ',
  'x\\': 'ɧ',
  'z\\': 'ʑ',
  'l\\': 'ɺ',
  '@\\': 'ɘ',
  '3\\': 'ɞ',
  'd`': 'ɖ',
  'l`': 'ɭ',
  'n`': 'ɳ',
  'r`': 'ɽ',
  's`': 'ʂ',
  't`': 'ʈ',
  'z`': 'ʐ',
  '@`': 'ɚ',
  '3`': 'ɝ',
  'b_<': 'ɓ',
  'd_<': 'ɗ',
  'g_<': 'ɠ',
  g_h: 'ɡʰ',
  _h: 'ʰ',
  _j: 'ʲ',
  _w: 'ʷ',
  _G: 'ˠ',
  '_?\\': 'ˤ',
  _d: '\u032a',
  _0: '\u0325',
  _v: '\u032c',
  '_^': '\u032f',
  '_=': '\u0329',
  '_~': '\u0303',
  '_>': 'ʼ',
  _r: '\u031d',
  _o: '\u031e',
  '_"': '\u0308',
  '~': '\u0303',
  '=': '\u0329',
  A: 'ɑ',
  B: 'β',
  C: 'ç',
  D: 'ð',
  E: 'ɛ',
  F: 'ɱ',
  G: 'ɣ',
  H: 'ɥ',
  I: 'ɪ',
  J: 'ɲ',
  K: 'ɬ',
  L: 'ʎ',
  M: 'ɯ',
  N: 'ŋ',
  O: 'ɔ',
  P: 'ʋ',
  Q: 'ɒ',
  R: 'ʁ',
  S: 'ʃ',
  T: 'θ',
  U: 'ʊ',
  V: 'ʌ',
  W: 'ʍ',
  X: 'χ',
  Y: 'ʏ',
  Z: 'ʒ',
  '@': 'ə',
  '{': 'æ',
  '}': 'ʉ',
  1: 'ɨ',
  2: 'ø',
  3: 'ɜ',
  4: 'ɾ',
  5: 'ɫ',
  6: 'ɐ',
  7: 'ɤ',
  8: 'ɵ',
  9: 'œ',
  '&': 'ɶ',
  '?': 'ʔ',
  '"': 'ˈ',
  '%': 'ˌ',
  ':': 'ː',
  ':\\': 'ˑ',
  g: 'ɡ',
  '-': '',
  $: '.',
}).sort(([a], [b]) => b.length - a.length);

/** Converts X-SAMPA, an ASCII alphabet, to IPA. */
export function readXSampa(text: string): string {
  let ipa = '';
  for (let at = 0; at < text.length; ) {
    const found = X_SAMPA.find(([sign]) => text.startsWith(sign, at));
    ipa += found ? found[1] : text[at];
    at += found ? found[0].length : 1;
  }
  return ipa;
}

/** X-SAMPA for each IPA letter. If there are two spellings, the one listed last wins. */
const SPELLINGS = new Map(X_SAMPA.map(([typed, ipa]) => [ipa, typed]));

/** Symbols that modify the previous letter and must not be separated from it. */
const MODIFIER = /[\p{M}\p{Lm}ː]/u;

/** Converts IPA symbols to X-SAMPA, joining the two letters of a symbol with `_`. */
export function writeXSampa(symbols: readonly string[]): string {
  return symbols.map(writeSymbol).join('');
}

function writeSymbol(symbol: string): string {
  let typed = '';
  let letters = 0;
  for (const sign of symbol.normalize('NFD').replaceAll('c\u0327', 'ç')) {
    const isLetter = !MODIFIER.test(sign) && sign !== 'ˈ' && sign !== 'ˌ';
    typed += (isLetter && letters > 0 ? '_' : '') + (SPELLINGS.get(sign) ?? sign);
    if (isLetter) letters++;
  }
  return typed;
}
