import { DeleteCommand, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { type JobRecord, WEBHOOK_EVENTS, type WebhookKey } from '@talking-avatar/contract';
import { dynamodb } from '#aws/clients';
import { isoTime } from '#aws/clock';

/** A delivery that was given up, stored so that it can be replayed. The URL is left out because it may contain secrets of the customer. */
export interface FailedDelivery {
  job: string;
  event: WebhookKey;
  account: string;
  /** Host and port of the receiver. */
  host: string;
  reason: string;
  attempts: number;
  /** In ISO 8601 format (UTC). */
  failed_at: string;
  /** In seconds since 1970. The record expires with its job. */
  expires_at: number;
}

/** Creates the record of a delivery that is being given up. @param job must have a URL for the event */
export const failedDeliveryOf = (job: JobRecord, event: WebhookKey, attempts: number, reason: string): FailedDelivery => ({
  job: job.id,
  event,
  account: job.account,
  host: new URL(job.specification.web_hooks[event] ?? '').host,
  reason,
  attempts,
  failed_at: isoTime(Date.now()),
  expires_at: job.expires_at,
});

const PREFIX = 'failed#';
const keyOf = ({ job, event }: Pick<FailedDelivery, 'job' | 'event'>) => ({ name: `${PREFIX}${job}#${event}` });

/** Stores a delivery that was given up. */
export async function storeFailedDelivery(table: string, delivery: FailedDelivery): Promise<void> {
  await dynamodb().send(new PutCommand({ TableName: table, Item: { ...keyOf(delivery), ...delivery } }));
}

/** Deletes the record after a replay. */
export async function deleteFailedDelivery(table: string, delivery: Pick<FailedDelivery, 'job' | 'event'>): Promise<void> {
  await dynamodb().send(new DeleteCommand({ TableName: table, Key: keyOf(delivery) }));
}

/** Lists all deliveries that were given up, oldest first. Only for operators, because it scans the table. */
export async function listFailedDeliveries(table: string): Promise<FailedDelivery[]> {
  const pages = paginateScan(
    { client: dynamodb() },
    {
      TableName: table,
      FilterExpression: 'begins_with(#name, :prefix)',
      ExpressionAttributeNames: { '#name': 'name' },
      ExpressionAttributeValues: { ':prefix': PREFIX },
    },
  );
  const deliveries: FailedDelivery[] = [];
  for await (const { Items = [] } of pages) {
    deliveries.push(...Items.map(({ name: _, ...delivery }) => delivery as FailedDelivery));
  }
  return deliveries.sort((a, b) => a.failed_at.localeCompare(b.failed_at));
}

/** True if the string is a key of `web_hooks`. */
export const isWebhookKey = (text: string): text is WebhookKey => WEBHOOK_EVENTS.some((key) => key === text);
