import { hashText } from '#aws/hash';

/**
 * Maximum leases per shard. The counter is a single item, so transactions on it conflict, and its partition allows 1,000 write units per
 * second. With 4-second jobs, 100 leases mean 25 starts and 25 ends per second.
 */
const SHARD_SIZE = 100;

export const countShards = (capacity: number): number => Math.max(1, Math.ceil(capacity / SHARD_SIZE));

/** Returns the limit of a shard: `SHARD_SIZE` for all but the last one, so that changing the capacity affects few limits. */
export const shardLimit = (capacity: number, shard: number): number => Math.max(0, Math.min(SHARD_SIZE, capacity - shard * SHARD_SIZE));

/**
 * Returns each shard's limit while leases from a higher capacity remain. Leases in later shards reduce a shard's limit, and earlier shards
 * count as full. So the first shards fill up while the last ones empty, and processes that read `used` at different times do not exceed the
 * capacity together. Without such leases, the limit is `shardLimit`.
 * @param used number of leases by shard
 */
export function shardLimits(capacity: number, used: ReadonlyMap<number, number>): number[] {
  const shards = Array.from({ length: countShards(capacity) }, (_, shard) => shard);
  const later = (shard: number) => [...used].reduce((sum, [other, count]) => sum + (other > shard ? count : 0), 0);
  return shards.map((shard) => shardLimit(capacity - later(shard), shard));
}

/** Returns up to `count` different shards for a job to try first. They are derived from the job ID, so that jobs spread evenly. */
export function probeShards(capacity: number, job: string, count: number): number[] {
  const shards = countShards(capacity);
  const first = hashText(job);
  const step = 1 + (hashText(`${job}#step`) % Math.max(1, shards - 1));
  return [...new Set(Array.from({ length: count }, (_, index) => (first + index * step) % shards))];
}
