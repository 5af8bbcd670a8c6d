import type { Language } from '@talking-avatar/contract';
import { expect, it } from 'vitest';
import { type Audio, createEmbeddedEngine } from '../src/index.ts';

/** Length of the windows whose spectral tilt is compared, in s, and how many windows there are on either side of an edge. */
const WINDOW = 0.002;
const SIDE = 8;

/** Measures the level of the second difference relative to the sound in each window, in dB. It is high in sibilants and low in vowels. */
function measureTilt({ samples, sampleRate }: Audio): number[] {
  const width = Math.round(WINDOW * sampleRate);
  return Array.from({ length: Math.floor(samples.length / width) - 1 }, (_, window) => {
    let [high, all] = [1e-10, 1e-10];
    for (let n = (window + 1) * width; n < (window + 2) * width; n++) {
      high += (samples[n]! - 2 * samples[n - 1]! + samples[n - 2]!) ** 2;
      all += samples[n]! ** 2;
    }
    return 10 * Math.log10(high / all);
  });
}

it.each<[Language, string]>([
  ['en-GB', 'Please say that seventy cars saw his sister.'],
  ['es-ES', 'Este sábado mi hermano sale para casa y no sabe.'],
])("SVOX Pico's sibilant times in %s match its audio", async (language, text) => {
  const voice = `svox/${language}`;
  const { audio, timeline } = await createEmbeddedEngine().speak({ text, language, sex: 'female', speed: 1, voice });
  const tilt = measureTilt(audio);
  const rise = (at: number) =>
    Array.from({ length: SIDE }, (_, n) => tilt[at + n]! - tilt[at - 1 - n]!).reduce((sum, value) => sum + value, 0);
  const late = timeline.phones.flatMap(({ symbol, start }, index) => {
    if (!/^[sz]/u.test(symbol) || !/^[aeiouəɪɛɔæʌɑ]/u.test(timeline.phones[index - 1]?.symbol ?? '')) return [];
    const places = Array.from({ length: 75 }, (_, n) => Math.round((start - 0.06) / WINDOW) + n).filter((at) => at > SIDE);
    const edge = places.reduce((best, at) => (rise(at) > rise(best) ? at : best));
    return [(edge + 1) * WINDOW - start];
  });
  expect(late.length).toBeGreaterThan(1);
  expect(Math.abs(late.toSorted((one, other) => one - other)[late.length >> 1]!)).toBeLessThan(0.01);
});
