import type { components } from '@talking-avatar/client/api';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setBudget } from '#billing';
import { addAvatar } from '#jobs/avatars';
import { watch } from '../../bin/demo/client.ts';
import { aggregateCosts } from '../../functions/workers/aggregate/aggregate-costs.ts';
import { renderersOf } from '../../lib/billing/renderers.ts';
import { operate } from './operator.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { sharedService, type TestService, tinyJob } from './service.ts';

type Schemas = components['schemas'];

let service: TestService;
let receiver: Receiver;
let token: string;
let stranger: string;
/** Status with which the receiver responds. */
let answer = 204;

beforeAll(async () => {
  service = await sharedService();
  receiver = await startReceiver(() => answer);
  token = await service.tokenFor('acme');
  stranger = await service.tokenFor('stranger');
});
afterAll(async () => {
  await service.end();
  await receiver.stop();
});

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
  const list = async (query = '') => ((await (await ask(`/lipsync/voices${query}`)).json()) as { voices: Voice[] }).voices;

  it('lists exactly the voices that jobs may request', async () => {
    const voices = await list();
    expect(new Set(voices.map(({ language }) => language)).size).toBe(16);
    expect(voices.every(({ commercial_use }) => commercial_use)).toBe(true);
    const estimate = async ({ name, language, sex, actor }: Voice) => {
      const job = { ...tinyJob, language, text: '1', actor: sex, tts_params: { engine: 'embedded', voice: name } };
      const body = JSON.stringify(actor ? { ...job, actor, output: { type: 'fbx' } } : job);
      return (await ask('/lipsync/estimate', { method: 'POST', body, headers: { 'content-type': 'application/json' } })).status;
    };
    for (const voice of voices.filter((_, index) => index % 9 === 0)) expect([voice, await estimate(voice)]).toEqual([voice, 200]);
    expect(await estimate({ ...voices[0]!, name: 'nobody' })).toBe(400);
  });

  it('lists the voices for one language, or the closest one', async () => {
    expect(new Set((await list('?language=de')).map(({ language }) => language))).toEqual(new Set(['de-DE']));
    expect(new Set((await list('?language=es-MX')).map(({ language }) => language))).toEqual(new Set(['es-US']));
    const wrong = await ask('/lipsync/voices?language=klingon');
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { message: expect.stringMatching(/^language: /) }]);
  });
});

describe('headers', () => {
  it("contain the error's type", async () => {
    for (const [path, type] of [
      ['/status?id=nothing', 'unknown-job'],
      ['/status?limit=0', 'invalid-parameter'],
      ['/nowhere', 'unknown-address'],
      ['/lipsync/generate', 'method-not-allowed'],
    ])
      expect([path, (await ask(path!)).headers.get('error-type')]).toEqual([path, type]);
  });

  it('contain the usage of the rate limits', async () => {
    const { headers } = await ask('/status', {}, await service.tokenFor('counted'));
    expect(headers.get('ratelimit-policy')).toMatch(/^"token";q=\d+;w=10, "address";q=\d+;w=10, "plan";q=\d+$/);
    const [, left, reset] =
      /^"token";r=(\d+);t=(\d+), "address";r=\d+;t=\d+, "plan";r=\d+;t=\d+$/.exec(headers.get('ratelimit') ?? '') ?? [];
    const [, quota] = /q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '') ?? [];
    expect(Number(left)).toBe(Number(quota) - 1);
    expect(Number(reset)).toBeGreaterThanOrEqual(1);
    expect(Number(reset)).toBeLessThanOrEqual(10);
  });

  it('contain the remaining jobs of the plan and its expiry', async () => {
    const planned = await service.tokenFor('planned', { name: 'small', quota: 5, days: 2 });
    const before = await ask('/status', {}, planned);
    expect(before.headers.get('ratelimit-policy')).toMatch(/"plan";q=5$/);
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(tinyJob) };
    const answers = [before, await ask('/lipsync/generate', post, planned), await ask('/status', {}, planned)];
    const states = answers.map(({ headers }) => /"plan";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? []);
    expect(states.map(([, left]) => left)).toEqual(['5', '4', '4']);
    const [, , seconds] = states[0]!;
    expect(Number(seconds)).toBeGreaterThan(2 * 86_400 - 600);
    expect(Number(seconds)).toBeLessThanOrEqual(2 * 86_400);
  });

  it('mark the response to a repeated request', async () => {
    const [first, second] = [await submit(tinyJob, 'again'), await submit(tinyJob, 'again')];
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await second.json()).toEqual(await first.json());
    const other = await submit({ ...tinyJob, text: 'Ho.' }, 'again');
    expect([other.status, other.headers.get('error-type')]).toEqual([422, 'idempotency-key-reused']);
  });

  it('mark the response to a repeated request, even after its avatar was deleted', async () => {
    const id = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';
    const record = { name: 'me', sex: 'male' as const, created_at: new Date().toISOString(), size: 1 };
    await addAvatar(service.outputs.AvatarsTable ?? '', { account: 'acme', id, ...record });
    const job = { ...tinyJob, target_rig: 'metahuman', actor: id, output: { type: 'video', width: 128, height: 128 } };
    const first = (await (await submit(job, 'avatar')).json()) as { id: string };
    expect((await ask(`/lipsync/avatars/${id}`, { method: 'DELETE' })).status).toBe(204);
    const again = await submit(job, 'avatar');
    expect([again.status, await again.json(), again.headers.get('idempotent-replayed')]).toEqual([200, first, 'true']);
    expect((await submit(job, 'another key')).status).toBe(400);
  });
});

const post = (path: string, body: object, by = token) =>
  ask(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }, by);

async function read<T>(path: string, by = token): Promise<T> {
  const response = await ask(path, {}, by);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as T;
}

/** Submits a job and waits for it to end. */
async function make(job: object, by = token): Promise<string> {
  const { id } = (await (await post('/lipsync/generate', job, by)).json()) as { id: string };
  await watch({ url: service.url, token: by }, id);
  return id;
}

describe('metadata', () => {
  const metadata = { project: 'Nibelungen', scene: '12' };

  it('is returned with the job, in lists, in webhooks, and with costs', async () => {
    const id = await make({ ...tinyJob, metadata, web_hooks: { on_success: `${receiver.url}/metadata` } });
    const [hook] = await receiver.wait(id, 1);
    expect(hook?.body.data).toMatchObject({ id, metadata });
    expect(await read(`/status?id=${id}`)).toMatchObject({ metadata });
    const { jobs } = await read<Schemas['JobPage']>('/status?limit=1');
    expect(jobs[0]).toMatchObject({ id, metadata });
    expect(await read(`/lipsync/costs?id=${id}`)).toMatchObject({ id, metadata });
  });

  it('is absent from jobs without metadata', async () => {
    const id = await make(tinyJob);
    expect(await read(`/status?id=${id}`)).not.toHaveProperty('metadata');
  });

  it.each([
    [{ 'two words': 'a' }, 'metadata.two words: must be a name of letters'],
    [{ a: 1 }, 'metadata.a: must be a string'],
    [{ a: 'x'.repeat(101) }, 'metadata.a: must be at most 100 characters'],
    [Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`k${n}`, ''])), 'metadata: must have at most 16 strings'],
  ])('is rejected unless its values are short strings: %j', async (wrong, message) => {
    const response = await post('/lipsync/generate', { ...tinyJob, metadata: wrong });
    expect([response.status, await response.json()]).toMatchObject([400, { message: expect.stringContaining(message) }]);
  });
});

describe('GET /lipsync/costs', () => {
  it('lists the costs of jobs by step, newest first', async () => {
    const id = await make(tinyJob);
    const cost = await read<Schemas['JobCost']>(`/lipsync/costs?id=${id}`);
    expect(cost.amount).toBeGreaterThan(0);
    expect(cost.steps.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(cost.amount, 7);
    expect(cost.steps.map(({ step }) => step)).toEqual(expect.arrayContaining(['generate', 'synthesize', 'export']));
    const page = await read<Schemas['JobCostPage']>('/lipsync/costs?limit=1');
    expect(page.jobs.map((job) => job.id)).toEqual([id]);
    const next = await read<Schemas['JobCostPage']>(`/lipsync/costs?limit=1&cursor=${page.cursor}`);
    expect(next.jobs[0]?.id).not.toBe(id);
  });

  it('reveals nothing to other accounts', async () => {
    const id = await make(tinyJob);
    expect((await ask(`/lipsync/costs?id=${id}`, {}, stranger)).status).toBe(404);
    expect(await read('/lipsync/costs', stranger)).toEqual({ jobs: [], cursor: null });
  });
});

describe('GET /lipsync/account', () => {
  const aggregate = () =>
    aggregateCosts({
      ledger: service.outputs.LedgerTable ?? '',
      accounts: service.outputs.AccountsTable ?? '',
      stage: 'local',
      renderers: renderersOf(),
    });

  it('returns plan, budget, rate limits, and spending by day and step', async () => {
    const own = await service.tokenFor('saver');
    await setBudget(service.outputs.AccountsTable ?? '', 'saver', { limit: 5_000_000_000_000n, stop: true });
    await make(tinyJob, own);
    await aggregate();
    const account = await read<Schemas['Account']>('/lipsync/account', own);
    expect(account).toMatchObject({
      account: 'saver',
      plan: { name: 'trial', used: 1 },
      budget: { monthly: 5, stop: true },
      rate_limits: [
        { policy: 'token', seconds: 10 },
        { policy: 'address', seconds: 10 },
      ],
    });
    const { spending } = account;
    expect(account.plan.left).toBe(account.plan.quota - 1);
    expect(account.budget?.spent).toBe(spending.amount);
    expect(spending.amount).toBeGreaterThan(0);
    expect(spending.days.map(({ day }) => day)).toEqual([new Date().toISOString().slice(0, 10)]);
    expect(spending.steps.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(spending.amount, 7);
    expect(spending.steps.map(({ step }) => step)).toEqual(expect.arrayContaining(['synthesize', 'execution']));
  });

  it('returns another month, and rejects invalid ones', async () => {
    await aggregate();
    const { spending } = await read<Schemas['Account']>('/lipsync/account?month=2026-01');
    expect(spending).toMatchObject({ month: '2026-01', amount: 0, updated_at: null, days: [], steps: [] });
    expect((await ask('/lipsync/account?month=2026-13')).status).toBe(400);
  });
});

describe('/lipsync/webhooks', () => {
  const secrets = async (by: string) => (await read<Schemas['WebhookSecrets']>('/lipsync/webhooks/secret', by)).secrets;

  it('returns the secret that verifies webhooks, and rotates it with a day of overlap', async () => {
    const own = await service.tokenFor('rotating');
    const [old, ...others] = await secrets(own);
    expect([others, old?.expires_at]).toEqual([[], null]);
    const rotated = await post('/lipsync/webhooks/secret', {}, own);
    expect(rotated.status).toBe(200);
    const [fresh, before] = ((await rotated.json()) as Schemas['WebhookSecrets']).secrets;
    expect(before).toEqual({ secret: old?.secret, expires_at: expect.any(String) });
    expect(Date.parse(before?.expires_at ?? '') - Date.now()).toBeCloseTo(86_400_000, -5);
    const id = await make({ ...tinyJob, web_hooks: { on_success: `${receiver.url}/rotated` } }, own);
    const [hook] = await receiver.wait(id, 1);
    for (const { secret } of [fresh!, before!])
      expect(new Webhook(secret).verify(hook!.raw, hook!.headers as Record<string, string>)).toMatchObject({
        type: 'job.succeeded',
      });
    const again = await post('/lipsync/webhooks/secret', {}, own);
    expect([again.status, again.headers.get('error-type')]).toEqual([409, 'secret-just-rotated']);
    expect(await secrets(own)).toHaveLength(2);
    const forced = await post('/lipsync/webhooks/secret', { force: true }, own);
    expect(((await forced.json()) as Schemas['WebhookSecrets']).secrets[1]?.secret).toBe(fresh?.secret);
    expect(await secrets(stranger)).not.toContainEqual(expect.objectContaining({ secret: fresh?.secret }));
  });

  it('lists deliveries with their attempts, and resends one', async () => {
    const own = await service.tokenFor('replaying');
    answer = 410;
    const id = await make({ ...tinyJob, web_hooks: { on_success: `${receiver.url}/replayed` } }, own);
    await receiver.wait(id, 1);
    const list = (query: string) => read<Schemas['DeliveryPage']>(`/lipsync/webhooks/deliveries${query}`, own);
    await expect
      .poll(() => list('?state=failed'))
      .toMatchObject({
        deliveries: [{ id, event: 'on_success', attempts: 1, host: new URL(receiver.url).host, log: [{ status: 410 }] }],
        cursor: null,
      });
    answer = 204;
    const replay = (by: string, body: object = { id, event: 'on_success' }) => post('/lipsync/webhooks/replay', body, by);
    expect((await replay(stranger)).status).toBe(404);
    const replayed = await replay(own);
    expect([replayed.status, await replayed.json()]).toMatchObject([200, { id, event: 'on_success' }]);
    await receiver.wait(id, 2);
    await expect
      .poll(() => list('?state=delivered'))
      .toMatchObject({ deliveries: [{ id, attempts: 2, log: [{ status: 410 }, { status: 204 }] }] });
    expect(await list('?state=failed')).toMatchObject({ deliveries: [] });
    const missing = await replay(own, { id, event: 'on_fail' });
    expect([missing.status, missing.headers.get('error-type')]).toEqual([404, 'unknown-webhook']);
    expect((await replay(own, { id })).status).toBe(400);
    expect(await read('/lipsync/webhooks/deliveries', stranger)).toEqual({ deliveries: [], cursor: null });
  });
});

it("an unfinished job's status has Retry-After", async () => {
  const { id } = (await (await post('/lipsync/generate', { ...tinyJob, text: 'A word. '.repeat(200) })).json()) as {
    id: string;
  };
  const early = await ask(`/status?id=${id}`);
  expect(Number(early.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  await ask(`/lipsync/cancel?id=${id}`, { method: 'POST' });
  expect((await ask(`/status?id=${id}`)).headers.get('retry-after')).toBeNull();
});

describe('the operator', () => {
  it("lists an account's jobs", async () => {
    const id = await make(tinyJob);
    const { code, out } = await operate(service, 'jobs', 'list', '--account', 'acme', '--limit', '1');
    expect([code, out[1]]).toEqual([0, expect.stringMatching(new RegExp(`^${id} .* csv +en-US +succeeded +100 %$`))]);
    expect((await operate(service, 'jobs', 'list', '--account', 'acme', '--status', 'bad')).err[0]).toMatch('--status');
    expect((await operate(service, 'jobs', 'list', '--account', 'nobody')).out).toHaveLength(1);
  });

  it("lists and deletes an account's avatars", async () => {
    const ids = ['11111111-bbbb-4ccc-8ddd-eeeeeeeeeeee', '22222222-bbbb-4ccc-8ddd-eeeeeeeeeeee'];
    const record = { name: 'head', sex: 'male' as const, created_at: new Date().toISOString(), size: 1 };
    for (const [index, id] of ids.entries())
      await addAvatar(service.outputs.AvatarsTable ?? '', { account: 'heads', id, ...record }, ids[index - 1]);
    const avatars = (...args: string[]) => operate(service, 'avatars', ...args, '--account', 'heads');
    expect((await avatars('list')).out).toHaveLength(3);
    expect((await avatars('delete')).err[0]).toMatch('--all');
    expect((await operate(service, 'avatars', 'delete', ids[0]!, '--account', 'acme')).code).toBe(2);
    expect((await avatars('delete', ids[0]!)).out).toEqual(["Deleted 1 of heads's avatars."]);
    expect((await avatars('delete', '--all', '--json')).out).toEqual(['{"deleted":1}']);
    expect((await avatars('list')).out).toHaveLength(1);
  });

  it('groups costs by two dimensions, including metadata', async () => {
    await make({ ...tinyJob, metadata: { project: 'Rheingold' } });
    const { out } = await operate(service, 'costs', '--by', 'month,metadata.project', '--format', 'json');
    const groups = JSON.parse(out[0]!) as Record<string, string | number>[];
    const month = new Date().toISOString().slice(0, 7);
    expect(groups).toContainEqual(expect.objectContaining({ month, 'metadata.project': 'Rheingold', jobs: 1 }));
    expect((await operate(service, 'costs', '--by', 'day,day')).err[0]).toMatch('--by must have up to 2 different dimensions');
    expect((await operate(service, 'costs', '--by', 'colour')).err[0]).toMatch('--by must be one of account');
  });
});
