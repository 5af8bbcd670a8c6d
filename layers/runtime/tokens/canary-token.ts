import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#aws/clients';
import { type Clock, isoTime } from '#aws/clock';
import { generateMac } from '#aws/mac';
import { formatToken, newTokenRecord } from './token.ts';

/** Account for the test jobs. Their costs are on the ledger. */
export const CANARY_ACCOUNT = 'canary';

/** Number of jobs that the token may submit before it is renewed. Each run submits one. */
const QUOTA = 3;

/** How long the token stays valid after the canary run, in ms, to allow for clock skew. */
const MARGIN = 60_000;

/**
 * Renews and returns the canary token. The secret is not stored. It is a MAC of the month under a KMS key, so all runs in the same month
 * compute the same secret. The token expires no later than a minute after the run.
 * @param table the tokens table
 * @param key ID or ARN of an HMAC_256 key in KMS
 * @param run remaining time of the run, in ms
 */
export async function renewCanaryToken(table: string, key: string, run: number, clock: Clock = Date.now): Promise<string> {
  const now = clock();
  const token = formatToken(await generateMac(key, `canary token ${isoTime(now).slice(0, 7)}`));
  const plan = { name: CANARY_ACCOUNT, quota: QUOTA };
  const Item = newTokenRecord(token, CANARY_ACCOUNT, plan, { now, expiresAt: now + run + MARGIN });
  await dynamodb().send(new PutCommand({ TableName: table, Item }));
  return token;
}
