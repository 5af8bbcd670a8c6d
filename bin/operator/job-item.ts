import { CommandError } from '@talking-avatar/cli/command-error';
import { findJob, type JobItem } from '#jobs';

/**
 * Reads the job that a command names.
 *
 * @param command how the command is written, for the message when the id is missing
 * @throws CommandError without an id, and for a job that the service does not know
 */
export async function readJob(jobsTable: string, id: string | undefined, command: string): Promise<JobItem> {
  if (!id) throw new CommandError(`Name the job: ${command}`);
  const job = await findJob(jobsTable, id);
  if (job) return job;
  throw new CommandError(`There is no job ${id}; its record is removed a week after its results have expired`);
}

/** A time without its fraction and its T. @param at ISO 8601, UTC */
export const formatTime = (at: string): string => at.slice(0, 19).replace('T', ' ');
