/** Costs of alignment steps: for an unmatched phone, and for a pair of different phones. */
const GAP = 0.8;
const DIFFERENT = 1;
/** Cost of a pair of similar phones (their symbols start with the same letter), such as a vowel and its reduced or rhotic form. */
const SIMILAR = 0.5;
/** Additional cost of a word other than the reported one. The reported words are mostly correct, except for merged words and symbols. */
const OTHER_WORD = 0.3;
/** Maximum error in the word position that the engine reports, in words. */
const BAND_WORDS = 16;

const PAIRED = 1;
const ADDED = 2;
const SKIPPED = 3;

/**
 * Finds the word that each phone belongs to, by aligning the spoken IPA symbols, without pauses, with the symbols of each word in
 * isolation. This uses dynamic programming within a band around the words that the engine reports. The engine merges some words ("in the"),
 * and its character offsets are wrong after a symbol.
 * @returns the index of each phone's word, in ascending order. Every word that has phones in isolation gets at least one, if there are
 * enough.
 */
export function assignPhonesToWords(
  spoken: readonly string[],
  reported: readonly number[],
  isolated: readonly (readonly string[])[],
): number[] {
  const expected = isolated.flatMap((symbols, word) => symbols.map((symbol) => ({ symbol, word })));
  if (expected.length === 0) return [...reported];
  const band = planBand(reported, isolated);
  const steps = fillBand(band, (row, column) => {
    const { symbol, word } = expected[row]!;
    const actual = spoken[column]!;
    const difference = symbol === actual ? 0 : symbol[0] === actual[0] ? SIMILAR : DIFFERENT;
    return difference + (reported[column] === word ? 0 : OTHER_WORD);
  });
  return fillEmptyWords(traceBack(band, steps, expected, reported), isolated);
}

/** For each column (count of spoken phones consumed), the lowest and highest row (count of expected phones consumed). */
type Band = { low: number; high: number }[];

function planBand(reported: readonly number[], isolated: readonly (readonly string[])[]): Band {
  let rows = 0;
  const ends = isolated.map(({ length }) => {
    rows += length;
    return rows;
  });
  const rowAfter = (word: number): number => (word < 0 ? 0 : (ends[word] ?? rows));
  const band = Array.from({ length: reported.length + 1 }, (_, column) => ({
    low: column === 0 ? 0 : rowAfter(reported[column - 1]! - BAND_WORDS - 1),
    high: column === reported.length ? rows : rowAfter((reported[Math.max(0, column - 1)] ?? 0) + BAND_WORDS),
  }));
  for (let i = 1; i < band.length; i++) band[i]!.high = Math.max(band[i]!.high, band[i - 1]!.high);
  for (let i = band.length - 2; i >= 0; i--) {
    band[i]!.low = Math.min(band[i]!.low, band[i + 1]!.low);
    band[i]!.high = Math.max(band[i]!.high, band[i + 1]!.low);
  }
  return band;
}

/** Finds the best last step into each cell of the band. */
function fillBand(band: Band, pairCost: (row: number, column: number) => number): Uint8Array[] {
  const steps: Uint8Array[] = [];
  let before: { low: number; costs: Float64Array } | undefined;
  band.forEach(({ low, high }, column) => {
    const costs = new Float64Array(high - low + 1);
    const stepsOfRow = new Uint8Array(high - low + 1);
    const costBefore = (row: number): number => before?.costs[row - before.low] ?? Number.POSITIVE_INFINITY;
    for (let row = low; row <= high; row++) {
      const skipped = row > low ? costs[row - low - 1]! + GAP : Number.POSITIVE_INFINITY;
      const added = costBefore(row) + GAP;
      const paired = row > 0 && column > 0 ? costBefore(row - 1) + pairCost(row - 1, column - 1) : Number.POSITIVE_INFINITY;
      const least = Math.min(skipped, added, paired);
      costs[row - low] = row === 0 && column === 0 ? 0 : least;
      stepsOfRow[row - low] = least === paired ? PAIRED : least === added ? ADDED : SKIPPED;
    }
    steps.push(stepsOfRow);
    before = { low, costs };
  });
  return steps;
}

function traceBack(band: Band, steps: readonly Uint8Array[], expected: readonly { word: number }[], reported: readonly number[]): number[] {
  const words = new Array<number>(reported.length).fill(0);
  let row = expected.length;
  for (let column = reported.length; column > 0; ) {
    const step = steps[column]![row - band[column]!.low];
    if (step === SKIPPED) {
      row--;
      continue;
    }
    column--;
    const [last, next] = [expected[row - 1]?.word, expected[row]?.word];
    // An unexpected phone is assigned to the reported word if that is adjacent, or else to the preceding word.
    const neighbor = next === reported[column] ? next : (last ?? next);
    words[column] = (step === PAIRED ? last : neighbor) ?? 0;
    if (step === PAIRED) row--;
  }
  return words;
}

/** Moves a phone to each word without phones from a neighbor that has several. */
function fillEmptyWords(words: number[], isolated: readonly (readonly string[])[]): number[] {
  const counts = new Array<number>(isolated.length).fill(0);
  for (const word of words) counts[word]!++;
  isolated.forEach((symbols, word) => {
    if (counts[word]! > 0 || symbols.length === 0) return;
    const after = words.findIndex((other) => other > word);
    const next = after === -1 ? words.length : after;
    const donor = [next - 1, next].find((i) => words[i] !== undefined && counts[words[i]!]! > 1);
    if (donor === undefined) return;
    counts[words[donor]!]!--;
    counts[word]!++;
    words[donor] = word;
  });
  return words;
}
