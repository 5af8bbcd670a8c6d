/** Cost of a sound that the word alone has not, or has and was not said. */
const GAP = 0.8;
const DIFFERENT = 1;
/** Symbols that begin alike are nearly the same sound: a reduced vowel, a rhotic one. */
const ALIKE = 0.5;
/** Cost of a sound in another word than the engine tells: it is mostly right, but not where words merge or signs are said. */
const ELSEWHERE = 0.3;
/** How many words the engine's telling may be wrong by. */
const REACH = 16;

const PAIRED = 1;
const ADDED = 2;
const SKIPPED = 3;

/**
 * Finds the word of each sound: what was said is aligned with what each word sounds like alone, by dynamic programming in a band
 * around what the engine tells. It says some words as one ("in the"), and after a sign its count of characters is off.
 * @param sounds Symbols as said, without pauses.
 * @param told For each sound, the word that the engine tells.
 * @param alone For each word, its symbols when it is said alone.
 * @returns for each sound its word; never going back, and each word that has sounds gets one while there are enough
 */
export function assignSounds(
  sounds: readonly string[],
  told: readonly number[],
  alone: readonly (readonly string[])[],
): number[] {
  const expected = alone.flatMap((symbols, word) => symbols.map((symbol) => ({ symbol, word })));
  if (expected.length === 0) return [...told];
  const band = planBand(told, alone);
  const steps = fillBand(band, (row, column) => {
    const { symbol, word } = expected[row]!;
    const heard = sounds[column]!;
    const unlike = symbol === heard ? 0 : symbol[0] === heard[0] ? ALIKE : DIFFERENT;
    return unlike + (told[column] === word ? 0 : ELSEWHERE);
  });
  return giveEachASound(traceBack(band, steps, expected, told), alone);
}

/** For each column (how many sounds are used up), the lowest and highest row (how many expected ones are). */
type Band = { low: number; high: number }[];

function planBand(told: readonly number[], alone: readonly (readonly string[])[]): Band {
  let rows = 0;
  const ends = alone.map(({ length }) => {
    rows += length;
    return rows;
  });
  const rowAfter = (word: number): number => (word < 0 ? 0 : (ends[word] ?? rows));
  const band = Array.from({ length: told.length + 1 }, (_, column) => ({
    low: column === 0 ? 0 : rowAfter(told[column - 1]! - REACH - 1),
    high: column === told.length ? rows : rowAfter((told[Math.max(0, column - 1)] ?? 0) + REACH),
  }));
  for (let i = 1; i < band.length; i++) band[i]!.high = Math.max(band[i]!.high, band[i - 1]!.high);
  for (let i = band.length - 2; i >= 0; i--) {
    band[i]!.low = Math.min(band[i]!.low, band[i + 1]!.low);
    band[i]!.high = Math.max(band[i]!.high, band[i + 1]!.low);
  }
  return band;
}

/** The best last step into each cell of the band. */
function fillBand(band: Band, pairCost: (row: number, column: number) => number): Uint8Array[] {
  const steps: Uint8Array[] = [];
  let before: { low: number; costs: Float64Array } | undefined;
  band.forEach(({ low, high }, column) => {
    const costs = new Float64Array(high - low + 1);
    const taken = new Uint8Array(high - low + 1);
    const costBefore = (row: number): number => before?.costs[row - before.low] ?? Number.POSITIVE_INFINITY;
    for (let row = low; row <= high; row++) {
      const skipped = row > low ? costs[row - low - 1]! + GAP : Number.POSITIVE_INFINITY;
      const added = costBefore(row) + GAP;
      const paired =
        row > 0 && column > 0 ? costBefore(row - 1) + pairCost(row - 1, column - 1) : Number.POSITIVE_INFINITY;
      const least = Math.min(skipped, added, paired);
      costs[row - low] = row === 0 && column === 0 ? 0 : least;
      taken[row - low] = least === paired ? PAIRED : least === added ? ADDED : SKIPPED;
    }
    steps.push(taken);
    before = { low, costs };
  });
  return steps;
}

function traceBack(
  band: Band,
  steps: readonly Uint8Array[],
  expected: readonly { word: number }[],
  told: readonly number[],
): number[] {
  const words = new Array<number>(told.length).fill(0);
  let row = expected.length;
  for (let column = told.length; column > 0; ) {
    const step = steps[column]![row - band[column]!.low];
    if (step === SKIPPED) {
      row--;
      continue;
    }
    column--;
    const [last, next] = [expected[row - 1]?.word, expected[row]?.word];
    // A sound that no word expects goes with one of its neighbours: with the one told, else with the word before.
    const neighbour = next === told[column] ? next : (last ?? next);
    words[column] = (step === PAIRED ? last : neighbour) ?? 0;
    if (step === PAIRED) row--;
  }
  return words;
}

/** A word that got nothing takes a sound from a neighbour that has more than one. */
function giveEachASound(words: number[], alone: readonly (readonly string[])[]): number[] {
  const counts = new Array<number>(alone.length).fill(0);
  for (const word of words) counts[word]!++;
  alone.forEach((symbols, word) => {
    if (counts[word]! > 0 || symbols.length === 0) return;
    const after = words.findIndex((other) => other > word);
    const next = after === -1 ? words.length : after;
    const giver = [next - 1, next].find((i) => words[i] !== undefined && counts[words[i]!]! > 1);
    if (giver === undefined) return;
    counts[words[giver]!]!--;
    counts[word]!++;
    words[giver] = word;
  });
  return words;
}
