import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { LIMITS } from '@talking-avatar/contract';
import { afterEach, expect, it } from 'vitest';
import { ConnectionError, createClient, IntegrityError, type Job, JobEndedError, ServiceError, WaitTimeoutError } from '../src/index.ts';
import { PART_BYTES } from '../src/upload.ts';
import { answerJson, startServer, type TestServer } from './service.ts';

const JOB: Job = { target_rig: 'metahuman', text: 'Good morning.', language: 'en-US' };
const ID = '6f1c2b9e-3d57-4c1e-9f0a-5b7d8e2a4c10';
const UNAVAILABLE = { title: 'Service unavailable', message: 'Try again.', code: 503 };

let server: TestServer | undefined;
afterEach(() => server?.close());

type Answer = Parameters<typeof startServer>[0];

/** Creates a client for a server that sends these responses. */
async function connect(answer: Answer, options: object = {}) {
  server = await startServer(answer);
  return { client: createClient({ url: server.url, token: 'secret', ...options }), received: server.received };
}

const statusOf = (status: string, more: object = {}) => ({
  id: ID,
  status,
  progress: 0,
  finished_at: status === 'queued' || status === 'running' ? null : '2026-01-01T00:00:00Z',
  error: null,
  ...more,
});

it('resends a job with the same key until it is accepted, and sends the token only in a header', async () => {
  let answers = 0;
  const { client, received } = await connect((_, response) => {
    answers++;
    if (answers === 1) response.writeHead(504).end('<html>Gateway timeout</html>');
    else if (answers === 2) answerJson(response, UNAVAILABLE, 503, { 'retry-after': '0' });
    else answerJson(response, { id: ID, status: 'queued' });
  });
  expect(await client.generate(JOB)).toEqual({ id: ID, status: 'queued' });
  expect(received.map(({ path }) => path)).toEqual(Array(3).fill('/v1/lipsync/generate'));
  expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(received[0]!.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  expect(received.every(({ headers }) => headers.authorization === 'Bearer secret')).toBe(true);
});

it("fails with the service's error after its retries", async () => {
  const { client, received } = await connect((_, response) => answerJson(response, UNAVAILABLE, 503, { 'retry-after': '0' }), {
    retries: 2,
  });
  await expect(client.status(ID)).rejects.toMatchObject({ name: 'ServiceError', body: UNAVAILABLE, retryAfter: 0 });
  expect(received).toHaveLength(3);
});

it('does not retry a rejected request', async () => {
  const body = { title: 'Invalid job', message: 'text: missing', code: 400 };
  const { client, received } = await connect((_, response) => answerJson(response, body, 400));
  await expect(client.generate(JOB)).rejects.toThrow(new ServiceError(body));
  expect(received).toHaveLength(1);
});

it('fails with the name of the host that does not respond in time', async () => {
  const { client } = await connect(() => {}, { timeout: 50, retries: 1 });
  await expect(client.actors()).rejects.toThrow(/127\.0\.0\.1:\d+ did not respond within 0.05 s/);
  await server!.close();
  await expect(client.actors()).rejects.toBeInstanceOf(ConnectionError);
});

it('stops when it is aborted', async () => {
  const stop = new AbortController();
  const { client } = await connect(() => stop.abort(new Error('no longer needed')));
  await expect(client.status(ID, { signal: stop.signal })).rejects.toThrow('no longer needed');
  await expect(client.wait(ID, { signal: stop.signal })).rejects.toThrow('no longer needed');
});

it('sends a short recording as a form', async () => {
  const { client, received } = await connect((_, response) => answerJson(response, { id: ID, status: 'queued' }));
  await client.generate(JOB, { recording: new Uint8Array([1, 2, 3]) });
  const { headers, body } = received[0]!;
  const form = await new Response(body, { headers: { 'content-type': headers['content-type']! } }).formData();
  expect(JSON.parse(form.get('job') as string)).toEqual(JOB);
  expect([...(await (form.get('audio') as File).bytes())]).toEqual([1, 2, 3]);
});

it('uploads a long recording, and submits its URL with the job', async () => {
  expect(PART_BYTES).toBe(LIMITS.audioPartBytes);
  const { client, received } = await connect(({ path }, response) => {
    const upload = { method: 'PUT', url: `${server!.url}/bucket`, headers: { 'x-signed': 'yes' } };
    if (path.endsWith('/uploads')) answerJson(response, { upload, audio_url: 'https://bucket/voice', expires_at: '' });
    else if (path.endsWith('/bucket')) response.end();
    else answerJson(response, { id: ID, status: 'queued' });
  });
  const recording = new Blob([new Uint8Array(PART_BYTES + 1)], { type: 'audio/webm;codecs=opus' });
  await client.generate(JOB, { recording });
  const [asked, uploaded, submitted] = received;
  expect(JSON.parse(asked!.body.toString())).toEqual({ size: PART_BYTES + 1, content_type: 'audio/webm' });
  expect(uploaded).toMatchObject({ method: 'PUT', headers: { 'x-signed': 'yes' } });
  expect(uploaded!.body.byteLength).toBe(PART_BYTES + 1);
  expect(uploaded!.headers.authorization).toBeUndefined();
  expect(JSON.parse(submitted!.body.toString())).toEqual({ ...JOB, audio_url: 'https://bucket/voice' });
});

it('waits for a job, and reports its progress', async () => {
  const answers = [statusOf('queued'), statusOf('running', { progress: 0.5 }), statusOf('succeeded', { progress: 1 })];
  const { client } = await connect((_, response) => answerJson(response, answers.shift()!));
  const seen: number[] = [];
  const job = await client.wait(ID, { onProgress: ({ progress }) => seen.push(progress), interval: 1 });
  expect(job.status).toBe('succeeded');
  expect(seen).toEqual([0, 0.5, 1]);
});

it('rejects when a job fails, and when it takes too long', async () => {
  const error = { title: 'Audio unreadable', message: 'Not a sound.', code: 400 };
  let status = statusOf('failed', { error });
  const { client } = await connect((_, response) => answerJson(response, status));
  const failed = await client.wait(ID).catch((reason: unknown) => reason);
  expect(failed).toBeInstanceOf(JobEndedError);
  expect(failed).toMatchObject({ message: `The job ${ID} failed: Not a sound.`, job: { error } });
  status = statusOf('running');
  await expect(client.wait(ID, { interval: 1, timeout: 20 })).rejects.toBeInstanceOf(WaitTimeoutError);
});

it('lists all pages, and stops requesting them when its reader stops', async () => {
  const { client, received } = await connect(({ path }, response) => {
    const cursor = new URL(path, 'http://x').searchParams.get('cursor');
    const jobs = [statusOf('queued', { id: `${cursor}-1` }), statusOf('queued', { id: `${cursor}-2` })];
    answerJson(response, { jobs, cursor: cursor === null ? 'next' : null });
  });
  const ids: string[] = [];
  for await (const { id } of client.list({ status: 'queued', pageSize: 2 })) ids.push(id);
  expect(ids).toEqual(['null-1', 'null-2', 'next-1', 'next-2']);
  expect(received[0]!.path).toContain('status=queued&limit=2');
  received.length = 0;
  for await (const _ of client.list()) break;
  expect(received).toHaveLength(1);
});

const CONTENT = Buffer.from('a file');

/** Responds with a link to a file, and with `file` when that link is requested. */
const serveFile =
  (file: Answer): Answer =>
  (request, response) => {
    if (request.path.endsWith('/file')) return file(request, response);
    answerJson(response, {
      url: `${server!.url}/file`,
      expires_at: '2026-01-01T00:00:00Z',
      content_type: 'text/csv',
      size: CONTENT.length,
      sha256: createHash('sha256').update(CONTENT).digest('hex'),
    });
  };

it('downloads a file without sending it the token', async () => {
  const { client, received } = await connect(serveFile((_, response) => response.end(CONTENT)));
  const file = await client.download(ID, { artifact: 'audio' });
  expect(Buffer.from(await file.bytes())).toEqual(CONTENT);
  expect(file).toMatchObject({ contentType: 'text/csv', size: 6 });
  expect(received[0]!.path).toContain('artifact=audio');
  expect(received[1]!.headers.authorization).toBeUndefined();
});

it('asks for the compressed copy, and checks the file that was compressed', async () => {
  const { client, received } = await connect(
    serveFile((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(CONTENT));
    }),
  );
  expect(Buffer.from(await (await client.download(ID)).bytes())).toEqual(CONTENT);
  expect(received[0]!.path).toContain('encoding=gzip');
});

it("returns a file's URL and size without downloading it", async () => {
  const { client, received } = await connect(serveFile((_, response) => response.end(CONTENT)));
  expect(await client.link(ID, { artifact: 'audio' })).toMatchObject({ url: `${server!.url}/file`, size: 6 });
  expect(received.map(({ path }) => path)).toEqual([`/v1/download?id=${ID}&artifact=audio&format=json`]);
});

it.each([
  ['shorter', 'a fil'],
  ['longer', 'a file!'],
  ['changed', 'A file'],
])('rejects a file that is %s', async (_, content) => {
  const { client } = await connect(serveFile((_request, response) => response.end(content)));
  const file = await client.download(ID);
  await expect(file.bytes()).rejects.toBeInstanceOf(IntegrityError);
});

it('times out when a download stalls', async () => {
  const { client } = await connect(
    serveFile((_, response) => {
      response.writeHead(200, { 'content-length': CONTENT.length });
      response.write('a f');
    }),
    { timeout: 1_000 },
  );
  const file = await client.download(ID);
  await expect(file.bytes()).rejects.toThrow('stalled');
});
