import FFT from 'fft.js';
import type { Audio } from '../speech.ts';

/** Seconds between the frames of features. */
export const HOP = 0.01;

/** Seconds of sound that one frame sees. */
const WINDOW = 0.025;

/** Cepstral coefficients; the first is the loudness. */
export const CEPSTRA = 13;

const FILTERS = 40;
const LOWEST_HZ = 80;
const HIGHEST_HZ = 7_600;

/** The weight of the loudness among the cepstra: it finds closures and pauses (measured, with the other figures of the recipe). */
const LOUDNESS_WEIGHT = 1.5;

/** What a filter's energy never goes below, as part of the mean energy of the sound: digital silence has no logarithm. */
const FLOOR = 3e-3;

/** Frames before and after one over which its slope is taken. */
const SLOPE_REACH = 3;

/** A matrix of `count` frames of `size` values each, row by row. */
export interface Frames {
  data: Float32Array;
  count: number;
  size: number;
}

/** The energies of the mel filters, frame by frame; frame `i` is centred on the time `i * HOP`. `warp` scales the filters' frequencies. */
export function measureBands(audio: Audio, warp = 1): Frames {
  const { samples, sampleRate } = audio;
  const width = Math.round(WINDOW * sampleRate);
  const fft = new FFT(2 ** Math.ceil(Math.log2(width)));
  const filters = layFilters(fft.size, sampleRate, warp);
  const taper = Float64Array.from({ length: width }, (_, n) => 0.54 - 0.46 * Math.cos((2 * Math.PI * n) / (width - 1)));
  const count = Math.floor(samples.length / sampleRate / HOP) + 1;
  const data = new Float32Array(count * FILTERS);
  const input = new Array<number>(fft.size).fill(0);
  const spectrum = fft.createComplexArray();
  const power = new Float64Array(fft.size / 2 + 1);
  for (let frame = 0; frame < count; frame++) {
    const start = Math.round(frame * HOP * sampleRate - width / 2);
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
  return { data, count, size: FILTERS };
}

interface Filter {
  first: number;
  weights: Float64Array;
}

/** Triangles, evenly spaced on the mel scale. */
function layFilters(size: number, sampleRate: number, warp: number): Filter[] {
  const mel = (hertz: number) => 1127 * Math.log1p(hertz / 700);
  const hertz = (value: number) => 700 * Math.expm1(value / 1127);
  const step = (mel(HIGHEST_HZ) - mel(LOWEST_HZ)) / (FILTERS + 1);
  const edge = (index: number) => (hertz(mel(LOWEST_HZ) + step * index) * warp * size) / sampleRate;
  return Array.from({ length: FILTERS }, (_, filter) => {
    const [left, centre, right] = [edge(filter), edge(filter + 1), edge(filter + 2)];
    const first = Math.ceil(left);
    const last = Math.min(Math.floor(right), size / 2);
    const weights = Float64Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => {
      const bin = first + n;
      return bin < centre ? (bin - left) / (centre - left) : (right - bin) / (right - centre);
    });
    return { first, weights };
  });
}

/** Mel-frequency cepstra with their first and second slopes, each of zero mean and unit variance: 39 values a frame. */
export function describeSound(bands: Frames): Frames {
  const cepstra = takeCepstra(bands);
  return joinSlopes(standardize(cepstra));
}

function takeCepstra({ data, count, size }: Frames): Frames {
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

/** Brings each column to zero mean and unit variance, in place. */
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

function joinSlopes(statics: Frames): Frames {
  const first = standardize(takeSlopes(statics));
  const second = standardize(takeSlopes(first));
  const size = 3 * CEPSTRA;
  const data = new Float32Array(statics.count * size);
  for (const [block, { data: values }] of [statics, first, second].entries()) {
    for (let index = 0; index < values.length; index++) {
      const column = index % CEPSTRA;
      const row = (index - column) / CEPSTRA;
      data[row * size + block * CEPSTRA + column] = values[index]! * (column === 0 ? LOUDNESS_WEIGHT : 1);
    }
  }
  return { data, count: statics.count, size };
}

/** The slope of a straight line through each value and its neighbours in time. */
function takeSlopes({ data, count, size }: Frames): Frames {
  const slopes = new Float32Array(data.length);
  for (let frame = 0; frame < count; frame++) {
    for (let reach = 1; reach <= SLOPE_REACH; reach++) {
      const after = Math.min(frame + reach, count - 1) * size;
      const before = Math.max(frame - reach, 0) * size;
      for (let column = 0; column < size; column++) {
        const index = frame * size + column;
        slopes[index] = slopes[index]! + reach * (data[after + column]! - data[before + column]!);
      }
    }
  }
  return { data: slopes, count, size };
}

/** Averages every `factor` frames into one: frame `i` of the result spans `factor * i .. factor * (i + 1)`. */
export function thinFrames({ data, count, size }: Frames, factor: number): Frames {
  const thin: Frames = {
    data: new Float32Array(Math.ceil(count / factor) * size),
    count: Math.ceil(count / factor),
    size,
  };
  for (let frame = 0; frame < count; frame++) {
    const row = Math.floor(frame / factor);
    const share = 1 / (Math.min((row + 1) * factor, count) - row * factor);
    for (let column = 0; column < size; column++) {
      const index = row * size + column;
      thin.data[index] = thin.data[index]! + share * data[frame * size + column]!;
    }
  }
  return thin;
}

/** The frames with the given numbers. */
export function selectFrames({ data, size }: Frames, numbers: Int32Array): Frames {
  const selected = new Float32Array(numbers.length * size);
  for (const [index, number] of numbers.entries()) {
    selected.set(data.subarray(number * size, (number + 1) * size), index * size);
  }
  return { data: selected, count: numbers.length, size };
}
