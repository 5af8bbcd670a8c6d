import { setTimeout as pause } from 'node:timers/promises';
import { encodeWav } from '@talking-avatar/speech';
import { createFaults, type Faults } from 'local-aws';
import { type Receiver, startReceiver } from '../../test/e2e/receiver.ts';
import { startService, type TestService, tinyJob } from '../../test/e2e/service.ts';
import { findFaults } from './invariants.ts';
import { pick, randomFaults, seeded } from './random.ts';

/** All infrastructure delays are divided by this. */
const TIME_SCALE = 30;

/** Time until the next plan begins, in ms. Jobs from earlier plans continue running. */
const PLAN_TIME = 1_200;

/** Time limit for all jobs to end after the last fault, and how much it grows with each plan in case the machine is busy, in ms. */
const SETTLE_TIMEOUT = 180_000;
const SETTLE_TIMEOUT_PER_PLAN = 2_000;

export interface Campaign {
  plans: number;
  jobs: number;
  /** Number of injected faults of each kind. */
  injected: Record<string, number>;
  /** Violated invariants. Empty if the service survived. */
  violations: string[];
}

/** Everything that a campaign needs to run. */
export interface Field {
  service: TestService;
  faults: Faults;
  receiver: Receiver;
}

export interface CampaignOptions {
  plans: number;
  /** The same seed produces the same plans. */
  seed: number;
  /**
   * Maximum number of times that the receiver rejects a delivery. It is retried after half a minute, then after five minutes, and the
   * campaign waits for that.
   */
  refusals: number;
  report?: (line: string) => void;
}

/** Submits a mix of jobs while injecting random faults, lets the service recover, and checks the invariants. */
export async function runCampaign({ plans, seed, refusals, report = () => {} }: CampaignOptions): Promise<Campaign> {
  const random = seeded(seed);
  const faults = createFaults({ timeScale: TIME_SCALE, faults: [] });
  // The receiver rejects one in eight deliveries.
  const refused = new Map<string, number>();
  const receiver = await startReceiver(({ headers }) => {
    const id = String(headers['webhook-id']);
    const times = refused.get(id) ?? 0;
    if (times >= refusals || random() >= 0.125) return 204;
    refused.set(id, times + 1);
    return 503;
  });
  const service = await startService({ capacity: 3, lostAfter: 3 }, { faults });
  const injected: Record<string, number> = {};
  try {
    for (let plan = 0; plan < plans; plan += 1) {
      await runPlan({ service, faults, receiver }, random, plan);
      for (const line of faults.injected) {
        const kind = line.replace(/ \d+ /, ' ');
        injected[kind] = (injected[kind] ?? 0) + 1;
      }
      if (plan % 25 === 24) report(`${plan + 1} plans, ${Object.values(injected).reduce((a, b) => a + b, 0)} faults injected`);
    }
    faults.disarm();
    const { violations, jobs } = await findFaults({ service, receiver }, SETTLE_TIMEOUT + plans * SETTLE_TIMEOUT_PER_PLAN);
    return { plans, jobs, injected, violations };
  } finally {
    await service.end();
    await receiver.stop();
  }
}

/** Runs one plan: a new account submits a few jobs, then cancels or deletes some of them while faults are injected. */
async function runPlan({ service, faults, receiver }: Field, random: () => number, plan: number): Promise<void> {
  const client = await retry(() => service.as(`plan-${plan}`));
  faults.arm(randomFaults(random));
  const until = Date.now() + PLAN_TIME;
  const jobs = Array.from({ length: 2 + Math.floor(random() * 2) }, () => ({
    kind: pick(random, ['text', 'text', 'text', 'recording', 'silence', 'late'] as const),
    after: random() < 0.3 ? pick(random, ['cancel', 'remove'] as const) : undefined,
    wait: random() * 800,
  }));
  await Promise.allSettled(
    jobs.map(async ({ kind, after, wait }, index) => {
      const id = await post(client, kind, `${receiver.url}/plan-${plan}`, index);
      if (!id || !after) return;
      await pause(wait);
      const [method, path] = after === 'cancel' ? ['POST', `/lipsync/cancel?id=${id}`] : ['DELETE', `/lipsync/jobs/${id}`];
      await ask(client, method as string, path as string);
    }),
  );
  await pause(Math.max(until - Date.now(), 0));
}

/** Retries a call that failed because the machine is busy. */
async function retry<T>(act: () => Promise<T>, tries = 20): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (tries === 1) throw error;
    return retry(act, tries - 1);
  }
}

const ask = (client: { url: string; token: string }, method: string, path: string, body?: string | FormData) =>
  fetch(`${client.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${client.token}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    ...(body && { body }),
    signal: AbortSignal.timeout(35_000),
  });

/** Submits a job. The service may reject it, but must not leave anything behind. */
async function post(
  client: { url: string; token: string },
  kind: 'text' | 'recording' | 'silence' | 'late',
  hook: string,
  index: number,
): Promise<string | undefined> {
  const web_hooks = { on_running: `${hook}/running`, on_success: `${hook}/success`, on_fail: `${hook}/fail` };
  const job = { ...tinyJob, text: `Hi ${index}.`, web_hooks, ...(kind === 'late' && { wait_time: 0.5 }) };
  const answer = await ask(
    client,
    'POST',
    '/lipsync/generate',
    kind === 'recording' || kind === 'silence' ? form(job, kind) : JSON.stringify(job),
  );
  return answer.ok ? ((await answer.json()) as { id: string }).id : undefined;
}

/** Creates a form with a recording: either a hum that aligns poorly, or silence that cannot be aligned. */
function form(job: object, kind: 'recording' | 'silence'): FormData {
  const hum = (n: number) => 0.3 * Math.sin((2 * Math.PI * 180 * n) / 16_000) * Math.sin((Math.PI * n) / 16_000);
  const samples = Float32Array.from({ length: 16_000 }, (_, n) => (kind === 'silence' ? 0 : hum(n)));
  const parts = new FormData();
  parts.append('job', JSON.stringify(job));
  parts.append('audio', new Blob([encodeWav({ samples, sampleRate: 16_000 }) as Uint8Array<ArrayBuffer>]), 'a.wav');
  return parts;
}
