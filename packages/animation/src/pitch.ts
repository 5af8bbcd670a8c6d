import type { Audio } from '@talking-avatar/speech';
import { PitchDetector } from 'pitchy';

export interface Pitch {
  /** Values per second; value k is at k / rate seconds. */
  rate: number;
  /** Semitones relative to the speaker's median, linearly interpolated across unvoiced stretches. */
  semitones: Float32Array;
  /** 1 in voiced speech, 0 where the pitch is interpolated. */
  voiced: Uint8Array;
}

const RATE = 100;
/** Approximate sample rate after decimation, in Hz. It is high enough for pitch and saves time. */
const DECIMATED_RATE = 2_700;
/** Window size in samples of decimated audio: more than two periods of a 60 Hz voice. */
const WINDOW = 128;
/** Pitch range of human voices in Hz, from creaky male voices to excited children. */
const RANGE_HERTZ = [60, 520] as const;
/** Minimum clarity (0..1) and level (dBFS) of a voiced sound. Clarity is from McLeod & Wyvill 2005, "A smarter way to find pitch". */
const MIN_CLARITY = 0.65;
const MIN_DECIBELS = -55;
/** Distance from the median, in semitones, beyond which a value is considered an octave error and folded back. */
const FOLD_SEMITONES = 9;
/** Half the width of the median filter that removes outliers, in values. */
const MEDIAN_REACH = 2;
const OCTAVE = 12;

/** Measures pitch relative to the speaker's median, using McLeod & Wyvill's normalized square difference. */
export function measurePitch(audio: Audio): Pitch {
  const decimated = decimate(audio);
  const count = Math.max(1, Math.ceil((audio.samples.length / audio.sampleRate) * RATE));
  const hertz = trackPitch(decimated, count);
  const voicedHertz = hertz.filter((value) => value > 0).toSorted();
  const voiced = new Uint8Array(count);
  const semitones = new Float32Array(count);
  if (voicedHertz.length === 0) return { rate: RATE, semitones, voiced };
  const median = voicedHertz[voicedHertz.length >> 1]!;
  for (let k = 0; k < count; k++) {
    if (hertz[k] === 0) continue;
    voiced[k] = 1;
    semitones[k] = correctOctaveErrors(OCTAVE * Math.log2(hertz[k]! / median));
  }
  return { rate: RATE, semitones: interpolateUnvoiced(dropOutliers(semitones, voiced), voiced), voiced };
}

/** Decimates audio with a triangular low-pass filter, which removes almost everything above half the new rate. */
function decimate({ samples, sampleRate }: Audio): Audio {
  const factor = Math.max(1, Math.floor(sampleRate / DECIMATED_RATE));
  const triangle = Float64Array.from({ length: 2 * factor - 1 }, (_, i) => (factor - Math.abs(i + 1 - factor)) / factor ** 2);
  const decimated = new Float32Array(Math.floor(samples.length / factor));
  for (let k = 1; k + 1 < decimated.length; k++) {
    const from = (k - 1) * factor + 1;
    let sum = 0;
    for (let i = 0; i < triangle.length; i++) sum += triangle[i]! * samples[from + i]!;
    decimated[k] = sum;
  }
  return { samples: decimated, sampleRate: sampleRate / factor };
}

/** Returns the pitch at each step in Hz, or 0 where unvoiced. */
function trackPitch({ samples, sampleRate }: Audio, count: number): Float32Array {
  const detector = PitchDetector.forFloat32Array(WINDOW);
  detector.minVolumeDecibels = MIN_DECIBELS;
  const window = new Float32Array(WINDOW);
  return Float32Array.from({ length: count }, (_, k) => {
    const from = Math.round((k * sampleRate) / RATE) - WINDOW / 2;
    for (let i = 0; i < WINDOW; i++) window[i] = samples[from + i] ?? 0;
    const [hertz, clarity] = detector.findPitch(window, sampleRate);
    return clarity >= MIN_CLARITY && hertz >= RANGE_HERTZ[0] && hertz <= RANGE_HERTZ[1] ? hertz : 0;
  });
}

function correctOctaveErrors(semitones: number): number {
  if (semitones > FOLD_SEMITONES) return semitones - OCTAVE > -FOLD_SEMITONES ? semitones - OCTAVE : FOLD_SEMITONES;
  if (semitones < -FOLD_SEMITONES) return semitones + OCTAVE < FOLD_SEMITONES ? semitones + OCTAVE : -FOLD_SEMITONES;
  return semitones;
}

function dropOutliers(semitones: Float32Array, voiced: Uint8Array): Float32Array {
  return semitones.map((value, k) => {
    if (voiced[k] === 0) return value;
    const near: number[] = [];
    for (let i = Math.max(0, k - MEDIAN_REACH); i <= k + MEDIAN_REACH; i++) if (voiced[i] === 1) near.push(semitones[i]!);
    return near.sort((a, b) => a - b)[near.length >> 1]!;
  });
}

/** Interpolates unvoiced stretches linearly, and extends the first and last voiced values to the ends. */
function interpolateUnvoiced(semitones: Float32Array, voiced: Uint8Array): Float32Array {
  const filled = semitones.slice();
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

/** Returns how many semitones the pitch peak between two times (s) is above the low pitch within `around` s. Returns 0 if unvoiced. */
export function measureProminence(pitch: Pitch, start: number, end: number, around: number): number {
  const peak = voicedSemitones(pitch, start, end).reduce((best, value) => Math.max(best, value), Number.NEGATIVE_INFINITY);
  if (peak === Number.NEGATIVE_INFINITY) return 0;
  const neighbors = voicedSemitones(pitch, start - around, end + around).toSorted();
  return Math.max(0, peak - neighbors[neighbors.length >> 2]!);
}

/** Measures the pitch rise over the last `over` seconds before `end`, in semitones. Negative for a fall, 0 if unvoiced. */
export function measureRise(pitch: Pitch, end: number, over: number): number {
  const semitones = voicedSemitones(pitch, end - over, end + 1 / pitch.rate);
  if (semitones.length < 6) return 0;
  const third = Math.ceil(semitones.length / 3);
  return average(semitones.subarray(-third)) - average(semitones.subarray(0, third));
}

function voicedSemitones({ rate, semitones, voiced }: Pitch, start: number, end: number): Float32Array {
  const from = Math.max(0, Math.floor(start * rate));
  const to = Math.min(semitones.length, Math.ceil(end * rate));
  return semitones.slice(from, Math.max(from, to)).filter((_, i) => voiced[from + i] === 1);
}

function average(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
