import { countShards, shardLimits } from './shards.ts';

/** Shards of the largest capacity that the settings allow: leases of an earlier, higher capacity may be in any of them. */
const MAX_SHARDS = countShards(10_000);

/** How long limits are cached while no shard exceeds its limit, ms. */
const CACHE_TIME = 30_000;

/** How long limits are cached while a shard exceeds its limit, ms. They only rise then, so old ones are stricter. */
const SHRINKING_CACHE_TIME = 5_000;

interface Limits {
  limits: readonly number[];
  /** Whether leases of a higher capacity are left. */
  isShrinking: boolean;
  /** End of the cache time, ms since 1970. */
  until: number;
}

/** Limits that this process has read, by table and capacity. */
const cache = new Map<string, Limits>();

const keyOf = (table: string, size: number): string => `${table}#${size}`;

/** Clears the cache while leases of a higher capacity are left. Call it after a release. */
export function refreshLimits({ table, size }: { table: string; size: number }): void {
  if (cache.get(keyOf(table, size))?.isShrinking) cache.delete(keyOf(table, size));
}

/**
 * Reads how many leases each shard may hold. After the capacity was lowered, leases that exceed it reduce the limits.
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
