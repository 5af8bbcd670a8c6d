import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService, tinyJob } from './service.ts';

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startService();
  token = await service.tokenFor('acme');
});
afterAll(() => service.end());

const ask = (path: string, init: RequestInit = {}, by = token) =>
  fetch(`${service.url}${path}`, { ...init, headers: { authorization: `Bearer ${by}`, ...init.headers } });

const submit = (job: object, key: string) =>
  ask('/lipsync/generate', {
    method: 'POST',
    body: JSON.stringify(job),
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
  });

describe('GET /lipsync/voices', () => {
  interface Voice {
    name: string;
    language: string;
    sex: string;
    actor: string | null;
    commercial_use: boolean | null;
  }
  const list = async (query = '') =>
    ((await (await ask(`/lipsync/voices${query}`)).json()) as { voices: Voice[] }).voices;

  it('lists voices that a job may name, and no other', async () => {
    const voices = await list();
    expect(new Set(voices.map(({ language }) => language)).size).toBe(16);
    expect(voices.every(({ commercial_use }) => commercial_use)).toBe(true);
    const estimate = async ({ name, language, sex, actor }: Voice) => {
      const job = { ...tinyJob, language, text: '1', actor: sex, tts_params: { engine: 'embedded', voice: name } };
      const body = JSON.stringify(actor ? { ...job, actor, output: { type: 'fbx' } } : job);
      return (
        await ask('/lipsync/estimate', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      ).status;
    };
    for (const voice of voices.filter((_, index) => index % 9 === 0))
      expect([voice, await estimate(voice)]).toEqual([voice, 200]);
    expect(await estimate({ ...voices[0]!, name: 'nobody' })).toBe(400);
  });

  it('lists those of one language, also of a near one', async () => {
    expect(new Set((await list('?language=de')).map(({ language }) => language))).toEqual(new Set(['de-DE']));
    expect(new Set((await list('?language=es-MX')).map(({ language }) => language))).toEqual(new Set(['es-US']));
    const wrong = await ask('/lipsync/voices?language=klingon');
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { message: expect.stringMatching(/^language: /) }]);
  });
});

describe('headers', () => {
  it('name the kind of an error', async () => {
    for (const [path, type] of [
      ['/status?id=nothing', 'unknown-job'],
      ['/status?limit=0', 'invalid-parameter'],
      ['/nowhere', 'unknown-address'],
      ['/lipsync/generate', 'method-not-allowed'],
    ])
      expect([path, (await ask(path!)).headers.get('error-type')]).toEqual([path, type]);
  });

  it('say how far the rate limits are used up', async () => {
    const { headers } = await ask('/status', {}, await service.tokenFor('counted'));
    expect(headers.get('ratelimit-policy')).toMatch(/^"token";q=\d+;w=10, "address";q=\d+;w=10$/);
    const [, left, reset] = /^"token";r=(\d+);t=(\d+), "address";r=\d+;t=\d+$/.exec(headers.get('ratelimit') ?? '') ?? [];
    const [, quota] = /q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '') ?? [];
    expect(Number(left)).toBe(Number(quota) - 1);
    expect(Number(reset)).toBeGreaterThanOrEqual(1);
    expect(Number(reset)).toBeLessThanOrEqual(10);
  });

  it('mark the answer to a repeated request', async () => {
    const [first, second] = [await submit(tinyJob, 'again'), await submit(tinyJob, 'again')];
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await second.json()).toEqual(await first.json());
    const other = await submit({ ...tinyJob, text: 'Ho.' }, 'again');
    expect([other.status, other.headers.get('error-type')]).toEqual([422, 'idempotency-key-reused']);
  });
});
