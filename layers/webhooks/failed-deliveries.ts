import { DeleteCommand, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../aws/clients.ts';
import { WEBHOOK_KEYS, type WebhookKey } from '../contract/index.ts';

/** A delivery that was given up, kept for replay. It holds no URL: that may contain the customer's secrets. */
export interface FailedDelivery {
  job: string;
  event: WebhookKey;
  account: string;
  /** Host and port of the receiver. */
  host: string;
  reason: string;
  attempts: number;
  /** ISO 8601, UTC. */
  failed_at: string;
  /** Seconds since 1970: it goes with its job. */
  expires_at: number;
}

const PREFIX = 'dead#';
const keyOf = ({ job, event }: Pick<FailedDelivery, 'job' | 'event'>) => ({ name: `${PREFIX}${job}#${event}` });

export async function storeFailedDelivery(table: string, delivery: FailedDelivery): Promise<void> {
  await dynamodb().send(new PutCommand({ TableName: table, Item: { ...keyOf(delivery), ...delivery } }));
}

export async function deleteFailedDelivery(
  table: string,
  delivery: Pick<FailedDelivery, 'job' | 'event'>,
): Promise<void> {
  await dynamodb().send(new DeleteCommand({ TableName: table, Key: keyOf(delivery) }));
}

/** All deliveries that were given up, oldest first. It scans the whole table: for the operator only. */
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

export const isWebhookKey = (text: string): text is WebhookKey => WEBHOOK_KEYS.some((key) => key === text);
