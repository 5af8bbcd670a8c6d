import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type Job } from '@talking-avatar/client';
import { tinyJob } from '../../../test/e2e/service.ts';
import type { Field } from './field.ts';

/** Ms between two looks, and until the jobs must have ended: the machine may be busy. */
const POLL = 400;
const PATIENCE = 300_000;

/**
 * Does what the start of a service on a damaged folder asks for: moves the named file or folder away and starts again. Then the rest
 * must work: earlier jobs are as they were, unless the tables are gone; those at work end in some way; a new one succeeds, can be
 * downloaded, and its webhook comes.
 *
 * @param message what the start said
 * @returns what does not work
 */
export async function findBroken(field: Field, store: string, message: string): Promise<string[]> {
  const named = /^.*?: (\/.*) is damaged \(/m.exec(message)?.[1];
  if (!named) return [`the start names nothing to move away: ${message}`];
  const away = join(field.data, '..', 'away');
  renameSync(named, away);
  try {
    const { url, token } = await field.start();
    const client = createClient({ url, token });
    const wrong = store === 'dynamodb' ? [] : await findChanged(field, client);
    const job = { ...tinyJob, text: 'All is well.', web_hooks: { on_success: `${field.receiver.url}/salvaged` } };
    const { id } = await client.generate(job as Job);
    const { status } = await client.wait(id, { interval: POLL, timeout: PATIENCE });
    const { length } = await (await client.download(id)).bytes();
    if (status !== 'succeeded' || length === 0) wrong.push(`a new job is ${status}, with ${length} bytes`);
    await field.receiver.wait(id, 1, PATIENCE);
    return wrong;
  } finally {
    rmSync(away, { recursive: true, force: true });
  }
}

/** Earlier jobs that are not as they were, or have no end. */
async function findChanged(field: Field, client: ReturnType<typeof createClient>): Promise<string[]> {
  const wrong: string[] = [];
  const until = performance.now() + PATIENCE;
  for (const [id, { looks }] of field.jobs) {
    const before = looks.findLast(({ finished_at }) => finished_at);
    let job = await client.status(id);
    for (; !job.finished_at && performance.now() < until; await pause(POLL)) job = await client.status(id);
    if (!job.finished_at) wrong.push(`job ${id} has no end; it is ${job.status}`);
    else if (before && (job.status !== before.status || job.finished_at !== before.finished_at))
      wrong.push(`job ${id} was ${before.status} and is ${job.status}`);
  }
  return wrong;
}
