import { assignSounds } from '../assign-phones.ts';
import { readSymbols } from '../phones.ts';
import type { RawPhone, Synthesizer } from '../synthesizer.ts';
import { toSymbol, VOWEL, withStress } from './arpabet.ts';
import { toAscii } from './ascii.ts';
import type { Segment } from './synthesizer.ts';

/** The other voice prints a vowel and its r, or a syllable of l, as one sound; here they are two. */
const DOUBLE = /^(.+)(ɹ|l)$/u;

const splitDouble = (symbol: string): string[] => {
  const [, vowel, consonant] = DOUBLE.exec(symbol) ?? [];
  return vowel && consonant ? [vowel, consonant] : [symbol];
};

/** What each word of a text sounds like when the other voice says it alone: its sounds, and the same with their stress. */
export interface ExpectedSounds {
  alone: string[][];
  stressed: readonly string[][];
}

/** Asks the other voice for the sounds of words. */
export function expectSounds(synthesizer: Synthesizer, said: readonly string[]): ExpectedSounds {
  const stressed = said.map((word) =>
    synthesizer.transcribe(toAscii(word) ?? '').filter((symbol) => symbol.trim() !== ''),
  );
  return { stressed, alone: stressed.map((symbols) => readSymbols(symbols).flatMap(splitDouble)) };
}

/** Gives each segment its word and each vowel its stress. */
export function placeSegments(
  segments: readonly Segment[],
  words: readonly number[],
  { stressed, alone }: ExpectedSounds,
): RawPhone[] {
  const sounds = segments.filter(({ symbol }) => symbol !== 'pau');
  const owners = assignSounds(
    sounds.map(({ symbol }) => toSymbol(symbol)),
    guessWords(sounds.length, words, alone),
    words.map((word) => alone[word]!),
  );
  const stresses = findStresses(sounds, owners, words, stressed);
  let sound = 0;
  return segments.map(({ symbol, start, end }) => {
    if (symbol === 'pau') return { symbol: '', start, end, position: words[owners[Math.max(0, sound - 1)] ?? 0] ?? 0 };
    const position = words[owners[sound]!] ?? 0;
    const written = withStress(toSymbol(symbol), stresses[sound]!);
    sound++;
    return { symbol: written, start, end, position };
  });
}

/** The word of each sound if all went as expected. */
function guessWords(count: number, words: readonly number[], alone: readonly string[][]): number[] {
  const expected = words.flatMap((word, i) => alone[word]!.map(() => i));
  return Array.from({ length: count }, (_, i) => expected[Math.floor((i * expected.length) / Math.max(1, count))] ?? 0);
}

/** Vowels take the stress of the vowel in the same place of the word as the other voice says it. */
function findStresses(
  sounds: readonly Segment[],
  owners: readonly number[],
  words: readonly number[],
  stressed: readonly string[][],
): (0 | 1 | 2)[] {
  const stresses = sounds.map((): 0 | 1 | 2 => 0);
  words.forEach((word, i) => {
    const vowels = sounds.flatMap(({ symbol }, at) => (owners[at] === i && VOWEL.test(toSymbol(symbol)) ? [at] : []));
    const known = stressed[word]!.filter((symbol) => VOWEL.test(symbol.replace(/[ˈˌ]/gu, '')));
    vowels.forEach((at, place) => {
      const symbol = known[Math.floor(((place + 0.5) * known.length) / vowels.length)] ?? '';
      stresses[at] = symbol.includes('ˈ') ? 1 : symbol.includes('ˌ') ? 2 : 0;
    });
  });
  return stresses;
}
