import { ApiError, apiErrors, type JobRecord, type JobSpecification, newDeliveries } from '@talking-avatar/contract';
// Imported directly, because the index would load all of its exports and the S3 client at startup.
import { log } from '#aws/log';
import { enqueueDeadline, enqueueJob } from '#aws/queues';
import { billTo } from '#aws/usage';
import { billedPartyOf, refuseOverBudget } from '#billing';
import { ACCEPTED, ARRIVING, acceptJob, deadlineOf, type IdempotencyClaim, moveToWorkList, revertAcceptance } from '#jobs';
import { findTokenByHash } from '../tokens/store.ts';
import type { TokenRecord } from '../tokens/token.ts';

const DAY = 86_400;

/** Number of days that the record of a job outlives its objects. During that time, clients receive 410. */
const RECORD_DAYS = 7;

interface AcceptanceSettings {
  JOBS_TABLE: string;
  TOKENS_TABLE: string;
  /** Only needed for a request with an idempotency claim, or a job with a `wait_time`. */
  IDEMPOTENCY_TABLE?: string;
  DEADLINES_QUEUE_URL?: string;
  JOBS_QUEUE_URL: string;
}

interface AcceptanceOptions {
  claim?: IdempotencyClaim | undefined;
  requestId: string;
  /**
   * Stores the rest of the job before it is queued. If it throws an ApiError, the job is withdrawn, and the error is returned to the
   * client.
   */
  store?: (() => Promise<void>) | undefined;
  /** Removes whatever `store` may have stored. */
  undo?: (() => Promise<void>) | undefined;
}

/** Rejects a job before any work is done. @throws ApiError 403 if the token's quota or the account's budget is used up */
export async function refuseUnpaid({ ACCOUNTS_TABLE }: { ACCOUNTS_TABLE: string }, caller: TokenRecord): Promise<void> {
  refuseOverQuota(caller);
  await refuseOverBudget(ACCOUNTS_TABLE, caller.account);
}

/** @throws ApiError 403 if the token's quota is used up */
export function refuseOverQuota({ used, quota }: TokenRecord): void {
  if (used >= quota) throw apiErrors.quotaReached(quota);
}

/** Creates the record for a new job. @param retentionDays days until its objects expire */
export function createJobRecord(id: string, caller: TokenRecord, specification: JobSpecification, retentionDays: number): JobRecord {
  const now = new Date();
  const expiry = Math.floor(now.getTime() / 1000) + retentionDays * DAY;
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
  };
}

/**
 * Accepts a job: writes the job and charges the quota, stores the rest, and queues the job. If any of this fails, the job is withdrawn and
 * the client receives 503. The job is written first, so that its objects never exist without it.
 * @returns `repeated` if the idempotency key is in use
 * @throws ApiError 401, 403, or 503, or from `store`
 */
export async function submitJob(
  settings: AcceptanceSettings,
  caller: TokenRecord,
  job: JobRecord,
  { claim, requestId, store, undo }: AcceptanceOptions,
): Promise<'accepted' | 'repeated'> {
  const tables = { jobs: settings.JOBS_TABLE, tokens: settings.TOKENS_TABLE, idempotency: settings.IDEMPOTENCY_TABLE ?? '' };
  const acceptance = await acceptJob(tables, job, claim, store ? ARRIVING : ACCEPTED).catch(async (error: unknown) => {
    // The job may have been written even though the response was lost. It must not run because the client does not know its ID.
    await revertAcceptance(tables, job, claim).catch((failure: unknown) => {
      log.error('A job whose acceptance failed could not be withdrawn', { job: job.id, error: failure as Error });
    });
    throw error;
  });
  if (acceptance === 'quota') throw await createQuotaError(settings, caller);
  if (acceptance === 'repeated') return 'repeated';
  billTo(billedPartyOf(job));
  try {
    await store?.();
    if (store && !(await moveToWorkList(settings.JOBS_TABLE, job.id, ARRIVING, ACCEPTED))) return 'accepted';
    await enqueue(settings, job);
  } catch (error) {
    if (!(error instanceof ApiError)) log.error('The job could not be queued; withdrawing it', error as Error);
    if (!(await revertAcceptance(tables, job, claim))) return 'accepted';
    await undo?.();
    throw error instanceof ApiError ? error : apiErrors.notAccepted(requestId);
  }
  return 'accepted';
}

/** Finds out why the condition on the token failed: its quota is used up, or the token has expired or was just revoked. */
async function createQuotaError(settings: AcceptanceSettings, caller: TokenRecord): Promise<Error> {
  const token = await findTokenByHash(settings.TOKENS_TABLE, caller.hash);
  if (!token || token.revoked_at) return apiErrors.invalidToken();
  return token.used >= token.quota ? apiErrors.quotaReached(token.quota) : apiErrors.expiredToken(token.expires_at);
}

/** Queues a job. The deadline is queued first, so that no job is queued without it. */
async function enqueue({ DEADLINES_QUEUE_URL, JOBS_QUEUE_URL }: AcceptanceSettings, job: JobRecord): Promise<void> {
  const deadline = deadlineOf(job);
  if (deadline !== undefined && DEADLINES_QUEUE_URL) await enqueueDeadline(DEADLINES_QUEUE_URL, { id: job.id, at: deadline });
  await enqueueJob(JOBS_QUEUE_URL, job);
}
