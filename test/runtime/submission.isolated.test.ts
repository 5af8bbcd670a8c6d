import { DEFAULT_IDENTIFIERS, jobSchema, LIMITS } from '@talking-avatar/contract';
import { processorTime } from '@talking-avatar/speech/testing';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readSubmission } from '#runtime';

const schema = jobSchema(DEFAULT_IDENTIFIERS);
const URL = 'https://example.com/voice.wav';
const smallest = { target_rig: 'metahuman', text: 'Hello.', language: 'en-US' };

const read = async (body: string | FormData) => {
  const request = new Request('https://example.com', { method: 'POST', body });
  const contentType = typeof body === 'string' ? 'application/json' : request.headers.get('content-type');
  const event = {
    headers: { 'content-type': contentType },
    body: Buffer.from(await request.arrayBuffer()).toString('base64'),
    isBase64Encoded: true,
  };
  return readSubmission(event as unknown as APIGatewayProxyEvent, schema);
};

const readForm = (job: object) => {
  const form = new FormData();
  form.append('job', JSON.stringify(job));
  form.append('audio', new Blob(['RIFF']), 'voice.wav');
  return read(form);
};

const PHONE = { symbol: 'a', start: 0, end: 1, stress: 0, word: null };
const filled = (count: number, item: object) => Array.from({ length: count }, () => item);
const numbered = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [i, 1]));

const HINT = /text: .*; a job with a recording needs its transcript: type the spoken words, .* Whisper .*send it as "text"/;

describe('a submission', () => {
  it.each([
    ['a long name of metadata', { metadata: { ['k'.repeat(900_000)]: 'x' } }, 'metadata.*: must be a name of at most 40'],
    ['an unknown field', { [`avt_${'s'.repeat(900_000)}`]: 1 }, 'the job specification: unknown field'],
    ['a token as a value', { metadata: { Authorization: `avt_${'s'.repeat(200)}` } }, 'metadata.*: must be at most 100 characters'],
  ])('is logged without %s', async (_, fields, logged) => {
    const error = await read(JSON.stringify({ ...smallest, ...fields })).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ body: { code: 400 }, logged: expect.stringContaining(logged) });
    const { message, logged: line } = error as { message: string; logged: string };
    expect(message.length).toBeLessThan(1_000);
    expect(line).not.toMatch(/k{9}|avt_/);
  });

  it.each([
    ['nested too deeply', `{"metadata":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`, 'must be nested at most 64 levels deep'],
    ['with a name that would be lost', JSON.stringify(smallest).replace('{', '{"metadata":{"constructor":"x"},'), '"constructor"'],
    ['that is not JSON', '{"a": \u001b', 'is not JSON in UTF-8: '],
  ])('is malformed if it is JSON %s', async (_, body, message) => {
    await expect(read(body)).rejects.toMatchObject({ body: { code: 400, message: expect.stringContaining(message) } });
  });

  it('may not have a large part named like an inherited property', async () => {
    for (const name of ['constructor', '__proto__']) {
      const form = new FormData();
      form.append(name, 'x'.repeat(LIMITS.jobBytes + 1));
      await expect(read(form)).rejects.toMatchObject({ body: { code: 413 } });
    }
  });

  it.each([undefined, '', ' ', null])('explains how to obtain a transcript for a recording whose text is %j', async (text) => {
    const job = { ...smallest, text };
    await expect(read(JSON.stringify({ ...job, audio_url: URL }))).rejects.toMatchObject({ message: HINT });
    await expect(readForm(job)).rejects.toMatchObject({ message: HINT });
    await expect(read(JSON.stringify(job))).rejects.toMatchObject({
      message: expect.not.stringMatching('transcript'),
    });
  });

  it('does not mention transcripts when another field is invalid', async () => {
    const refused = read(JSON.stringify({ ...smallest, audio_url: URL, camera: 9 }));
    await expect(refused).rejects.toMatchObject({ message: expect.not.stringMatching('transcript') });
  });

  it('may have longer text for a recording than for synthesized speech and videos', async () => {
    const job = { ...smallest, text: 'x'.repeat(LIMITS.textCharacters + 1) };
    const tooLong = /^text: must be at most 10000 characters .*, got 10001; split it/;
    await expect(read(JSON.stringify(job))).rejects.toMatchObject({ message: tooLong });
    const video = { ...job, output: { type: 'video' } };
    await expect(readForm(video)).rejects.toMatchObject({ message: tooLong });
    expect((await read(JSON.stringify({ ...job, audio_url: URL }))).specification.text).toBe(job.text);
    expect((await readForm(job)).specification.text).toBe(job.text);
  });

  it('is rejected if it is too large, with the timeline length that fits', async () => {
    const job = { ...smallest, text: 'x'.repeat(LIMITS.jobBytes) };
    const message = expect.stringMatching(/larger than 1048576 bytes.*timeline fits for about 15 minutes.*divide/);
    await expect(read(JSON.stringify({ ...job, audio_url: URL }))).rejects.toMatchObject({
      message,
      body: { code: 413 },
    });
    await expect(readForm(job)).rejects.toMatchObject({ message, body: { code: 413 } });
  });

  it.each([
    ['phones without fields', { timeline: { words: [], phones: filled(300_000, {}) } }, 'timeline.phones.0.symbol: is required'],
    [
      'words that end before they start',
      { timeline: { words: filled(30_000, { text: '', start: 1, end: 0 }), phones: [] } },
      'timeline.words.0: must not end before it starts',
    ],
    ['marks of no type', { timeline: { words: [], phones: [PHONE], marks: filled(300_000, {}) } }, 'timeline.marks.0.type: must be'],
    ['names of metadata', { metadata: numbered(95_000) }, 'metadata.0: must be a name'],
  ])('is rejected quickly for the first of very many wrong %s', async (_, wrong, message) => {
    const body = JSON.stringify({ ...smallest, audio_url: URL, ...wrong });
    expect(body.length).toBeGreaterThan(LIMITS.jobBytes * 0.8);
    expect(body.length).toBeLessThan(LIMITS.jobBytes);
    let issues: number | undefined;
    const took = processorTime(() => (issues = v.safeParse(schema, JSON.parse(body)).issues?.length));
    expect(issues).toBe(1);
    expect(took).toBeLessThan(1000);
    await expect(read(body)).rejects.toMatchObject({ message: expect.stringContaining(message) });
  });
});
