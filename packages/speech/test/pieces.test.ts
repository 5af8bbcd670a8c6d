import { expect, it } from 'vitest';
import { createEmbeddedEngine } from '../src/index.ts';

const engine = createEmbeddedEngine();

/**
 * Number of words with pauses between them, and the maximum CPU time for all of them, in s. With a new engine for each word, it would take
 * 5.7 s.
 */
const WORDS = 200;
const MAX_SECONDS = 4;

it.each([
  ['flite', 'en-US', 'a'],
  ['SVOX Pico', 'de-DE', 'Uhr'],
  ['espeak-ng', 'ja-JP', 'あ'],
] as const)(
  '%s speaks many short pieces quickly, with pauses of the requested length',
  async (_, language, word) => {
    const before = process.cpuUsage();
    const text = `<speak>${`<break time="300ms"/>${word} `.repeat(WORDS)}</speak>`;
    const { timeline } = await engine.speak({ text, language, sex: 'female', speed: 1 });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(MAX_SECONDS);
    expect(timeline.words).toHaveLength(WORDS);
    const pauses = timeline.words.slice(1).map(({ start }, i) => start - timeline.words[i]!.end);
    for (const pause of pauses) expect(pause).toBeCloseTo(0.3, 2);
  },
  120_000,
);

it.each([
  ['en-US', 'One <break time="700ms"/> two. <break time="1s"/> Three.'],
  ['en-GB', 'One <break time="700ms"/> two. <break time="1s"/> Three.'],
  ['it-IT', 'Uno <break time="700ms"/> due. <break time="1s"/> Tre.'],
  ['ru-RU', 'Один <break time="700ms"/> два. <break time="1s"/> Три.'],
  ['ja-JP', 'いち、<break time="700ms"/>に。<break time="1s"/>さん。'],
] as const)('pauses in %s have the requested length, in the timeline and in the audio, at every speed', async (language, text) => {
  for (const speed of [0.7, 1, 1.5]) {
    const { audio, timeline } = await engine.speak({ text, language, sex: 'male', speed });
    for (const [i, seconds] of [0.7, 1].entries()) {
      const [end, start] = [timeline.words[i]!.end, timeline.words[i + 1]!.start];
      expect(start - end).toBeCloseTo(seconds, 2);
      const loud = audio.samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      const between = audio.samples.subarray((end + 0.02) * audio.sampleRate, (start - 0.02) * audio.sampleRate);
      expect(between.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThan(0.06 * loud);
    }
  }
});

it.each(['it-IT', 'de-DE', 'es-ES'] as const)('no pause in %s is louder than its surroundings', async (language) => {
  const texts = { 'it-IT': 'Ho una idea e amo il mare.', 'de-DE': 'Ich habe ein Auto.', 'es-ES': 'Tengo una idea.' };
  const voice = { 'it-IT': 'roa/it', 'de-DE': 'gmw/de', 'es-ES': 'roa/es' }[language];
  const { audio, timeline } = await engine.speak({ text: texts[language], language, sex: 'male', speed: 1, voice });
  const levelOf = (from: number, to: number) => {
    const part = audio.samples.subarray(from * audio.sampleRate, to * audio.sampleRate);
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
  };
  for (const { symbol, start, end } of timeline.phones) {
    if (symbol === 'sil') expect(levelOf(start, end)).toBeLessThan(0.1 * levelOf(0, timeline.duration));
  }
});

it.each(['de-DE', 'fr-FR', 'it-IT'] as const)(
  'a long series of initials can be spoken in %s',
  async (language) => {
    const text = 'a. '.repeat(100);
    const { timeline } = await engine.speak({ text, language, sex: 'female', speed: 1, maxSeconds: 60 });
    expect(timeline.words).toHaveLength(100);
  },
  120_000,
);
