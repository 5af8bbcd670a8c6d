import type { IpaSound } from '../../text/ipa.ts';
import { lookUp } from '../../text/tables.ts';

/** Replacements for sounds that a voice does not support, by manner and place of articulation, most similar first. */
const NEAREST: Readonly<Record<string, string>> = {
  ʈ: 't',
  ɖ: 'd',
  c: 'k tʃ',
  ɟ: 'ɡ dʒ',
  q: 'k',
  ɢ: 'ɡ',
  ʔ: '',
  ɱ: 'm',
  ɳ: 'n',
  ɲ: 'nj n',
  ŋ: 'nɡ n',
  ɴ: 'ŋ n',
  r: 'ɾ ɹ ʁ',
  ʀ: 'ʁ ɹ r ɾ',
  ʁ: 'ɹ r ɾ',
  ɹ: 'r ɾ ʁ',
  ɻ: 'ɹ r ɾ ʁ',
  ɾ: 'r d',
  ɽ: 'ɾ d',
  ɸ: 'f',
  β: 'v b',
  v: 'b f',
  θ: 's',
  ð: 'd z',
  z: 's',
  ʃ: 'tʃ s',
  ʒ: 'ʃ dʒ',
  ʂ: 'ʃ s',
  ʐ: 'ʒ z',
  ɕ: 'ʃ tʃ s',
  ʑ: 'ʒ z',
  ç: 'ʃ x h',
  ʝ: 'j',
  x: 'h k ʁ',
  ɣ: 'ɡ',
  χ: 'x h ʁ k',
  ħ: 'h x ʁ',
  ʕ: '',
  h: 'x ʁ',
  ɦ: 'h x',
  ɬ: 'ʃl l',
  ɮ: 'l',
  ʋ: 'v w',
  j: 'i̯ i',
  ɰ: 'w',
  l: 'ɹ',
  ɫ: 'l',
  ɭ: 'l',
  ʎ: 'lj li̯ l',
  ʟ: 'l',
  w: 'u̯ u',
  ʍ: 'w u̯ u',
  ɥ: 'j',
  ɓ: 'b',
  ɗ: 'd',
  ɠ: 'ɡ',
  tʃ: 'tʃ',
  ts: 'ts',
  tɕ: 'tʃ',
  dʑ: 'dʒ',
  ʈʂ: 'tʃ',
  ɖʐ: 'dʒ',
  i: 'ɪ',
  y: 'u i',
  ɨ: 'ɪ i',
  ʉ: 'u',
  ɯ: 'ʊ u',
  u: 'ʊ',
  ɪ: 'i',
  ʏ: 'y ʊ u',
  ʊ: 'u',
  e: 'eɪ ɛ',
  ø: 'œ ɜ e',
  ɘ: 'ə',
  ɵ: 'ʊ u',
  ɤ: 'ʌ ə o',
  o: 'oʊ əʊ ɔ',
  ə: 'œ e a',
  ɛ: 'e',
  œ: 'ø ɜ e',
  ɜ: 'œ ø ɛ e',
  ɞ: 'ɜ',
  ʌ: 'a',
  ɔ: 'ɒ o',
  æ: 'ɛ a',
  ɐ: 'ʌ a ə',
  a: 'æ ɑ',
  ɶ: 'a',
  ɑ: 'a',
  ɒ: 'ɔ ɑ',
  ɚ: 'ɜ ə ɐ',
  ɝ: 'ɜ ɚ',
  ᵻ: 'ɪ i',
  ɔʏ: 'ɔɪ ɔi',
};

/** Symbols that make no audible difference in any voice: ties, and all modifiers except length and nasality. */
const INAUDIBLE = /\u035c|\u0361|(?!ː|\u0303)[\p{M}\p{Lm}]/gu;

const STRESS_MARKS = ['', 'ˈ', 'ˌ'] as const;

/**
 * Finds the phones of a voice's `inventory`, with stress marks, that best match a pronunciation. Returns undefined if a sound has no match.
 */
export function findNearestPhones(sounds: readonly IpaSound[], inventory: ReadonlySet<string>): string[] | undefined {
  const found: string[] = [];
  for (const { symbol, stress } of sounds) {
    const nearest = findNearest(symbol.normalize('NFC'), inventory);
    if (!nearest) return undefined;
    found.push(...nearest.map((phone, i) => (i === 0 ? STRESS_MARKS[stress] : '') + phone));
  }
  return found.length === 0 ? undefined : found;
}

function findNearest(symbol: string, inventory: ReadonlySet<string>, seen: readonly string[] = []): string[] | undefined {
  const plain = symbol.replace(INAUDIBLE, '');
  const letters = plain
    .normalize('NFD')
    .replace(/ː|\u0303/gu, '')
    .normalize('NFC');
  const known = [symbol, plain, letters, `${letters}ː`].find((candidate) => inventory.has(candidate));
  if (known !== undefined) return [known];
  if (seen.includes(letters)) return undefined;
  const tried = [...seen, letters];
  const candidates = lookUp(NEAREST, letters);
  if (candidates === '') return [];
  for (const candidate of candidates?.split(' ') ?? []) {
    if (inventory.has(candidate)) return [candidate];
    const parts = splitSymbol(candidate);
    const found = parts.map((part) => findNearest(part, inventory, tried));
    if (found.every((part) => part !== undefined)) return found.flat();
  }
  const parts = splitSymbol(letters);
  if (parts.length < 2) return undefined;
  const found = parts.map((part) => findNearest(part, inventory, tried));
  return found.every((part) => part !== undefined) ? found.flat() : undefined;
}

/** Splits a symbol into its letters, each with its modifiers. */
const splitSymbol = (symbol: string): string[] => symbol.match(/\P{M}[\p{M}ː]*/gu) ?? [];
