import type { Audio } from '../speech.ts';
import { measurePeaks } from './loudness.ts';

/** Seconds before and after a peak over which the gain falls to it and rises again: longer than a period of the deepest voice. */
const REACH = 0.015;

/**
 * Keeps the peaks of a sound, those between its samples too, below a ceiling. The gain is whole again 30 ms from each peak, so the
 * level of the speech stays as it is and nothing pumps.
 *
 * @param ceiling as amplitude, 0..1
 */
export function limitPeaks(audio: Audio, ceiling: number): Audio {
  const gains = measurePeaks(audio, ceiling / 2).map((peak) => Math.min(1, ceiling / Math.max(peak, 1e-9)));
  if (gains.every((gain) => gain === 1)) return audio;
  const reach = Math.max(1, Math.round(REACH * audio.sampleRate));
  const smooth = average(average(findLeast(gains, 2 * reach), reach), reach);
  return { ...audio, samples: audio.samples.map((sample, index) => sample * smooth[index]!) };
}

/** The least value within so many places to each side (van Herk 1992: a falling queue instead of a search). */
function findLeast(values: Float32Array, reach: number): Float32Array {
  const least = new Float32Array(values.length);
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
    least[place] = values[queue[head]!]!;
  }
  return least;
}

/** The mean over so many places to each side; the ends go on as they are. Two of them in a row weigh like a triangle. */
function average(values: Float32Array, reach: number): Float32Array {
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
