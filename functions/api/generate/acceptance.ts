import { randomUUID } from 'node:crypto';
import type { JobRecord } from '@talking-avatar/contract';
// Imported directly, because the index would load all of its exports and the S3 client at startup.
import { jobKeys } from '#aws/object-keys';
import { findIdempotencyRecord, type IdempotencyClaim, type IdempotencyRecord } from '#jobs';
import { createJobRecord, refuseUnpaid, type Submission, submitJob, type TokenRecord } from '#runtime';
import type { Settings } from './environment.ts';
import { type AcceptedJob, matchClaim } from './idempotency.ts';

interface RequestContext {
  /** The `Idempotency-Key` from the client, and the job of an earlier request with the same key. */
  claim?: IdempotencyClaim | undefined;
  earlier?: IdempotencyRecord | undefined;
  requestId: string;
  /** The base URL that the client used. */
  baseUrl: string;
  /** The custom avatar used as the job's actor. */
  avatar?: NonNullable<JobRecord['avatar']>;
}

/**
 * Accepts a submission, and stores its recording and timeline; see `submitJob`.
 * @returns the job; for a repeated request, the job of the first request
 * @throws ApiError 400, 401, 403, 422, or 503
 */
export async function acceptSubmission(
  settings: Settings,
  caller: TokenRecord,
  submission: Submission,
  { claim, earlier, requestId, baseUrl, avatar }: RequestContext,
): Promise<AcceptedJob> {
  if (earlier) return matchClaim(earlier, claim);
  await refuseUnpaid(settings, caller);
  const id = randomUUID();
  const { timeline, ...specification } = submission.specification;
  // Loads the S3 client only when a job needs it. Most jobs contain only text.
  const storage = submission.audio || specification.audio_url || timeline ? await import('./storage.ts') : undefined;
  const recording = await storage?.findRecording(settings, caller.account, id, submission);
  const timelineKey = timeline && jobKeys(id).editedTimeline;
  const job = {
    ...createJobRecord(id, caller, specification, settings.RETENTION_DAYS),
    ...(recording && { recording: recording.key }),
    base_url: baseUrl,
    ...(avatar && { avatar }),
    ...(timelineKey && { timeline: timelineKey }),
  };
  const store = async () => {
    if (timelineKey) await storage?.storeTimeline(settings, timelineKey, timeline);
    if (recording) await storage?.storeRecording(settings, recording);
  };
  const undo = async () => {
    for (const key of [recording?.key, timelineKey]) if (key) await storage?.removeStored(settings, key);
  };
  const acceptance = await submitJob(settings, caller, job, { claim, requestId, ...((recording || timeline) && { store, undo }) });
  if (acceptance === 'repeated') return matchClaim(await findIdempotencyRecord(settings.IDEMPOTENCY_TABLE, claim?.key ?? ''), claim);
  return { id, replayed: false };
}
