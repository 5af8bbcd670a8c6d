import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { submit, watch } from '../../bin/demo/client.ts';
import { PAGE_ORIGIN as ORIGIN } from '../bundles.ts';
import { sharedService, type TestService, tinyJob } from './service.ts';

const STRANGER = 'https://evil.example.com';

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await sharedService();
  token = await service.tokenFor('pages');
});
afterAll(() => service.end());

const ask = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, service.url), { redirect: 'manual', signal: AbortSignal.timeout(60_000), ...init });

const corsHeaders = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'));

const preflight = (path: string, origin: string, method: string, headers = 'authorization, idempotency-key') =>
  ask(path, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
  });

const READABLE = {
  'access-control-allow-origin': ORIGIN,
  'access-control-expose-headers': 'retry-after, idempotent-replayed, location, x-amzn-requestid, error-type, ratelimit, ratelimit-policy',
  vary: 'Origin',
};

describe('a preflight request', () => {
  it('from an allowed origin does not need a token', async () => {
    const answer = await preflight('/lipsync/generate', ORIGIN, 'POST');
    expect(answer.status).toBe(204);
    expect(corsHeaders(answer)).toEqual({
      ...READABLE,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key',
      'access-control-max-age': '7200',
    });
  });

  it('from any other origin is rejected like any other OPTIONS request', async () => {
    const answer = await preflight('/lipsync/generate', STRANGER, 'POST');
    expect(answer.status).toBe(405);
    expect(corsHeaders(answer)).toEqual({ vary: 'Origin' });
  });

  it('requires the header Access-Control-Request-Method', async () => {
    expect((await ask('/status', { method: 'OPTIONS', headers: { origin: ORIGIN } })).status).toBe(405);
  });
});

describe('a request', () => {
  it('from an allowed origin gets CORS headers in the response, even for an error', async () => {
    for (const [path, status] of [
      [`/status?token=${token}`, 200],
      ['/status', 401],
      ['/openapi.json', 200],
    ] as const) {
      const answer = await ask(path, { headers: { origin: ORIGIN } });
      expect([path, answer.status, corsHeaders(answer)]).toEqual([path, status, READABLE]);
    }
  });

  it('from another origin gets no CORS headers in the response', async () => {
    const answer = await ask(`/status?token=${token}`, { headers: { origin: STRANGER } });
    expect(answer.status).toBe(200);
    expect(corsHeaders(answer)).toEqual({ vary: 'Origin' });
  });

  it('without an origin gets no CORS headers', async () => {
    for (const path of [`/status?token=${token}`, '/status', '/openapi.json']) expect(corsHeaders(await ask(path))).toEqual({});
    expect((await ask('/status', { method: 'OPTIONS' })).status).toBe(405);
  });

  it('that the gateway itself rejects gets CORS headers for every page', async () => {
    const answer = await ask('/nowhere', { headers: { origin: ORIGIN } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe("a job's files", () => {
  it('can be read by a page after the redirect, which sends Origin: null', async () => {
    const client = { url: service.url, token };
    const { id } = await watch(client, await submit(client, tinyJob));
    const redirect = await ask(`/download?token=${token}&id=${id}`, { headers: { origin: ORIGIN } });
    expect(redirect.status).toBe(302);
    expect(corsHeaders(redirect)).toEqual({ ...READABLE, vary: 'Accept-Encoding, Range, Origin' });
    const file = await fetch(redirect.headers.get('location')!, { headers: { origin: 'null' } });
    expect(file.status).toBe(200);
    expect(corsHeaders(file)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('content-disposition'),
    });
    expect(await file.text()).toContain('Timecode,BlendshapeCount');
  });

  it('can only be uploaded by pages from allowed origins', async () => {
    const answer = await ask(`/lipsync/uploads?token=${token}`, {
      method: 'POST',
      body: JSON.stringify({ size: 4, content_type: 'audio/wav' }),
      headers: { origin: ORIGIN },
    });
    const { upload } = (await answer.json()) as { upload: { url: string } };
    const ready = (origin: string) =>
      fetch(upload.url, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' },
      });
    const allowed = await ready(ORIGIN);
    expect(allowed.status).toBe(200);
    expect(corsHeaders(allowed)).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'PUT',
      'access-control-allow-headers': 'content-type',
    });
    expect((await ready(STRANGER)).status).toBe(403);
    const sent = await fetch(upload.url, {
      method: 'PUT',
      body: 'RIFF',
      headers: { origin: ORIGIN, 'content-type': 'audio/wav' },
    });
    expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([200, ORIGIN]);
  });
});
