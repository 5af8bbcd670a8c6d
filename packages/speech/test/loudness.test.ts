import type { Language } from '@talking-avatar/contract';
import { expect, it } from 'vitest';
import { createEmbeddedEngine, decodeWav, encodeWav, measureLoudness, normalizeLoudness, type Speech } from '../src/index.ts';
import { TEXTS } from './voices/texts.ts';

const engine = createEmbeddedEngine();
const speak = (language: Language, text: string, actor?: string) =>
  engine.speak({ text, language, sex: 'female', speed: 1, ...(actor && { actor }) });

/** Measures how loud speech is after it has been stored. */
const measureStored = ({ audio }: Pick<Speech, 'audio'>) => measureLoudness(decodeWav(encodeWav(normalizeLoudness(audio).audio)));

/** How far rounding to 16 bits may push the peak above -1 dBTP, in dB. */
const ROUNDING = 0.01;

const SENTENCE = 'Please leave your coat near the door, and your bag on the chair.';

it.each<[string, Language, string]>([
  ['one word by Flite', 'en-US', 'No.'],
  ['one word by SVOX Pico', 'en-GB', 'No.'],
  ['one word by eSpeak NG', 'ru-RU', 'Да.'],
  ['soft speech by Flite', 'en-US', `<prosody volume="x-soft">${SENTENCE}</prosody>`],
  ['soft speech by SVOX Pico', 'en-GB', `<prosody volume="x-soft">${SENTENCE}</prosody>`],
  ['soft speech by eSpeak NG', 'ru-RU', '<prosody volume="x-soft">Оставьте пальто у двери, а сумку на стуле.</prosody>'],
  ['loud speech by SVOX Pico', 'en-GB', `<prosody volume="x-loud">${SENTENCE}</prosody>`],
])('stores %s at -16 LUFS, with true peaks up to -1 dBTP', async (_, language, text) => {
  const { integrated, truePeak } = measureStored(await speak(language, text));
  expect(Math.abs(integrated + 16)).toBeLessThan(0.5);
  expect(truePeak).toBeLessThanOrEqual(-1 + ROUNDING);
});

it('stores the voice with the highest peaks at -16 LUFS', async () => {
  const { integrated, truePeak } = measureStored(await speak('ru-RU', TEXTS['ru-RU'], 'jamal'));
  expect(Math.abs(integrated + 16)).toBeLessThan(0.5);
  expect(truePeak).toBeLessThanOrEqual(-1 + ROUNDING);
});

it('stores three minutes at -16 LUFS, and preserves a soft part', async () => {
  const [usual, soft] = [await speak('en-GB', SENTENCE), await speak('en-GB', `<prosody volume="-10dB">${SENTENCE}</prosody>`)];
  const { sampleRate } = usual.audio;
  const repeats = Math.ceil((170 * sampleRate) / usual.audio.samples.length);
  const parts = [...Array.from({ length: repeats }, () => usual.audio.samples), soft.audio.samples];
  const samples = Float32Array.from(parts.flatMap((part) => [...part]));
  const { audio } = normalizeLoudness({ samples, sampleRate });
  const { integrated, truePeak } = measureStored({ audio });
  expect(samples.length).toBeGreaterThan(170 * sampleRate);
  expect(Math.abs(integrated + 16)).toBeLessThan(0.5);
  expect(truePeak).toBeLessThanOrEqual(-1 + ROUNDING);
  const end = measureLoudness({ samples: audio.samples.slice(-soft.audio.samples.length), sampleRate });
  expect(integrated - end.integrated).toBeGreaterThan(8);
});
