import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { JobStatus } from '@talking-avatar/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { download, type Service, statusOf, submit, watch } from '../../bin/demo/client.ts';
import { tinyJob } from './service.ts';

const JOBS = 6;

let data: string;
let child: ChildProcess | undefined;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'avatar-crash-'));
});
afterAll(async () => {
  child?.kill('SIGTERM');
  if (child && child.exitCode === null) await once(child, 'exit');
  await rm(data, { recursive: true, force: true });
});

/** Starts the service with the usual command and waits until it is ready. */
async function start(): Promise<Service> {
  child = spawn(process.execPath, ['bin/start.ts', '--json', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line', {
    signal: AbortSignal.timeout(300_000),
  })) as [string];
  return JSON.parse(line) as Service;
}

async function kill(): Promise<void> {
  child?.kill('SIGKILL');
  await once(child!, 'exit');
}

it('finishes each running or waiting job once after the service was killed and restarted', async () => {
  const before = await start();
  const ids = await Promise.all(Array.from({ length: JOBS }, (_, n) => submit(before, { ...tinyJob, text: `Job number ${n}.` })));
  while ((await statusOf(before, ids[2]!)).status === 'queued') await pause(50);
  await kill();

  const after = await start();
  // Poll the jobs one by one, because concurrent polling would take as much CPU time as the jobs themselves.
  const jobs: JobStatus[] = [];
  for (const id of ids) jobs.push(await watch(after, id));
  expect(jobs.map(({ status }) => status)).toEqual(Array(JOBS).fill('succeeded'));
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(JOBS);
  for (const id of ids) expect((await download(after, id)).byteLength).toBeGreaterThan(1_000);

  for (const job of jobs) expect(await statusOf(after, job.id)).toEqual(job);
});
