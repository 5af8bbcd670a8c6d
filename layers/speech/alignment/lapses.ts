/** How well a stretch of a recording sounds like what its transcript says there. */
export interface Fit {
  /** The stretch, seconds of the recording. */
  start: number;
  end: number;
  /** Seconds of the reference speech that were laid on it. */
  reference: { start: number; end: number };
  /** How much closer it is to its own words than to others, see `weighEvidence`. */
  margin: number;
}

/** A passage of a recording that does not sound like its transcript. */
export type Lapse = Omit<Fit, 'margin'>;

/** Where a stretch fits worse than this part of the recording's usual margin, within bounds, it speaks of other words. */
const POOR_PART = 0.55;
const POOREST = 0.1;
const POOR = 0.14;

/** Lacks of margin that have to come together to be told: about one and a half seconds of wrong words. */
const TELLING = 0.25;

/**
 * The runs of stretches that fit poorly. A run's weight is the sum of what its stretches lack to the least margin; what they have
 * more than that counts against it, so that single poor sounds do not add up (Page's cumulative sum, 1954).
 */
export function findLapses(fits: readonly Fit[]): Lapse[] {
  const sorted = fits.map(({ margin }) => margin).sort((one, other) => one - other);
  const least = Math.min(POOR, Math.max(POOREST, POOR_PART * sorted[sorted.length >> 1]!));
  const lapses: Lapse[] = [];
  let [weight, peak, first, last] = [0, 0, 0, 0];
  const close = () => {
    if (peak >= TELLING) lapses.push(join(fits.slice(first, last + 1)));
    [weight, peak] = [0, 0];
  };
  for (const [index, { margin }] of fits.entries()) {
    if (weight <= 0) [weight, peak, first] = [0, 0, index];
    weight += least - margin;
    if (weight > peak) [peak, last] = [weight, index];
    if (weight <= 0 || weight < peak - TELLING) close();
  }
  close();
  return lapses;
}

/** The passage that so many stretches in a row make. */
export function join(fits: readonly Fit[]): Lapse {
  const [first, last] = [fits[0]!, fits.at(-1)!];
  return {
    start: first.start,
    end: last.end,
    reference: { start: first.reference.start, end: last.reference.end },
  };
}
