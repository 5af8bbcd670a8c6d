/** The curves of a CSV: for each channel, one value per frame. */
export interface Clip {
  /** Time of each frame, in seconds. */
  times: Float64Array;
  channels: ReadonlyMap<string, Float64Array>;
}

/** Frames per second of a CSV (docs/results.md). */
const FPS = 60;

/** CSV columns that are not curves. */
const META = new Set(['timecode', 'blendshapecount']);

/** @throws Error when a row and the header differ in length */
export function parseClip(csv: string): Clip {
  const [header = '', ...rows] = csv.trim().split(/\r?\n/);
  const names = header.split(',');
  const columns = names.map(() => new Float64Array(rows.length));
  for (const [frame, row] of rows.entries()) {
    const cells = row.split(',');
    if (cells.length !== names.length) throw new Error(`Row ${frame + 2} has ${cells.length} columns instead of ${names.length}`);
    for (const [column, cell] of cells.entries()) columns[column]![frame] = Number(cell);
  }
  const channels = names.map((name, column) => [name, columns[column]!] as const).filter(([name]) => !META.has(name.toLowerCase()));
  return { times: Float64Array.from(rows, (_, frame) => frame / FPS), channels: new Map(channels) };
}

/** Curves that differ by less than this in every frame look the same. */
const SAME = 0.1;

/**
 * Returns the names of the channels that move the most, by variance. It prefers ARKit channels because they are the best known, and skips
 * channels that move like an earlier one, such as left and right.
 */
export function liveliest({ channels }: Clip, count: number): string[] {
  const all = [...channels].filter(([, values]) => variance(values) > 0);
  const known = all.filter(([name]) => !name.startsWith('CTRL_'));
  const ranked = (known.length > 0 ? known : all).sort(([, a], [, b]) => variance(b) - variance(a));
  const chosen: (readonly [string, Float64Array])[] = [];
  for (const [name, values] of ranked) {
    if (chosen.length === count) break;
    if (!chosen.some(([, other]) => other.every((value, frame) => Math.abs(value - values[frame]!) < SAME))) chosen.push([name, values]);
  }
  return chosen.map(([name]) => name);
}

function variance(values: Float64Array): number {
  let [sum, squares] = [0, 0];
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  return squares / values.length - (sum / values.length) ** 2;
}

/** Returns the value at a time in seconds, interpolated between frames. */
export function valueAt(values: Float64Array, time: number): number {
  const position = Math.min(Math.max(time * FPS, 0), values.length - 1);
  const frame = Math.floor(position);
  const next = values[Math.min(frame + 1, values.length - 1)] ?? 0;
  return (values[frame] ?? 0) + (next - (values[frame] ?? 0)) * (position - frame);
}
