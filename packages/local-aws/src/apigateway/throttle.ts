/**
 * Creates a token bucket that works like an API Gateway stage's, with `rate` requests per second and bursts of up to `burst`.
 * @param now returns the current time, in ms
 * @returns a function that takes a token, or returns false if the bucket is empty
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
