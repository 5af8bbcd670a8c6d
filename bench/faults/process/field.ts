import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type JobStatus, ServiceError } from '@talking-avatar/client';
import { encodeWav } from '@talking-avatar/speech';
import type { Receiver } from '../../../test/e2e/receiver.ts';
import { tinyJob } from '../../../test/e2e/service.ts';
import { type ServiceProcess, startServiceProcess } from '../../process/start.ts';
import type { Seen } from './history.ts';

/** All infrastructure delays are divided by this. */
const TIME_SCALE = 20;

/** Time limit for the jobs of one plan, in ms. The machine may be busy. */
const JOBS_TIMEOUT = 150_000;

/** Maximum number of characters to show from the last messages of a service. */
const MAX_MESSAGE = 2_000;

/** A request that is sent with the same key until it gets a response. */
interface Request {
  plan: number;
  key: string;
  job: object;
  recording?: Uint8Array<ArrayBuffer>;
  mayEnd: readonly string[];
}

/** The service in a campaign, which is restarted many times, and its clients, which record every response. */
export class Field {
  readonly data: string;
  readonly clock: string;
  readonly receiver: Receiver;
  readonly jobs = new Map<string, Seen>();
  readonly wrong: string[] = [];
  service: ServiceProcess | undefined;
  #open: Request[] = [];

  constructor({ data, clock, receiver }: { data: string; clock: string; receiver: Receiver }) {
    this.data = data;
    this.clock = clock;
    this.receiver = receiver;
  }

  /** Starts the service in the campaign folder. @throws StartError */
  async start(): Promise<ServiceProcess> {
    const context = { capacity: 3, lostAfter: 3 };
    this.service = await startServiceProcess({ data: this.data, clock: this.clock, haste: TIME_SCALE, context });
    return this.service;
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    await this.service?.end(signal);
    this.service = undefined;
  }

  /** Restarts the service. If the campaign folder is no longer usable, continues in an empty folder and forgets the previous jobs. */
  async startAnew(): Promise<void> {
    await this.end('SIGKILL');
    try {
      await this.start();
    } catch {
      for (const name of readdirSync(this.data)) rmSync(join(this.data, name), { recursive: true, force: true });
      this.jobs.clear();
      this.#open = [];
      await this.start();
    }
  }

  /** Submits the jobs of a plan all at once. {@link waitForPlan} repeats any request that got no response. */
  async submit(plan: number, kinds: readonly (keyof typeof KINDS)[], mayEnd?: readonly string[]): Promise<void> {
    const hook = `${this.receiver.url}/plan-${plan}`;
    const web_hooks = { on_running: `${hook}/running`, on_success: `${hook}/success`, on_fail: `${hook}/fail` };
    const requests = kinds.map((kind, index): Request => {
      const { mayEnd: usual, ...rest } = KINDS[kind];
      const job = { ...tinyJob, text: `Plan ${plan}, job ${index}.`, web_hooks };
      return { plan, key: randomUUID(), mayEnd: mayEnd ?? usual, ...rest, job };
    });
    this.#open.push(...requests);
    await Promise.all(requests.map((request) => this.#send(request)));
  }

  /** Sends a request once. @returns true if the response was definitive */
  async #send(request: Request): Promise<void> {
    const { plan, key, job, recording, mayEnd } = request;
    const service = this.service;
    if (!service) return;
    const client = createClient({ url: service.url, token: service.token, retries: 0, timeout: 20_000 });
    try {
      const { id } = await client.generate(job as never, { idempotencyKey: key, ...(recording && { recording }) });
      const known = this.jobs.get(id);
      if (known) this.wrong.push(`plan ${plan}: ID ${id} was returned twice`);
      this.jobs.set(id, { plan, looks: [], mayEnd });
    } catch (error) {
      // During an outage, there may be no response at all, or only a temporary error.
      if (!(error instanceof ServiceError) || error.body.code >= 500) return;
      if (error.body.code !== 409) this.wrong.push(`plan ${plan}: a request was rejected: ${JSON.stringify(error.body)}`);
      return;
    }
    this.#open = this.#open.filter((one) => one !== request);
  }

  /**
   * Repeats requests that got no response, polls all jobs of a plan until they have ended, and waits for their webhooks.
   *
   * @returns descriptions of everything that is late
   */
  async waitForPlan(plan: number): Promise<string[]> {
    const until = performance.now() + JOBS_TIMEOUT;
    const own = () => [...this.jobs].filter(([, seen]) => seen.plan === plan);
    let late = this.#findLate(plan);
    while (late.length > 0 && performance.now() < until) {
      if (this.service?.hasEnded()) {
        this.wrong.push(`plan ${plan}: the service exited: ${this.service.errors().slice(-MAX_MESSAGE)}`);
        await this.start();
      }
      for (const request of this.#open) await this.#send(request);
      for (const [id, seen] of own()) if (!seen.looks.at(-1)?.finished_at) await this.#look(id, seen);
      await pause(400);
      late = this.#findLate(plan);
    }
    for (const [id, seen] of own()) await this.#look(id, seen);
    return late;
  }

  #findLate(plan: number): string[] {
    const requests = this.#open.filter((request) => request.plan === plan);
    const jobs = [...this.jobs].filter(([, seen]) => seen.plan === plan);
    return [
      ...requests.map(({ key }) => `request ${key} was never accepted`),
      ...jobs.flatMap(([id, { looks }]) => {
        if (!looks.at(-1)?.finished_at) return [`job ${id} is ${looks.at(-1)?.status}`];
        return this.#isNotified(id) ? [] : [`job ${id} had no webhook for its end`];
      }),
    ];
  }

  /** Reads every job one last time. Jobs that have ended must not change. */
  async rereadJobs(): Promise<void> {
    for (const [id, seen] of this.jobs) await this.#look(id, seen);
  }

  async #look(id: string, seen: Seen): Promise<void> {
    const service = this.service;
    if (!service) return;
    const client = createClient({ url: service.url, token: service.token, retries: 0, timeout: 20_000 });
    try {
      const { status, progress, finished_at } = (await client.status(id)) as JobStatus & Seen['looks'][number];
      seen.looks.push({ status, progress, finished_at });
    } catch (error) {
      if (error instanceof ServiceError && error.body.code === 404) this.wrong.push(`plan ${seen.plan}: job ${id} is lost`);
    }
  }

  #isNotified(id: string): boolean {
    return this.receiver.deliveries.some(({ body, status }) => body.data.id === id && status === 204 && body.type !== 'job.running');
  }

  /** Returns the account's quota usage and number of jobs. */
  async count(): Promise<{ used: number; listed: number; refunded: number }> {
    const { url, token } = this.service!;
    const client = createClient({ url, token });
    const jobs: JobStatus[] = [];
    for await (const job of client.list()) jobs.push(job);
    const account = await client.account();
    const refunded = jobs.filter(({ status, error }) => status === 'failed' && (error?.code ?? 500) >= 500).length;
    return { used: account.plan.used, listed: jobs.length, refunded };
  }
}

const wav = (samples: Float32Array) => encodeWav({ samples, sampleRate: 16_000 }) as Uint8Array<ArrayBuffer>;

/** A hum that aligns poorly, and silence that cannot be aligned. */
const hum = wav(Float32Array.from({ length: 16_000 }, (_, n) => 0.3 * Math.sin(n / 14) * Math.sin((Math.PI * n) / 16_000)));
const silence = wav(new Float32Array(16_000));

/** Kinds of jobs. During an outage, a job may either succeed or fail with an internal error. */
const KINDS = {
  text: { mayEnd: ['succeeded', 'failed'] },
  recording: { mayEnd: ['succeeded', 'failed'], recording: hum },
  silence: { mayEnd: ['failed'], recording: silence },
} as const;
export type JobKind = keyof typeof KINDS;
