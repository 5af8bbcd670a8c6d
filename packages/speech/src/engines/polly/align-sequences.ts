/** Cost of an unpaired element. */
const GAP_COST = 1;

export interface Pair {
  left: number | undefined;
  right: number | undefined;
}

/**
 * Aligns two sequences of the given lengths at the lowest cost (Needleman & Wunsch 1970). Elements whose pair would cost 2 or more stay
 * unpaired.
 */
export function alignSequences(left: number, right: number, cost: (left: number, right: number) => number): Pair[] {
  const width = right + 1;
  const costs = new Float64Array((left + 1) * width);
  const at = (i: number, j: number) => costs[i * width + j]!;
  for (let i = 0; i <= left; i++) {
    for (let j = 0; j <= right; j++) {
      if (i === 0 || j === 0) costs[i * width + j] = GAP_COST * (i + j);
      else {
        const alone = Math.min(at(i - 1, j), at(i, j - 1)) + GAP_COST;
        costs[i * width + j] = Math.min(alone, at(i - 1, j - 1) + cost(i - 1, j - 1));
      }
    }
  }
  const pairs: Pair[] = [];
  for (let [i, j] = [left, right]; i > 0 || j > 0; ) {
    const here = at(i, j);
    if (i > 0 && here === at(i - 1, j) + GAP_COST) pairs.push({ left: --i, right: undefined });
    else if (j > 0 && here === at(i, j - 1) + GAP_COST) pairs.push({ left: undefined, right: --j });
    else pairs.push({ left: --i, right: --j });
  }
  return pairs.reverse();
}
