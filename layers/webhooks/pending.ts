import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { type JobRecord, WEBHOOK_EVENTS, type WebhookKey } from '@talking-avatar/contract';
import { dynamodb } from '#aws/clients';
import { isoTime } from '#aws/clock';
import { isRunningSuperseded } from './deliveries.ts';
import { waitingDeliveriesOf } from './overdue.ts';

/** A delivery that is still being retried. The URL is left out because it may contain secrets of the customer. */
export interface PendingDelivery {
  job: string;
  event: WebhookKey;
  account: string;
  /** Host and port of the receiver. */
  host: string;
  /** Number of attempts so far. */
  attempts: number;
  /** Why the last attempt failed; null before the first one. */
  reason: string | null;
  /** When the next attempt is due, in ISO 8601 format (UTC); null if it is due now. */
  next_attempt_at: string | null;
}

/** Finds a job's deliveries that are still being retried. */
export function pendingDeliveriesOf(job: JobRecord): PendingDelivery[] {
  if (job.deleted_at) return [];
  return waitingDeliveriesOf(job).flatMap(({ event, delivery }) => {
    const url = job.specification.web_hooks[event];
    if (!url || isRunningSuperseded(job, event)) return [];
    const { attempts, next_at, log } = delivery;
    const next_attempt_at = next_at === undefined ? null : isoTime(next_at);
    const reason = log.at(-1)?.reason ?? null;
    return [{ job: job.id, event, account: job.account, host: new URL(url).host, attempts, reason, next_attempt_at }];
  });
}

/** Lists all deliveries that are still being retried, earliest attempt first. Only for operators, because it scans the jobs table. */
export async function listPendingDeliveries(jobsTable: string): Promise<PendingDelivery[]> {
  const names = Object.fromEntries(WEBHOOK_EVENTS.map((key) => [`#${key}`, key]));
  const pages = paginateScan(
    { client: dynamodb() },
    {
      TableName: jobsTable,
      FilterExpression: Object.keys(names)
        .map((name) => `deliveries.${name}.#state = :waiting`)
        .join(' OR '),
      ExpressionAttributeNames: { ...names, '#state': 'state' },
      ExpressionAttributeValues: { ':waiting': 'waiting' },
    },
  );
  const pending: PendingDelivery[] = [];
  for await (const { Items = [] } of pages) {
    pending.push(...Items.flatMap((item) => pendingDeliveriesOf(item as JobRecord)));
  }
  return pending.sort((a, b) => (a.next_attempt_at ?? '').localeCompare(b.next_attempt_at ?? ''));
}
