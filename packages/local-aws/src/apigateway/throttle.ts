/**
 * A token bucket, as for an API Gateway stage: `rate` requests a second, `burst` at once.
 * @param now clock, ms
 * @returns whether the next request may pass
 */
export function createThrottle({ rate, burst }: { rate: number; burst: number }, now = () => performance.now()): () => boolean {
  let tokens = burst;
  let last = now();
  return () => {
    const time = now();
    tokens = Math.min(burst, tokens + ((time - last) / 1000) * rate);
    last = time;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
