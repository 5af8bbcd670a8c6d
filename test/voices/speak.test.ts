import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedEngine, type SpeechEngine, type SpeechRequest } from '@talking-avatar/speech';
import { createNeuralEngine, type NeuralVoice, readInstalledVoices } from '@talking-avatar/speech/neural';
import { encodeTokens, toKokoroLetters } from '@talking-avatar/speech/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVoices, installRuntime } from '../../bin/voices/index.ts';
import {
  framesOf,
  HOP,
  KOKORO_CONFIG,
  ONES,
  piperConfig,
  SAMPLE_RATE,
  writeKokoroModel,
  writePack,
  writePiperModel,
} from './tiny-voices.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'voices-'));
const embedded = createEmbeddedEngine();
let voices: NeuralVoice[];
let engine: SpeechEngine;

beforeAll(async () => {
  await installRuntime(ROOT);
  const add = (name: string, pack: Parameters<typeof writePack>[1], entry: Parameters<typeof writePack>[2] = {}) =>
    addVoices(writePack(join(folder, name), pack, { name, ...entry }), join(folder, 'voices'), () => undefined);
  await add('tiny', { model: writePiperModel(), config: piperConfig() });
  await add('tinykoko', { model: writeKokoroModel(), config: KOKORO_CONFIG, style: ONES }, { kind: 'kokoro', sampleRate: 24_000 });
  voices = readInstalledVoices(join(folder, 'voices'));
  engine = createNeuralEngine({ voices, fallback: embedded, align: () => Promise.reject(new Error('no alignment')) });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const speak = (text: string, options: Partial<SpeechRequest> = {}) =>
  engine.speak({ text, language: 'en-US', sex: 'female', speed: 1, voice: 'tiny', ...options });

/** Returns how many frames the tiny model has for each letter, and how many it has in total. */
function framesOfLetters(letters: string, tempo = 1): { own: number[]; all: number } {
  const { ids, owners } = encodeTokens(
    [...letters].map((written) => ({ written })),
    voices[0]!,
  );
  const frames = ids.map((id) => Math.ceil(Math.fround(framesOf(id) / tempo)));
  const own = [...letters].map((_, token) => frames.reduce((sum, n, i) => (owners[i] === token ? sum + n : sum), 0));
  return { own, all: frames.reduce((sum, n) => sum + n, 0) };
}

describe('a Piper voice', () => {
  it("times each phone with the model's frames", async () => {
    const { timeline, audio } = await speak('<phoneme alphabet="ipa" ph="ˈsɛt">set</phoneme>');
    const { own, all } = framesOfLetters('sˈɛt');
    const { own: edges } = framesOfLetters('^');
    const lead = edges[0]! * HOP;
    const [s, stress, e, t] = own.map((frames) => frames * HOP);
    const [first, ...others] = timeline.phones.filter(({ word }) => word !== null);
    expect(audio.samples.length).toBe(all * HOP);
    expect(first).toMatchObject({ symbol: 's', stress: 0, start: lead / SAMPLE_RATE, end: (lead + s!) / SAMPLE_RATE });
    expect(others[0]).toMatchObject({ symbol: 'ɛ', stress: 1, start: (lead + s!) / SAMPLE_RATE });
    expect(others[0]!.end).toBeCloseTo((lead + s! + stress! + e!) / SAMPLE_RATE, 9);
    expect(others[1]!.start).toBeCloseTo((lead + s! + stress! + e!) / SAMPLE_RATE, 9);
    expect(others[1]!.end - others[1]!.start).toBeGreaterThanOrEqual(t! / SAMPLE_RATE - 1e-9);
  });

  it('speaks slower and faster on request', async () => {
    const [usual, fast, slow] = await Promise.all(
      [1, 2, 0.5].map(async (speed) => (await speak('Good morning.', { speed })).timeline.duration),
    );
    // Frames are rounded up, so the ratios are not exactly 0.5 and 2.
    expect(fast! / usual!).toBeGreaterThan(0.5);
    expect(fast! / usual!).toBeLessThan(0.65);
    expect(slow! / usual!).toBeGreaterThan(1.7);
    expect(slow! / usual!).toBeLessThan(2);
  });

  it('pauses for the duration of <break>, and marks sentences, words, and emotions', async () => {
    const text = '<speak>One word.<break time="700ms"/><emotion name="joy" level="1">Another</emotion> word!</speak>';
    const { timeline, warnings } = await speak(text);
    expect(warnings).toEqual([]);
    expect(timeline.words.map((word) => word.text)).toEqual(['One', 'word', 'Another', 'word']);
    const [, one, another] = timeline.words;
    const rest = timeline.phones.find(({ symbol, start }) => symbol === 'sil' && start === one!.end)!;
    expect(rest.end).toBe(another!.start);
    expect(rest.end - rest.start).toBeGreaterThan(0.7);
    expect(rest.end - rest.start).toBeLessThan(1);
    expect(timeline.marks.filter(({ type }) => type === 'sentence')).toHaveLength(2);
    expect(timeline.marks).toContainEqual(expect.objectContaining({ type: 'emotion', start: another!.start, level: 1 }));
  });

  it('slows down emphasized words, and speaks foreign words in their language', async () => {
    const lengthOf = async (text: string, word: number) => {
      const phones = (await speak(text)).timeline.phones.filter((phone) => phone.word === word);
      return phones.at(-1)!.start - phones[0]!.start;
    };
    const plain = await lengthOf('a nice day', 1);
    expect(await lengthOf('<speak>a <emphasis level="strong">nice</emphasis> day</speak>', 1)).toBeGreaterThan(plain * 1.02);
    const { timeline } = await speak('<speak>She says <lang xml:lang="de-DE">ich</lang> often.</speak>');
    expect(timeline.phones.filter(({ word }) => word === 2).map(({ symbol }) => symbol)).toEqual(['ɪ', 'ç']);
  });

  it('has phones in order, within their words and within the audio', async () => {
    const text = 'In the 90s, it was Dr. Smith who paid $3.50; e.g. for 2 lb of "apples" (green ones)… Right?';
    const { timeline, audio } = await speak(text);
    expect(timeline.duration).toBe(audio.samples.length / audio.sampleRate);
    let at = 0;
    for (const { start, end } of timeline.phones) {
      expect(start).toBeGreaterThanOrEqual(at - 1e-9);
      expect(end).toBeGreaterThan(start);
      at = end;
    }
    expect(at).toBeLessThanOrEqual(timeline.duration + 1e-9);
    const spoken = new Set(timeline.phones.map(({ word }) => word));
    for (const i of timeline.words.keys()) expect(spoken).toContain(i);
  });

  it('speaks tones in Chinese, which its events do not include', async () => {
    const chinese = { ...voices[0]!, name: 'mei', language: 'zh-CN' as const };
    const speaker = createNeuralEngine({ voices: [chinese], fallback: embedded, align: () => Promise.reject() });
    const { timeline } = await speaker.speak({ text: '你好，世界。', language: 'zh-CN', sex: 'female', speed: 1 });
    expect(timeline.words).toHaveLength(2);
    expect(timeline.voice).toBe('mei');
    for (const { symbol } of timeline.phones) expect(symbol).not.toMatch(/\d/);
  });

  it('names a missing sound', async () => {
    await expect(speak('<phoneme alphabet="ipa" ph="ǃa">click</phoneme>')).resolves.toMatchObject({
      warnings: [expect.stringContaining('ǃ')],
    });
    const [voice] = voices;
    const { ʃ, s, ...phonemes } = voice!.phonemes;
    const poor = createNeuralEngine({
      voices: [{ ...voice!, phonemes }],
      fallback: embedded,
      align: () => Promise.reject(),
    });
    await expect(poor.speak({ text: 'A ship.', language: 'en-US', sex: 'female', speed: 1 })).rejects.toMatchObject({
      title: 'Unknown sound',
      message: 'the voice tiny has no sound "ʃ"; spell the word differently, or choose another voice.',
      field: 'text',
    });
  });

  it('replaces a missing sound with the nearest one', async () => {
    const { y, ʏ, ...phonemes } = voices[0]!.phonemes;
    const poor = { ...voices[0]!, phonemes: { ...phonemes, y: [399] } };
    expect(encodeTokens([{ written: 'ʏ' }], poor).ids).toContain(399);
  });

  it('stops if synthesis exceeds its time budget', async () => {
    const hasty = createNeuralEngine({ voices, fallback: embedded, align: () => Promise.reject(), budget: -1 });
    await expect(hasty.speak({ text: 'Hello.', language: 'en-US', sex: 'female', speed: 1 })).rejects.toThrow('needs more than -1 s');
  });
});

describe('a Kokoro voice', () => {
  it('speaks with its style and its own durations', async () => {
    const { timeline, audio } = await speak('Nice choice.', { voice: 'tinykoko' });
    expect(timeline).toMatchObject({ engine: 'neural', voice: 'tinykoko' });
    expect(audio.sampleRate).toBe(24_000);
    expect(audio.samples.length % 600).toBe(4_800 % 600);
    expect(Math.max(...audio.samples)).toBeCloseTo(0.3, 2);
    // Every phone starts at a multiple of 25 ms.
    for (const { start } of timeline.phones) expect(start / 0.025).toBeCloseTo(Math.round(start / 0.025), 6);
  });
});

it.each([
  ['en-US', 'ˈaɪɚ', 'ˈIəɹ'],
  ['en-US', 'ˈoʊ', 'ˈO'],
  ['en-US', 'ˌɜː', 'ˌɜɹ'],
  ['en-US', 'ɑːɹ', 'ɑɹ'],
  ['en-GB', 'əʊ', 'Q'],
  ['en-GB', 'ɑː', 'ɑː'],
  ['en-GB', 'tʃ', 'ʧ'],
  ['fr-FR', 'ɔ̃', 'ɔ̃'],
  ['it-IT', 'ts', 'ʦ'],
] as const)("Kokoro's letters in %s for %s are %s", (language, written, letters) => {
  expect(toKokoroLetters(written, language)).toBe(letters);
});

describe('voice selection', () => {
  const request = { language: 'en-US', sex: 'female' } as const;

  it('falls back to the other engine if no voice has the language and sex', async () => {
    expect(engine.chooseVoice(request)).toBe('tiny');
    expect(engine.chooseVoice({ ...request, actor: 'chloe' })).toBe('tinykoko');
    expect(engine.chooseVoice({ ...request, sex: 'male' })).toBe(embedded.chooseVoice({ ...request, sex: 'male' }));
    expect(engine.chooseVoice({ language: 'fr-FR', sex: 'female' })).toBe(embedded.chooseVoice({ language: 'fr-FR', sex: 'female' }));
    const spoken = await speak('Bonjour.', { language: 'fr-FR', voice: undefined as never });
    expect(spoken.timeline.engine).toBe('embedded');
  });

  it('rejects a voice for another language', () => {
    expect(() => engine.chooseVoice({ ...request, language: 'fr-FR', voice: 'tiny' })).toThrow('the voice tiny speaks en-US, not fr-FR');
  });
});

describe('a model without durations', () => {
  it('uses alignment for its times', async () => {
    const { durations, ...silent } = voices[0]!;
    const times = await embedded.speak({ text: 'Good morning.', language: 'en-US', sex: 'female', speed: 1 });
    const asked: string[] = [];
    const aligned = createNeuralEngine({
      voices: [silent],
      fallback: embedded,
      align: async ({ text, audio }) => {
        asked.push(`${text} ${audio.sampleRate}`);
        return times;
      },
    });
    const { timeline } = await aligned.speak({ text: 'Good morning.', language: 'en-US', sex: 'female', speed: 1 });
    expect(asked).toEqual([`Good morning. ${SAMPLE_RATE}`]);
    expect(timeline.phones).toEqual(times.timeline.phones);
    expect(timeline).toMatchObject({ engine: 'neural', voice: 'tiny' });
  });
});
