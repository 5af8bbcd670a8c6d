import type { DeliveryAttempt, JobEventType, JobRecord } from '@talking-avatar/contract';
import { BlockedAddressError, isoTime, OutboundError, postExternal } from '#aws';
import type { SettingsOf } from '#runtime';
import { createWebhookBody, listSecrets, signDelivery, webhookId } from '#webhooks';

/** Timeout for the response from a receiver, in ms. */
export const ATTEMPT_TIMEOUT = 10_000;

interface AttemptResult {
  attempt: DeliveryAttempt;
  /** True if the service never connects to this URL. */
  blocked: boolean;
  /** The `Retry-After` header of the response. */
  retryAfter: string | undefined;
}

/** Posts an event to a receiver, once. Only a 2xx response counts as success. */
export async function postDelivery(
  settings: SettingsOf<'deliver'>,
  job: JobRecord,
  type: JobEventType,
  url: string,
): Promise<AttemptResult> {
  const keys = await listSecrets({ table: settings.WEBHOOKS_TABLE, key: settings.WEBHOOKS_KEY }, job.account);
  const body = JSON.stringify(createWebhookBody(type, job));
  const began = Date.now();
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'avatar-webhooks/1.0',
    ...signDelivery(webhookId(type, job), began, body, keys),
  };
  const attemptOf = (status: number | null, reason: string | null): DeliveryAttempt => ({
    at: isoTime(began),
    status,
    reason,
    duration: Date.now() - began,
  });
  try {
    const { status, retryAfter } = await postExternal(url, settings.OUTBOUND, {
      body,
      headers,
      timeout: ATTEMPT_TIMEOUT,
    });
    const ok = status >= 200 && status < 300;
    return { attempt: attemptOf(status, ok ? null : `the receiver returned ${status}`), blocked: false, retryAfter };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return {
      attempt: attemptOf(null, error.message),
      blocked: error instanceof BlockedAddressError,
      retryAfter: undefined,
    };
  }
}
