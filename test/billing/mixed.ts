import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@talking-avatar/client';
import { encodeWav } from '@talking-avatar/speech';
import type { LedgerRow } from '#billing';
import { type Service, submit } from '../../bin/demo/client.ts';
import type { TestService } from '../e2e/service.ts';
import { GIGABYTE, type IndependentCount } from './count.ts';
import { listRows } from './ledger-table.ts';

/** A run counts as idle after this long without a new row or invocation, and the maximum time to wait for that, in ms. */
const REST = 1_500;
const PATIENCE = 180_000;

/** Number of concurrent jobs, and how often each one is polled, in ms. More jobs would only start more processes. */
const CONCURRENCY = 3;
const LOOK = 500;

const SECOND = 16_000;
const silence = encodeWav({ samples: new Float32Array(SECOND), sampleRate: SECOND });

/** Kinds of jobs that are cheap to run. The last kind fails halfway, because its recording is silent and cannot be aligned. */
const KINDS = [
  { target_rig: 'arkit', text: 'Hi.', language: 'en-US', output: { type: 'csv' } },
  { target_rig: 'metahuman', text: 'Hola.', language: 'es-ES', output: { type: 'csv' } },
  { target_rig: 'arkit', text: 'Yes.', language: 'en-GB', actor: 'male', output: { type: 'fbx' } },
  { target_rig: 'arkit', text: 'Hi.', language: 'en-US', output: { type: 'csv' } },
  { target_rig: 'arkit', text: 'Silence.', language: 'en-US', output: { type: 'csv' } },
] as const;

/** State transitions of each kind, copied from the state machine definition. */
const WAYS = { made: 'Begin Speech Synthesize Solve Output Export Done', failed: 'Begin Speech Align' } as const;

/** True if jobs of this kind fail. */
const fails = (kind: number): boolean => kind === KINDS.length - 1;

export interface Mixed {
  ids: string[];
  /** IDs of the jobs that fail halfway. */
  failing: string[];
}

/** Submits jobs of all kinds from three accounts, waits for them to end, and downloads the results of those that succeeded. */
export async function runMixed(service: TestService, count: IndependentCount, jobs: number): Promise<Mixed> {
  const clients = await Promise.all(['ada', 'bo', 'cy'].map((account) => service.as(account)));
  const made: Mixed = { ids: [], failing: [] };
  const indexes = Array.from({ length: jobs }, (_, index) => index).values();
  const work = async () => {
    for (const index of indexes) await runOne(clients[index % clients.length] as Service, index % KINDS.length);
  };
  const runOne = async (client: Service, kind: number) => {
    const id = await submit(client, KINDS[kind] as object, fails(kind) ? silence : undefined);
    count.add('api.requests', 1);
    made.ids.push(id);
    if (fails(kind)) made.failing.push(id);
    count.add('states.transitions', WAYS[fails(kind) ? 'failed' : 'made'].split(' ').length);
    while (!(await hasEnded(client, id, count))) await pause(LOOK);
    if (fails(kind)) return;
    const { url } = await createClient(client).link(id, { encoding: 'gzip' });
    count.add('api.requests', 1);
    // Number of bytes sent, before `fetch` decompresses them.
    const { headers, body } = await fetch(url);
    await body?.cancel();
    count.add('egress', Number(headers.get('content-length')) / GIGABYTE);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  await settleDown(service, count);
  return made;
}

async function hasEnded({ url, token }: Service, id: string, count: IndependentCount): Promise<boolean> {
  const response = await fetch(`${url}/status?id=${id}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(PATIENCE),
  });
  count.add('api.requests', 1);
  return ((await response.json()) as { finished_at: string | null }).finished_at !== null;
}

/** Reads all rows from today, and from yesterday in case midnight passed during the run. */
export function readLedger({ outputs }: TestService): Promise<LedgerRow[]> {
  const [today, yesterday] = [0, 86_400_000].map((ago) => new Date(Date.now() - ago).toISOString().slice(0, 10));
  return listRows(outputs.LedgerTable ?? '', yesterday as string, today as string);
}

/** Waits until the service is idle. */
async function settleDown(service: TestService, { reports }: IndependentCount): Promise<LedgerRow[]> {
  const until = Date.now() + PATIENCE;
  for (let before = -1; Date.now() < until; ) {
    const rows = await readLedger(service);
    const seen = rows.length + reports.length;
    if (seen === before) return rows;
    before = seen;
    await pause(REST);
  }
  throw new Error('The service did not become idle');
}
