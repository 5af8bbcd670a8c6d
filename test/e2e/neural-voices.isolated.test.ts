import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpeechTimeline } from '@talking-avatar/contract';
import { readInstalledVoices } from '@talking-avatar/speech/neural';
import { encodeTokens } from '@talking-avatar/speech/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { download, type Service, submit, watch } from '../../bin/demo/client.ts';
import { addVoices, installRuntime } from '../../bin/voices/index.ts';
import { framesOf, HOP, piperConfig, SAMPLE_RATE, writePack, writePiperModel } from '../voices/tiny-voices.ts';
import { startService, type TestService } from './service.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'voices-'));
const voices = join(folder, 'voices');
let service: TestService;
let client: Service;

beforeAll(async () => {
  await installRuntime(ROOT);
  const manifest = writePack(join(folder, 'pack'), { model: writePiperModel(), config: piperConfig() });
  await addVoices(manifest, voices, () => undefined);
  service = await startService({ voices: join(voices, 'manifest.json') });
  client = await service.as('voices');
});

afterAll(async () => {
  await service?.end();
  rmSync(folder, { recursive: true, force: true });
});

const job = {
  target_rig: 'arkit',
  text: '<speak><phoneme alphabet="ipa" ph="ˈmam">mum</phoneme> speaks well.</speak>',
  language: 'en-US',
  output: { type: 'csv', handles: 0 },
};

async function run(specification: object) {
  const id = await submit(client, specification);
  return { id, record: await watch(client, id) };
}

describe('a job with a neural voice', () => {
  it('creates a CSV with the times that the model reports', async () => {
    const { id, record } = await run({ ...job, tts_params: { engine: 'embedded', voice: 'tiny' } });
    expect(record).toMatchObject({ status: 'succeeded', error: null });
    const timeline = JSON.parse(Buffer.from(await download(client, id, 'timeline')).toString()) as SpeechTimeline;
    expect(timeline).toMatchObject({ engine: 'neural', voice: 'tiny' });
    const csv = Buffer.from(await download(client, id))
      .toString()
      .trim()
      .split('\n');
    expect(csv.length).toBeGreaterThan(timeline.duration * 55);

    const [voice] = readInstalledVoices(voices);
    const { ids, owners } = encodeTokens([{ written: 'm' }, { written: 'ˈa' }, { written: 'm' }], voice!);
    const frames = ids.map((one) => Math.ceil(framesOf(one)));
    const starts = [0, 1, 2].map((token) => frames.slice(0, owners.indexOf(token)).reduce((sum, n) => sum + n, 0));
    const phones = timeline.phones.filter(({ word }) => word === 0);
    expect(phones.map(({ symbol }) => symbol)).toEqual(['m', 'a', 'm']);
    phones.forEach(({ start }, i) => {
      expect(start).toBeCloseTo((starts[i]! * HOP) / SAMPLE_RATE, 9);
    });
    // The lips close for both m sounds, and open for the vowel between them.
    const header = csv[0]!.split(',');
    const opening = (seconds: number) => {
      const row = csv[1 + Math.round(seconds * 60)]!.split(',');
      return Number(row[header.indexOf('JawOpen')]) - Number(row[header.indexOf('MouthClose')]);
    };
    const middle = ({ start, end }: { start: number; end: number }) => opening((start + end) / 2);
    expect(middle(phones[1]!)).toBeGreaterThan(middle(phones[0]!) + 0.1);
    expect(middle(phones[1]!)).toBeGreaterThan(middle(phones[2]!) + 0.1);
  });

  it('is rejected on submission if the voice has a different language or sex', async () => {
    const ask = (more: object) => submit(client, { ...job, ...more });
    await expect(ask({ language: 'de-DE', tts_params: { engine: 'embedded', voice: 'tiny' } })).rejects.toThrow(
      'the voice tiny speaks en-US, not de-DE',
    );
    await expect(ask({ tts_params: { engine: 'embedded', voice: 'tinny' } })).rejects.toThrow('The neural voices are tiny.');
  });

  it('uses an embedded voice if no neural voice speaks the language', async () => {
    const { record } = await run({ ...job, text: 'Guten Tag.', language: 'de-DE' });
    expect(record.status).toBe('succeeded');
  });
});
