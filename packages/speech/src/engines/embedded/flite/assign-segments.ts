import { assignPhonesToWords } from '../assign-phones.ts';
import { toIpaSymbols } from '../phones.ts';
import type { RawPhone, Synthesizer } from '../synthesizer.ts';
import { toSymbol, VOWEL, withStress } from './arpabet.ts';
import { toAscii } from './ascii.ts';
import type { Segment } from './synthesizer.ts';

/** espeak-ng prints an r-colored vowel or a syllabic l as one symbol, but flite has two segments for it. */
const DOUBLE = /^(.+)(ɹ|l)$/u;

const splitDouble = (symbol: string): string[] => {
  const [, vowel, consonant] = DOUBLE.exec(symbol) ?? [];
  return vowel && consonant ? [vowel, consonant] : [symbol];
};

/** Phones of each word in isolation, as predicted by espeak-ng: IPA symbols with and without stress marks. */
export interface PredictedPhones {
  symbols: string[][];
  stressed: string[][];
}

/** Predicts the phones of words with espeak-ng. */
export function predictPhones(synthesizer: Synthesizer, spokenForms: readonly string[]): PredictedPhones {
  const stressed = spokenForms.map((word) => synthesizer.transcribe(toAscii(word) ?? '').filter((symbol) => symbol.trim() !== ''));
  return { stressed, symbols: stressed.map((symbols) => toIpaSymbols(symbols).flatMap(splitDouble)) };
}

/** Assigns a word to each segment, and stress to each vowel. */
export function assignSegments(segments: readonly Segment[], words: readonly number[], { stressed, symbols }: PredictedPhones): RawPhone[] {
  const spoken = segments.filter(({ symbol }) => symbol !== 'pau');
  const owners = assignPhonesToWords(
    spoken.map(({ symbol }) => toSymbol(symbol)),
    predictWords(spoken.length, words, symbols),
    words.map((word) => symbols[word]!),
  );
  const stresses = findStresses(spoken, owners, words, stressed);
  let next = 0;
  return segments.map(({ symbol, start, end }) => {
    if (symbol === 'pau') return { symbol: '', start, end, position: words[owners[Math.max(0, next - 1)] ?? 0] ?? 0 };
    const position = words[owners[next]!] ?? 0;
    const written = withStress(toSymbol(symbol), stresses[next]!);
    next++;
    return { symbol: written, start, end, position };
  });
}

/** Predicts each segment's word from the predicted phones. */
function predictWords(count: number, words: readonly number[], alone: readonly string[][]): number[] {
  const expected = words.flatMap((word, i) => alone[word]!.map(() => i));
  return Array.from({ length: count }, (_, i) => expected[Math.floor((i * expected.length) / Math.max(1, count))] ?? 0);
}

/** Gives each vowel the stress of the predicted vowel at the same position in the word. */
function findStresses(
  spoken: readonly Segment[],
  owners: readonly number[],
  words: readonly number[],
  stressed: readonly string[][],
): (0 | 1 | 2)[] {
  const stresses = spoken.map((): 0 | 1 | 2 => 0);
  words.forEach((word, i) => {
    const vowels = spoken.flatMap(({ symbol }, at) => (owners[at] === i && VOWEL.test(toSymbol(symbol)) ? [at] : []));
    const known = stressed[word]!.filter((symbol) => VOWEL.test(symbol.replace(/[ˈˌ]/gu, '')));
    vowels.forEach((at, place) => {
      const symbol = known[Math.floor(((place + 0.5) * known.length) / vowels.length)] ?? '';
      stresses[at] = symbol.includes('ˈ') ? 1 : symbol.includes('ˌ') ? 2 : 0;
    });
  });
  return stresses;
}
