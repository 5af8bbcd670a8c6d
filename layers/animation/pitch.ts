import { PitchDetector } from 'pitchy';
import type { Audio } from '../speech/index.ts';

/** Pitch of a voice over time. */
export interface Pitch {
  /** Values per second; value k is at k / rate seconds. */
  rate: number;
  /** Semitones relative to the speaker's median; linearly interpolated through unvoiced stretches. */
  height: Float32Array;
  /** 1 where the voice is voiced, 0 where the pitch is interpolated. */
  voiced: Uint8Array;
}

const RATE = 100;
/** The audio is decimated to about this rate first, Hz. Pitch needs no more, and the later work is less. */
const THIN_RATE = 2_700;
/** Samples of decimated audio per measurement: over two periods of a 60 Hz voice. */
const WINDOW = 128;
/** Range of voices, Hz (from men's creak to children's excited peaks). */
const RANGE_HERTZ = [60, 520] as const;
/**
 * Least clarity of a voiced sound, 0..1 (McLeod & Wyvill 2005, "A smarter way to find pitch"), and its least level, dB
 * relative to full scale.
 */
const LEAST_CLARITY = 0.65;
const LEAST_DECIBELS = -55;
/** Values farther than this from the median are octave errors and are folded back, semitones. */
const FOLD_SEMITONES = 9;
/** Half of the window of the median filter that removes outliers, values. */
const MEDIAN_REACH = 2;
const OCTAVE = 12;

/**
 * Measures the pitch of a voice by the normalised square difference of McLeod & Wyvill, relative to the speaker's
 * median.
 */
export function measurePitch(audio: Audio): Pitch {
  const thin = thinOut(audio);
  const count = Math.max(1, Math.ceil((audio.samples.length / audio.sampleRate) * RATE));
  const hertz = followPitch(thin, count);
  const heard = hertz.filter((value) => value > 0).toSorted();
  const voiced = new Uint8Array(count);
  const height = new Float32Array(count);
  if (heard.length === 0) return { rate: RATE, height, voiced };
  const middle = heard[heard.length >> 1]!;
  for (let k = 0; k < count; k++) {
    if (hertz[k] === 0) continue;
    voiced[k] = 1;
    height[k] = foldOctaves(OCTAVE * Math.log2(hertz[k]! / middle));
  }
  return { rate: RATE, height: bridge(dropOutliers(height, voiced), voiced), voiced };
}

/** Decimates audio with a triangular low-pass filter, which passes almost nothing above half the new rate. */
function thinOut({ samples, sampleRate }: Audio): Audio {
  const factor = Math.max(1, Math.floor(sampleRate / THIN_RATE));
  const triangle = Float64Array.from(
    { length: 2 * factor - 1 },
    (_, i) => (factor - Math.abs(i + 1 - factor)) / factor ** 2,
  );
  const thin = new Float32Array(Math.floor(samples.length / factor));
  for (let k = 1; k + 1 < thin.length; k++) {
    const from = (k - 1) * factor + 1;
    let sum = 0;
    for (let i = 0; i < triangle.length; i++) sum += triangle[i]! * samples[from + i]!;
    thin[k] = sum;
  }
  return { samples: thin, sampleRate: sampleRate / factor };
}

/** Returns the pitch at each step, Hz; 0 where there is none. */
function followPitch({ samples, sampleRate }: Audio, count: number): Float32Array {
  const detector = PitchDetector.forFloat32Array(WINDOW);
  detector.minVolumeDecibels = LEAST_DECIBELS;
  const window = new Float32Array(WINDOW);
  return Float32Array.from({ length: count }, (_, k) => {
    const from = Math.round((k * sampleRate) / RATE) - WINDOW / 2;
    for (let i = 0; i < WINDOW; i++) window[i] = samples[from + i] ?? 0;
    const [hertz, clarity] = detector.findPitch(window, sampleRate);
    return clarity >= LEAST_CLARITY && hertz >= RANGE_HERTZ[0] && hertz <= RANGE_HERTZ[1] ? hertz : 0;
  });
}

function foldOctaves(semitones: number): number {
  if (semitones > FOLD_SEMITONES) return semitones - OCTAVE > -FOLD_SEMITONES ? semitones - OCTAVE : FOLD_SEMITONES;
  if (semitones < -FOLD_SEMITONES) return semitones + OCTAVE < FOLD_SEMITONES ? semitones + OCTAVE : -FOLD_SEMITONES;
  return semitones;
}

function dropOutliers(height: Float32Array, voiced: Uint8Array): Float32Array {
  return height.map((value, k) => {
    if (voiced[k] === 0) return value;
    const near: number[] = [];
    for (let i = Math.max(0, k - MEDIAN_REACH); i <= k + MEDIAN_REACH; i++) if (voiced[i] === 1) near.push(height[i]!);
    return near.sort((a, b) => a - b)[near.length >> 1]!;
  });
}

/** Interpolates unvoiced stretches linearly; before the first and after the last voiced value, that value is held. */
function bridge(height: Float32Array, voiced: Uint8Array): Float32Array {
  const filled = height.slice();
  let last = -1;
  for (let k = 0; k <= filled.length; k++) {
    const end = k === filled.length;
    if (!end && voiced[k] === 0) continue;
    const to = end ? (last < 0 ? 0 : filled[last]!) : filled[k]!;
    const from = last < 0 ? to : filled[last]!;
    for (let i = last + 1; i < k; i++) filled[i] = from + ((to - from) * (i - last)) / (k - last);
    last = k;
  }
  return filled;
}

/**
 * Measures how far the pitch peak between two times (s) stands above the low pitch around it, semitones; 0 where all is
 * unvoiced.
 *
 * @param around time before and after that belongs to the surroundings, s
 */
export function measureProminence(pitch: Pitch, start: number, end: number, around: number): number {
  const peak = voicedHeights(pitch, start, end).reduce(
    (best, value) => Math.max(best, value),
    Number.NEGATIVE_INFINITY,
  );
  if (peak === Number.NEGATIVE_INFINITY) return 0;
  const neighbours = voicedHeights(pitch, start - around, end + around).toSorted();
  return Math.max(0, peak - neighbours[neighbours.length >> 2]!);
}

/**
 * Measures the rise of the pitch over the last `over` seconds before `end`, semitones; negative for a fall, 0 where it
 * is unvoiced.
 */
export function measureRise(pitch: Pitch, end: number, over: number): number {
  const heights = voicedHeights(pitch, end - over, end + 1 / pitch.rate);
  if (heights.length < 6) return 0;
  const third = Math.ceil(heights.length / 3);
  return average(heights.subarray(-third)) - average(heights.subarray(0, third));
}

function voicedHeights({ rate, height, voiced }: Pitch, start: number, end: number): Float32Array {
  const from = Math.max(0, Math.floor(start * rate));
  const to = Math.min(height.length, Math.ceil(end * rate));
  return height.slice(from, Math.max(from, to)).filter((_, i) => voiced[from + i] === 1);
}

function average(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
