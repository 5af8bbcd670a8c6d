import { createHash } from 'node:crypto';
import { apiErrors, LIMITS } from '@talking-avatar/contract';
import type { IdempotencyClaim, IdempotencyRecord } from '#jobs';
import type { Submission } from '#runtime';

export interface AcceptedJob {
  id: string;
  /** True if the job was submitted by an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/**
 * Combines an idempotency key of the account with a hash of the submission.
 * @param key value of the `Idempotency-Key` header
 * @throws ApiError 400 for an invalid key
 */
export function createClaim(account: string, key: string | undefined, { specification, audio }: Submission): IdempotencyClaim | undefined {
  if (key === undefined) return undefined;
  if (key.length === 0 || key.length > LIMITS.idempotencyKeyCharacters || !/^[\x21-\x7e]+$/.test(key)) {
    throw apiErrors.invalidParameter(
      `Idempotency-Key: must be 1 to ${LIMITS.idempotencyKeyCharacters} printable ASCII characters without spaces`,
    );
  }
  const fingerprint = createHash('sha256').update(JSON.stringify(specification));
  if (audio) fingerprint.update(audio);
  return { key: `${account}#${key}`, fingerprint: fingerprint.digest('hex') };
}

/** Returns the job of an earlier request with the same key. @throws ApiError 422 if it was a different job */
export function matchClaim(earlier: IdempotencyRecord | undefined, claim: IdempotencyClaim | undefined): AcceptedJob {
  if (!earlier || earlier.fingerprint !== claim?.fingerprint) throw apiErrors.idempotencyMismatch();
  return { id: earlier.job_id, replayed: true };
}
