import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { makeHead } from '@talking-avatar/avatar/testing';
import { DEFAULT_IDENTIFIERS, openApiDocument } from '@talking-avatar/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Document, type Operation, operationsOf, type Parameter } from '../../bench/fuzz/contract/operations.ts';
import { type Service, submit, watch } from '../../bin/demo/client.ts';
import { sharedService, type TestService, tinyJob } from './service.ts';

/** IDs that an account might send: its own, another account's, or nonexistent ones. */
interface Ids {
  job: string;
  avatar: string;
  key: string;
}

interface Sent {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: object;
}

/** Creates requests in which the caller either names a resource or lists its own. */
type Requests = (ids: Ids) => readonly Sent[];

const video = (actor: string) => ({ ...tinyJob, target_rig: 'metahuman', actor, output: { type: 'video' } });

/** Requests for operations with a body, which cannot be derived from the OpenAPI document. */
const WITH_BODY: Readonly<Record<string, Requests>> = {
  generate: ({ avatar, key }) => [
    { path: '/lipsync/generate', method: 'POST', body: video(avatar) },
    { path: '/lipsync/generate', method: 'POST', body: tinyJob, headers: { 'idempotency-key': key } },
  ],
  estimate: ({ avatar }) => [{ path: '/lipsync/estimate', method: 'POST', body: video(avatar) }],
  createUpload: () => [{ path: '/lipsync/uploads', method: 'POST', body: {} }],
  cancel: ({ job }) => [
    { path: `/lipsync/cancel?id=${job}`, method: 'POST' },
    { path: '/lipsync/cancel', method: 'POST', body: { id: job } },
  ],
  rotateWebhookSecret: () => [{ path: '/lipsync/webhooks/secret', method: 'POST', body: {} }],
  replayWebhook: ({ job }) => [{ path: '/lipsync/webhooks/replay', method: 'POST', body: { id: job, event: 'on_success' } }],
  createAvatar: ({ avatar }) => [{ path: '/lipsync/avatars', method: 'POST', body: { avatar_url: avatar } }],
};

/**
 * Maximum number of values to try for each parameter. Catalogs such as the languages have more values, but do not depend on the account.
 */
const MAX_CHOICES = 12;

/** Creates requests for an operation without a body. They cover every value of parameters that have few values, with and without an ID. */
function requestsOf({ path, method, parameters }: Operation): Requests {
  const choices = parameters.flatMap(({ name, schema: { enum: values = [] } }) =>
    (values.length > MAX_CHOICES ? [] : values).map((value) => new URLSearchParams({ [name]: String(value) })),
  );
  const queries = ['', ...choices.map(String)];
  const id = parameters.find(({ name }) => name === 'id');
  const at = (pathname: string, query: string) => (query ? `${pathname}?${query}` : pathname);
  const withId = (value: string, query: string) =>
    id?.in === 'path' ? at(path.replace('{id}', value), query) : at(path, `id=${value}${query && `&${query}`}`);
  return ({ job, avatar }) => {
    const paths = [
      ...(id ? [job, avatar].flatMap((value) => queries.map((query) => withId(value, query))) : []),
      ...(id?.required ? [] : queries.map((query) => at(path, query))),
    ];
    return paths.map((one) => ({ path: one, ...(method !== 'GET' && { method }) }));
  };
}

const operations = operationsOf(openApiDocument(DEFAULT_IDENTIFIERS) as unknown as Document);

/** Requests for every operation. If an operation with a body has no case above, the first test fails. */
const CASES: Readonly<Record<string, Requests>> = {
  ...Object.fromEntries(
    operations
      .filter(({ bodies }) => Object.keys(bodies).length === 0)
      .map((operation) => [operation.operationId, requestsOf(operation)] as const),
  ),
  ...WITH_BODY,
};

/**
 * Parameters that do not name a resource. For every other parameter, there must be requests with an ID from another account, or the second
 * test fails.
 */
const NO_RESOURCE = ['limit', 'cursor', 'status', 'state', 'artifact', 'set', 'type', 'format', 'encoding', 'language', 'month'];

const randomIds = (): Ids => ({ job: randomUUID(), avatar: randomUUID(), key: randomUUID() });

/** Pairs the requests of an operation for some IDs with the same requests for other IDs. */
const pairsOf = (operation: string, ids: Ids, others: Ids) =>
  CASES[operation]!(ids).map((sent, index) => [sent, CASES[operation]!(others)[index]!] as const);

/** Finds the value of a parameter in a request. */
function valueIn({ path, headers }: Sent, { name, in: place }: Parameter, template: string): string | null | undefined {
  const { pathname, searchParams } = new URL(path, 'http://service');
  if (place === 'header') return headers?.[name.toLowerCase()];
  return place === 'query' ? searchParams.get(name) : pathname.split('/')[template.split('/').indexOf(`{${name}}`)];
}

/**
 * Operations that do not name a resource, but whose response differs from call to call: each upload is new, and a second rotation comes too
 * early.
 */
const ALWAYS_NEW = ['createUpload', 'rotateWebhookSecret'];

/** Time limit for the stranger's own jobs to settle, and how often to check, in ms. */
const SETTLING = { timeout: 180_000, interval: 500 };

let service: TestService;
let stranger: Service;
let owner: Service;
/** Resources that belong to the owner. */
let owned: Ids;
/** Part of the owner's webhook secret, and the name of the owner. */
let secrets: string[];

async function ask({ url, token }: Service, { path, method = 'GET', headers, body }: Sent) {
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
}

beforeAll(async () => {
  service = await sharedService();
  owner = await service.as('the-owner');
  stranger = await service.as('stranger');
  const key = randomUUID();
  const web_hooks = { on_success: 'http://127.0.0.1:9/' };
  const job = { ...tinyJob, web_hooks, metadata: { note: 'owner-only' } };
  const first = await ask(owner, { ...CASES.generate!({ job: '', avatar: '', key })[1]!, body: tinyJob });
  const head = new FormData();
  head.append('avatar', new Blob([(await makeHead()) as Uint8Array<ArrayBuffer>]), 'head.glb');
  const made = await fetch(`${owner.url}/lipsync/avatars`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}` },
    body: head,
  });
  owned = { job: await submit(owner, job), avatar: ((await made.json()) as { id: string }).id, key };
  expect((await watch(owner, owned.job)).status).toBe('succeeded');
  expect((await watch(owner, owned.avatar)).status).toBe('succeeded');
  const secret = (await ask(owner, { path: '/lipsync/webhooks/secret' })).text;
  const words = [...secret.matchAll(/whsec_[\w+/=]+/g)].map(([word]) => word);
  expect(words).not.toEqual([]);
  secrets = [...words, 'the-owner', 'owner-only', owned.job, owned.avatar, JSON.parse(first.text).id as string];
});
afterAll(() => service?.end());

it('every operation in the document has a case', () => {
  expect(Object.keys(CASES).sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
});

it('every parameter that may name a resource has a case', () => {
  const missing = operations.flatMap(({ operationId, path, parameters }) => {
    const pairs = pairsOf(operationId, randomIds(), randomIds());
    return parameters
      .filter(({ name }) => !NO_RESOURCE.includes(name))
      .filter((parameter) => pairs.every(([sent, other]) => valueIn(sent, parameter, path) === valueIn(other, parameter, path)))
      .map(({ name }) => `${operationId}: ${name}`);
  });
  expect(missing).toEqual([]);
});

describe("another account's resources look nonexistent", () => {
  it.each(Object.keys(CASES))('%s', async (operation) => {
    const none = randomIds();
    const hide = (text: string, { job, avatar, key }: Ids) =>
      text.replaceAll(job, 'JOB').replaceAll(avatar, 'AVATAR').replaceAll(key, 'KEY');
    // A signed URL contains the time when it was signed.
    const withoutSignatures = (text: string) => text.replace(/\?X-Amz-[^"\\]*/g, '');
    const pairs = pairsOf(operation, owned, none);
    // Equal requests get equal responses, no matter what the service does. The test above compares parameters, and this one compares
    // bodies.
    const differ = pairs.some(([theirs, unknown]) => !isDeepStrictEqual(theirs, unknown));
    if (operation in WITH_BODY && !ALWAYS_NEW.includes(operation)) expect(differ, 'a request names a resource').toBe(true);
    const compare = async (theirs: Sent, unknown: Sent) => {
      const got = await ask(stranger, theirs);
      const expected = await ask(stranger, unknown);
      const comparable = !ALWAYS_NEW.includes(operation);
      if (comparable) expect(got.status, theirs.path).toBe(expected.status);
      // A job that was accepted has a new ID, and lists contain the stranger's own jobs.
      if (comparable && got.status >= 400) expect(hide(got.text, owned)).toBe(hide(expected.text, none));
      else if (comparable && theirs.method === undefined) {
        expect(withoutSignatures(JSON.stringify(got))).toBe(withoutSignatures(JSON.stringify(expected)));
      }
      if (got.status < 400) for (const secret of secrets) expect(got.text).not.toContain(secret);
    };
    for (const [theirs, unknown] of pairs) {
      // The stranger's own jobs may make progress between two calls.
      if (theirs.method === undefined) await vi.waitFor(() => compare(theirs, unknown), SETTLING);
      else await compare(theirs, unknown);
    }
  });

  it.each(['/status', '/lipsync/costs', '/lipsync/webhooks/deliveries'])(
    "a cursor from %s does not give a stranger access to the owner's data",
    async (path) => {
      const { cursor } = JSON.parse((await ask(owner, { path: `${path}?limit=1` })).text) as { cursor: string | null };
      expect(cursor, 'the owner has a second page').toBeTruthy();
      const { text } = await ask(stranger, { path: `${path}?limit=100&cursor=${encodeURIComponent(cursor ?? '')}` });
      for (const secret of secrets) expect(text).not.toContain(secret);
    },
  );

  it.each(['audio_url', 'output.background.url', 'avatar_url'])("an owner's upload is rejected as %s", async (field) => {
    const upload = JSON.parse((await ask(owner, { path: '/lipsync/uploads', method: 'POST', body: { size: 1_000 } })).text) as {
      audio_url: string;
    };
    const url = upload.audio_url;
    expect(url).toMatch(/^s3:/);
    const background = { ...video('mei'), output: { type: 'video', background: { url } } };
    const requests: Record<string, Sent> = {
      audio_url: { path: '/lipsync/generate', method: 'POST', body: { ...tinyJob, audio_url: url } },
      'output.background.url': { path: '/lipsync/generate', method: 'POST', body: background },
      avatar_url: { path: '/lipsync/avatars', method: 'POST', body: { name: 'Ada', avatar_url: url } },
    };
    const { status, text } = await ask(stranger, requests[field]!);
    expect([status, text]).toEqual([400, expect.stringContaining(field)]);
  });

  it('still exist for their owner afterwards', async () => {
    expect((await ask(owner, { path: `/status?id=${owned.job}` })).status).toBe(200);
    expect((await ask(owner, { path: `/lipsync/avatars/${owned.avatar}` })).status).toBe(200);
  });
});
