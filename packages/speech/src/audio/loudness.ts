import type { Audio } from '../speech.ts';

/** BS.1770 block length and distance between block starts, in seconds. Blocks overlap by three quarters. */
const BLOCK = 0.4;
const STEP = 0.1;
/** Absolute gate, in LUFS, and relative gate, in LU below the mean loudness of the blocks above the absolute gate. */
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;
/** Offset in the loudness formula (ITU-R BS.1770-4, annex 1). */
const OFFSET = -0.691;
/** Oversampling factor for true peaks (BS.1770-4, annex 2), and number of samples on each side used for the interpolation. */
const OVERSAMPLING = 4;
const REACH = 12;

export interface Loudness {
  /** Integrated loudness, in LUFS, or -Infinity for silence. */
  integrated: number;
  /** True peak, in dBTP. */
  truePeak: number;
}

/** Measures integrated loudness and true peak according to EBU R 128 (ITU-R BS.1770-4, mono). */
export function measureLoudness(audio: Audio): Loudness {
  return { integrated: measureIntegrated(audio), truePeak: findTruePeak(audio) };
}

export const measureIntegrated = (audio: Audio): number => integrateGated(measureBlockPowers(applyKWeighting(audio), audio.sampleRate));

interface Biquad {
  b: readonly [number, number, number];
  a: readonly [number, number];
}

/**
 * Designs the K-weighting filter from BS.1770 for any sample rate. Uses a bilinear transform of the analog filters that the 48 kHz
 * coefficients in the standard are based on.
 */
function designKWeighting(sampleRate: number): Biquad[] {
  const shelf = 10 ** (3.999843853973347 / 20);
  const middle = shelf ** 0.4996667741545416;
  const warp = (hertz: number) => Math.tan((Math.PI * hertz) / sampleRate);
  const [k, l] = [warp(1681.974450955533), warp(38.13547087602444)];
  const [q, r] = [0.7071752369554196, 0.5003270373238773];
  const first = 1 + k / q + k * k;
  const second = 1 + l / r + l * l;
  return [
    {
      b: [(shelf + (middle * k) / q + k * k) / first, (2 * (k * k - shelf)) / first, (shelf - (middle * k) / q + k * k) / first],
      a: [(2 * (k * k - 1)) / first, (1 - k / q + k * k) / first],
    },
    { b: [1, -2, 1], a: [(2 * (l * l - 1)) / second, (1 - l / r + l * l) / second] },
  ];
}

function applyKWeighting({ samples, sampleRate }: Audio): Float64Array {
  const sound = Float64Array.from(samples);
  for (const { b, a } of designKWeighting(sampleRate)) {
    const [b0, b1, b2] = b;
    const [a1, a2] = a;
    let [one, two] = [0, 0];
    for (let place = 0; place < sound.length; place++) {
      const sample = sound[place]!;
      const out = b0 * sample + one;
      one = b1 * sample - a1 * out + two;
      two = b2 * sample - a2 * out;
      sound[place] = out;
    }
  }
  return sound;
}

/** Measures the mean power of each block. Audio shorter than a block is one block. */
function measureBlockPowers(samples: Float64Array, sampleRate: number): number[] {
  const width = Math.min(samples.length, Math.round(BLOCK * sampleRate));
  const step = Math.round(STEP * sampleRate);
  const powers: number[] = [];
  for (let start = 0; width > 0 && start + width <= samples.length; start += step) {
    let sum = 0;
    for (let index = start; index < start + width; index++) sum += samples[index]! ** 2;
    powers.push(sum / width);
  }
  return powers;
}

function integrateGated(powers: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const toLoudness = (power: number) => OFFSET + 10 * Math.log10(power);
  const audible = powers.filter((power) => toLoudness(power) > ABSOLUTE_GATE);
  if (audible.length === 0) return Number.NEGATIVE_INFINITY;
  const gate = toLoudness(mean(audible)) + RELATIVE_GATE;
  return toLoudness(mean(audible.filter((power) => toLoudness(power) > gate)));
}

function findTruePeak(audio: Audio): number {
  let highest = 0;
  for (const sample of audio.samples) highest = Math.max(highest, Math.abs(sample));
  const peaks = measureTruePeaks(audio, highest / 2);
  return 20 * Math.log10(peaks.reduce((peak, value) => Math.max(peak, value), 0));
}

/**
 * Measures the highest absolute value from each sample to the next, interpolating between samples with a windowed sinc.
 * @param threshold There is no interpolation between samples below this value, because no peak between them exceeds twice the value.
 */
export function measureTruePeaks({ samples }: Audio, threshold: number): Float32Array {
  const filters = Array.from({ length: OVERSAMPLING - 1 }, (_, index) => designInterpolator((index + 1) / OVERSAMPLING));
  // Padding the samples with silence avoids a bounds check for each tap.
  const padded = new Float32Array(samples.length + 2 * REACH);
  padded.set(samples, REACH - 1);
  const peaks = samples.map(Math.abs);
  for (let place = 0; place < samples.length; place++) {
    let peak = peaks[place]!;
    if (Math.max(peak, peaks[place + 1] ?? 0) < threshold) continue;
    for (const filter of filters) {
      let value = 0;
      for (let tap = 0; tap < 2 * REACH; tap++) value += filter[tap]! * padded[place + tap]!;
      peak = Math.max(peak, Math.abs(value));
    }
    peaks[place] = peak;
  }
  return peaks;
}

/** Returns the taps that interpolate at `fraction` of a sample after tap `REACH - 1`: a sinc with a Hann window. */
function designInterpolator(fraction: number): Float64Array {
  return Float64Array.from({ length: 2 * REACH }, (_, tap) => {
    const distance = tap + 1 - REACH - fraction;
    const sinc = distance === 0 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance);
    return sinc * Math.cos((Math.PI * distance) / (2 * REACH)) ** 2;
  });
}
