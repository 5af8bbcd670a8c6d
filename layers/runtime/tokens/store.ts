import { PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { SubscriptionPlan } from '@talking-avatar/contract';
import { dynamodb } from '#aws/clients';
import { isoTime } from '#aws/clock';
import { getItem, updateItem } from '#aws/table';
import { generateToken, hashToken, newTokenRecord, type TokenRecord } from './token.ts';

/** Computes the end of a plan period, in ms since 1970. @param start start of the period, in ms since 1970 */
const expiryOf = (plan: SubscriptionPlan, start: number): number => start + plan.days * 86_400_000;

/** Creates a token for an account. @returns the token, whose secret is not stored */
export async function createToken(table: string, account: string, plan: SubscriptionPlan): Promise<string> {
  const token = generateToken();
  const now = Date.now();
  const Item = newTokenRecord(token, account, plan, { now, expiresAt: expiryOf(plan, now) });
  await dynamodb().send(new PutCommand({ TableName: table, Item }));
  return token;
}

/** Finds the record of a token. @returns undefined for an unknown or revoked token */
export async function findToken(table: string, token: string): Promise<TokenRecord | undefined> {
  const record = await findTokenByHash(table, hashToken(token));
  return record?.revoked_at ? undefined : record;
}

/** Finds the record of a token by its hash, even if it was revoked. */
export const findTokenByHash = (table: string, hash: string): Promise<TokenRecord | undefined> => getItem<TokenRecord>(table, { hash });

/** Lists all tokens, oldest first. */
export async function listTokens(table: string): Promise<TokenRecord[]> {
  const records: TokenRecord[] = [];
  for await (const page of paginateScan({ client: dynamodb() }, { TableName: table })) {
    records.push(...((page.Items ?? []) as TokenRecord[]));
  }
  return records.sort((a, b) => a.created_at.localeCompare(b.created_at));
}

/** Revokes a token immediately. @returns false for an unknown token */
export const revokeToken = (table: string, hash: string): Promise<boolean> =>
  updateItem(
    table,
    { hash },
    {
      UpdateExpression: 'SET revoked_at = :now',
      ConditionExpression: 'attribute_exists(#hash)',
      ExpressionAttributeNames: { '#hash': 'hash' },
      ExpressionAttributeValues: { ':now': isoTime(Date.now()) },
    },
  );

/** Starts a new plan period with the full quota. @returns false for an unknown or revoked token */
export const renewToken = (table: string, hash: string, plan: SubscriptionPlan): Promise<boolean> =>
  updateItem(
    table,
    { hash },
    {
      UpdateExpression: 'SET #plan = :plan, quota = :quota, used = :none, expires_at = :until',
      ConditionExpression: 'attribute_exists(#hash) AND attribute_not_exists(revoked_at)',
      ExpressionAttributeNames: { '#hash': 'hash', '#plan': 'plan' },
      ExpressionAttributeValues: {
        ':plan': plan.name,
        ':quota': plan.quota,
        ':none': 0,
        ':until': isoTime(expiryOf(plan, Date.now())),
      },
    },
  );
