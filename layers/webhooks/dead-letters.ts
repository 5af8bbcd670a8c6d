import { DeleteCommand, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../aws/clients.ts';
import { WEBHOOK_KEYS, type WebhookKey } from '../contract/index.ts';

/** A delivery that was given up, kept for replay. It contains no URL, which may contain secrets of the customer. */
export interface DeadLetter {
  job: string;
  event: WebhookKey;
  account: string;
  /** Host and port of the receiver. */
  host: string;
  reason: string;
  attempts: number;
  /** ISO 8601, UTC. */
  failed_at: string;
  /** Seconds since 1970: expires with its job. */
  expires_at: number;
}

const PREFIX = 'dead#';
const keyOf = ({ job, event }: Pick<DeadLetter, 'job' | 'event'>) => ({ name: `${PREFIX}${job}#${event}` });

/** Stores a dead letter. */
export async function storeDeadLetter(table: string, letter: DeadLetter): Promise<void> {
  await dynamodb().send(new PutCommand({ TableName: table, Item: { ...keyOf(letter), ...letter } }));
}

/** Deletes a dead letter, after a replay. */
export async function deleteDeadLetter(table: string, letter: Pick<DeadLetter, 'job' | 'event'>): Promise<void> {
  await dynamodb().send(new DeleteCommand({ TableName: table, Key: keyOf(letter) }));
}

/** Lists all dead letters, oldest first. It scans the table: for operators only. */
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

/** Whether a text is a key of `web_hooks`. */
export const isWebhookKey = (text: string): text is WebhookKey => WEBHOOK_KEYS.some((key) => key === text);
