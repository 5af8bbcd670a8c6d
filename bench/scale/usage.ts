/** Maximum units per second for one partition key (DynamoDB developer guide, "Designing partition keys to distribute your workload"). */
export const LIMITS = { write: 1_000, read: 3_000 } as const;

export type Kind = keyof typeof LIMITS;

interface Key {
  second: number;
  units: number;
  /** Most units used in any one second. */
  peak: number;
}

/** Tracks how many units each partition key uses per second. */
export class Usage {
  readonly #keys: Record<Kind, Map<string, Key>> = { read: new Map(), write: new Map() };
  throttled = 0;

  /** True if the key has enough units left for the current second. */
  fits(kind: Kind, name: string, units: number, now: number): boolean {
    const key = this.#keys[kind].get(name);
    if (!key || key.second !== Math.floor(now / 1000)) return true;
    return key.units + units <= LIMITS[kind];
  }

  use(kind: Kind, name: string, units: number, now: number): void {
    const second = Math.floor(now / 1000);
    const keys = this.#keys[kind];
    let key = keys.get(name);
    if (!key) {
      key = { second, units: 0, peak: 0 };
      keys.set(name, key);
    }
    if (key.second !== second) Object.assign(key, { second, units: 0 });
    key.units += units;
    key.peak = Math.max(key.peak, key.units);
  }

  /** Returns the key that is closest to its limit. */
  hottest(kind: Kind): { name: string; peak: number; share: number } {
    let hottest = { name: '-', peak: 0, share: 0 };
    for (const [name, { peak }] of this.#keys[kind]) {
      if (peak > hottest.peak) hottest = { name, peak, share: peak / LIMITS[kind] };
    }
    return hottest;
  }

  /** Resets usage, for example after warming up. */
  reset(): void {
    for (const keys of Object.values(this.#keys)) keys.clear();
    this.throttled = 0;
  }
}
