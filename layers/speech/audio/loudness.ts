import type { Audio } from '../speech.ts';

/** Seconds of a block of BS.1770, and between the starts of two blocks: they overlap by three quarters. */
const BLOCK = 0.4;
const STEP = 0.1;

/** LUFS below which a block is silence, and LU below the mean of the others at which it is a pause. */
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;

/** What a sine of full scale has to be brought to (ITU-R BS.1770-4, annex 1). */
const OFFSET = -0.691;

/** Times that the sound is sampled more finely to see between the samples (BS.1770-4, annex 2), and samples to each side that count. */
const OVERSAMPLING = 4;
const REACH = 12;

/** Loudness of a sound. */
export interface Loudness {
  /** Of the speech without its pauses, LUFS; minus infinity for silence. */
  integrated: number;
  /** Highest value between the samples too, dBTP. */
  truePeak: number;
}

/** Measures loudness as EBU R 128 has it: ITU-R BS.1770-4, mono. */
export function measureLoudness(audio: Audio): Loudness {
  return {
    integrated: integrate(measureBlocks(weightLikeEars(audio), audio.sampleRate)),
    truePeak: findTruePeak(audio),
  };
}

interface Biquad {
  b: readonly [number, number, number];
  a: readonly [number, number];
}

/** The head's shelf and the high pass of BS.1770 for any rate: the analogue filters behind its coefficients for 48 kHz. */
function designFilters(sampleRate: number): Biquad[] {
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

function weightLikeEars({ samples, sampleRate }: Audio): Float64Array {
  return designFilters(sampleRate).reduce((sound, { b, a }) => {
    let [one, two] = [0, 0];
    return sound.map((sample) => {
      const out = b[0] * sample + one;
      one = b[1] * sample - a[0] * out + two;
      two = b[2] * sample - a[1] * out;
      return out;
    });
  }, Float64Array.from(samples));
}

/** The mean power of each block; a sound that is shorter than a block is one. */
function measureBlocks(samples: Float64Array, sampleRate: number): number[] {
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

function integrate(powers: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const toLoudness = (power: number) => OFFSET + 10 * Math.log10(power);
  const audible = powers.filter((power) => toLoudness(power) > ABSOLUTE_GATE);
  if (audible.length === 0) return Number.NEGATIVE_INFINITY;
  const gate = toLoudness(mean(audible)) + RELATIVE_GATE;
  return toLoudness(mean(audible.filter((power) => toLoudness(power) > gate)));
}

function findTruePeak(audio: Audio): number {
  const highest = audio.samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  const peaks = measurePeaks(audio, highest / 2);
  return 20 * Math.log10(peaks.reduce((peak, value) => Math.max(peak, value), 0));
}

/**
 * The height of the sound at each sample and up to the next one: a windowed sinc gives the values between the samples.
 *
 * @param least Between samples that are all lower nothing is looked for: no peak there exceeds twice as much.
 */
export function measurePeaks({ samples }: Audio, least: number): Float32Array {
  const filters = Array.from({ length: OVERSAMPLING - 1 }, (_, index) => layFilter((index + 1) / OVERSAMPLING));
  return samples.map((sample, place) => {
    let peak = Math.abs(sample);
    if (Math.max(peak, Math.abs(samples[place + 1] ?? 0)) < least) return peak;
    for (const filter of filters) {
      let value = 0;
      for (let tap = 0; tap < filter.length; tap++) value += filter[tap]! * (samples[place + tap + 1 - REACH] ?? 0);
      peak = Math.max(peak, Math.abs(value));
    }
    return peak;
  });
}

/** The taps that give the value a fraction of a sample after the one at `REACH - 1`: a sinc under a Hann window. */
function layFilter(fraction: number): Float64Array {
  return Float64Array.from({ length: 2 * REACH }, (_, tap) => {
    const distance = tap + 1 - REACH - fraction;
    const sinc = distance === 0 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance);
    return sinc * Math.cos((Math.PI * distance) / (2 * REACH)) ** 2;
  });
}
