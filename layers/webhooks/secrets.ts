import { GenerateMacCommand } from '@aws-sdk/client-kms';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb, kms } from '../aws/clients.ts';
import { conditionHolds } from '../aws/conditions.ts';

/**
 * The secrets that webhooks are signed with are never stored: each is the MAC of account and version under one key that KMS keeps
 * and never gives out. What is stored is only which version an account is at. So there is nothing to steal from a table or a
 * backup, a rotation is one small write, and an account needs no setting up.
 */
export interface SecretSource {
  /** The table of webhooks. */
  table: string;
  /** The KMS key, of the kind HMAC_256. */
  key: string;
}

/** Hours that the secret before a rotation stays valid: time for a receiver to be given the new one. */
export const OVERLAP_HOURS = 24;

interface SecretVersion {
  version: number;
  /** Ms since 1970. */
  rotated_at: number;
}

const keyOf = (account: string) => ({ name: `secret#${account}` });

async function findVersion({ table }: SecretSource, account: string): Promise<SecretVersion> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: table, Key: keyOf(account), ConsistentRead: true }),
  );
  return (Item as SecretVersion | undefined) ?? { version: 1, rotated_at: 0 };
}

/** The account's keys that are valid now, the newest first; 32 bytes each. */
export async function listSecrets(place: SecretSource, account: string, now = Date.now()): Promise<Uint8Array[]> {
  const { version, rotated_at } = await findVersion(place, account);
  const overlapping = version > 1 && now < rotated_at + OVERLAP_HOURS * 3_600_000;
  const versions = overlapping ? [version, version - 1] : [version];
  return Promise.all(versions.map((each) => deriveSecret(place.key, account, each)));
}

/**
 * Gives an account a new secret. The one before stays valid for `OVERLAP_HOURS`; one before that ends at once.
 *
 * @returns false when somebody else has rotated at the same moment
 */
export async function rotateSecret(place: SecretSource, account: string, now = Date.now()): Promise<boolean> {
  const { version } = await findVersion(place, account);
  return conditionHolds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: place.table,
        Key: keyOf(account),
        UpdateExpression: 'SET #version = :next, rotated_at = :now',
        ConditionExpression: 'attribute_not_exists(#version) OR #version = :version',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':next': version + 1, ':now': now, ':version': version },
      }),
    ),
  );
}

/** Secrets that this process has asked for: KMS is asked once for each. */
const cachedSecrets = new Map<string, Uint8Array>();
const MAX_CACHED_SECRETS = 1_000;

async function deriveSecret(key: string, account: string, version: number): Promise<Uint8Array> {
  const message = `webhook secret ${version} of ${account}`;
  const remembered = cachedSecrets.get(`${key} ${message}`);
  if (remembered) return remembered;
  const { Mac } = await kms().send(
    new GenerateMacCommand({ KeyId: key, MacAlgorithm: 'HMAC_SHA_256', Message: Buffer.from(message) }),
  );
  if (!Mac) throw new Error('KMS answered without a MAC');
  if (cachedSecrets.size >= MAX_CACHED_SECRETS) cachedSecrets.clear();
  cachedSecrets.set(`${key} ${message}`, Mac);
  return Mac;
}
