import type { Audio } from '../../src/index.ts';

/** Frequency band in which resonances are compared, in Hz, and its steps, in semitones. */
const LOWEST = 500;
const HIGHEST = 6000;
const STEP = 0.1;
/** Maximum shift between two spectra, in semitones. */
const MAX_SHIFT = 4;
/** How much the envelope is smoothed, in semitones. This is wider than the spacing of harmonics in most of the band. */
const SMOOTH = 1.5;
const WIDTH = 1024;

/**
 * Measures the ratio between the resonances of two recordings of the same text and voice. The shift between the envelopes of their
 * long-term spectra at which they match best is found in semitones, and returned as a factor.
 */
export function measureTract(sound: Audio, base: Audio): number {
  const [one, other] = [envelopeOf(sound), envelopeOf(base)];
  let [best, most] = [0, Number.NEGATIVE_INFINITY];
  const steps = Math.round(MAX_SHIFT / STEP);
  for (let shift = -steps; shift <= steps; shift++) {
    const likeness = correlate(one, other, shift, steps);
    if (likeness > most) [best, most] = [shift, likeness];
  }
  return 2 ** ((best * STEP) / 12);
}

/** Computes the long-term spectrum, after smoothing, in dB. */
function envelopeOf({ samples, sampleRate }: Audio): Float64Array {
  const power = new Float64Array(WIDTH / 2);
  const window = Float64Array.from({ length: WIDTH }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WIDTH));
  for (let at = 0; at + WIDTH <= samples.length; at += WIDTH / 2) {
    const [re, im] = [new Float64Array(WIDTH), new Float64Array(WIDTH)];
    for (let i = 0; i < WIDTH; i++) re[i] = samples[at + i]! * window[i]!;
    transform(re, im);
    for (let i = 0; i < power.length; i++) power[i]! += re[i]! ** 2 + im[i]! ** 2;
  }
  const count = Math.round((12 * Math.log2(HIGHEST / LOWEST)) / STEP);
  const bins = (hertz: number) => (hertz * WIDTH) / sampleRate;
  return Float64Array.from({ length: count }, (_, i) => {
    const middle = LOWEST * 2 ** ((i * STEP) / 12);
    const [from, to] = [bins(middle * 2 ** (-SMOOTH / 12)), bins(middle * 2 ** (SMOOTH / 12))];
    let [sum, weights] = [1e-12, 0];
    for (let bin = Math.ceil(from); bin <= to; bin++) {
      const weight = 0.5 + 0.5 * Math.cos((2 * Math.PI * (bin - (from + to) / 2)) / (to - from));
      sum += weight * power[bin]!;
      weights += weight;
    }
    return 10 * Math.log10(sum / Math.max(weights, 1e-9));
  });
}

/** Correlates the overlapping parts of both spectra at every shift. */
function correlate(one: Float64Array, other: Float64Array, shift: number, margin: number): number {
  let [n, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0];
  for (let i = margin; i < one.length - margin; i++) {
    const [x, y] = [one[i]!, other[i - shift]!];
    n++;
    a += x;
    b += y;
    aa += x * x;
    bb += y * y;
    ab += x * y;
  }
  return (n * ab - a * b) / Math.sqrt((n * aa - a * a) * (n * bb - b * b));
}

/** Computes a Fourier transform in place. The length must be a power of two. */
function transform(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
  }
  for (let size = 2; size <= n; size *= 2) {
    for (let k = 0; k < size / 2; k++) {
      const [c, s] = [Math.cos((-2 * Math.PI * k) / size), Math.sin((-2 * Math.PI * k) / size)];
      for (let at = k; at < n; at += size) {
        const to = at + size / 2;
        const [x, y] = [re[to]! * c - im[to]! * s, re[to]! * s + im[to]! * c];
        [re[to], im[to]] = [re[at]! - x, im[at]! - y];
        [re[at], im[at]] = [re[at]! + x, im[at]! + y];
      }
    }
  }
}
