/** A visible blink: time of the lowest lid, and how long the lid is below 15 % of that, in s. */
export interface Blink {
  time: number;
  length: number;
  depth: number;
  /** Times to the lowest lid and back, in s. */
  closing: number;
  opening: number;
}

/** Finds the blinks in a lid curve by the same rule as in recorded takes. */
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
