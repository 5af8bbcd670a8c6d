import { createClient } from '@talking-avatar/client';
import { type Service, submit, watch } from '../../../bin/demo/client.ts';
import { tinyJob } from '../../../test/e2e/service.ts';

/**
 * Creates two jobs for requests to refer to: a successful job whose webhook receiver does not respond, and a deleted job.
 *
 * @returns their IDs
 */
export async function makeJobs(client: Service): Promise<string[]> {
  const job = { ...tinyJob, web_hooks: { on_success: 'http://127.0.0.1:9/' } };
  const ids = await Promise.all([submit(client, job), submit(client, job)]);
  for (const id of ids) await watch(client, id);
  await createClient(client).remove(ids[1]!);
  return ids;
}
