import { countShards, shardLimits } from './shards.ts';

/** Shards of the largest capacity (lib/settings): a lease of an earlier, higher capacity has one of them. */
const MOST_SHARDS = countShards(10_000);

/** Ms that limits hold in a process while no shard has more leases than it may. */
const STEADY = 30_000;

/** Ms that limits hold while there are more: they only rise then, so late ones are only stricter. */
const SHRINKING = 5_000;

interface Limits {
  limits: readonly number[];
  isShrinking: boolean;
  /** ms since 1970 */
  until: number;
}

/** What this process has read, by table and capacity. */
const known = new Map<string, Limits>();

const keyOf = (table: string, size: number): string => `${table}#${size}`;

/** Has this process read the limits again where leases of a higher capacity are left: it has just released one. */
export function refreshLimits({ table, size }: { table: string; size: number }): void {
  if (known.get(keyOf(table, size))?.isShrinking) known.delete(keyOf(table, size));
}

/**
 * Leases that each shard may hold now, less than ever after the capacity was lowered: leases that run beyond it count.
 *
 * @param readUsed reads how many leases shards count
 */
export async function readLimits(
  { table, size }: { table: string; size: number },
  readUsed: (shards: readonly number[]) => Promise<ReadonlyMap<number, number>>,
): Promise<readonly number[]> {
  const now = Date.now();
  const earlier = known.get(keyOf(table, size));
  if (earlier && now < earlier.until) return earlier.limits;
  const used = await readUsed(Array.from({ length: MOST_SHARDS }, (_, shard) => shard));
  const limits = shardLimits(size, used);
  const isShrinking = limits.reduce((sum, limit) => sum + limit, 0) < size;
  known.set(keyOf(table, size), { limits, isShrinking, until: now + (isShrinking ? SHRINKING : STEADY) });
  return limits;
}
