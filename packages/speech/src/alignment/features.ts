import FFT from 'fft.js';
import type { Audio } from '../speech.ts';

/** Frame spacing for speech at the usual tempo, in seconds. */
export const HOP = 0.01;
/** Length of the window for one frame, in seconds. */
const WINDOW = 0.025;
/** Number of cepstral coefficients; coefficient 0 is the energy. */
export const CEPSTRA = 13;
/** Number of mel filters, and their frequency range, in Hz. */
const FILTERS = 40;
const LOWEST_HZ = 80;
const HIGHEST_HZ = 7_600;
/** Weight of the energy coefficient, which locates closures and pauses (determined by measurement, like the other constants here). */
const ENERGY_WEIGHT = 1.5;
/** Minimum filter energy, as a fraction of the recording's mean energy, because the logarithm of digital silence is undefined. */
const FLOOR = 3e-3;
/** Number of frames on each side used to compute the delta of a frame. */
const DELTA_REACH = 3;

/** A matrix of `count` rows (frames) and `size` columns (values), stored row by row. */
export interface Frames {
  data: Float32Array;
  count: number;
  size: number;
}

/** Mel filter energies: `FILTERS` values per frame. Frame `i` is centered on `i * hop` seconds. */
export interface MelEnergies extends Frames {
  hop: number;
}

/** Cache keyed by sample array, because an alignment compares the same audio several times. */
const computed = new WeakMap<Float32Array, Map<string, MelEnergies>>();

/**
 * Computes the mel filter energies. Results are cached by sample array, so the samples must not change.
 * @param options `warp`: frequency scale of the filters. `hop`: time between frames, in seconds. It is shorter for fast speech, to preserve
 * the number of frames per phone.
 */
export function computeMelEnergies(audio: Audio, { warp = 1, hop = HOP } = {}): MelEnergies {
  const own = computed.get(audio.samples) ?? new Map<string, MelEnergies>();
  computed.set(audio.samples, own);
  const key = `${audio.sampleRate} ${warp} ${hop}`;
  const energies = own.get(key) ?? filterSpectra(audio, warp, hop);
  own.set(key, energies);
  return energies;
}

function filterSpectra({ samples, sampleRate }: Audio, warp: number, hop: number): MelEnergies {
  const width = Math.round(WINDOW * sampleRate);
  const fft = new FFT(2 ** Math.ceil(Math.log2(width)));
  const filters = designMelFilters(fft.size, sampleRate, warp);
  const taper = Float64Array.from({ length: width }, (_, n) => 0.54 - 0.46 * Math.cos((2 * Math.PI * n) / (width - 1)));
  const count = Math.floor(samples.length / sampleRate / hop) + 1;
  const data = new Float32Array(count * FILTERS);
  const input = new Array<number>(fft.size).fill(0);
  const spectrum = fft.createComplexArray();
  const power = new Float64Array(fft.size / 2 + 1);
  for (let frame = 0; frame < count; frame++) {
    const start = Math.round(frame * hop * sampleRate - width / 2);
    for (let n = 0; n < width; n++) {
      const place = start + n;
      input[n] = place >= 0 && place < samples.length ? samples[place]! * taper[n]! : 0;
    }
    fft.realTransform(spectrum, input);
    for (let bin = 0; bin < power.length; bin++) power[bin] = spectrum[2 * bin]! ** 2 + spectrum[2 * bin + 1]! ** 2;
    for (let filter = 0; filter < FILTERS; filter++) {
      const { first, weights } = filters[filter]!;
      let energy = 0;
      for (let n = 0; n < weights.length; n++) energy += weights[n]! * power[first + n]!;
      data[frame * FILTERS + filter] = energy;
    }
  }
  return { data, count, size: FILTERS, hop };
}

interface Filter {
  first: number;
  weights: Float64Array;
}

/** Designs triangular filters that are evenly spaced on the mel scale, for an FFT of length `size`. */
function designMelFilters(size: number, sampleRate: number, warp: number): Filter[] {
  const mel = (hertz: number) => 1127 * Math.log1p(hertz / 700);
  const hertz = (value: number) => 700 * Math.expm1(value / 1127);
  const step = (mel(HIGHEST_HZ) - mel(LOWEST_HZ)) / (FILTERS + 1);
  const edge = (index: number) => (hertz(mel(LOWEST_HZ) + step * index) * warp * size) / sampleRate;
  return Array.from({ length: FILTERS }, (_, filter) => {
    const [left, center, right] = [edge(filter), edge(filter + 1), edge(filter + 2)];
    const first = Math.ceil(left);
    const last = Math.min(Math.floor(right), size / 2);
    const weights = Float64Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => {
      const bin = first + n;
      return bin < center ? (bin - left) / (center - left) : (right - bin) / (right - center);
    });
    return { first, weights };
  });
}

/** Computes 13 mel-frequency cepstral coefficients with deltas and delta-deltas (39 values per frame), standardized over the recording. */
export function computeMfcc(melEnergies: Frames): Frames {
  const cepstra = computeCepstra(melEnergies);
  return appendDeltas(standardize(cepstra));
}

function computeCepstra({ data, count, size }: Frames): Frames {
  const floor = (FLOOR * data.reduce((sum, energy) => sum + energy, 0)) / data.length + Number.MIN_VALUE;
  const basis = Float64Array.from({ length: CEPSTRA * size }, (_, index) =>
    Math.cos((Math.PI * Math.floor(index / size) * ((index % size) + 0.5)) / size),
  );
  const cepstra = new Float32Array(count * CEPSTRA);
  const logs = new Float64Array(size);
  for (let frame = 0; frame < count; frame++) {
    for (let band = 0; band < size; band++) logs[band] = Math.log(data[frame * size + band]! + floor);
    for (let index = 0; index < CEPSTRA; index++) {
      let sum = 0;
      for (let band = 0; band < size; band++) sum += basis[index * size + band]! * logs[band]!;
      cepstra[frame * CEPSTRA + index] = sum;
    }
  }
  return { data: cepstra, count, size: CEPSTRA };
}

/** Standardizes each column to zero mean and unit variance, in place. */
function standardize(frames: Frames): Frames {
  const { data, count, size } = frames;
  for (let column = 0; column < size; column++) {
    let [sum, squares] = [0, 0];
    for (let index = column; index < data.length; index += size) {
      sum += data[index]!;
      squares += data[index]! ** 2;
    }
    const mean = sum / count;
    const deviation = Math.sqrt(Math.max(squares / count - mean * mean, 1e-12));
    for (let index = column; index < data.length; index += size) data[index] = (data[index]! - mean) / deviation;
  }
  return frames;
}

function appendDeltas(statics: Frames): Frames {
  const first = standardize(computeDeltas(statics));
  const second = standardize(computeDeltas(first));
  const size = 3 * CEPSTRA;
  const data = new Float32Array(statics.count * size);
  for (const [block, { data: values }] of [statics, first, second].entries()) {
    for (let index = 0; index < values.length; index++) {
      const column = index % CEPSTRA;
      const row = (index - column) / CEPSTRA;
      data[row * size + block * CEPSTRA + column] = values[index]! * (column === 0 ? ENERGY_WEIGHT : 1);
    }
  }
  return { data, count: statics.count, size };
}

/** Computes deltas: the slopes of the regression lines through each value and its neighbors in time. */
function computeDeltas({ data, count, size }: Frames): Frames {
  const deltas = new Float32Array(data.length);
  for (let frame = 0; frame < count; frame++) {
    for (let reach = 1; reach <= DELTA_REACH; reach++) {
      const after = Math.min(frame + reach, count - 1) * size;
      const before = Math.max(frame - reach, 0) * size;
      for (let column = 0; column < size; column++) {
        const index = frame * size + column;
        deltas[index] = deltas[index]! + reach * (data[after + column]! - data[before + column]!);
      }
    }
  }
  return { data: deltas, count, size };
}

/** Averages every `factor` frames into one. Frame `i` of the result covers `factor * i .. factor * (i + 1)`. */
export function downsampleFrames({ data, count, size }: Frames, factor: number): Frames {
  const averaged: Frames = {
    data: new Float32Array(Math.ceil(count / factor) * size),
    count: Math.ceil(count / factor),
    size,
  };
  for (let frame = 0; frame < count; frame++) {
    const row = Math.floor(frame / factor);
    const share = 1 / (Math.min((row + 1) * factor, count) - row * factor);
    for (let column = 0; column < size; column++) {
      const index = row * size + column;
      averaged.data[index] = averaged.data[index]! + share * data[frame * size + column]!;
    }
  }
  return averaged;
}

export function selectFrames({ data, size }: Frames, numbers: Int32Array): Frames {
  const selected = new Float32Array(numbers.length * size);
  for (const [index, number] of numbers.entries()) {
    selected.set(data.subarray(number * size, (number + 1) * size), index * size);
  }
  return { data: selected, count: numbers.length, size };
}
