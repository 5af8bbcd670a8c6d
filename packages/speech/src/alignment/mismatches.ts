/** Scores that show how well a window of a recording matches its transcript. */
export interface WindowScore {
  /** Start and end of the window in the recording, in seconds. */
  start: number;
  end: number;
  /** The aligned part of the reference, in seconds. */
  reference: { start: number; end: number };
  /** Margin by which the window is closer to its own words than to other words; see `scoreWindows`. */
  margin: number;
  /** The same margin with phonetic weights, or undefined for a pause. */
  phoneticMargin: number | undefined;
}

export type Mismatch = Omit<WindowScore, 'margin' | 'phoneticMargin'>;

/**
 * A window is poor if its margin is below this fraction of the median margin. The median ranges from .13 to .5, depending on the voice and
 * noise. Lower medians are raised to the minimum.
 */
const POOR_SHARE = 0.6;
const MIN_USUAL_MARGIN = 0.2;

/**
 * Total margin shortfall that counts as a mismatch. It is reached by 254 of 272 recordings with one wrong clause, 59 of 109 with three
 * wrong words, and 3 of 218 correct recordings, half of which have noise or echoes.
 */
const MIN_EVIDENCE = 0.32;

/**
 * Finds runs of poor windows. A run's evidence grows by how far its windows are below the poor margin and shrinks by how far they are above
 * it, so isolated poor windows don't accumulate (CUSUM: Page 1954).
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
