import { expect, it } from 'vitest';
import { addHandles } from '../src/index.ts';

const timeline = {
  language: 'en-US',
  engine: 'test',
  voice: 'test',
  duration: 1,
  words: [{ text: 'one', start: 0.1, end: 0.9 }],
  phones: [{ symbol: 'w', start: 0.1, end: 0.3, stress: 1 as const, word: 0 }],
  marks: [{ type: 'mark' as const, start: 0.5, end: 0.5, name: 'here' }],
};
const speech = { audio: { samples: new Float32Array(8000).fill(0.5), sampleRate: 8000 }, timeline, warnings: [] };

it('handles add silence on both sides and shift all times along with the sound', () => {
  const { audio, timeline: moved } = addHandles(speech, 0.3);
  expect(audio.samples).toHaveLength(12_800);
  expect(audio.samples.slice(0, 2400).every((value) => value === 0)).toBe(true);
  expect(audio.samples[2400]).toBe(0.5);
  expect(audio.samples.slice(10_400).every((value) => value === 0)).toBe(true);
  expect(moved.duration).toBeCloseTo(1.6, 9);
  expect(moved.words[0]).toEqual({ text: 'one', start: 0.4, end: expect.closeTo(1.2, 9) });
  expect(moved.phones[0]!.start).toBeCloseTo(0.4, 9);
  expect(moved.marks[0]!.end).toBeCloseTo(0.8, 9);
});

it('handles of 0 s leave speech unchanged', () => {
  expect(addHandles(speech, 0)).toBe(speech);
});
