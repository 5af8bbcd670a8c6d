import { createEmbeddedEngine } from '@talking-avatar/speech';
import { describe, expect, it } from 'vitest';
import { measureEnvelope } from '../src/index.ts';
import { computeVocalEffort } from '../src/vocal-effort.ts';
import { NEUTRAL, perform, read } from './perform.ts';
import { createTimeline } from './timelines.ts';
import { measureVolumes, VOLUMES } from './volumes.ts';

const engine = createEmbeddedEngine();

describe('the volume requested by SSML', () => {
  it('scales the jaw, lips, brows, and head', async () => {
    const figures = await measureVolumes(engine);
    const [softest, , medium, , loudest] = VOLUMES.map((volume) => figures.get(volume)!);
    for (const part of ['jaw', 'lowerLip', 'brows', 'head'] as const) {
      expect(loudest![part], part).toBeGreaterThan(1.12 * medium![part]);
      expect(softest![part], part).toBeLessThan(0.88 * medium![part]);
    }
    expect(loudest!.press).toBeGreaterThan(1.1 * medium!.press);
    expect(softest!.press).toBeLessThan(0.9 * medium!.press);
  });

  it('becomes a timeline mark with the times of its words', async () => {
    const text = 'One two <prosody volume="x-loud">three four</prosody> five.';
    for (const language of ['en-US', 'de-DE'] as const) {
      const { timeline } = await engine.speak({ text, language, sex: 'female', speed: 1 });
      const marks = timeline.marks.filter(({ type }) => type === 'volume');
      const [, , three, four] = timeline.words;
      expect(marks).toEqual([{ type: 'volume', start: three!.start, end: four!.end, factor: 2 }]);
    }
  });

  it('changes the effort only within its span, and closes every p b m', () => {
    const sounds = Array.from({ length: 20 }, (_, i) => [['t', 'a', 'b', 'a'][i % 4]!, 0.15] as const);
    const timeline = createTimeline(sounds);
    const marks = [{ type: 'volume' as const, start: 1, end: 2, factor: 2 }];
    const [usual, loud] = [[], marks].map((each) => read(perform({ ...timeline, marks: each }, 60, NEUTRAL), 'jawOpen'));
    const peak = (jaw: Float32Array, from: number, to: number) => Math.max(...jaw.slice(from * 60, to * 60));
    const growth = (from: number, to: number) => peak(loud!, from, to) / peak(usual!, from, to) - 1;
    expect(growth(1.1, 1.9)).toBeGreaterThan(0.2);
    // With a wider range, the jaw also opens faster next to closures.
    expect(growth(0.3, 0.7)).toBeLessThan(0.6 * growth(1.1, 1.9));
    for (const { symbol, start, end } of timeline.phones) {
      if (symbol === 'b') expect(Math.min(...loud!.slice(start * 60, end * 60))).toBeLessThan(0.03);
    }
  });
});

describe('the effort of a recorded voice', () => {
  it('is higher where vowels are brighter, at any recording level', async () => {
    const text = `${'My father has a lamp and an apple in the garden. '.repeat(3)}`;
    const { audio, timeline } = await engine.speak({ text, language: 'en-US', sex: 'male', speed: 1 });
    const middle = Math.round(audio.samples.length / 2);
    // Adding the first difference boosts high frequencies, as when a voice is raised.
    const raised = audio.samples.map((value, i) => (i < middle ? value : value + 6 * (value - audio.samples[i - 1]!)));
    for (const gain of [1, 0.1]) {
      const loudness = measureEnvelope({ ...audio, samples: raised.map((value) => gain * value) });
      const effort = computeVocalEffort(timeline, loudness);
      const mean = (from: number, to: number) =>
        effort.slice(from * effort.length, to * effort.length).reduce((sum, value) => sum + value, 0) / ((to - from) * effort.length);
      expect(mean(0.6, 0.95)).toBeGreaterThan(mean(0.05, 0.4) + 0.3);
    }
    const even = computeVocalEffort(timeline, measureEnvelope(audio));
    expect(Math.max(...even.map(Math.abs))).toBeLessThan(0.4);
  });
});
