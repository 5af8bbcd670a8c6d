import type { Audio } from '../speech.ts';
import { measureTruePeaks } from './loudness.ts';

/** Time over which the gain falls before a peak and rises after it, in seconds. It is longer than one pitch period of the deepest voice. */
const REACH = 0.015;

/** Limits true peaks to an amplitude of `ceiling` (0..1). The gain returns to 1 within 30 ms of a peak, which is inaudible. */
export function limitPeaks(audio: Audio, ceiling: number): Audio {
  const gains = measureTruePeaks(audio, ceiling / 2).map((peak) => Math.min(1, ceiling / Math.max(peak, 1e-9)));
  if (gains.every((gain) => gain === 1)) return audio;
  const reach = Math.max(1, Math.round(REACH * audio.sampleRate));
  const smooth = movingAverage(movingAverage(slidingMinimum(gains, 2 * reach), reach), reach);
  return { ...audio, samples: audio.samples.map((sample, index) => sample * smooth[index]!) };
}

/** Computes the minimum over `reach` samples on each side, using a monotonic queue (van Herk 1992). */
function slidingMinimum(values: Float32Array, reach: number): Float32Array {
  const minima = new Float32Array(values.length);
  const queue = new Int32Array(values.length);
  let [head, tail] = [0, 0];
  for (let next = 0; next < values.length + reach; next++) {
    if (next < values.length) {
      while (tail > head && values[queue[tail - 1]!]! >= values[next]!) tail--;
      queue[tail++] = next;
    }
    const place = next - reach;
    if (place < 0) continue;
    while (queue[head]! < place - reach) head++;
    minima[place] = values[queue[head]!]!;
  }
  return minima;
}

/**
 * Computes the mean over `reach` samples on each side, repeating the first and last values beyond the ends. Applying it twice amounts to a
 * triangular window.
 */
function movingAverage(values: Float32Array, reach: number): Float32Array {
  const at = (place: number) => values[Math.min(Math.max(place, 0), values.length - 1)]!;
  const means = new Float32Array(values.length);
  let sum = 0;
  for (let place = -reach; place <= reach; place++) sum += at(place);
  for (let place = 0; place < values.length; place++) {
    means[place] = sum / (2 * reach + 1);
    sum += at(place + reach + 1) - at(place - reach);
  }
  return means;
}
