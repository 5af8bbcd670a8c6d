import { type Download, type DownloadOptions, openDownload, readLink } from './download.ts';
import { type Connection, type RequestOptions, readRetryAfter, request } from './request.ts';
import type {
  Accepted,
  Account,
  Actor,
  Avatar,
  AvatarFields,
  AvatarPage,
  Delivery,
  DeliveryPage,
  DeliveryState,
  Estimate,
  FileLink,
  Job,
  JobCost,
  JobCostPage,
  JobPage,
  JobStatus,
  Voice,
  WebhookSecrets,
} from './types.ts';
import { createAvatarSubmission, createSubmission, type Recording, toBlob, upload } from './upload.ts';
import { type WaitOptions, waitForJob } from './wait.ts';

export interface ClientOptions {
  /** Base URL of the service, such as `https://abc.execute-api.eu-central-1.amazonaws.com/v1`. */
  url: string | URL;
  token: string;
  /** Time limit for a request, in ms. Default: one minute. */
  timeout?: number;
  /** Maximum number of retries if there is no response, or after a transient error. Default: 4. */
  retries?: number;
  /** Replaces the platform's `fetch`. */
  fetch?: typeof fetch;
}

interface Abortable {
  signal?: AbortSignal;
}

export interface SubmitOptions extends Abortable {
  /** The recorded voice. The job's text is its transcript. */
  recording?: Recording;
}

export interface GenerateOptions extends SubmitOptions {
  /** Submitting again with the same key returns the first job. Default: a new key for each call, which makes retries safe. */
  idempotencyKey?: string;
}

export interface ListOptions extends Abortable {
  /** Lists only jobs with this status. */
  status?: JobStatus['status'];
  /** Number of jobs per request. */
  pageSize?: number;
}

export interface DeliveryOptions extends Abortable {
  /** Lists only deliveries in this state. */
  state?: DeliveryState;
}

export interface AvatarOptions extends AvatarFields, WaitOptions {
  /** Whether to wait for the import to finish. If false, pass the avatar's `id` to the client's `wait`. Default: true. */
  wait?: boolean;
}

/** A client for one token. Every method throws a ServiceError when the service rejects the request. */
export interface Client {
  /** Submits a job. A recording is sent with the request, or uploaded first if it is large. */
  generate(job: Job, options?: GenerateOptions): Promise<Accepted>;
  /** Estimates a job's cost and duration without submitting it. */
  estimate(job: Job, options?: SubmitOptions): Promise<Estimate>;
  status(id: string, options?: Abortable): Promise<JobStatus>;
  /** Polls a job until it has succeeded. @throws JobEndedError, WaitTimeoutError */
  wait(id: string, options?: WaitOptions): Promise<JobStatus>;
  /** Opens a job's result or another artifact. Its content is verified as it is read. */
  download(id: string, options?: Abortable & DownloadOptions): Promise<Download>;
  /** Returns the URL and size of a job's result or another artifact without reading it. The URL is valid for a few minutes. */
  link(id: string, options?: Abortable & DownloadOptions): Promise<FileLink>;
  /** Lists the account's jobs, newest first. Pages are requested as needed. */
  list(options?: ListOptions): AsyncGenerator<JobStatus, void, undefined>;
  cancel(id: string, options?: Abortable): Promise<JobStatus>;
  /** Deletes a job along with its input and its files. */
  remove(id: string, options?: Abortable): Promise<void>;
  actors(options?: Abortable): Promise<Actor[]>;
  /** Lists the voices available to jobs, in all languages or in one. */
  voices(options?: Abortable & { language?: string }): Promise<Voice[]>;
  /** Returns the plan, budget, rate limits, and spending for a month (such as `2026-11`; default: the current month). */
  account(options?: Abortable & { month?: string }): Promise<Account>;
  /** Returns the cost of a job by step. */
  cost(id: string, options?: Abortable): Promise<JobCost>;
  /** Lists the costs of the account's jobs, newest first. */
  costs(options?: Abortable): AsyncGenerator<JobCost, void, undefined>;
  webhooks: {
    /** Returns the secrets that sign webhooks, newest first. */
    secrets(options?: Abortable): Promise<WebhookSecrets['secrets']>;
    /** Creates a new secret. The previous one continues to sign webhooks for a day. `force` allows another rotation within that day. */
    rotate(options?: Abortable & { force?: boolean }): Promise<WebhookSecrets['secrets']>;
    /** Lists the account's webhook deliveries and their attempts, newest jobs first. */
    deliveries(options?: DeliveryOptions): AsyncGenerator<Delivery, void, undefined>;
    /** Sends one of a job's webhooks again. */
    replay(id: string, event: Delivery['event'], options?: Abortable): Promise<Delivery>;
  };
  avatars: {
    /**
     * Adds a head from a GLB or VRM file and waits for its import to finish. Use the avatar's `id` as the `actor` of video jobs.
     * @throws JobEndedError if the file cannot be imported, WaitTimeoutError if the import takes too long
     */
    create(file: Recording, options?: AvatarOptions): Promise<Avatar>;
    get(id: string, options?: Abortable): Promise<Avatar>;
    list(options?: Abortable): Promise<AvatarPage>;
    remove(id: string, options?: Abortable): Promise<void>;
  };
  /** Uploads a file. @returns a URL for a job's `output.background.url` or `audio_url` */
  upload(file: Recording, options?: Abortable): Promise<string>;
  /** Reads the service's names for its rigs and its speech engine from its OpenAPI document. */
  names(options?: Abortable): Promise<ServiceNames>;
}

export interface ServiceNames {
  /** `target_rig` for videos and for MetaHuman CSV files. */
  humanoid: string;
  /** `target_rig` for FBX and GLB files, and for CSV files with ARKit names. */
  blendshape: string;
  /** Value of `tts_params.engine`. */
  ttsEngine: string;
}

const DEFAULT_TIMEOUT = 60_000;
const DEFAULT_RETRIES = 4;

/**
 * Creates a client. It requires `fetch`, `crypto.subtle`, and web streams, which are available in Node.js, browsers, Deno, Bun, and
 * workers.
 * @example
 * ```ts
 * const client = createClient({ url: 'http://127.0.0.1:8080', token });
 * const { id } = await client.generate({ target_rig: 'metahuman', text: 'Good morning.', language: 'en-US' });
 * await client.wait(id, { onProgress: ({ progress }) => console.log(progress) });
 * const csv = await (await client.download(id)).bytes();
 * ```
 */
export function createClient({
  url,
  token,
  timeout = DEFAULT_TIMEOUT,
  retries = DEFAULT_RETRIES,
  fetch = globalThis.fetch,
}: ClientOptions): Client {
  const base = `${String(url).replace(/\/+$/, '')}/`;
  const connection: Connection = { base, token, timeout, retries, fetch: (...args) => fetch(...args) };

  const submit = async <T>(path: string, job: Job, { recording, signal }: SubmitOptions, more: Record<string, string>): Promise<T> => {
    const { body, headers } = await createSubmission(connection, job, recording, signal);
    return request(connection, path, { method: 'POST', body, headers: { ...headers, ...more }, signal });
  };
  const status = (id: string, { signal }: Abortable = {}): Promise<JobStatus> => request(connection, 'status', { query: { id }, signal });
  async function* pages<Page extends { cursor: string | null }>(
    path: string,
    query: Record<string, string | number | undefined>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Page, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await request<Page>(connection, path, { query: { ...query, cursor }, signal });
      yield page;
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
  }
  const post = (body: object, signal: AbortSignal | undefined): RequestOptions => ({
    method: 'POST',
    body: JSON.stringify(body),
    signal,
    headers: { 'content-type': 'application/json' },
  });
  const poll = async (id: string, { signal }: Abortable) => {
    let retryAfter: number | undefined;
    const onHeaders = (headers: Headers) => {
      retryAfter = readRetryAfter(headers);
    };
    return { job: await request<JobStatus>(connection, 'status', { query: { id }, signal, onHeaders }), retryAfter };
  };
  const getAvatar = (id: string, { signal }: Abortable = {}): Promise<Avatar> =>
    request(connection, `lipsync/avatars/${encodeURIComponent(id)}`, { signal });
  const remove = (path: string, id: string, { signal }: Abortable = {}): Promise<void> =>
    request(connection, `${path}/${encodeURIComponent(id)}`, { method: 'DELETE', signal });

  return {
    generate: (job, { idempotencyKey = crypto.randomUUID(), ...options } = {}) =>
      submit('lipsync/generate', job, options, { 'idempotency-key': idempotencyKey }),
    estimate: (job, options = {}) => submit('lipsync/estimate', job, options, {}),
    status,
    wait: (id, options = {}) => waitForJob(() => poll(id, options), options),
    download: (id, { signal, ...options } = {}) => openDownload(connection, id, options, signal),
    link: (id, { signal, ...options } = {}) => readLink(connection, id, options, signal),
    async *list({ status: only, pageSize, signal } = {}) {
      for await (const { jobs } of pages<JobPage>('status', { status: only, limit: pageSize }, signal)) yield* jobs;
    },
    cancel: (id, { signal } = {}) => request(connection, 'lipsync/cancel', { method: 'POST', query: { id }, signal }),
    remove: (id, options) => remove('lipsync/jobs', id, options),
    actors: async ({ signal } = {}) => (await request<{ actors: Actor[] }>(connection, 'lipsync/actors', { signal })).actors,
    voices: async ({ language, signal } = {}) =>
      (await request<{ voices: Voice[] }>(connection, 'lipsync/voices', { query: { language }, signal })).voices,
    account: ({ month, signal } = {}) => request(connection, 'lipsync/account', { query: { month }, signal }),
    cost: (id, { signal } = {}) => request(connection, 'lipsync/costs', { query: { id }, signal }),
    async *costs({ signal } = {}) {
      for await (const { jobs } of pages<JobCostPage>('lipsync/costs', {}, signal)) yield* jobs;
    },
    webhooks: {
      secrets: async ({ signal } = {}) => (await request<WebhookSecrets>(connection, 'lipsync/webhooks/secret', { signal })).secrets,
      rotate: async ({ force = false, signal } = {}) => {
        // A retry could rotate twice, which would invalidate the previous secret.
        const once = force ? { ...connection, retries: 0 } : connection;
        return (await request<WebhookSecrets>(once, 'lipsync/webhooks/secret', post({ force }, signal))).secrets;
      },
      async *deliveries({ state, signal } = {}) {
        for await (const page of pages<DeliveryPage>('lipsync/webhooks/deliveries', { state }, signal)) yield* page.deliveries;
      },
      // A retry would receive 409 even if the first request succeeded.
      replay: (id, event, { signal } = {}) =>
        request({ ...connection, retries: 0 }, 'lipsync/webhooks/replay', post({ id, event }, signal)),
    },
    avatars: {
      create: async (file, { wait = true, ...options } = {}) => {
        const { onProgress: _, timeout: _timeout, interval: _interval, signal, ...fields } = options;
        const { body, headers } = await createAvatarSubmission(connection, file, fields, signal);
        // A retry could create a second avatar.
        const once = { ...connection, retries: 0 };
        const avatar = await request<Avatar>(once, 'lipsync/avatars', { method: 'POST', body, headers, signal });
        if (!wait) return avatar;
        await waitForJob(() => poll(avatar.id, options), options);
        return getAvatar(avatar.id, options);
      },
      get: getAvatar,
      list: ({ signal } = {}) => request(connection, 'lipsync/avatars', { signal }),
      remove: (id, options) => remove('lipsync/avatars', id, options),
    },
    upload: (file, { signal } = {}) => upload(connection, toBlob(file), signal),
    names: async ({ signal } = {}) => readNames(await request(connection, 'openapi.json', { signal })),
  };
}

interface Contract {
  components: {
    schemas: {
      Job: {
        properties: {
          target_rig: { enum: [string, string] };
          tts_params: { properties: { engine: { enum?: [string]; const?: string } } };
        };
      };
    };
  };
}

function readNames({ components }: Contract): ServiceNames {
  const { target_rig, tts_params } = components.schemas.Job.properties;
  const [humanoid, blendshape] = target_rig.enum;
  const { engine } = tts_params.properties;
  return { humanoid, blendshape, ttsEngine: engine.const ?? engine.enum![0] };
}
