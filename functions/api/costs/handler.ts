import { LIMITS } from '@talking-avatar/contract';
import { findOwnJob, listJobs } from '#jobs';
import { createEndpoint, encodeCursor, jsonResponse, readEnvironment, readPageQuery } from '#runtime';
import { environment } from './environment.ts';
import { readJobCost, readJobCosts } from './job-cost.ts';

const settings = readEnvironment(environment);

/** `GET /lipsync/costs` returns the cost of one job (with `id`), or of each of the caller's jobs, newest first. */
export const handler = createEndpoint(settings, { methods: ['GET'] }, async ({ event, caller: { account } }) => {
  const query = event.queryStringParameters ?? {};
  if (query.id !== undefined)
    return jsonResponse(await readJobCost(settings.LEDGER_TABLE, await findOwnJob(settings.JOBS_TABLE, account, query.id)));
  const page = readPageQuery(account, query, { more: {}, most: LIMITS.pageCosts });
  const { jobs, next } = await listJobs(settings.JOBS_TABLE, account, page);
  const costs = await readJobCosts(settings.LEDGER_TABLE, jobs);
  return jsonResponse({ jobs: costs, cursor: encodeCursor(next) });
});
