export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2;
}

export function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/** Root mean square of the second derivatives of all curves, per second squared. */
export function measureRoughness(curves: readonly Float32Array[], fps: number): number {
  let sum = 0;
  let count = 0;
  for (const curve of curves) {
    for (let i = 1; i < curve.length - 1; i++) {
      const bend = (curve[i + 1]! - 2 * curve[i]! + curve[i - 1]!) * fps * fps;
      sum += bend * bend;
      count++;
    }
  }
  return Math.sqrt(sum / count);
}

const LARGEST_LAG = 0.25;
const LAG_STEP = 0.005;

/** Finds how far `curve` lags behind `envelope`, as the lag at which they correlate best, in s. Negative if it leads. */
export function findLag(curve: Float32Array, fps: number, envelope: Float32Array, rate: number): number {
  let best = { lag: 0, correlation: Number.NEGATIVE_INFINITY };
  for (let lag = -LARGEST_LAG; lag <= LARGEST_LAG; lag += LAG_STEP) {
    const shifted = Array.from(curve, (_, i) => readLinear(envelope, (i / fps - lag) * rate));
    const correlation = correlate(curve, shifted);
    if (correlation > best.correlation) best = { lag, correlation };
  }
  return best.lag;
}

function readLinear(values: Float32Array, position: number): number {
  const clamped = Math.min(values.length - 1, Math.max(0, position));
  const k = Math.floor(clamped);
  const next = values[Math.min(values.length - 1, k + 1)]!;
  return values[k]! + (clamped - k) * (next - values[k]!);
}

export function correlate(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const n = a.length;
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    sumA += a[i]!;
    sumB += b[i]!;
    sumAA += a[i]! * a[i]!;
    sumBB += b[i]! * b[i]!;
    sumAB += a[i]! * b[i]!;
  }
  return (n * sumAB - sumA * sumB) / Math.sqrt((n * sumAA - sumA ** 2) * (n * sumBB - sumB ** 2));
}
