/** Match of a window of a recording with its transcript. */
export interface WindowScore {
  /** The window, s of the recording. */
  start: number;
  end: number;
  /** The aligned part of the reference, s. */
  reference: { start: number; end: number };
  /** How much closer it is to its own words than to others, see `scoreWindows`. */
  margin: number;
  /** The same with phonetic weights; undefined for a pause. */
  phoneticMargin: number | undefined;
}

export type Mismatch = Omit<WindowScore, 'margin' | 'phoneticMargin'>;

/** Share of the median margin (.13 to .5 by voice and noise) below which a window is poor; lower medians are raised to the minimum. */
const POOR_SHARE = 0.6;
const MIN_USUAL_MARGIN = 0.2;

/**
 * Sum of missing margins that makes a mismatch. 254 of 272 recordings with one wrong clause reach it, 59 of 109 with three wrong words, and
 * three of 218 correct ones, half of them with noise or echoes.
 */
const MIN_EVIDENCE = 0.32;

/**
 * Finds runs of poor windows. A run's evidence adds up how far its windows are below the poor margin and subtracts how far they are above
 * it, so that single poor windows do not accumulate (CUSUM: Page 1954).
 */
export function findMismatches(fits: readonly WindowScore[]): Mismatch[] {
  const scored = fits.filter((fit): fit is WindowScore & { phoneticMargin: number } => fit.phoneticMargin !== undefined);
  const sorted = scored.map(({ phoneticMargin }) => phoneticMargin).sort((one, other) => one - other);
  const poor = POOR_SHARE * Math.max(MIN_USUAL_MARGIN, sorted[sorted.length >> 1] ?? 0);
  const mismatches: Mismatch[] = [];
  let [evidence, peak, first, last] = [0, 0, 0, 0];
  const close = () => {
    if (peak >= MIN_EVIDENCE) mismatches.push(join(scored.slice(first, last + 1)));
    [evidence, peak] = [0, 0];
  };
  for (const [index, { phoneticMargin }] of scored.entries()) {
    if (evidence <= 0) [evidence, peak, first] = [0, 0, index];
    evidence += poor - Math.max(0, phoneticMargin);
    if (evidence > peak) [peak, last] = [evidence, index];
    if (evidence <= 0 || evidence < peak - MIN_EVIDENCE) close();
  }
  close();
  return mismatches;
}

function join(fits: readonly WindowScore[]): Mismatch {
  const [first, last] = [fits[0]!, fits.at(-1)!];
  return {
    start: first.start,
    end: last.end,
    reference: { start: first.reference.start, end: last.reference.end },
  };
}
