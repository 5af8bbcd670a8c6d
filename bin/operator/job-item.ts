import { CommandError } from '@talking-avatar/cli';
import { findJob, type JobItem } from '#jobs';

/** Reads a job. @throws CommandError if the job does not exist */
export async function readJob(jobsTable: string, id: string): Promise<JobItem> {
  const job = await findJob(jobsTable, id);
  if (job) return job;
  throw new CommandError(`Unknown job ${id}; records are deleted a week after the results expire`);
}

/** Formats a time as `2026-11-27 12:00:00`. @param at ISO 8601, UTC */
export const formatTime = (at: string): string => at.slice(0, 19).replace('T', ' ');
