import { randomUUID } from 'node:crypto';
import { apiErrors, type JobRecord, newDeliveries } from '@talking-avatar/contract';
// Importing from the index would load all its exports and the S3 client at startup.
import { log } from '#aws/log';
import { jobKeys } from '#aws/object-keys';
import { enqueueDeadline, enqueueJob } from '#aws/queues';
import { billTo } from '#aws/usage';
import { billedPartyOf, refuseOverBudget } from '#billing';
import {
  ACCEPTED,
  ARRIVING,
  acceptJob,
  deadlineOf,
  findIdempotencyRecord,
  type IdempotencyClaim,
  type IdempotencyRecord,
  moveToWorkList,
  revertAcceptance,
} from '#jobs';
import { findTokenByHash, type Submission, type TokenRecord } from '#runtime';
import type { Settings } from './environment.ts';
import { type AcceptedJob, matchClaim } from './idempotency.ts';

const DAY = 86_400;

/** Number of days between the expiry of a job's objects and its record, during which clients receive 410. */
const RECORD_DAYS = 7;

interface RequestContext {
  /** The client's `Idempotency-Key`, and the job of an earlier request with the same key. */
  claim?: IdempotencyClaim | undefined;
  earlier?: IdempotencyRecord | undefined;
  requestId: string;
  /** The base URL that the client used. */
  baseUrl: string;
  /** The own avatar used as the job's actor. */
  avatar?: NonNullable<JobRecord['avatar']>;
}

/**
 * Accepts a submission: writes the job and its quota, stores the recording, and queues the job. If a step fails, the job is withdrawn and
 * the client receives 503. The job is written first, so that a recording never exists without a job.
 * @returns the job; for a repeated request, the first one's
 * @throws ApiError 400, 401, 403, 422, or 503
 */
export async function acceptSubmission(
  settings: Settings,
  caller: TokenRecord,
  submission: Submission,
  { claim, earlier, requestId, baseUrl, avatar }: RequestContext,
): Promise<AcceptedJob> {
  if (earlier) return matchClaim(earlier, claim);
  if (caller.used >= caller.quota) throw apiErrors.quotaReached(caller.quota);
  await refuseOverBudget(settings.ACCOUNTS_TABLE, caller.account);
  const id = randomUUID();
  const { timeline, audio_url } = submission.specification;
  // Load the S3 client with the first job that needs it, since most jobs are text.
  const storage = submission.audio || audio_url || timeline ? await import('./storage.ts') : undefined;
  const recording = await storage?.findRecording(settings, caller.account, id, submission);
  const timelineKey = timeline && jobKeys(id).editedTimeline;
  const job = {
    ...createJobRecord(settings, caller, submission, id, recording?.key),
    base_url: baseUrl,
    ...(avatar && { avatar }),
    ...(timelineKey && { timeline: timelineKey }),
  };
  // True if more objects are stored after the job.
  const arrives = recording !== undefined || timeline !== undefined;
  const tables = { jobs: settings.JOBS_TABLE, tokens: settings.TOKENS_TABLE, idempotency: settings.IDEMPOTENCY_TABLE };
  const acceptance = await acceptJob(tables, job, claim, arrives ? ARRIVING : ACCEPTED).catch(async (error: unknown) => {
    // The job may have been written even though the response was lost. The client does not receive its ID, so it must not run.
    await revertAcceptance(tables, job, claim).catch((failure: unknown) => {
      log.error('A job whose acceptance failed could not be withdrawn', { job: id, error: failure as Error });
    });
    throw error;
  });
  if (acceptance !== 'accepted') {
    if (acceptance === 'quota') throw await createQuotaError(settings, caller);
    return matchClaim(await findIdempotencyRecord(settings.IDEMPOTENCY_TABLE, claim?.key ?? ''), claim);
  }
  billTo(billedPartyOf(job));
  try {
    if (timelineKey) await storage?.storeTimeline(settings, timelineKey, timeline);
    if (recording) await storage?.storeRecording(settings, recording);
    if (arrives && !(await moveToWorkList(settings.JOBS_TABLE, id, ARRIVING, ACCEPTED))) return { id, replayed: false };
    await enqueue(settings, job);
  } catch (error) {
    log.error('The job could not be queued; withdrawing it', error as Error);
    if (!(await revertAcceptance(tables, job, claim))) return { id, replayed: false };
    for (const key of [recording?.key, timelineKey]) if (key) await storage?.removeStored(settings, key);
    throw apiErrors.notAccepted(requestId);
  }
  return { id, replayed: false };
}

function createJobRecord(
  settings: Settings,
  caller: TokenRecord,
  { specification: { timeline: _, ...specification } }: Submission,
  id: string,
  recording: string | undefined,
): JobRecord {
  const now = new Date();
  const expiry = Math.floor(now.getTime() / 1000) + settings.RETENTION_DAYS * DAY;
  return {
    id,
    account: caller.account,
    token: caller.hash,
    plan_expires_at: caller.expires_at,
    status: 'queued',
    progress: 0,
    created_at: now.toISOString(),
    started_at: null,
    finished_at: null,
    expires_at: expiry,
    record_expires_at: expiry + RECORD_DAYS * DAY,
    specification,
    deliveries: newDeliveries(specification.web_hooks),
    ...(recording && { recording }),
  };
}

/** Finds out why the condition on the token failed: its quota is used up, or it has expired or was just revoked. */
async function createQuotaError(settings: Settings, caller: TokenRecord): Promise<Error> {
  const token = await findTokenByHash(settings.TOKENS_TABLE, caller.hash);
  if (!token || token.revoked_at) return apiErrors.invalidToken();
  return token.used >= token.quota ? apiErrors.quotaReached(token.quota) : apiErrors.expiredToken(token.expires_at);
}

/** Queues a job. The deadline is queued first, so that no job is queued without it. */
async function enqueue(settings: Settings, job: JobRecord): Promise<void> {
  const deadline = deadlineOf(job);
  if (deadline !== undefined) await enqueueDeadline(settings.DEADLINES_QUEUE_URL, { id: job.id, at: deadline });
  await enqueueJob(settings.JOBS_QUEUE_URL, job);
}
