import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#aws/clients';
import { type Clock, isoTime } from '#aws/clock';
import { generateMac } from '#aws/mac';
import { formatToken, newTokenRecord } from './token.ts';

/** The account of test jobs, which have their costs on the ledger. */
export const CANARY_ACCOUNT = 'canary';

/** Jobs that the token may submit until it is renewed. A run needs one. */
const QUOTA = 3;

/** How long the token is valid after its run, ms: clocks differ. */
const MARGIN = 60_000;

/**
 * Renews the token of the canary and returns it. The secret is not stored: it is a MAC of the month under a KMS key, so all runs in a month
 * compute the same one. The token expires a minute after the run at the latest.
 * @param table the table of tokens
 * @param key ID or ARN of a KMS key of the type HMAC_256
 * @param run time left for the run, ms
 */
export async function renewCanaryToken(table: string, key: string, run: number, clock: Clock = Date.now): Promise<string> {
  const now = clock();
  const token = formatToken(await generateMac(key, `canary token ${isoTime(now).slice(0, 7)}`));
  const plan = { name: CANARY_ACCOUNT, quota: QUOTA };
  const Item = newTokenRecord(token, CANARY_ACCOUNT, plan, { now, expiresAt: now + run + MARGIN });
  await dynamodb().send(new PutCommand({ TableName: table, Item }));
  return token;
}
