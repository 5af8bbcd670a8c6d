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
 * Claims an attempt, so that of two copies of a message one makes it. All notices of a job are in its one item, so the order
 * between them is part of the condition:
 *
 *   on_running   not once the notice of the end is under way or was tried
 *   the end      not while on_running is under way; the claim ends by itself should the sender die
 *
 * @param until ms since 1970: later than the attempt can last
 * @returns false when it is not to be made now; the notices say why
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

/** Keeps the outcome of an attempt and ends its claim. Returns false when it is known already. */
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

/** Whether a notice would tell of the past: a job that has ended, or of whose end was told, is not said to be running any more. */
export function isOutdated({ status, notices, specification }: JobRecord, key: WebhookKey): boolean {
  if (key !== 'on_running') return false;
  const ends = END_WEBHOOKS.map((end) => notices?.[end]);
  const isTold = ends.some((end) => end && (end.attempts > 0 || end.claimed_until !== undefined));
  return isTold || (isTerminal(status) && !specification.web_hooks[status === 'succeeded' ? 'on_success' : 'on_fail']);
}

/** Leaves a notice out for good. */
export function skipDelivery(table: string, id: string, key: WebhookKey, notice: WebhookDelivery): Promise<boolean> {
  const { claimed_until, next_at, ...rest } = notice;
  return replaceDelivery(table, id, key, notice.attempts, { ...rest, state: 'skipped' });
}

/** Gives a notice up that could not even be tried. */
export function failDelivery(table: string, id: string, key: WebhookKey, notice: WebhookDelivery): Promise<boolean> {
  const { claimed_until, next_at, ...rest } = notice;
  return replaceDelivery(table, id, key, notice.attempts, { ...rest, state: 'failed' });
}

/** Has a notice that was given up tried again, from the beginning of the schedule. */
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
