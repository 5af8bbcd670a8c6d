import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type AudioStores, audioStoresSchema } from '@talking-avatar/contract';
import { createEmbeddedEngine, encodeWav } from '@talking-avatar/speech';
import type { Gateway } from 'local-aws/gateway';
import { type S3, startS3 } from 'local-aws/s3';
import { caller, clientOf, makeDirectory, removeDirectory, startTestGateway } from 'local-aws/testing';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchClientObject } from '#aws';
import { type Service, submit, watch } from '../../bin/demo/client.ts';
import { startService, type TestService } from './service.ts';

const TEXT = 'People may be pleased by my beautiful moving mouth.';
const KEY = 'talks/one two & ü%20.wav';
const SECRET = 'avatar/obs';

let folder: string;
let foreign: S3;
let gate: Gateway;
let service: TestService;
let client: Service;
let stores: AudioStores;

/** Starts a customer's store that has one readable and one locked bucket, and creates a bucket on S3. */
beforeAll(async () => {
  folder = makeDirectory();
  const buckets = ['voices', 'locked'].map((name) => ({ name, expirations: [] }));
  foreign = await startS3({ dir: folder, buckets });
  const reader = caller('reader', ['s3:GetObject', 's3:ListBucket'], 'arn:aws:s3:::voices*');
  gate = await startTestGateway([foreign.service], { callers: [caller('operator'), reader] });
  stores = v.parse(audioStoresSchema, {
    s3: { buckets: ['customer-voices'] },
    obs: { endpoint: gate.url, region: 'eu-de', buckets: ['voices', 'locked'], secret: SECRET },
  });
  service = await startService({ audioStores: stores });
  const keys = { accessKeyId: 'reader', secretAccessKey: 'secret-of-reader' };
  await writeFile(
    join(service.data, 'secrets.json'),
    JSON.stringify({ [SECRET]: keys, wrong: { ...keys, secretAccessKey: 'x' }, odd: { user: 'reader' } }),
  );
  client = await service.as('acme');
  const { audio } = await createEmbeddedEngine().speak({ text: TEXT, language: 'en-GB', sex: 'male', speed: 0.9 });
  const wav = encodeWav(audio);
  const owner = new S3Client(clientOf(gate));
  for (const Bucket of ['voices', 'locked']) await owner.send(new PutObjectCommand({ Bucket, Key: KEY, Body: wav }));
  // The process that runs the local service can access the embedded S3 as the operator.
  await new S3Client().send(new PutObjectCommand({ Bucket: 'customer-voices', Key: KEY, Body: wav }));
  owner.destroy();
});

afterAll(async () => {
  await service.end();
  await gate.stop();
  await foreign.stop();
  removeDirectory(folder);
});

const job = (audio_url: string) => ({
  target_rig: 'arkit',
  text: TEXT,
  language: 'en-US',
  output: { type: 'csv' },
  audio_url,
});

const run = async (audio_url: string) => watch(client, await submit(client, job(audio_url)));

describe('an audio_url that refers to an object', () => {
  it.each(['s3://customer-voices', 'obs://voices'])('is read from %s', async (bucket) => {
    expect(await run(`${bucket}/${KEY}`)).toMatchObject({ status: 'succeeded', error: null });
  });

  it.each([
    ['obs://voices/missing.wav', 'the object does not exist in the bucket "voices"'],
    ['s3://customer-voices/missing.wav', 'does not allow this service to read it, or does not contain this object'],
    [`obs://locked/${KEY}`, 'the bucket "locked" does not allow this service to read it'],
  ])('fails the job at %s with the reason', async (url, reason) => {
    const { status, error } = await run(url);
    expect(status).toBe('failed');
    expect(error).toMatchObject({ title: 'Recording not reachable', code: 400 });
    expect(error?.message).toContain('audio_url');
    expect(error?.message).toContain(reason);
  });

  it.each([
    ['s3://elsewhere/voice.wav', 'does not read the bucket'],
    ['obs://customer-voices/voice.wav', 'does not read the bucket'],
    ['s3://voices', 'must be a bucket and a key'],
    ['s3://customer-voices/', 'must be a bucket and a key'],
  ])('is rejected on submission at %s', async (url, reason) => {
    await expect(submit(client, job(url))).rejects.toThrow(/400/);
    await expect(submit(client, job(url))).rejects.toThrow(reason);
  });

  it("is rejected for the service's own bucket, which contains other customers' recordings", async () => {
    await expect(submit(client, job(`s3://${service.outputs.Bucket}/jobs/x/recording`))).rejects.toThrow('400');
  });
});

describe('fetchClientObject', () => {
  const address = { scheme: 'obs', bucket: 'voices', key: KEY } as const;
  const limits = { bytes: 1_000_000, timeout: 10_000 };

  it("returns the object's bytes", async () => {
    expect((await fetchClientObject(address, stores.obs!, limits)).byteLength).toBeGreaterThan(50_000);
  });

  it('stops at the size and time limits', async () => {
    await expect(fetchClientObject(address, stores.obs!, { ...limits, bytes: 1_000 })).rejects.toThrow('larger than 1000');
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const late = fetchClientObject(address, { ...stores.obs!, endpoint }, { ...limits, timeout: 300 });
    await expect(late).rejects.toMatchObject({ name: 'OutboundError', message: expect.stringMatching(/too long/) });
    silent.closeAllConnections();
    silent.close();
  });

  it.each([
    ['wrong keys', { secret: 'wrong' }, /does not allow this service to read it/],
    ['a secret without keys', { secret: 'odd' }, /must be JSON with accessKeyId/],
    ['a missing secret', { secret: 'none' }, /none/],
    ['an unreachable address', { endpoint: 'http://127.0.0.1:9' }, /connection to the store failed/],
  ])('reports %s', async (_, change, message) => {
    await expect(fetchClientObject(address, { ...stores.obs!, ...change }, limits)).rejects.toThrow(message);
  });
});
