import type { Frames } from './features.ts';

/** Where between the noise and the loud parts of a sound, in decibels, speech begins. */
const THRESHOLD = 0.35;

/** Frames that must be loud in a row: a click is shorter. */
const SHORTEST_RUN = 5;

/** Frames kept around the speech: the weak sounds at its edges. */
const MARGIN = 8;

/** The stretch of frames with speech in it, without the silence or noise before and after. */
export function findSpeech(bands: Frames): { start: number; end: number } {
  const levels = measureLevels(bands);
  const sorted = levels.toSorted();
  const quantile = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]!;
  const [noise, loud] = [quantile(0.05), quantile(0.95)];
  const threshold = noise + THRESHOLD * (loud - noise);
  const isSpeech = (frame: number) => levels.subarray(frame, frame + SHORTEST_RUN).every((level) => level > threshold);
  let [first, last] = [0, levels.length - SHORTEST_RUN];
  while (first < last && !isSpeech(first)) first++;
  while (last > first && !isSpeech(last)) last--;
  return { start: Math.max(0, first - MARGIN), end: Math.min(bands.count, last + SHORTEST_RUN + MARGIN) };
}

/** The loudness of each frame, dB, of the bands together. */
export function measureLevels({ data, count, size }: Frames): Float32Array {
  return Float32Array.from({ length: count }, (_, frame) => {
    let energy = 1e-12;
    for (let band = 0; band < size; band++) energy += data[frame * size + band]!;
    return 10 * Math.log10(energy);
  });
}
