import type { Audio } from '../speech.ts';

/** Number of samples on each side of an interpolated value, and number of tabulated filters between two samples. */
const REACH = 16;
const STEPS = 256;

/** Changes the playback speed by a factor, which scales pitch, formants, and tempo, but not the sample rate. Avoids aliasing. */
export function resample({ samples, sampleRate }: Audio, factor: number): Audio {
  const filter = designFilters(Math.min(1, 1 / factor));
  const resampled = new Float32Array(Math.round(samples.length / factor));
  for (let index = 0; index < resampled.length; index++) {
    const at = index * factor;
    const first = Math.floor(at) - REACH + 1;
    const taps = filter[Math.round((at - Math.floor(at)) * STEPS)]!;
    const [from, to] = [Math.max(0, -first), Math.min(taps.length, samples.length - first)];
    let value = 0;
    for (let tap = from; tap < to; tap++) value += taps[tap]! * samples[first + tap]!;
    resampled[index] = value;
  }
  return { samples: resampled, sampleRate };
}

/** Returns low-pass sincs with a Hann window for each fraction of a sample. `pass` is the fraction of the band that passes, 0..1. */
function designFilters(pass: number): Float32Array[] {
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const taps = Float32Array.from({ length: 2 * REACH }, (_, tap) => {
      const distance = tap + 1 - REACH - step / STEPS;
      const angle = Math.PI * pass * distance;
      return pass * (angle === 0 ? 1 : Math.sin(angle) / angle) * Math.cos((Math.PI * distance) / (2 * REACH)) ** 2;
    });
    const sum = taps.reduce((all, tap) => all + tap, 0);
    return taps.map((tap) => tap / sum);
  });
}
