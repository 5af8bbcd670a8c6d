import { countShards, shardLimits } from './shards.ts';

/** Number of shards at the largest capacity that the settings allow. If the capacity used to be higher, leases may be in any of them. */
const MAX_SHARDS = countShards(10_000);

/** How long limits are cached while no shard is over its limit, in ms. */
const CACHE_TIME = 30_000;

/** How long limits are cached while a shard is over its limit, in ms. Limits only rise in that situation, so outdated ones are stricter. */
const SHRINKING_CACHE_TIME = 5_000;

interface Limits {
  limits: readonly number[];
  /** True as long as leases from a higher capacity remain. */
  isShrinking: boolean;
  /** Time when the cache entry expires, in ms since 1970. */
  until: number;
}

/** Limits read by this process, by table and capacity. */
const cache = new Map<string, Limits>();

const keyOf = (table: string, size: number): string => `${table}#${size}`;

/** Clears the cache if leases from a higher capacity remain. Must be called after releasing a lease. */
export function refreshLimits({ table, size }: { table: string; size: number }): void {
  if (cache.get(keyOf(table, size))?.isShrinking) cache.delete(keyOf(table, size));
}

/**
 * Reads the maximum number of leases per shard. After the capacity has been lowered, leases above it reduce the limits.
 * @param readUsed reads the number of leases by shard
 */
export async function readLimits(
  { table, size }: { table: string; size: number },
  readUsed: (shards: readonly number[]) => Promise<ReadonlyMap<number, number>>,
): Promise<readonly number[]> {
  const now = Date.now();
  const cached = cache.get(keyOf(table, size));
  if (cached && now < cached.until) return cached.limits;
  const used = await readUsed(Array.from({ length: MAX_SHARDS }, (_, shard) => shard));
  const limits = shardLimits(size, used);
  const isShrinking = limits.reduce((sum, limit) => sum + limit, 0) < size;
  cache.set(keyOf(table, size), {
    limits,
    isShrinking,
    until: now + (isShrinking ? SHRINKING_CACHE_TIME : CACHE_TIME),
  });
  return limits;
}
