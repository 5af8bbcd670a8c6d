import { hashText } from '../../aws/hash.ts';

/**
 * Leases that one counter counts. A counter is one item: its partition takes 1,000 write units a second, and transactions on one
 * item exclude each other. With jobs of 4 s, 100 leases are 25 starts and 25 ends a second.
 */
export const SHARD_SIZE = 100;

/** How many shards a capacity is spread over: one up to `SHARD_SIZE`. */
export const countShards = (capacity: number): number => Math.max(1, Math.ceil(capacity / SHARD_SIZE));

/**
 * Leases that a shard may hold. Every shard but the last holds `SHARD_SIZE`, so that a change of the capacity leaves the limits of
 * the others as they are and the sum of all limits is the capacity.
 */
export const shardLimit = (capacity: number, shard: number): number =>
  Math.max(0, Math.min(SHARD_SIZE, capacity - shard * SHARD_SIZE));

/**
 * What each shard may hold while there may be leases of a time when the capacity was higher: those of later shards count as they
 * are, those of earlier ones as if they were full. So places go to the first shards while the last ones empty, and the capacity is
 * not exceeded by processes that have read `used` at different times: where one may place a lease in a later shard, the earlier
 * ones may be full. Without such leases, it is `shardLimit`.
 *
 * @param used leases by shard
 */
export function shardLimits(capacity: number, used: ReadonlyMap<number, number>): number[] {
  const shards = Array.from({ length: countShards(capacity) }, (_, shard) => shard);
  const later = (shard: number) => [...used].reduce((sum, [other, count]) => sum + (other > shard ? count : 0), 0);
  return shards.map((shard) => shardLimit(capacity - later(shard), shard));
}

/**
 * The shards that a job tries first, without repetition: the first by its id, so that jobs spread evenly.
 *
 * @param count how many shards to return at most
 */
export function probeShards(capacity: number, job: string, count: number): number[] {
  const shards = countShards(capacity);
  const first = hashText(job);
  // Any step from 1 to shards - 1 leads elsewhere; of three shards or more, two steps differ.
  const step = 1 + (hashText(`${job}#step`) % Math.max(1, shards - 1));
  return [...new Set(Array.from({ length: count }, (_, index) => (first + index * step) % shards))];
}
