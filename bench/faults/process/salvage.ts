import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type Job } from '@talking-avatar/client';
import { tinyJob } from '../../../test/e2e/service.ts';
import type { Field } from './field.ts';

/** Polling interval for jobs and their time limit, in ms. The machine may be busy. */
const POLL = 400;
const JOBS_TIMEOUT = 300_000;

/**
 * Does what the error message says when a service does not start on a damaged folder: moves the named file or folder away and restarts.
 * After that, earlier jobs must be unchanged unless the tables are gone, and jobs that were running must end. A new job must succeed, be
 * downloadable, and have its webhook delivered.
 *
 * @param message error message from startup
 * @returns failures
 */
export async function findBroken(field: Field, store: string, message: string): Promise<string[]> {
  const named = /^.*?: (\/.*) is damaged \(/m.exec(message)?.[1];
  if (!named) return [`the error message does not name a file to move away: ${message}`];
  const away = join(field.data, '..', 'away');
  renameSync(named, away);
  try {
    const { url, token } = await field.start();
    const client = createClient({ url, token });
    const wrong = store === 'dynamodb' ? [] : await findChanged(field, client);
    const job = { ...tinyJob, text: 'All is well.', web_hooks: { on_success: `${field.receiver.url}/salvaged` } };
    const { id } = await client.generate(job as Job);
    const { status } = await client.wait(id, { interval: POLL, timeout: JOBS_TIMEOUT });
    const { length } = await (await client.download(id)).bytes();
    if (status !== 'succeeded' || length === 0) wrong.push(`a new job is ${status}, with ${length} bytes`);
    await field.receiver.wait(id, 1, JOBS_TIMEOUT);
    return wrong;
  } finally {
    rmSync(away, { recursive: true, force: true });
  }
}

/** Finds earlier jobs that changed or did not end. */
async function findChanged(field: Field, client: ReturnType<typeof createClient>): Promise<string[]> {
  const wrong: string[] = [];
  const until = performance.now() + JOBS_TIMEOUT;
  for (const [id, { looks }] of field.jobs) {
    const before = looks.findLast(({ finished_at }) => finished_at);
    let job = await client.status(id);
    for (; !job.finished_at && performance.now() < until; await pause(POLL)) job = await client.status(id);
    if (!job.finished_at) wrong.push(`job ${id} did not end; it is ${job.status}`);
    else if (before && (job.status !== before.status || job.finished_at !== before.finished_at))
      wrong.push(`job ${id} was ${before.status} and is ${job.status}`);
  }
  return wrong;
}
