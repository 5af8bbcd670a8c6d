import { decodeWav } from '../../../src/index.ts';
import type { TruePhone } from './truth.ts';

/** Step and length of the windows in which the level is measured, in s. */
const STEP = 0.005;
const WINDOW = 0.01;

/**
 * Maximum time between the start of a closure and its label, in s, and how far the level must have dropped since the previous sound, in dB.
 */
const REACH = 0.06;
const DROP = 6;

/**
 * Moves the labels of voiceless plosives and affricates to the point where the lips or the tongue close. The labels of the Russian voice
 * are where the previous sound has decayed by 15 to 20 dB, which is 25 ms after it began to decay for p and t, and 35 ms for k. The labels
 * of the English and Italian voices are where the decay begins.
 */
export function moveToClosures(phones: readonly TruePhone[], wav: Uint8Array): TruePhone[] {
  const { samples, sampleRate } = decodeWav(wav);
  const level = (time: number): number => {
    const from = Math.max(0, Math.round((time - WINDOW / 2) * sampleRate));
    const window = samples.subarray(from, from + Math.round(WINDOW * sampleRate));
    return 10 * Math.log10(window.reduce((sum, sample) => sum + sample * sample, 1e-9));
  };
  const moved = phones.map((phone) => ({ ...phone }));
  for (const [index, phone] of moved.entries()) {
    const before = moved[index - 1];
    if (!before?.symbol || !/^[ptk]/.test(phone.symbol)) continue;
    const earliest = Math.max(before.start + WINDOW, phone.start - REACH);
    const usual = level(earliest);
    let start = earliest;
    while (start < phone.start && level(start) > usual - DROP) start += STEP;
    phone.start = Math.min(start, phone.start);
    before.end = phone.start;
  }
  return moved;
}
