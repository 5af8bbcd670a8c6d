import { DeleteCommand, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../aws/clients.ts';
import { WEBHOOK_KEYS, type WebhookKey } from '../contract/index.ts';

/** A notice that was given up, for a person to look at. It never holds the address: that may carry the customer's own secrets. */
export interface DeadLetter {
  job: string;
  event: WebhookKey;
  account: string;
  /** Host and port that could not be told. */
  host: string;
  reason: string;
  attempts: number;
  /** ISO 8601, UTC. */
  failed_at: string;
  /** Seconds since 1970: it goes with its job. */
  expires_at: number;
}

const PREFIX = 'dead#';
const keyOf = ({ job, event }: Pick<DeadLetter, 'job' | 'event'>) => ({ name: `${PREFIX}${job}#${event}` });

export async function storeDeadLetter(table: string, letter: DeadLetter): Promise<void> {
  await dynamodb().send(new PutCommand({ TableName: table, Item: { ...keyOf(letter), ...letter } }));
}

export async function deleteDeadLetter(table: string, letter: Pick<DeadLetter, 'job' | 'event'>): Promise<void> {
  await dynamodb().send(new DeleteCommand({ TableName: table, Key: keyOf(letter) }));
}

/** Every notice that was given up, the oldest first. For the operator: it reads the whole table. */
export async function listDeadLetters(table: string): Promise<DeadLetter[]> {
  const pages = paginateScan(
    { client: dynamodb() },
    {
      TableName: table,
      FilterExpression: 'begins_with(#name, :prefix)',
      ExpressionAttributeNames: { '#name': 'name' },
      ExpressionAttributeValues: { ':prefix': PREFIX },
    },
  );
  const letters: DeadLetter[] = [];
  for await (const { Items = [] } of pages) {
    letters.push(...Items.map(({ name: _, ...letter }) => letter as DeadLetter));
  }
  return letters.sort((a, b) => a.failed_at.localeCompare(b.failed_at));
}

export const isWebhookKey = (text: string): text is WebhookKey => WEBHOOK_KEYS.some((key) => key === text);
