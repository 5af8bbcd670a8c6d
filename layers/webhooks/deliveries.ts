import {
  type DeliveryAttempt,
  type DeliveryState,
  isTerminal,
  type JobRecord,
  type WebhookDelivery,
  type WebhookKey,
} from '@talking-avatar/contract';
import { isoTime } from '#aws/clock';
import { updateItem } from '#aws/table';
import { eventTimeOf } from './body.ts';

/** Maximum number of attempts in the log: a whole round of the schedule, and part of a replay. */
const MAX_LOGGED_ATTEMPTS = 12;

/** Webhooks that announce the end of a job. */
const END_WEBHOOKS: readonly WebhookKey[] = ['on_success', 'on_fail'];

/**
 * Claims an attempt, so that only one copy of a message makes it. All of a job's deliveries are in one item, so the condition also ensures
 * their order:
 *
 *   on_running            not after on_success or on_fail was claimed or attempted
 *   on_success, on_fail   not while on_running is claimed
 *
 * @param options if the holder dies, the claim expires at `until`, in ms since 1970
 * @returns false if the attempt must not be made now
 */
export function claimAttempt(
  table: string,
  id: string,
  key: WebhookKey,
  { attempts, now, until }: { attempts: number; now: number; until: number },
): Promise<boolean> {
  const others = key === 'on_running' ? END_WEBHOOKS : (['on_running'] as const);
  const free = (name: string) => `(attribute_not_exists(${name}.claimed_until) OR ${name}.claimed_until < :now)`;
  const notAttempted = (name: string) => `(attribute_not_exists(${name}) OR ${name}.attempts = :none)`;
  const order = others.map((_, index) => {
    const name = `deliveries.#other${index}`;
    return key === 'on_running' ? `${free(name)} AND ${notAttempted(name)}` : free(name);
  });
  return updateItem(
    table,
    { id },
    {
      UpdateExpression: 'SET deliveries.#key.claimed_until = :until',
      ConditionExpression: [
        'deliveries.#key.#state = :waiting',
        'deliveries.#key.attempts = :attempts',
        'attribute_not_exists(deleted_at)',
        free('deliveries.#key'),
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
    },
  );
}

/** Stores the outcome of an attempt and releases its claim. @returns false if an outcome is already stored */
export function recordAttempt(
  table: string,
  id: string,
  key: WebhookKey,
  delivery: WebhookDelivery,
  { state, attempt, next_at, since }: { state: DeliveryState; attempt: DeliveryAttempt; next_at?: number; since: number },
): Promise<boolean> {
  const { claimed_until, next_at: _, ...rest } = delivery;
  return replaceDelivery(
    table,
    id,
    key,
    { attempts: delivery.attempts },
    {
      ...rest,
      state,
      since,
      attempts: delivery.attempts + 1,
      log: [...delivery.log, attempt].slice(-MAX_LOGGED_ATTEMPTS),
      ...(next_at !== undefined && { next_at }),
    },
  );
}

/** Stores the due time of a postponed attempt (`at`, in ms since 1970), unless it was made. `attempts` is how many came before. */
export const postponeDelivery = (
  table: string,
  id: string,
  key: WebhookKey,
  { attempts, at }: { attempts: number; at: number },
): Promise<boolean> =>
  updateItem(
    table,
    { id },
    {
      UpdateExpression: 'SET deliveries.#key.next_at = :at',
      ConditionExpression:
        'deliveries.#key.#state = :waiting AND deliveries.#key.attempts = :attempts AND attribute_not_exists(deleted_at)',
      ExpressionAttributeNames: { '#key': key, '#state': 'state' },
      ExpressionAttributeValues: { ':at': at, ':waiting': 'waiting', ':attempts': attempts },
    },
  );

/** True if `on_running` is outdated because an end webhook was claimed or attempted, or because the job has ended without one. */
export function isRunningSuperseded({ status, deliveries, specification }: JobRecord, key: WebhookKey): boolean {
  if (key !== 'on_running') return false;
  const ends = END_WEBHOOKS.map((end) => deliveries?.[end]);
  const isEndAttempted = ends.some((end) => end && (end.attempts > 0 || end.claimed_until !== undefined));
  return isEndAttempted || (isTerminal(status) && !specification.web_hooks[status === 'succeeded' ? 'on_success' : 'on_fail']);
}

/** Returns when a delivery started, in ms since 1970: the time of its event or last replay. */
export const deliveryStart = (key: WebhookKey, job: JobRecord, { since }: WebhookDelivery): number =>
  since ?? Date.parse(eventTimeOf(key, job));

export function skipDelivery(table: string, id: string, key: WebhookKey, delivery: WebhookDelivery): Promise<boolean> {
  const { claimed_until, next_at, ...rest } = delivery;
  return replaceDelivery(table, id, key, { attempts: delivery.attempts }, { ...rest, state: 'skipped' });
}

export function giveUpDelivery(table: string, id: string, key: WebhookKey, delivery: WebhookDelivery): Promise<boolean> {
  const { claimed_until, next_at, ...rest } = delivery;
  return replaceDelivery(table, id, key, { attempts: delivery.attempts }, { ...rest, state: 'failed' });
}

/**
 * Restarts an ended delivery's schedule. The same write puts the job on a work list unless it is on one, so that the sweep notices a lost
 * message.
 * @param delivery as read
 * @param workList key of the work list
 * @returns false if the delivery has changed since, for example by another replay
 */
export function replayDelivery(
  table: string,
  id: string,
  key: WebhookKey,
  { delivery, workList }: { delivery: WebhookDelivery; workList: string },
): Promise<boolean> {
  const since = Date.now();
  const again: WebhookDelivery = { ...delivery, state: 'waiting', base: delivery.attempts, since };
  return replaceDelivery(table, id, key, delivery, again, { work_list: workList, list_position: isoTime(since) });
}

/** Undoes `replayDelivery`, unless an attempt has been made. @param delivery as it was before */
export const restoreDelivery = (table: string, id: string, key: WebhookKey, delivery: WebhookDelivery): Promise<boolean> =>
  replaceDelivery(table, id, key, { attempts: delivery.attempts, state: 'waiting' }, delivery);

/**
 * @param before the number of attempts, and optionally the state, that the stored delivery must have
 * @param defaults attributes to set if the job does not have them
 */
function replaceDelivery(
  table: string,
  id: string,
  key: WebhookKey,
  { attempts, state }: { attempts: number; state?: DeliveryState },
  delivery: WebhookDelivery,
  defaults: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const names = Object.keys(defaults);
  const sets = ['deliveries.#key = :delivery', ...names.map((name) => `${name} = if_not_exists(${name}, :${name})`)];
  const condition = 'deliveries.#key.attempts = :attempts AND attribute_not_exists(deleted_at)';
  return updateItem(
    table,
    { id },
    {
      UpdateExpression: `SET ${sets.join(', ')}`,
      ConditionExpression: state ? `${condition} AND deliveries.#key.#state = :state` : condition,
      ExpressionAttributeNames: { '#key': key, ...(state && { '#state': 'state' }) },
      ExpressionAttributeValues: {
        ':delivery': delivery,
        ':attempts': attempts,
        ...(state && { ':state': state }),
        ...Object.fromEntries(names.map((name) => [`:${name}`, defaults[name]])),
      },
    },
  );
}
