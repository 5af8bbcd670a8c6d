import { beforeAll, describe, expect, it } from 'vitest';
import { alignLongRecording } from '../../src/alignment/align-long.ts';
import { matchSpeech } from '../../src/alignment/matching.ts';
import { divideReference, LONGEST_WITH_OVERLAP } from '../../src/alignment/pieces.ts';
import { transferTimeline } from '../../src/alignment/transfer.ts';
import { type Speech, SpeechError } from '../../src/index.ts';
import { compare, summarize } from '../accuracy/comparison.ts';
import { ENGLISH } from '../accuracy/truth/sentences.ts';
import { cachedEngine as engine } from '../cached-engine.ts';

const speak = (text: string, voice: string) => engine.speak({ text, language: 'en-US', sex: 'male', speed: 1, voice });

const TEXT = ENGLISH.join(' ');

let reference: Speech;
let recording: Speech;
beforeAll(async () => {
  reference = await speak(TEXT, 'gmw/en-US');
  recording = await speak(TEXT, 'svox/en-US');
});

describe('a long recording', () => {
  it('is aligned as accurately in pieces as it is as a whole', () => {
    expect(divideReference(reference.timeline).length).toBeGreaterThan(1);
    const { timeline, warnings } = alignLongRecording(reference, recording.audio, undefined);
    const figures = summarize([compare(timeline, recording.timeline.phones)]);
    expect(figures.wordMedian).toBeLessThan(20);
    expect(figures.wordP90).toBeLessThan(60);
    const match = matchSpeech(reference.audio, recording.audio);
    const whole = transferTimeline(reference.timeline, { ...match, duration: recording.timeline.duration });
    const figuresOfOne = summarize([compare(whole, recording.timeline.phones)]);
    expect(figures.wordMedian).toBeLessThan(figuresOfOne.wordMedian + 5);
    expect(figures.wordP90).toBeLessThan(figuresOfOne.wordP90 + 10);
    expect(warnings).toEqual([]);
    expect(timeline.words.map(({ text }) => text)).toEqual(reference.timeline.words.map(({ text }) => text));
    let previousEnd = 0;
    for (const { start, end } of timeline.phones) {
      expect(start).toBeGreaterThanOrEqual(previousEnd);
      expect(end).toBeGreaterThan(start);
      previousEnd = end;
    }
    expect(previousEnd).toBeLessThanOrEqual(timeline.duration);
  });

  it('locates a sentence missing from the text, and rejects another text', async () => {
    const shorter = await speak(ENGLISH.toSpliced(5, 1).join(' '), 'gmw/en-US');
    const { warnings } = alignLongRecording(shorter, recording.audio, undefined);
    const [start, end] = [recording.timeline.words[57]!.start, recording.timeline.words[68]!.end];
    expect(recording.timeline.words.slice(57, 69).map(({ text }) => text)).toEqual(ENGLISH[5]!.match(/[\w']+/g));
    const reported = /from ([\d.]+) s to ([\d.]+) s, between "dawn" and "She"/.exec(warnings.join());
    expect(Math.abs(Number(reported?.[1]) - start)).toBeLessThan(0.2);
    expect(Math.abs(Number(reported?.[2]) - end)).toBeLessThan(0.2);
    const other = await speak([...ENGLISH.slice(12), ...ENGLISH.slice(0, 12)].join(' '), 'gmw/en-US');
    expect(() => alignLongRecording(other, recording.audio, undefined)).toThrow(SpeechError);
  });
});

it('reports speech after the text as a passage rather than an insertion', async () => {
  const text = await speak(ENGLISH.slice(0, 18).join(' '), 'gmw/en-US');
  const { warnings } = alignLongRecording(text, recording.audio, undefined);
  expect(warnings.length).toBeGreaterThan(0);
  expect(warnings.join()).not.toMatch(/cannot be heard in the recording \(expected at|, between "/);
});

describe('a recording far longer than its text', () => {
  /** Creates noise that is nearly silent. */
  const pause = (seconds: number, rate: number) =>
    Float32Array.from({ length: seconds * rate }, (_, index) => 2e-4 * Math.sin(index * index));

  it('is aligned if the difference consists of pauses', async () => {
    const sentences = ENGLISH.slice(0, 16);
    const voices: Speech[] = [];
    for (const sentence of sentences) voices.push(await speak(sentence, 'svox/en-US'));
    const { sampleRate } = voices[0]!.audio;
    const starts: number[] = [];
    const parts: Float32Array[] = [];
    let length = 0;
    for (const { audio } of voices) {
      starts.push(length / sampleRate);
      parts.push(audio.samples, pause(18, sampleRate));
      length += audio.samples.length + parts.at(-1)!.length;
    }
    const samples = new Float32Array(length);
    let filled = 0;
    for (const part of parts) {
      samples.set(part, filled);
      filled += part.length;
    }
    const text = await speak(sentences.join(' '), 'gmw/en-US');
    expect(length / sampleRate).toBeGreaterThan(4 * text.timeline.duration);
    const { timeline, warnings } = alignLongRecording(text, { samples, sampleRate }, undefined);
    expect(warnings).toEqual([]);
    const truth = voices.flatMap((voice, index) => voice.timeline.words.map(({ start }) => start + starts[index]!));
    for (const [index, { start }] of timeline.words.entries()) expect(Math.abs(start - truth[index]!)).toBeLessThan(0.3);
  });

  it('is rejected, with both durations, if the difference consists of speech', async () => {
    const { samples, sampleRate } = recording.audio;
    const repeats = Math.ceil((600 * sampleRate) / samples.length);
    const repeated = new Float32Array(repeats * samples.length);
    for (let index = 0; index < repeats; index++) repeated.set(samples, index * samples.length);
    const text = await speak(ENGLISH[3]!, 'gmw/en-US');
    const align = () => alignLongRecording(text, { samples: repeated, sampleRate }, undefined);
    expect(align).toThrow(/^(?!.*noise).*the text takes about \d+\.\d s to speak, but the recording lasts \d+\.\d s/);
  });
});

describe('divideReference', () => {
  it("assigns every word to one piece, in order, with some of its neighbors' speech", () => {
    const { timeline } = reference;
    const pieces = divideReference(timeline);
    expect(pieces[0]).toMatchObject({ words: { start: 0 }, start: 0 });
    expect(pieces.at(-1)).toMatchObject({ words: { end: timeline.words.length }, end: timeline.duration });
    for (const [index, piece] of pieces.slice(1).entries()) {
      const before = pieces[index]!;
      expect(piece.words.start).toBe(before.words.end);
      expect(before.end - piece.start).toBeGreaterThan(4);
      expect(before.end - before.start).toBeLessThan(105);
    }
  });

  it('joins a short last piece to the previous one', () => {
    const { timeline } = reference;
    const words = timeline.words.filter(({ end }) => end < 70);
    const pieces = divideReference({ ...timeline, words, duration: 71 });
    expect(pieces).toMatchObject([{ words: { start: 0, end: words.length }, start: 0, end: 71 }]);
  });

  it('divides texts of up to 220 s into pieces of 20 to 120 s', () => {
    const { words, phones, duration } = reference.timeline;
    const repeat = <Item extends { start: number; end: number }>(items: readonly Item[]): Item[] =>
      [0, duration, 2 * duration].flatMap((shift) => items.map((item) => ({ ...item, start: item.start + shift, end: item.end + shift })));
    const all = { ...reference.timeline, words: repeat(words), phones: repeat(phones) };
    for (let end = 150; end < 220; end++) {
      const timeline = { ...all, words: all.words.filter((word) => word.end <= end), duration: end };
      for (const piece of divideReference(timeline)) {
        const [first, last] = [timeline.words[piece.words.start]!, timeline.words[piece.words.end - 1]!];
        expect(last.end - first.start).toBeGreaterThanOrEqual(20);
        expect(piece.end - piece.start).toBeLessThanOrEqual(LONGEST_WITH_OVERLAP);
      }
    }
  });
});
