import type { Audio } from '@talking-avatar/speech';

/** Loudness of a voice over time, relative to its loud moments: 1 is a loud moment, 0 is at least 30 dB quieter. */
export interface LoudnessEnvelope {
  /** Values per second; value k is at k / rate seconds. */
  rate: number;
  level: Float32Array;
  /** Energy above 1 kHz relative to the energy below it, in dB (the alpha measure). It grows with vocal effort. Absent if unknown. */
  balance?: Float32Array;
}

const RATE = 100;
/** Length of the analysis window: two periods of an 80 Hz voice. */
const WINDOW_SECONDS = 0.025;
/** Dynamic range of speech, from quiet consonants to loud vowels, in dB (ANSI S3.5-1997). */
const RANGE_DECIBELS = 30;
/** Quantile that defines a loud moment. It is below 1 so that a single click or shout does not set the scale. */
const LOUD_QUANTILE = 0.95;
/** Crossover frequency in Hz (Sundberg & Nordenberg 2006). */
const CROSSOVER_HERTZ = 1000;
/** Level of silence, in dBFS. */
const SILENCE_DECIBELS = -90;

/** Measures loudness relative to the loud moments in the recording, so that quiet recordings move the face as much as loud ones. */
export function measureEnvelope(audio: Audio): LoudnessEnvelope {
  const { samples, sampleRate } = audio;
  const count = Math.max(1, Math.ceil((samples.length / sampleRate) * RATE));
  const half = Math.max(1, Math.round((WINDOW_SECONDS * sampleRate) / 2));
  const measureEnergy = (signal: Float32Array): Float64Array =>
    Float64Array.from({ length: count }, (_, k) => {
      const center = Math.round((k * sampleRate) / RATE);
      const from = Math.max(0, center - half);
      const to = Math.min(signal.length, center + half);
      let energy = 0;
      for (let i = from; i < to; i++) energy += signal[i]! * signal[i]!;
      return energy / Math.max(1, to - from);
    });
  const energies = measureEnergy(samples);
  const { low, high } = divideSpectrum(audio);
  const [lowEnergies, highEnergies] = [measureEnergy(low), measureEnergy(high)];
  const decibels = Float32Array.from(energies, toDecibels);
  const loud = decibels.toSorted()[Math.floor((count - 1) * LOUD_QUANTILE)]!;
  const top = Math.max(loud, SILENCE_DECIBELS + RANGE_DECIBELS);
  return {
    rate: RATE,
    level: decibels.map((db) => Math.min(1, Math.max(0, 1 + (db - top) / RANGE_DECIBELS))),
    balance: decibels.map((_, k) => toDecibels(highEnergies[k]!) - toDecibels(lowEnergies[k]!)),
  };
}

const toDecibels = (energy: number): number => 10 * Math.log10(energy + 1e-12);

/** Splits audio at the crossover frequency with second-order Butterworth filters. */
function divideSpectrum({ samples, sampleRate }: Audio): { low: Float32Array; high: Float32Array } {
  const angle = (2 * Math.PI * CROSSOVER_HERTZ) / sampleRate;
  const [cosine, alpha] = [Math.cos(angle), Math.sin(angle) / Math.SQRT2];
  const lowGain = (1 - cosine) / (2 * (1 + alpha));
  const highGain = (1 + cosine) / (2 * (1 + alpha));
  const back = (2 * cosine) / (1 + alpha);
  const back2 = (alpha - 1) / (1 + alpha);
  const [low, high] = [new Float32Array(samples.length), new Float32Array(samples.length)];
  let [x1, x2, low1, low2, high1, high2] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i]!;
    const below = lowGain * (x + 2 * x1 + x2) + back * low1 + back2 * low2;
    const above = highGain * (x - 2 * x1 + x2) + back * high1 + back2 * high2;
    x2 = x1;
    x1 = x;
    low2 = low1;
    low1 = below;
    high2 = high1;
    high1 = above;
    low[i] = below;
    high[i] = above;
  }
  return { low, high };
}

/** Computes the mean level between two times, in s. The level outside the recording is 0. */
export function averageLevel(loudness: LoudnessEnvelope, start: number, end: number): number {
  const from = Math.max(0, Math.floor(start * loudness.rate));
  const to = Math.min(loudness.level.length, Math.ceil(end * loudness.rate));
  if (to <= from) return 0;
  let sum = 0;
  for (let k = from; k < to; k++) sum += loudness.level[k]!;
  return sum / (to - from);
}

/** Computes the mean spectral balance between two times, in dB. Returns undefined if it is unknown. */
export function averageSpectralBalance({ balance, rate }: LoudnessEnvelope, start: number, end: number): number | undefined {
  const part = balance?.slice(Math.max(0, Math.floor(start * rate)), Math.ceil(end * rate));
  return part?.length ? part.reduce((sum, value) => sum + value, 0) / part.length : undefined;
}
