import type { Phone, SpeechTimeline } from '@talking-avatar/contract';
import type { TruePhone } from './truth/truth.ts';

/** Maximum distance between the middle of a lip closure that was found and the middle of a true one, in s. */
const CLOSURE_REACH = 0.06;

const VOWEL = /[aeiouɑæʌɔəɛɜɚɝɪʊɐᵻøœɒɵɨɯyʉ]/u;

/** Sounds that are interchangeable in transcriptions of the same speech. */
const INTERCHANGEABLE: readonly string[] = ['tdɾʔ', 'szʃʒ', 'fv', 'θð', 'nŋɲɱ', 'ɹrɾ', 'lʎɫ', 'jiɪ', 'wuʊ'];

/** How a timeline differs from the truth, as estimated minus true, in s. */
export interface Comparison {
  /** Differences in where matching phones start. */
  phones: number[];
  /** Differences in where words start, if their first phones match. */
  words: number[];
  /** How many p, b, and m there really are, and how many of those are in the timeline. */
  closures: number;
  closuresFound: number;
}

/** Matches the phones in a timeline with the true phones by symbol, and compares their times. */
export function compare(timeline: SpeechTimeline, truth: readonly TruePhone[]): Comparison {
  const spoken = timeline.phones.filter((phone) => phone.symbol !== '' && phone.word !== null);
  const trueSpoken = truth.filter((phone) => phone.symbol !== '');
  const pairs = matchPhones(spoken, trueSpoken);
  const closures = trueSpoken.filter(isBilabial);
  return {
    phones: pairs.map(([phone, original]) => phone.start - original.start),
    words: pairs
      .filter(([phone]) => spoken.find(({ word }) => word === phone.word) === phone)
      .map(([phone, original]) => phone.start - original.start),
    closures: closures.length,
    closuresFound: pairs.filter(
      ([phone, original]) =>
        isBilabial(original) &&
        phone.symbol.charAt(0) === original.symbol.charAt(0) &&
        Math.abs(findMiddle(phone) - findMiddle(original)) <= CLOSURE_REACH,
    ).length,
  };
}

const isBilabial = ({ symbol }: { symbol: string }) => /^[pbm]/u.test(symbol);
const findMiddle = ({ start, end }: { start: number; end: number }) => (start + end) / 2;

/** Returns the cost of replacing one symbol with another, 0..1. Leaving one out costs 0.6. */
function differ(one: string, other: string): number {
  const [first, second] = [one.normalize('NFD').charAt(0), other.normalize('NFD').charAt(0)];
  if (first === second) return 0;
  if (VOWEL.test(one) && VOWEL.test(other)) return 0.3;
  return INTERCHANGEABLE.some((group) => group.includes(first) && group.includes(second)) ? 0.4 : 1.5;
}

const OMISSION = 0.6;

/**
 * Finds the cheapest edit that turns one list of phones into the other. @returns the pairs in it, leaving out those that are not similar
 */
function matchPhones(phones: readonly Phone[], truth: readonly TruePhone[]): [Phone, TruePhone][] {
  const width = truth.length + 1;
  const costs = new Float64Array((phones.length + 1) * width);
  for (let row = 0; row <= phones.length; row++) {
    for (let column = 0; column < width; column++) {
      if (row === 0 || column === 0) {
        costs[row * width + column] = OMISSION * (row + column);
        continue;
      }
      const pair = costs[(row - 1) * width + column - 1]! + differ(phones[row - 1]!.symbol, truth[column - 1]!.symbol);
      const omission = OMISSION + Math.min(costs[(row - 1) * width + column]!, costs[row * width + column - 1]!);
      costs[row * width + column] = Math.min(pair, omission);
    }
  }
  const pairs: [Phone, TruePhone][] = [];
  let [row, column] = [phones.length, truth.length];
  while (row > 0 && column > 0) {
    const cost = costs[row * width + column]!;
    const difference = differ(phones[row - 1]!.symbol, truth[column - 1]!.symbol);
    if (cost === costs[(row - 1) * width + column - 1]! + difference) {
      pairs.push([phones[--row]!, truth[--column]!]);
    } else if (cost === OMISSION + costs[(row - 1) * width + column]!) row--;
    else column--;
  }
  return pairs.reverse();
}

/** Summarizes many comparisons, in ms and as shares 0..1. */
export interface Accuracy {
  phoneMedian: number;
  phoneMean: number;
  phoneP90: number;
  phonesWithin50: number;
  wordMedian: number;
  wordMean: number;
  wordP90: number;
  closuresFound: number;
}

export function summarize(comparisons: readonly Comparison[]): Accuracy {
  const sizes = (pick: (comparison: Comparison) => number[]) =>
    comparisons
      .flatMap(pick)
      .map((difference) => 1000 * Math.abs(difference))
      .sort((one, other) => one - other);
  const quantile = (values: number[], part: number) => values[Math.floor(part * (values.length - 1))] ?? Number.NaN;
  const mean = (values: number[]) => sum(values) / values.length;
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const phones = sizes((comparison) => comparison.phones);
  const words = sizes((comparison) => comparison.words);
  return {
    phoneMedian: quantile(phones, 0.5),
    phoneMean: mean(phones),
    phoneP90: quantile(phones, 0.9),
    phonesWithin50: phones.filter((size) => size <= 50).length / phones.length,
    wordMedian: quantile(words, 0.5),
    wordMean: mean(words),
    wordP90: quantile(words, 0.9),
    closuresFound: sum(comparisons.map((one) => one.closuresFound)) / sum(comparisons.map((one) => one.closures)),
  };
}
