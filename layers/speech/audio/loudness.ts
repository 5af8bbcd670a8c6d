import type { Audio } from '../speech.ts';

/** Length of a block of BS.1770 and the distance between block starts, s: blocks overlap by three quarters. */
const BLOCK = 0.4;
const STEP = 0.1;

/** Absolute gate, LUFS, and relative gate, LU below the mean loudness of the blocks above the absolute gate. */
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;

/** Offset of the loudness formula (ITU-R BS.1770-4, annex 1). */
const OFFSET = -0.691;

/** Oversampling factor for true peaks (BS.1770-4, annex 2), and samples to each side that the interpolation uses. */
const OVERSAMPLING = 4;
const REACH = 12;

/** Loudness and true peak of audio. */
export interface Loudness {
  /** Integrated loudness, LUFS; -Infinity for silence. */
  integrated: number;
  /** True peak, dBTP. */
  truePeak: number;
}

/** Measures integrated loudness and true peak as in EBU R 128 (ITU-R BS.1770-4, mono). */
export function measureLoudness(audio: Audio): Loudness {
  return {
    integrated: integrateGated(measureBlockPowers(applyKWeighting(audio), audio.sampleRate)),
    truePeak: findTruePeak(audio),
  };
}

interface Biquad {
  b: readonly [number, number, number];
  a: readonly [number, number];
}

/**
 * Designs the K-weighting of BS.1770 (high shelf and high pass) for any sample rate: the bilinear transform of the analogue
 * filters behind its coefficients for 48 kHz.
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
      b: [
        (shelf + (middle * k) / q + k * k) / first,
        (2 * (k * k - shelf)) / first,
        (shelf - (middle * k) / q + k * k) / first,
      ],
      a: [(2 * (k * k - 1)) / first, (1 - k / q + k * k) / first],
    },
    { b: [1, -2, 1], a: [(2 * (l * l - 1)) / second, (1 - l / r + l * l) / second] },
  ];
}

function applyKWeighting({ samples, sampleRate }: Audio): Float64Array {
  return designKWeighting(sampleRate).reduce((sound, { b, a }) => {
    let [one, two] = [0, 0];
    return sound.map((sample) => {
      const out = b[0] * sample + one;
      one = b[1] * sample - a[0] * out + two;
      two = b[2] * sample - a[1] * out;
      return out;
    });
  }, Float64Array.from(samples));
}

/** Mean power of each block. Audio shorter than a block is one block. */
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
  const highest = audio.samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  const peaks = measureTruePeaks(audio, highest / 2);
  return 20 * Math.log10(peaks.reduce((peak, value) => Math.max(peak, value), 0));
}

/**
 * Measures the highest absolute value at each sample and up to the next one; a windowed sinc interpolates between samples.
 *
 * @param least Samples below this value are not interpolated: no peak between them exceeds twice as much.
 */
export function measureTruePeaks({ samples }: Audio, threshold: number): Float32Array {
  const filters = Array.from({ length: OVERSAMPLING - 1 }, (_, index) =>
    designInterpolator((index + 1) / OVERSAMPLING),
  );
  return samples.map((sample, place) => {
    let peak = Math.abs(sample);
    if (Math.max(peak, Math.abs(samples[place + 1] ?? 0)) < threshold) return peak;
    for (const filter of filters) {
      let value = 0;
      for (let tap = 0; tap < filter.length; tap++) value += filter[tap]! * (samples[place + tap + 1 - REACH] ?? 0);
      peak = Math.max(peak, Math.abs(value));
    }
    return peak;
  });
}

/** Taps that interpolate at `fraction` of a sample after tap `REACH - 1`: a sinc with a Hann window. */
function designInterpolator(fraction: number): Float64Array {
  return Float64Array.from({ length: 2 * REACH }, (_, tap) => {
    const distance = tap + 1 - REACH - fraction;
    const sinc = distance === 0 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance);
    return sinc * Math.cos((Math.PI * distance) / (2 * REACH)) ** 2;
  });
}
