import type { Audio } from '@talking-avatar/speech';
import FFT from 'fft.js';

/** Length of a spectrum in samples, and the level at which the band ends, in dB relative to the strongest third of an octave. */
const WIDTH = 1024;
const FLOOR = -50;
const BAND = 2 ** (1 / 6);

/** Measures the highest frequency at which speech is no more than 50 dB below its strongest band, in Hz. */
export function measureBandwidth({ samples, sampleRate }: Audio): number {
  const fft = new FFT(WIDTH);
  const power = new Float64Array(WIDTH / 2);
  const [input, output] = [new Array<number>(WIDTH).fill(0), fft.createComplexArray() as number[]];
  for (let at = 0; at + WIDTH <= samples.length; at += WIDTH / 2) {
    for (let i = 0; i < WIDTH; i++) {
      input[i] = samples[at + i]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WIDTH));
    }
    fft.realTransform(output, input);
    for (let i = 0; i < power.length; i++) power[i]! += output[2 * i]! ** 2 + output[2 * i + 1]! ** 2;
  }
  const levels = power.map((_, bin) => {
    const band = power.subarray(Math.floor(bin / BAND), Math.ceil(bin * BAND) + 1);
    return 10 * Math.log10(band.reduce((sum, value) => sum + value, 1e-20) / band.length);
  });
  const strongest = Math.max(...levels);
  const highest = levels.findLastIndex((level) => level > strongest + FLOOR);
  return (highest * sampleRate) / WIDTH;
}
