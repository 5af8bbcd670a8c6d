import { decodeWav } from '../../../src/index.ts';
import type { TruePhone } from './truth.ts';

/** Seconds between and in the windows in which the level is measured. */
const STEP = 0.005;
const WINDOW = 0.01;

/** A closure begins at most this long before its label, s, where the level falls by so many dB from that of the sound before. */
const REACH = 0.06;
const DROP = 6;

/**
 * Moves the labels of voiceless plosives and affricates to where the lips or the tongue close. The labels of the Russian voice
 * lie where the sound before has died away: its level is 15 to 20 dB down there (p 25, t 25, k 35 ms after it began to fall),
 * while those of the English and Italian voices lie at the fall itself.
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
