/** Seeded random numbers. Not from a library, because an update could change the output of existing jobs. */
export interface Random {
  /** Uniform in [low, high). */
  between(low: number, high: number): number;
  /** Log-normal, given the median and the standard deviation of the logarithm. */
  logNormal(median: number, spread: number): number;
}

/** FNV-1a hash over UTF-16 code units, 32 bits. */
function hashSeed(seed: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Creates a stream of random numbers from a seed (mulberry32, public domain, Tommy Ettinger 2017). */
export function createRandom(seed: string): Random {
  let state = hashSeed(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    between: (low, high) => low + (high - low) * next(),
    logNormal: (median, spread) => {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return median * Math.exp(spread * normal);
    },
  };
}
