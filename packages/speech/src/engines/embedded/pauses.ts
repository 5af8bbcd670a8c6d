import type { Phone } from '@talking-avatar/contract';
import type { Audio } from '../../speech.ts';

export interface SpokenPart extends Audio {
  phones: Phone[];
}

/** Length of the windows to search for silence, in seconds. */
const WINDOW = 0.005;
/** A window is quiet if its RMS, divided by the RMS of loud windows (90th percentile), is below this ratio: -35 dB. */
const QUIET = 10 ** (-35 / 20);
const LOUD_PERCENTILE = 0.9;
/** Minimum length of a pause, in seconds. A shorter one belongs to the preceding phone. */
const SHORTEST_PAUSE = 0.05;
/** Length of the fades that prevent clicks on either side of removed silence, in seconds. */
const FADE = 0.003;

/**
 * Moves the edges of each pause to where the sound ends and starts again. espeak-ng reports pauses before the last sound has faded, and
 * reports some pauses that do not exist; those are merged into the preceding phone.
 */
export function correctPauses({ samples, sampleRate, phones }: SpokenPart): SpokenPart {
  const width = Math.round(WINDOW * sampleRate);
  const levels = Float32Array.from({ length: Math.ceil(samples.length / width) }, (_, window) => {
    const part = samples.subarray(window * width, (window + 1) * width);
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
  });
  const loud = levels.toSorted()[Math.floor(LOUD_PERCENTILE * levels.length)] ?? 0;
  const settled: Phone[] = [];
  phones.forEach((phone, i) => {
    const before = settled.at(-1);
    if (phone.symbol !== 'sil' || !before) {
      settled.push({ ...phone, start: before ? Math.max(before.end, phone.start) : phone.start });
      return;
    }
    const isLast = i === phones.length - 1;
    const [first, last] = [Math.round(phone.start / WINDOW), Math.round(phone.end / WINDOW)];
    const [from, to] = findQuietRun(levels, first, last, QUIET * loud);
    const [start, end] = [from === first ? phone.start : from * WINDOW, to === last || isLast ? phone.end : to * WINDOW];
    const isPause = end - start >= SHORTEST_PAUSE;
    before.end = isPause ? start : phone.end;
    if (isPause) settled.push({ ...phone, start, end });
  });
  for (let i = 1; i < settled.length; i++) {
    if (settled[i - 1]!.symbol === 'sil') settled[i]!.start = settled[i - 1]!.end;
  }
  return { samples, sampleRate, phones: settled };
}

/** Finds the windows of a pause from the first quiet one to the last. Returns an empty range if no window is quiet. */
function findQuietRun(levels: Float32Array, first: number, last: number, level: number): [from: number, to: number] {
  let [from, to] = [first, last];
  while (from < last && (levels[from] ?? 0) >= level) from++;
  while (to > from && (levels[to - 1] ?? 0) >= level) to--;
  return [from, to];
}

/**
 * Sets the pauses between words to the lengths in `breaks`, which are in seconds and keyed by the following word. Each length is measured
 * from the end of one sound to the start of the next.
 */
export function setBreaks(part: SpokenPart, breaks: ReadonlyMap<number, number>): SpokenPart {
  const { samples, sampleRate, phones } = part;
  if (breaks.size === 0) return part;
  const kept: Float32Array[] = [];
  const timed: Phone[] = [];
  let copied = 0;
  let shift = 0;
  let before: Phone | undefined;
  for (const phone of phones) {
    const seconds = phone.word !== null && before && phone.word !== before.word ? findBreak(breaks, before.word!, phone.word) : undefined;
    if (before && seconds !== undefined) {
      const middle = Math.round(((before.end + phone.start) / 2) * sampleRate);
      const change = Math.round((seconds - (phone.start - before.end)) * sampleRate);
      const end = middle + Math.min(0, Math.ceil(change / 2));
      const start = end - Math.min(0, change);
      kept.push(fadeEdge(samples.slice(copied, Math.max(copied, end)), sampleRate, copied > 0, true));
      if (change > 0) kept.push(new Float32Array(change));
      copied = start;
      if (timed.at(-1)?.symbol === 'sil') timed.pop();
      const from = before.end + shift;
      if (seconds > 0) timed.push({ symbol: 'sil', start: from, end: from + seconds, stress: 0, word: null });
      shift += change / sampleRate;
    }
    timed.push({ ...phone, start: phone.start + shift, end: phone.end + shift });
    if (phone.word !== null) before = phone;
  }
  if (copied === 0) return part;
  kept.push(fadeEdge(samples.slice(copied), sampleRate, true, false));
  return { samples: concatenate(kept), sampleRate, phones: timed };
}

function findBreak(breaks: ReadonlyMap<number, number>, before: number, after: number): number | undefined {
  for (let word = before + 1; word <= after; word++) if (breaks.has(word)) return breaks.get(word);
  return undefined;
}

/** Fades the beginning or the end of samples in place. */
export function fadeEdge(samples: Float32Array, sampleRate: number, atStart: boolean, atEnd: boolean): Float32Array {
  const length = Math.min(Math.round(FADE * sampleRate), samples.length);
  for (let i = 0; i < length; i++) {
    if (atStart) samples[i]! *= i / length;
    if (atEnd) samples[samples.length - 1 - i]! *= i / length;
  }
  return samples;
}

export function concatenate(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
