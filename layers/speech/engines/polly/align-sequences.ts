/** What an element costs that has no partner, beside the costs of pairs. */
const ALONE = 1;

/** Two elements that belong together, by number; a partner that is missing is undefined. */
export interface Pair {
  left: number | undefined;
  right: number | undefined;
}

/**
 * Pairs the elements of two lists in order, at the lowest sum of costs (Needleman & Wunsch 1970).
 *
 * @param cost What a pair costs; elements stay alone rather than pair at 2 or more.
 */
export function pairUp(left: number, right: number, cost: (left: number, right: number) => number): Pair[] {
  const width = right + 1;
  const costs = new Float64Array((left + 1) * width);
  const at = (i: number, j: number) => costs[i * width + j]!;
  for (let i = 0; i <= left; i++) {
    for (let j = 0; j <= right; j++) {
      if (i === 0 || j === 0) costs[i * width + j] = ALONE * (i + j);
      else {
        const alone = Math.min(at(i - 1, j), at(i, j - 1)) + ALONE;
        costs[i * width + j] = Math.min(alone, at(i - 1, j - 1) + cost(i - 1, j - 1));
      }
    }
  }
  const pairs: Pair[] = [];
  for (let [i, j] = [left, right]; i > 0 || j > 0; ) {
    const here = at(i, j);
    if (i > 0 && here === at(i - 1, j) + ALONE) pairs.push({ left: --i, right: undefined });
    else if (j > 0 && here === at(i, j - 1) + ALONE) pairs.push({ left: undefined, right: --j });
    else pairs.push({ left: --i, right: --j });
  }
  return pairs.reverse();
}
