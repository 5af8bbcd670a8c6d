import { billTo } from '#aws/usage';
import { billedPartyOf } from '#billing';
import { JobGoneError, UnknownJobError } from './errors.ts';
import type { JobItem } from './item.ts';
import { findJob } from './queries.ts';

/** Longer ids are truncated; a valid one has 36 characters. */
const MAX_ID_CHARACTERS = 100;

/**
 * Finds a job of an account.
 *
 * @throws UnknownJobError also for a job of another account
 * @throws JobGoneError for a deleted or expired job
 */
export async function findOwnJob(table: string, account: string, given: string): Promise<JobItem> {
  const id = given.slice(0, MAX_ID_CHARACTERS);
  const job = await findJob(table, id || ' ');
  if (job?.account !== account) throw new UnknownJobError(id);
  billTo(billedPartyOf(job));
  if (job.deleted_at) throw new JobGoneError(`Job ${id} was deleted at ${job.deleted_at}.`);
  if (job.expires_at <= Date.now() / 1000) throw new JobGoneError(`The result of job ${id} has expired.`);
  return job;
}
