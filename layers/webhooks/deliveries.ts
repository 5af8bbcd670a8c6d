import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../aws/clients.ts';
import { conditionHolds } from '../aws/conditions.ts';
import {
  type DeliveryAttempt,
  type DeliveryState,
  isTerminal,
  type JobRecord,
  type WebhookDelivery,
  type WebhookKey,
} from '../contract/index.ts';

/** Attempts that the log keeps: a whole round of the schedule and a few of a replay. */
const MAX_LOGGED_ATTEMPTS = 12;

/** The notices that tell of a job's end. */
const END_WEBHOOKS: readonly WebhookKey[] = ['on_success', 'on_fail'];

/**
 * Claims an attempt, so that only one of two copies of a message makes it. All deliveries of a job are in its one item, so the
 * condition also keeps their order:
 *
 *   on_running            not after the delivery of the end was claimed or attempted
 *   on_success, on_fail   not while on_running is claimed; a claim expires at `until` if its holder dies
 *
 * @param until ms since 1970: later than the attempt can last
 * @returns false when the attempt must not be made now
 */
export function claimAttempt(
  table: string,
  id: string,
  key: WebhookKey,
  { attempts, now, until }: { attempts: number; now: number; until: number },
): Promise<boolean> {
  const others = key === 'on_running' ? END_WEBHOOKS : (['on_running'] as const);
  const free = (name: string) => `(attribute_not_exists(${name}.claimed_until) OR ${name}.claimed_until < :now)`;
  const untold = (name: string) => `(attribute_not_exists(${name}) OR ${name}.attempts = :none)`;
  const order = others.map((_, index) => {
    const name = `notices.#other${index}`;
    return key === 'on_running' ? `${free(name)} AND ${untold(name)}` : free(name);
  });
  return updateJob(table, id, {
    UpdateExpression: 'SET notices.#key.claimed_until = :until',
    ConditionExpression: [
      'notices.#key.#state = :waiting',
      'notices.#key.attempts = :attempts',
      'attribute_not_exists(deleted_at)',
      free('notices.#key'),
      ...order,
    ].join(' AND '),
    ExpressionAttributeNames: {
      '#key': key,
      '#state': 'state',
      ...Object.fromEntries(others.map((other, index) => [`#other${index}`, other])),
    },
    ExpressionAttributeValues: {
      ':waiting': 'waiting',
      ':attempts': attempts,
      ':now': now,
      ':until': until,
      ...(key === 'on_running' && { ':none': 0 }),
    },
  });
}

/** Stores the outcome of an attempt and ends its claim. Returns false when an outcome is stored already. */
export function recordAttempt(
  table: string,
  id: string,
  key: WebhookKey,
  notice: WebhookDelivery,
  {
    state,
    attempt,
    next_at,
    since,
  }: { state: DeliveryState; attempt: DeliveryAttempt; next_at?: number; since: number },
): Promise<boolean> {
  const { claimed_until, next_at: _, ...rest } = notice;
  return replaceDelivery(table, id, key, notice.attempts, {
    ...rest,
    state,
    since,
    attempts: notice.attempts + 1,
    log: [...notice.log, attempt].slice(-MAX_LOGGED_ATTEMPTS),
    ...(next_at !== undefined && { next_at }),
  });
}

/**
 * Stores when a postponed attempt is due. Nothing changes when the attempt was made meanwhile.
 *
 * @param attempts attempts before the postponed one
 * @param at ms since 1970
 */
export function postponeDelivery(
  table: string,
  id: string,
  key: WebhookKey,
  { attempts, at }: { attempts: number; at: number },
): Promise<boolean> {
  return updateJob(table, id, {
    UpdateExpression: 'SET notices.#key.next_at = :at',
    ConditionExpression:
      'notices.#key.#state = :waiting AND notices.#key.attempts = :attempts AND attribute_not_exists(deleted_at)',
    ExpressionAttributeNames: { '#key': key, '#state': 'state' },
    ExpressionAttributeValues: { ':at': at, ':waiting': 'waiting', ':attempts': attempts },
  });
}

/** Whether `on_running` is out of date: the job has ended, or its end was already delivered or is being delivered. */
export function isOutdated({ status, notices, specification }: JobRecord, key: WebhookKey): boolean {
  if (key !== 'on_running') return false;
  const ends = END_WEBHOOKS.map((end) => notices?.[end]);
  const isTold = ends.some((end) => end && (end.attempts > 0 || end.claimed_until !== undefined));
  return isTold || (isTerminal(status) && !specification.web_hooks[status === 'succeeded' ? 'on_success' : 'on_fail']);
}

/** Marks a delivery as skipped: it is never attempted. */
export function skipDelivery(table: string, id: string, key: WebhookKey, notice: WebhookDelivery): Promise<boolean> {
  const { claimed_until, next_at, ...rest } = notice;
  return replaceDelivery(table, id, key, notice.attempts, { ...rest, state: 'skipped' });
}

/** Marks a delivery as failed without another attempt. */
export function failDelivery(table: string, id: string, key: WebhookKey, notice: WebhookDelivery): Promise<boolean> {
  const { claimed_until, next_at, ...rest } = notice;
  return replaceDelivery(table, id, key, notice.attempts, { ...rest, state: 'failed' });
}

/** Restarts a failed delivery from the beginning of the schedule. @param now ms since 1970 */
export function replayDelivery(
  table: string,
  id: string,
  key: WebhookKey,
  notice: WebhookDelivery,
  now: number,
): Promise<boolean> {
  return replaceDelivery(table, id, key, notice.attempts, {
    ...notice,
    state: 'waiting',
    base: notice.attempts,
    since: now,
  });
}

function replaceDelivery(
  table: string,
  id: string,
  key: WebhookKey,
  attempts: number,
  notice: WebhookDelivery,
): Promise<boolean> {
  return updateJob(table, id, {
    UpdateExpression: 'SET notices.#key = :notice',
    ConditionExpression: 'notices.#key.attempts = :attempts AND attribute_not_exists(deleted_at)',
    ExpressionAttributeNames: { '#key': key },
    ExpressionAttributeValues: { ':notice': notice, ':attempts': attempts },
  });
}

const updateJob = (
  table: string,
  id: string,
  change: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
): Promise<boolean> =>
  conditionHolds(() => dynamodb().send(new UpdateCommand({ TableName: table, Key: { id }, ...change })));
