import type { PollyTier } from '../../../layers/speech/index.ts';

/** Requests a second and at once in a burst (Polly's quotas, "Throttling"). */
export type Quotas = Readonly<Record<PollyTier, { perSecond: number; burst: number }>>;

export const POLLY_QUOTAS: Quotas = {
  neural: { perSecond: 8, burst: 10 },
  standard: { perSecond: 80, burst: 100 },
};

/**
 * Token buckets, one for each tier.
 * @param now Milliseconds.
 * @returns takes a place; false when the request is one too many
 */
export function createQuota(quotas: Quotas, now: () => number = Date.now): (tier: PollyTier) => boolean {
  const buckets = new Map<PollyTier, { left: number; at: number }>();
  return (tier) => {
    const { perSecond, burst } = quotas[tier];
    const time = now();
    const { left, at } = buckets.get(tier) ?? { left: burst, at: time };
    const filled = Math.min(burst, left + ((time - at) / 1000) * perSecond);
    buckets.set(tier, { left: filled >= 1 ? filled - 1 : filled, at: time });
    return filled >= 1;
  };
}
