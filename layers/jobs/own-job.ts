import { apiErrors } from '@talking-avatar/contract';
import { billTo } from '#aws/usage';
import { billedPartyOf } from '#billing';
import type { JobItem } from './item.ts';
import { findJob } from './queries.ts';

/** Longer ids are truncated; a valid one has 36 characters. */
const MAX_ID_CHARACTERS = 100;

/**
 * Finds a job of an account.
 *
 * @throws ApiError 404 for an unknown id or a job of another account, 410 for a deleted or expired job
 */
export async function findOwnJob(table: string, account: string, given: string): Promise<JobItem> {
  const id = given.slice(0, MAX_ID_CHARACTERS);
  const job = await findJob(table, id || ' ');
  if (job?.account !== account) throw apiErrors.unknownJob(id);
  billTo(billedPartyOf(job));
  if (job.deleted_at) throw apiErrors.gone(`Job ${id} was deleted at ${job.deleted_at}.`);
  if (job.expires_at <= Date.now() / 1000) throw apiErrors.gone(`The result of job ${id} has expired.`);
  return job;
}
