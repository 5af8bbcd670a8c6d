import { GenerateMacCommand } from '@aws-sdk/client-kms';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb, kms } from '../../aws/clients.ts';
import { formatToken, hashToken, type TokenRecord, tokenHint } from './token.ts';

/** The account that test jobs belong to: what they cost is on the ledger under it. */
export const CANARY_ACCOUNT = 'canary';

/** Jobs that the token may submit before it is renewed: a run takes one of them. */
const QUOTA = 3;

/** How long the token outlives the run that it is for, ms: clocks differ. */
const MARGIN = 60_000;

/**
 * Renews the token of the canary and returns it. The secret is kept nowhere: it is the MAC of the month under a key that KMS never
 * gives out, so every run finds the same one, no hand has to make it, and a month later it is another one. It expires a minute after
 * its run has ended at the latest.
 *
 * @param table of tokens
 * @param key ID or ARN of a KMS key of the kind HMAC_256
 * @param run how long the run may still take, ms
 */
export async function renewCanaryToken(table: string, key: string, run: number, now = new Date()): Promise<string> {
  const token = formatToken(await generateMac(key, `canary token ${now.toISOString().slice(0, 7)}`));
  const record: TokenRecord = {
    hash: hashToken(token),
    hint: tokenHint(token),
    account: CANARY_ACCOUNT,
    plan: CANARY_ACCOUNT,
    quota: QUOTA,
    used: 0,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + run + MARGIN).toISOString(),
  };
  await dynamodb().send(new PutCommand({ TableName: table, Item: record }));
  return token;
}

async function generateMac(key: string, message: string): Promise<Uint8Array> {
  const { Mac } = await kms().send(
    new GenerateMacCommand({ KeyId: key, MacAlgorithm: 'HMAC_SHA_256', Message: Buffer.from(message) }),
  );
  if (!Mac) throw new Error('KMS answered without a MAC');
  return Mac;
}
