import type { VoiceEngine } from './request.ts';

/** Requests per second and per burst (Polly quotas, "Throttling"). */
export type Quotas = Readonly<Record<VoiceEngine, { readonly perSecond: number; readonly burst: number }>>;

export const POLLY_QUOTAS: Quotas = {
  generative: { perSecond: 8, burst: 8 },
  neural: { perSecond: 8, burst: 10 },
  standard: { perSecond: 80, burst: 100 },
};

/**
 * Creates a token bucket for each engine.
 * @param now returns the current time, in ms
 * @returns a function that takes a token, or returns false if the bucket is empty
 */
export function createQuota(quotas: Quotas, now: () => number = Date.now): (engine: VoiceEngine) => boolean {
  const buckets = new Map<VoiceEngine, { left: number; at: number }>();
  return (engine) => {
    const { perSecond, burst } = quotas[engine];
    const time = now();
    const { left, at } = buckets.get(engine) ?? { left: burst, at: time };
    const filled = Math.min(burst, left + ((time - at) / 1000) * perSecond);
    buckets.set(engine, { left: filled >= 1 ? filled - 1 : filled, at: time });
    return filled >= 1;
  };
}
