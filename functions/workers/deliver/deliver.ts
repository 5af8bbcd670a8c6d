import { randomUUID } from 'node:crypto';
import type { DeliveryAttempt, WebhookDelivery, WebhookKey } from '@talking-avatar/contract';
import { backoff, type Clock, deliveryAttemptId, isoTime, recordDeliveryAttempts } from '#aws';
import { findJob, finishDeliveries, type JobItem, UNDELIVERED } from '#jobs';
import type { SettingsOf } from '#runtime';
import {
  type AttemptMessage,
  type Circuit,
  claimAttempt,
  closeCircuit,
  deliveryStart,
  enqueueAttempt,
  eventTypeOf,
  failedDeliveryOf,
  findCircuit,
  giveUpDelivery,
  isRunningSuperseded,
  MAX_DELIVERY_TIME_MS,
  nextAttemptTime,
  parseRetryAfter,
  postponeDelivery,
  recordAttempt,
  recordEndpointFailure,
  releaseSlot,
  skipDelivery,
  storeFailedDelivery,
  takeSlot,
  waitingTimesOf,
} from '#webhooks';
import { ATTEMPT_TIMEOUT, postDelivery } from './attempt.ts';

type Settings = SettingsOf<'deliver'>;

type PostponeReason = 'not due yet' | 'circuit open' | 'no free slot' | 'another attempt in progress';

/** Result of handling a message, for the log. The URL is left out because it may contain secrets of the customer. */
export interface DeliveryReport {
  outcome: 'delivered' | 'to be retried' | 'given up' | 'skipped' | 'ignored' | PostponeReason;
  account?: string;
  /** Host and port of the receiver. */
  host?: string;
  /** Number of the attempt, starting at 1. */
  attempt?: number;
  /** HTTP status of the response; null if there was none. */
  status?: number | null;
  /** Why the attempt failed, or why the delivery was given up. */
  reason?: string;
  /** When the next attempt is due, in ISO 8601 format (UTC). */
  next_attempt_at?: string;
}

/** If a process dies, its claims and slots expire this long after the longest possible attempt, in ms. */
const CLAIM_GRACE_PERIOD = 5_000;

/** First and maximum delay before a postponed delivery, in ms. The delay doubles each time. */
const BACKOFF = { first: 1_000, max: 60_000 };

/** Period over which to spread the deliveries that waited for a circuit to close, in ms. */
const CIRCUIT_SPREAD = 8_000;

/** True if a status (null for no response) means that the endpoint is failing, rather than this one request. */
const isEndpointFailure = (status: number | null): boolean => status === null || status >= 500 || status === 429;

/**
 * Makes one delivery attempt, or postpones it. Messages may arrive twice, late, and in any order:
 *
 *   claim ─ POST ─ send the message of the next attempt ─ record the outcome ─ (SQS deletes the message)
 *
 * After a crash, the same message repeats the attempt, unless its outcome was recorded. So no delivery is lost, and an attempt is only made
 * twice if its outcome could not be recorded.
 */
export async function deliverWebhook(settings: Settings, message: AttemptMessage, clock: Clock = Date.now): Promise<DeliveryReport> {
  const now = clock();
  if (message.at > now) {
    await enqueueAttempt(settings.WEBHOOKS_QUEUE_URL, message);
    return { outcome: 'not due yet', next_attempt_at: isoTime(message.at) };
  }
  const job = await findJob(settings.JOBS_TABLE, message.job);
  const url = job?.specification.web_hooks[message.event];
  const delivery = job?.deliveries?.[message.event];
  if (!job || job.deleted_at || !url || delivery?.state !== 'waiting' || delivery.attempts > message.attempts)
    return { outcome: 'ignored' };
  const report = await attemptOrPostpone(settings, message, job, { url, delivery }, now);
  if (ENDED.has(report.outcome)) await stopWatching(settings.JOBS_TABLE, job.id);
  return { account: job.account, host: new URL(url).host, ...report };
}

/** Outcomes after which a delivery is no longer waiting. */
const ENDED: ReadonlySet<DeliveryReport['outcome']> = new Set(['delivered', 'given up', 'skipped']);

/** Takes a job with no waiting deliveries off the `undelivered` work list. If the function crashes first, the sweep does it. */
async function stopWatching(table: string, id: string): Promise<void> {
  const job = await findJob(table, id);
  if (job?.work_list === UNDELIVERED && waitingTimesOf(job).length === 0) await finishDeliveries(table, job);
}

async function attemptOrPostpone(
  settings: Settings,
  message: AttemptMessage,
  job: JobItem,
  { url, delivery }: { url: string; delivery: WebhookDelivery },
  now: number,
): Promise<DeliveryReport> {
  if (isRunningSuperseded(job, message.event)) {
    await skipDelivery(settings.JOBS_TABLE, job.id, message.event, delivery);
    return { outcome: 'skipped' };
  }
  const circuit = await findCircuit(settings.WEBHOOKS_TABLE, job.account, url);
  const openUntil = circuit?.open_until ?? 0;
  if (openUntil > now) {
    const at = openUntil + Math.random() * CIRCUIT_SPREAD;
    return postponeOrGiveUp(settings, message, job, delivery, { outcome: 'circuit open', at, now });
  }
  const backOff = (outcome: PostponeReason) => {
    const later = { ...message, waits: message.waits + 1 };
    return postponeOrGiveUp(settings, later, job, delivery, { outcome, at: backoffTime(message, now), now });
  };
  const until = now + ATTEMPT_TIMEOUT + CLAIM_GRACE_PERIOD;
  // Must be unique, so that a duplicate of the message does not release the slot of an attempt in progress.
  const holder = randomUUID();
  const slots = { size: settings.SLOTS, now, until };
  if (!(await takeSlot(settings.WEBHOOKS_TABLE, job.account, holder, slots))) return backOff('no free slot');
  try {
    const claim = { attempts: message.attempts, now, until };
    if (!(await claimAttempt(settings.JOBS_TABLE, job.id, message.event, claim))) return await backOff('another attempt in progress');
    return await makeAttempt(settings, job, message.event, { url, delivery, circuit });
  } finally {
    await releaseSlot(settings.WEBHOOKS_TABLE, job.account, holder);
  }
}

/** Computes when to retry a delivery that is waiting for a slot or another attempt, in ms since 1970. */
const backoffTime = ({ waits }: AttemptMessage, now: number): number => now + backoff(waits, BACKOFF) * (0.5 + Math.random());

/** Postpones a delivery, or gives it up if that would make it older than `MAX_DELIVERY_TIME_MS`. */
async function postponeOrGiveUp(
  settings: Settings,
  message: AttemptMessage,
  job: JobItem,
  delivery: WebhookDelivery,
  { outcome, at, now }: { outcome: PostponeReason; at: number; now: number },
): Promise<DeliveryReport> {
  const { attempts } = delivery;
  const since = deliveryStart(message.event, job, delivery);
  // An attempt in progress may still succeed.
  const claim = { attempts, now, until: now + ATTEMPT_TIMEOUT + CLAIM_GRACE_PERIOD };
  if (at - since <= MAX_DELIVERY_TIME_MS || !(await claimAttempt(settings.JOBS_TABLE, job.id, message.event, claim)))
    return postpone(settings, message, outcome, at);
  const reason = outcome === 'circuit open' ? 'the receiver could not be reached for a day' : `not delivered within a day: ${outcome}`;
  await storeFailedDelivery(settings.WEBHOOKS_TABLE, failedDeliveryOf(job, message.event, attempts, reason));
  await giveUpDelivery(settings.JOBS_TABLE, job.id, message.event, delivery);
  return { outcome: 'given up', reason };
}

/** Queues the message for a later time, which `GET /status` then shows. @param at ms since 1970 */
async function postpone(settings: Settings, message: AttemptMessage, outcome: PostponeReason, at: number): Promise<DeliveryReport> {
  await postponeDelivery(settings.JOBS_TABLE, message.job, message.event, { attempts: message.attempts, at });
  await enqueueAttempt(settings.WEBHOOKS_QUEUE_URL, { ...message, at });
  return { outcome, next_attempt_at: isoTime(at) };
}

async function makeAttempt(
  settings: Settings,
  job: JobItem,
  key: WebhookKey,
  { url, delivery, circuit }: { url: string; delivery: WebhookDelivery; circuit: Circuit | undefined },
): Promise<DeliveryReport> {
  const type = eventTypeOf(key, job);
  if (!type) return { outcome: 'ignored' };
  const { attempt: made, blocked, retryAfter } = await postDelivery(settings, job, type, url);
  recordDeliveryAttempts(job.id, deliveryAttemptId(key, made.at));
  await updateCircuit(settings, job.account, url, made, circuit);
  const since = deliveryStart(key, job, delivery);
  const record = (state: WebhookDelivery['state'], next_at?: number) =>
    recordAttempt(settings.JOBS_TABLE, job.id, key, delivery, {
      state,
      attempt: made,
      since,
      ...(next_at && { next_at }),
    });
  const attempts = delivery.attempts + 1;
  if (made.reason === null) {
    await record('delivered');
    return { outcome: 'delivered', attempt: attempts, status: made.status };
  }
  const failure = { attempt: attempts, status: made.status, reason: made.reason };
  const now = Date.now();
  const plan = { attempts: attempts - delivery.base, since, now, retryAfter: parseRetryAfter(retryAfter, now) };
  const next = blocked || made.status === 410 ? undefined : nextAttemptTime({ ...plan, random: Math.random() });
  if (next !== undefined) {
    await enqueueAttempt(settings.WEBHOOKS_QUEUE_URL, { job: job.id, event: key, attempts, at: next, waits: 0 });
    await record('waiting', next);
    return { outcome: 'to be retried', ...failure, next_attempt_at: isoTime(next) };
  }
  await storeFailedDelivery(settings.WEBHOOKS_TABLE, failedDeliveryOf(job, key, attempts, made.reason));
  await record('failed');
  return { outcome: 'given up', ...failure };
}

async function updateCircuit(
  { WEBHOOKS_TABLE }: Settings,
  account: string,
  url: string,
  { status }: DeliveryAttempt,
  circuit: Circuit | undefined,
): Promise<void> {
  if (isEndpointFailure(status)) await recordEndpointFailure(WEBHOOKS_TABLE, account, url);
  else if (circuit) await closeCircuit(WEBHOOKS_TABLE, account, url);
}
