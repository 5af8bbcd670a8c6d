import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { download, type Service, submit, watch } from '../../bin/demo/client.ts';
import { timelineSchema } from '../../layers/contract/index.ts';
import { decodeWav } from '../../layers/speech/index.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
let client: Service;

beforeAll(async () => {
  service = await startService({ tts: 'polly' });
  client = await service.as('acme');
});
afterAll(() => service.end());

const job = (text: string, language = 'en-US', more: object = {}) => ({
  target_rig: 'arkit',
  text,
  language,
  output: { type: 'csv' },
  ...more,
});

const run = async (specification: object) => {
  const id = await submit(client, specification);
  return { id, ended: await watch(client, id) };
};

const timelineOf = async (id: string) =>
  v.parse(timelineSchema, JSON.parse(Buffer.from(await download(client, id, 'timeline')).toString()));

const TEXTS = {
  'en-US': ['Bob and Pam buy a big map.', 'Joanna'],
  'de-DE': ['Guten Morgen, mein Freund.', 'Vicki'],
  'zh-CN': ['你好，朋友。', 'Zhiyu'],
  ar: ['مرحبا يا صديقي.', 'Hala'],
  'hi-IN': ['नमस्ते मेरे दोस्त।', 'Kajal'],
  'ru-RU': ['Привет, мой друг.', 'Tatyana'],
  'pr-BR': ['Bom dia, meu amigo.', 'Camila'],
} as const;

describe('jobs that Amazon Polly speaks', () => {
  it('succeed at once in several languages, though together they are more than its quota', async () => {
    const done = await Promise.all(
      Object.entries(TEXTS).map(async ([language, [text, voice]]) => {
        const { id, ended } = await run(job(text, language));
        expect(ended).toMatchObject({ status: 'succeeded', output: { engine: 'polly', voice } });
        const { phones, words, duration } = await timelineOf(id);
        expect(words.at(-1)!.end).toBeLessThanOrEqual(duration);
        expect(words.every(({ start, end }) => end > start)).toBe(true);
        return phones.length;
      }),
    );
    expect(Math.min(...done)).toBeGreaterThan(4);
  }, 120_000);

  it('say a text of 7,000 characters in pieces that join without a gap', async () => {
    const sentence = 'My puppy hops over the big brown box, and nobody minds. ';
    const text = sentence.repeat(125);
    expect(text.length).toBe(7000);
    const { id, ended } = await run(job(text));
    expect(ended).toMatchObject({ status: 'succeeded', output: { engine: 'polly' } });
    const { words, marks, duration } = await timelineOf(id);
    const audio = decodeWav(await download(client, id, 'audio'));
    expect(duration).toBeCloseTo(audio.samples.length / audio.sampleRate, 3);
    expect(words).toHaveLength(125 * 11);
    const starts = marks.filter(({ type }) => type === 'sentence').map(({ start }) => start);
    const lengths = starts.slice(1).map((start, i) => start - starts[i]!);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(0.5);
    expect(duration).toBeGreaterThan(300);
  }, 180_000);

  it('keep emotions on their words, and say what a neural voice cannot do', async () => {
    const text =
      '<speak>One two. <emotion name="happy"><emphasis level="strong">Three four</emphasis></emotion> five.</speak>';
    const { id, ended } = await run(job(text));
    expect(ended.output.warnings).toEqual([expect.stringContaining('<emphasis>')]);
    const { words, marks } = await timelineOf(id);
    const emotion = marks.find(({ type }) => type === 'emotion')!;
    expect(Math.abs(emotion.start - words[2]!.start)).toBeLessThan(0.04);
    expect(Math.abs(emotion.end - words[3]!.end)).toBeLessThan(0.04);
  });

  it('are spoken by the embedded engine in Vietnamese, and say so', async () => {
    const { ended } = await run(job('Xin chào bạn.', 'vi-VI'));
    expect(ended).toMatchObject({ status: 'succeeded', output: { engine: 'embedded' } });
    expect(ended.output.warnings).toEqual([expect.stringContaining('no voice for vi-VI')]);
  });

  it.each([
    [{ language: 'it-IT', voice: 'Joanna' }, /tts_params\.voice: the voice Joanna speaks en-US, not it-IT.*Bianca/],
    [{ language: 'it-IT', voice: 'Bianka' }, /did you mean "Bianca"/],
    [{ language: 'it-IT', voice: 'Bianca', actor: 'male' }, /female voice, but the actor is male.*"Adriano"/],
  ])('are refused at once for %j', async ({ language, voice, ...more }, message) => {
    const refused = submit(client, job('Hi.', language, { tts_params: { engine: 'polly', voice }, ...more }));
    await expect(refused).rejects.toThrow(message);
  });

  it('take the name of the engine, and no other', async () => {
    const { ended } = await run(job('Hi.', 'it-IT', { tts_params: { engine: 'polly', voice: 'Carla', speed: 1.5 } }));
    expect(ended).toMatchObject({ status: 'succeeded', output: { voice: 'Carla' } });
    await expect(submit(client, job('Hi.', 'en-US', { tts_params: { engine: 'embedded' } }))).rejects.toThrow(
      '"polly"',
    );
  });
});
