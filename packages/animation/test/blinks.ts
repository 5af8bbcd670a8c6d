/** A visible blink: when the lid is lowest, and how long it stays below 15% of that, in s. */
export interface Blink {
  time: number;
  length: number;
  depth: number;
  /** How long the lid takes to reach its lowest point and to return, in s. */
  closing: number;
  opening: number;
}

/** Finds the blinks in a lid curve. The rule is the same as for recorded takes. */
export function findBlinks(lid: Float32Array, fps: number, least = 0.7): Blink[] {
  const blinks: Blink[] = [];
  for (let i = 1; i < lid.length - 1; i++) {
    const shut = lid[i]!;
    if (shut < least || shut < lid[i - 1]! || shut <= lid[i + 1]!) continue;
    let [from, to] = [i, i];
    while (from > 0 && lid[from]! > 0.15 * shut) from--;
    while (to < lid.length - 1 && lid[to]! > 0.15 * shut) to++;
    const [closing, opening] = [(i - from - 0.5) / fps, (to - i - 0.5) / fps];
    blinks.push({ time: i / fps, length: closing + opening, depth: shut, closing, opening });
  }
  return blinks;
}
