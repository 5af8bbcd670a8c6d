import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ErrorBody } from '@talking-avatar/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dynamodb } from '#aws/clients';
import { submit, watch } from '../../bin/demo/client.ts';
import { sharedService, type TestService, tinyJob } from './service.ts';

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await sharedService();
  token = await service.tokenFor('errors');
});
afterAll(() => service.end());

/** Sends a request. @returns status, headers, and the raw body */
async function ask(path: string, init: RequestInit = {}, query: Record<string, string> = { token }) {
  const url = new URL(path, service.url);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(60_000), ...init });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? (JSON.parse(text) as unknown) : undefined };
}

const post = (
  body: NonNullable<RequestInit['body']>,
  contentType: string | undefined = 'application/json',
  query?: Record<string, string>,
) => ask('/lipsync/generate', { method: 'POST', body, ...(contentType && { headers: { 'content-type': contentType } }) }, query);

const postJob = (job: unknown) => post(JSON.stringify(job));

function form(parts: Record<string, string | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) data.append(name, value);
  return data;
}

const postForm = (parts: Record<string, string | Blob>) => ask('/lipsync/generate', { method: 'POST', body: form(parts) });

describe("the contract's error table", () => {
  it('400: the specification does not match the expected format', async () => {
    const { status, body } = await postJob({ ...tinyJob, output: { type: 'cvs' } });
    expect(status).toBe(400);
    expect(body).toEqual({
      title: 'Invalid job specification',
      message: 'output.type: must be one of "csv", "fbx", "glb", "video", got "cvs"; did you mean "csv"?',
      code: 400,
    });
  });

  it('400: a multipart request without a job', async () => {
    const { status, body } = await postForm({ audio: new Blob(['x']) });
    expect(status).toBe(400);
    expect(body).toEqual({
      title: 'Missing job specification',
      message: 'The multipart request has no part named "job"; send the job specification as JSON in a part with that name.',
      code: 400,
    });
  });

  it('400: the job part is malformed', async () => {
    const { status, body } = await postForm({ job: '{"text":', audio: new Blob(['x']) });
    expect(status).toBe(400);
    expect(body).toEqual({
      title: 'Malformed job specification',
      message: 'The part "job" is not JSON in UTF-8: Unexpected end of JSON input.',
      code: 400,
    });
  });

  it('401: the token is missing', async () => {
    const { status, body } = await post(JSON.stringify(tinyJob), undefined, {});
    expect(status).toBe(401);
    expect(body).toEqual({
      title: 'Missing token',
      message: 'The request has no token; add the query parameter "token" or the header "Authorization: Bearer".',
      code: 401,
    });
  });

  it('401: the token is invalid', async () => {
    const { status, body } = await post(JSON.stringify(tinyJob), undefined, { token: 'avt_nobody' });
    expect(status).toBe(401);
    expect(body).toEqual({
      title: 'Invalid token',
      message: 'The token is unknown or was revoked; check that it was copied completely.',
      code: 401,
    });
  });

  it('403: the token has expired', async () => {
    const lapsed = await service.tokenFor('errors', { name: 'trial', quota: 5, days: -1 });
    const { status, body } = await post(JSON.stringify(tinyJob), undefined, { token: lapsed });
    expect(status).toBe(403);
    expect(body).toEqual({
      title: 'Expired token',
      message: expect.stringMatching(/^This token's subscription expired at \d{4}-\d\d-\d\dT[\d:.]+Z; renew it to continue\.$/),
      code: 403,
    });
  });

  it("403: the plan's request limit is reached", async () => {
    const single = await service.tokenFor('errors', { name: 'trial', quota: 1, days: 1 });
    expect((await post(JSON.stringify(tinyJob), undefined, { token: single })).status).toBe(200);
    const { status, body } = await post(JSON.stringify(tinyJob), undefined, { token: single });
    expect(status).toBe(403);
    expect(body).toEqual({
      title: 'Request limit reached',
      message: "This token's plan allows 1 requests, and all of them have been used; renew or upgrade the plan to continue.",
      code: 403,
    });
  });
});

describe('errors that are not in the table', () => {
  it('404 for an address that does not exist', async () => {
    for (const path of ['/lipsync', '/lipsync/generat', '/nothing/at/all']) {
      const { status, body } = await ask(path);
      expect({ path, status }).toEqual({ path, status: 404 });
      expect(body).toMatchObject({ title: 'Unknown address', code: 404 });
    }
  });

  it.each([
    ['GET', '/lipsync/generate', 'POST'],
    ['DELETE', '/status', 'GET'],
    ['POST', '/lipsync/download', 'GET'],
    ['PUT', '/openapi.json', 'GET'],
  ])('405 for %s %s', async (method, path, allowed) => {
    const { status, body, headers } = await ask(path, { method });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe(allowed);
    expect(body).toEqual({
      title: 'Method not allowed',
      message: `The method ${method} is not allowed here; use ${allowed}.`,
      code: 405,
    });
  });

  it('404 for an unknown job and for another account’s', async () => {
    const { body } = await postJob(tinyJob);
    const { id } = body as { id: string };
    const stranger = await service.tokenFor('intruder');
    for (const path of ['/status', '/lipsync/status', '/download', '/lipsync/download']) {
      expect((await ask(path, {}, { token: stranger, id })).status).toBe(404);
      expect(await ask(path, {}, { token, id: 'nonsense' })).toMatchObject({
        status: 404,
        body: { title: 'Unknown job', message: 'This account has no job "nonsense".', code: 404 },
      });
    }
  });

  it('409 for a job that is not finished', async () => {
    const { body } = await postJob({ ...tinyJob, text: 'A somewhat longer text that takes a moment to be spoken.' });
    const { id } = body as { id: string };
    const answer = await ask('/download', {}, { token, id });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ title: 'Job not finished', code: 409 });
  });

  it('415 for another content-type', async () => {
    const { status, body } = await post('text', 'text/plain');
    expect(status).toBe(415);
    expect(body).toEqual({
      title: 'Unsupported media type',
      message: 'The content-type must be application/json or multipart/form-data, but it is "text/plain".',
      code: 415,
    });
  });

  it.each(['/lipsync/generate', '/lipsync/uploads', '/lipsync/cancel'])(
    '415 for a compressed body of %s, with instructions',
    async (path) => {
      const { status, body } = await ask(path, {
        method: 'POST',
        body: gzipSync(JSON.stringify(tinyJob)),
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      });
      expect(status).toBe(415);
      expect(body).toEqual({
        title: 'Unsupported media type',
        message: 'The body is compressed (content-encoding: "gzip"); send it uncompressed, without that header.',
        code: 415,
      });
    },
  );

  it('413 for a specification or recording that is too large, naming the upload endpoint', async () => {
    expect(await postJob({ ...tinyJob, text: 'x'.repeat(1_100_000) })).toMatchObject({
      status: 413,
      body: { title: 'Request too large', code: 413 },
    });
    const answer = await postForm({ job: JSON.stringify(tinyJob), audio: new Blob([new Uint8Array(4_500_001)]) });
    expect(answer.status).toBe(413);
    expect((answer.body as ErrorBody).message).toMatch(/\/lipsync\/uploads/);
  });

  it("422 for another job's idempotency key; the same job returns the same ID", async () => {
    const keyed = (job: object) =>
      ask('/lipsync/generate', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'Idempotency-Key': 'order-7' },
        body: JSON.stringify(job),
      });
    const [first, second] = [await keyed(tinyJob), await keyed(tinyJob)];
    expect(first.status).toBe(200);
    expect(second).toMatchObject({ status: 200, body: first.body as object });
    expect(await keyed({ ...tinyJob, text: 'Other.' })).toMatchObject({
      status: 422,
      body: {
        title: 'Idempotency key reused',
        message: 'This Idempotency-Key has already been used with a different job specification; use a new key for a new job.',
        code: 422,
      },
    });
  });

  it('the same idempotency key posted ten times concurrently creates one job', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        ask('/lipsync/generate', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'Idempotency-Key': 'burst' },
          body: JSON.stringify(tinyJob),
        }),
      ),
    );
    expect(new Set(answers.map(({ body }) => (body as { id: string }).id)).size).toBe(1);
  });

  it('400 for malformed SSML, with line and column', async () => {
    const { status, body } = await postJob({ ...tinyJob, text: '<speak>Hello <break time="1s"></speak>' });
    expect(status).toBe(400);
    expect((body as ErrorBody).message).toMatch(/^text: .*line 1.*column/);
  });

  it('400 for a bucket that the settings do not allow', async () => {
    expect(await postJob({ ...tinyJob, audio_url: 's3://somewhere/voice.wav' })).toMatchObject({
      status: 400,
      body: {
        title: 'Invalid job specification',
        message: expect.stringContaining('audio_url: this deployment does not accept'),
        code: 400,
      },
    });
  });

  it('400 for a video with an odd width or height', async () => {
    const { status, body } = await postJob({
      ...tinyJob,
      target_rig: 'metahuman',
      output: { type: 'video', width: 641, height: 360 },
    });
    expect(status).toBe(400);
    expect((body as ErrorBody).message).toMatch(/^output\.width: .*even/);
  });

  it('400 for form parts that are unknown, repeated, missing, or contradictory', async () => {
    const job = JSON.stringify(tinyJob);
    const audio = new Blob(['x']);
    expect((await postForm({ job, audio, extra: 'x' })).body).toMatchObject({
      message: 'The part "extra" is unknown; the parts are "job" and "audio".',
      code: 400,
    });
    const twice = form({ job, audio });
    twice.append('job', job);
    expect((await ask('/lipsync/generate', { method: 'POST', body: twice })).body).toMatchObject({
      message: 'The part "job" occurs twice.',
    });
    expect((await postForm({ job })).body).toMatchObject({ message: expect.stringContaining('needs a part "audio"') });
    expect((await postForm({ job, audio: new Blob([]) })).body).toMatchObject({ message: 'audio: the part is empty' });
    const both = JSON.stringify({ ...tinyJob, audio_url: 'https://example.com/a.wav' });
    expect((await postForm({ job: both, audio })).body).toMatchObject({
      message: expect.stringContaining('send only one of them'),
    });
  });

  it('400 for wrong parameters', async () => {
    const { body: job } = await postJob(tinyJob);
    const { id } = job as { id: string };
    for (const query of [{ limit: '0' }, { limit: '101' }, { limit: 'x' }, { status: 'done' }, { cursor: 'made-up' }]) {
      expect((await ask('/status', {}, { token, ...query })).status).toBe(400);
    }
    expect((await ask('/download')).body).toMatchObject({ message: 'id: is required but missing', code: 400 });
    expect((await ask('/download', {}, { token, id, format: 'xml' })).body).toMatchObject({
      message: 'format: must be "json" or "redirect", got "xml"',
    });
  });

  it('a token in the Authorization header', async () => {
    const answer = await ask('/status', { headers: { authorization: `Bearer ${token}` } }, {});
    expect(answer.status).toBe(200);
  });
});

it('410 for the result of a failed or expired job', async () => {
  const path = (id: string) => ask('/download', {}, { token, id });
  const client = { url: service.url, token };
  const failed = await watch(client, await submit(client, tinyJob, Buffer.from('not audio')));
  expect((await path(failed.id)).body).toEqual({
    title: 'Result not available',
    message: `Job ${failed.id} failed: ${failed.error?.message}`,
    code: 410,
  });
  const { id } = await watch(client, await submit(client, tinyJob));
  await dynamodb().send(
    new UpdateCommand({
      TableName: service.outputs.JobsTable,
      Key: { id },
      UpdateExpression: 'SET expires_at = :past',
      ExpressionAttributeValues: { ':past': 1 },
    }),
  );
  expect(await path(id)).toMatchObject({
    status: 410,
    body: { title: 'Result not available', message: `The result of job ${id} has expired.`, code: 410 },
  });
});

it('503 when the job cannot be queued, and the job is withdrawn', async () => {
  // The message group must not contain spaces, so the queue rejects every job from this account.
  const refused = await service.tokenFor('two words', { name: 'trial', quota: 1, days: 1 });
  for (const _ of [1, 2]) {
    const { status, body, headers } = await post(JSON.stringify(tinyJob), undefined, { token: refused });
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('5');
    expect(body).toEqual({
      title: 'Service unavailable',
      message: expect.stringMatching(
        /^The job was not accepted; try again in a few seconds\. .* with the same Idempotency-Key.* Request [\w-]+\.$/,
      ),
      code: 503,
    });
  }
  expect((await ask('/status', {}, { token: refused })).body).toEqual({ jobs: [], cursor: null });
});

const isError = (status: number, body: unknown) =>
  expect(body).toEqual({ title: expect.any(String), message: expect.stringMatching(/./), code: status });

describe('any body', () => {
  it('any JSON value results in 200 or a well-formed 4xx', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.jsonValue(),
          fc.record(
            {
              target_rig: fc.constantFrom('metahuman', 'arkit', 'x'),
              text: fc.jsonValue(),
              language: fc.jsonValue(),
              output: fc.jsonValue(),
            },
            { requiredKeys: [] },
          ),
        ),
        async (value) => {
          const { status, body } = await postJob(value);
          if (status === 200) expect(body).toEqual({ id: expect.any(String), status: 'queued' });
          else {
            expect(status).toBeGreaterThanOrEqual(400);
            expect(status).toBeLessThan(500);
            isError(status, body);
          }
        },
      ),
      { numRuns: 120 },
    );
  });

  it('random bytes as multipart result in a well-formed 4xx', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), fc.boolean(), async (bytes, framed) => {
        const part = Buffer.from('--b\r\nContent-Disposition: form-data; name="job"\r\n\r\n');
        const payload = framed ? Buffer.concat([part, bytes]) : Buffer.from(bytes);
        const { status, body } = await post(payload, 'multipart/form-data; boundary=b');
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
        isError(status, body);
      }),
      { numRuns: 120 },
    );
  });
});

/** Sends a request many times over a single connection, without waiting for responses. @returns the responses */
async function pipeline(path: string, times: number): Promise<string[]> {
  const { hostname, port, host } = new URL(service.url);
  const socket = connect(Number(port), hostname).setTimeout(60_000, () => socket.destroy(new Error('no response')));
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n`;
  socket.write(`${`${request}\r\n`.repeat(times - 1)}${request}Connection: close\r\n\r\n`);
  return (await text(socket)).split(/(?=HTTP\/1\.1 )/);
}

it("429 when requests exceed the stage's rate", async () => {
  const answers = await pipeline('/nothing', 3_000);
  expect(answers).toHaveLength(3_000);
  const throttled = answers.filter((answer) => !answer.startsWith('HTTP/1.1 404 '));
  expect(throttled.length).toBeGreaterThan(0);
  for (const answer of throttled) expect(answer).toMatch(/^HTTP\/1\.1 429 /);
  const [head, body] = throttled[0]?.split('\r\n\r\n') ?? [];
  expect(head?.toLowerCase().split('\r\n')).toContain('retry-after: 1');
  expect(JSON.parse(body ?? '')).toEqual({
    title: 'Too many requests',
    message: 'The request rate is too high; wait a second and try again.',
    code: 429,
  });
});
