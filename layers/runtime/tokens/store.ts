import { GetCommand, PutCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../../aws/clients.ts';
import { conditionHolds } from '../../aws/conditions.ts';
import type { SubscriptionPlan } from '../../contract/index.ts';
import { equalHashes, generateToken, hashToken, type TokenRecord, tokenHint } from './token.ts';

const DAY = 86_400_000;

/** Issues a token for an account and returns the secret, which is not kept anywhere. */
export async function createToken(
  table: string,
  account: string,
  plan: SubscriptionPlan,
  now = new Date(),
): Promise<string> {
  const token = generateToken();
  const record: TokenRecord = {
    hash: hashToken(token),
    hint: tokenHint(token),
    account,
    plan: plan.name,
    quota: plan.quota,
    used: 0,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + plan.days * DAY).toISOString(),
  };
  await dynamodb().send(new PutCommand({ TableName: table, Item: record }));
  return token;
}

/** Finds what is known of a token; undefined for a stranger's and for a revoked one. */
export async function findToken(table: string, token: string): Promise<TokenRecord | undefined> {
  const record = await findTokenByHash(table, hashToken(token));
  return record && equalHashes(record.hash, hashToken(token)) && !record.revoked_at ? record : undefined;
}

export async function findTokenByHash(table: string, hash: string): Promise<TokenRecord | undefined> {
  const { Item } = await dynamodb().send(new GetCommand({ TableName: table, Key: { hash }, ConsistentRead: true }));
  return Item as TokenRecord | undefined;
}

/** Every token, oldest first. */
export async function listTokens(table: string): Promise<TokenRecord[]> {
  const records: TokenRecord[] = [];
  for await (const page of paginateScan({ client: dynamodb() }, { TableName: table })) {
    records.push(...((page.Items ?? []) as TokenRecord[]));
  }
  return records.sort((a, b) => a.created_at.localeCompare(b.created_at));
}

/** Ends a token at once. Returns false for an unknown one. */
export function revokeToken(table: string, hash: string, now = new Date()): Promise<boolean> {
  return conditionHolds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: { hash },
        UpdateExpression: 'SET revoked_at = :now',
        ConditionExpression: 'attribute_exists(#hash)',
        ExpressionAttributeNames: { '#hash': 'hash' },
        ExpressionAttributeValues: { ':now': now.toISOString() },
      }),
    ),
  );
}

/** Starts a new period of a plan: the whole quota again, and the days from now. Returns false for an unknown or revoked token. */
export function renewToken(table: string, hash: string, plan: SubscriptionPlan, now = new Date()): Promise<boolean> {
  return conditionHolds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: { hash },
        UpdateExpression: 'SET #plan = :plan, quota = :quota, used = :none, expires_at = :until',
        ConditionExpression: 'attribute_exists(#hash) AND attribute_not_exists(revoked_at)',
        ExpressionAttributeNames: { '#hash': 'hash', '#plan': 'plan' },
        ExpressionAttributeValues: {
          ':plan': plan.name,
          ':quota': plan.quota,
          ':none': 0,
          ':until': new Date(now.getTime() + plan.days * DAY).toISOString(),
        },
      }),
    ),
  );
}
