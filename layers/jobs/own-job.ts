import { attributeUsage } from '../aws/usage/index.ts';
import { subjectOf } from '../billing/index.ts';
import { errors } from '../contract/index.ts';
import type { JobItem } from './item.ts';
import { findJob } from './queries.ts';

/** Characters of an id that are looked up and repeated; a real one has 36. */
const MAX_ID_CHARACTERS = 100;

/**
 * Finds a job for its owner.
 *
 * @throws ApiError 404 for an id that is unknown or another caller's, 410 for a job that was deleted or has expired
 */
export async function findOwnJob(table: string, account: string, given: string): Promise<JobItem> {
  const id = given.slice(0, MAX_ID_CHARACTERS);
  const job = await findJob(table, id || ' ');
  if (job?.account !== account) throw errors.unknownJob(id);
  attributeUsage(subjectOf(job));
  if (job.deleted_at) throw errors.gone(`Job ${id} was deleted at ${job.deleted_at}.`);
  if (job.expires_at <= Date.now() / 1000) throw errors.gone(`The result of job ${id} has expired.`);
  return job;
}
