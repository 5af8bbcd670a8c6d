import * as v from 'valibot';
import { apiErrors, formatIssues, JOB_STATUSES, LIMITS, toJobStatusView } from '../../layers/contract/index.ts';
import { findOwnJob, listJobs } from '../../layers/jobs/index.ts';
import { createEndpoint, jsonResponse, readEnvironment } from '../../layers/runtime/index.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

const settings = readEnvironment('status');

/** Default of `limit`. */
const DEFAULT_LIMIT = 20;

const querySchema = v.object({
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/, `a whole number from 1 to ${LIMITS.pageJobs}`),
      v.transform(Number),
      v.check((limit) => limit >= 1 && limit <= LIMITS.pageJobs, `a whole number from 1 to ${LIMITS.pageJobs}`),
    ),
  ),
  status: v.optional(v.picklist(JOB_STATUSES)),
  cursor: v.optional(v.string()),
});

/** `GET /status`: one job by `id`, or the caller's jobs, newest first. */
export const handler = createEndpoint(settings, { methods: ['GET'] }, async ({ event, caller }) => {
  const query = event.queryStringParameters ?? {};
  return query.id === undefined ? respondWithList(caller.account, query) : respondWithJob(caller.account, query.id);
});

async function respondWithJob(account: string, id: string) {
  return jsonResponse(toJobStatusView(await findOwnJob(settings.JOBS_TABLE, account, id)));
}

async function respondWithList(account: string, query: object) {
  const result = v.safeParse(querySchema, query);
  if (!result.success) throw apiErrors.invalidParameter(formatIssues(querySchema, result.issues));
  const { limit = DEFAULT_LIMIT, status, cursor } = result.output;
  const from = cursor === undefined ? undefined : decodeCursor(cursor, account);
  const page = await listJobs(settings.JOBS_TABLE, account, { limit, status, from });
  return jsonResponse({ jobs: page.jobs.map(toJobStatusView), cursor: page.next ? encodeCursor(page.next) : null });
}
