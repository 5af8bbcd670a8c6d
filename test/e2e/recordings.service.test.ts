import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { timelineSchema } from '@talking-avatar/contract';
import { AAC_SAMPLE_RATE, decodeWav } from '@talking-avatar/speech';
import { levelAt, record, WHISTLE, WHISTLE_LEVEL } from '@talking-avatar/speech/testing';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { download, type Service, submit, watch } from '../../bin/demo/client.ts';
import { sharedService, type TestService } from './service.ts';

const SPOKEN = 'People may be pleased by my moving mouth. Maybe twenty-five of them, or more!';
const JOB = { target_rig: 'arkit', text: SPOKEN, language: 'en-US', output: { type: 'csv' } };

let service: TestService;
let client: Service;
let recording: Buffer;

beforeAll(async () => {
  service = await sharedService();
  client = await service.as('recordings');
  recording = await record(SPOKEN, ['-c:a', 'flac', '-f', 'flac']);
});
afterAll(() => service.end());

const timelineOf = async (id: string) =>
  v.parse(timelineSchema, JSON.parse(Buffer.from(await download(client, id, 'timeline')).toString()));

/** Serves the recording for as long as a job uses it. */
async function serving(use: (url: string) => Promise<string>): Promise<string> {
  const server = createServer((_, response) => response.end(recording)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const id = await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/talk.flac`);
    expect(await watch(client, id)).toMatchObject({
      status: 'succeeded',
      error: null,
      output: { engine: 'recording', voice: 'recording', warnings: [] },
    });
    return id;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('a studio recording in stereo at 48 kHz', () => {
  it.each([
    ['a part of the request', () => submit(client, JOB, recording)],
    ['fetched from its address', (url: string) => submit(client, { ...JOB, audio_url: url })],
  ])('preserves all frequencies as %s', async (_, send) => {
    const id = await serving(send);
    const { samples, sampleRate } = decodeWav(await download(client, id, 'audio'));
    expect(sampleRate).toBe(AAC_SAMPLE_RATE);
    // The whistle is on only one of two channels, which are mixed down to mono.
    expect(levelAt(samples, sampleRate, WHISTLE)).toBeGreaterThan(0.4 * WHISTLE_LEVEL);
    const { duration, phones } = await timelineOf(id);
    expect(duration).toBeCloseTo(samples.length / sampleRate, 3);
    expect(phones.length).toBeGreaterThan(40);
  });

  it('is aligned with a transcript that contains numbers, markup, and punctuation', async () => {
    const text =
      '<speak>“People” may be pleased by <emotion name="happy" level="0.8">my moving mouth</emotion> … ' +
      '<break time="2s"/>maybe 25 of <sub alias="them">those</sub>, or more?!</speak>';
    const id = await submit(client, { ...JOB, text }, recording);
    expect(await watch(client, id)).toMatchObject({ status: 'succeeded' });
    const plain = await timelineOf(await serving((url) => submit(client, { ...JOB, audio_url: url })));
    const { words, marks } = await timelineOf(id);
    expect(words.map((word) => word.text)).toEqual('People may be pleased by my moving mouth maybe 25 of those or more'.split(' '));
    for (const [i, word] of words.entries()) {
      expect(Math.abs(word.start - plain.words[i]!.start), word.text).toBeLessThan(0.06);
    }
    const emotion = marks.find(({ type }) => type === 'emotion')!;
    expect(Math.abs(emotion.start - words[5]!.start)).toBeLessThan(0.04);
    expect(Math.abs(emotion.end - words[7]!.end)).toBeLessThan(0.04);
  });
});
