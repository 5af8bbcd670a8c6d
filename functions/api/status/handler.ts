import { JOB_STATUSES, toJobStatusView } from '@talking-avatar/contract';
import * as v from 'valibot';
import { findOwnJob, listJobs, secondsToNextPoll } from '#jobs';
import { createEndpoint, encodeCursor, jsonResponse, readEnvironment, readPageQuery } from '#runtime';
import { environment } from './environment.ts';

const settings = readEnvironment(environment);

/** `GET /status` returns one job (with `id`), or the caller's jobs, newest first. */
export const handler = createEndpoint(settings, { methods: ['GET'] }, async ({ event, caller }) => {
  const query = event.queryStringParameters ?? {};
  return query.id === undefined ? respondWithList(caller.account, query) : respondWithJob(caller.account, query.id);
});

async function respondWithJob(account: string, id: string) {
  const job = await findOwnJob(settings.JOBS_TABLE, account, id);
  const seconds = secondsToNextPoll(job, Date.now());
  return jsonResponse(toJobStatusView(job), 200, seconds === undefined ? {} : { 'retry-after': String(seconds) });
}

async function respondWithList(account: string, query: object) {
  const { status, ...page } = readPageQuery(account, query, { more: { status: v.optional(v.picklist(JOB_STATUSES)) } });
  const { jobs, next } = await listJobs(settings.JOBS_TABLE, account, { ...page, status });
  return jsonResponse({ jobs: jobs.map(toJobStatusView), cursor: encodeCursor(next) });
}
