/** A sample, as values by column name. */
export type Sample = Readonly<Record<string, number>>;

/** Parts of a run, as shares. Processes and caches warm up until `WARM`. The last part of the run is compared with the middle part. */
const WARM = 1 / 3;
const LAST = 2 / 3;

/** Returns the slope of a column after the warm-up, per hour, by least squares. */
export function slopeOf(samples: readonly Sample[], column: string): number {
  const points = after(samples, WARM).map((sample) => ({ x: sample.hours!, y: sample[column] ?? 0 }));
  const mean = (pick: (point: { x: number; y: number }) => number) => points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const spread = mean((point) => (point.x - x) ** 2);
  return spread === 0 ? 0 : mean((point) => (point.x - x) * (point.y - y)) / spread;
}

/** Returns the averages of a column over the middle third and the last third of a run. */
export function thirdsOf(samples: readonly Sample[], column: string): { middle: number; last: number } {
  const meanOf = (part: readonly Sample[]) => part.reduce((sum, sample) => sum + (sample[column] ?? 0), 0) / Math.max(1, part.length);
  const last = after(samples, LAST);
  return { middle: meanOf(after(samples, WARM).filter((sample) => !last.includes(sample))), last: meanOf(last) };
}

function after(samples: readonly Sample[], share: number): readonly Sample[] {
  const end = samples.at(-1)?.hours ?? 0;
  return samples.filter(({ hours = 0 }) => hours >= end * share);
}

/** Formats samples as CSV with a header. */
export function toCsv(samples: readonly Sample[]): string {
  const columns = [...new Set(samples.flatMap(Object.keys))];
  const rows = samples.map((sample) => columns.map((column) => (sample[column] ?? 0).toFixed(3)).join(','));
  return `${[columns.join(','), ...rows].join('\n')}\n`;
}
