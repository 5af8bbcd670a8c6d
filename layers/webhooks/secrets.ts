import { isoTime } from '#aws/clock';
import { generateMac } from '#aws/mac';
import { getItem, updateItem } from '#aws/table';

/**
 * Source of signing secrets, which are MACs of account and version under a KMS key. Only versions are stored, so backups contain no
 * secrets.
 */
interface SecretSource {
  table: string;
  /** ID or ARN of an HMAC_256 key in KMS. */
  key: string;
}

/** How long the previous secret remains valid after a rotation, in hours. */
export const SECRET_OVERLAP_HOURS = 24;

interface SecretVersion {
  version: number;
  /** In ms since 1970. */
  rotated_at: number;
}

const keyOf = (account: string) => ({ name: `secret#${account}` });

const findVersion = async ({ table }: SecretSource, account: string): Promise<SecretVersion> =>
  (await getItem<SecretVersion>(table, keyOf(account))) ?? { version: 1, rotated_at: 0 };

/** Returns when the previous secret expires, in ms since 1970; undefined if there is no previous secret. */
const overlapOf = ({ version, rotated_at }: SecretVersion): number | undefined => {
  const until = rotated_at + SECRET_OVERLAP_HOURS * 3_600_000;
  return version > 1 && Date.now() < until ? until : undefined;
};

/** Returns when the previous secret of an account expires, in ISO 8601 format; undefined if there is no previous secret. */
export async function findSecretOverlap(source: SecretSource, account: string): Promise<string | undefined> {
  const until = overlapOf(await findVersion(source, account));
  return until === undefined ? undefined : isoTime(until);
}

/** Lists an account's valid secrets, newest first; 32 bytes each. */
export async function listSecrets(source: SecretSource, account: string): Promise<Uint8Array[]> {
  const found = await findVersion(source, account);
  const { version } = found;
  const versions = overlapOf(found) === undefined ? [version] : [version, version - 1];
  return Promise.all(versions.map((each) => deriveSecret(source.key, account, each)));
}

/**
 * Rotates an account's secret. The previous one remains valid for `SECRET_OVERLAP_HOURS`; earlier ones expire.
 * @returns false if another rotation got there first
 */
export async function rotateSecret(source: SecretSource, account: string): Promise<boolean> {
  const { version } = await findVersion(source, account);
  return updateItem(source.table, keyOf(account), {
    UpdateExpression: 'SET #version = :next, rotated_at = :now',
    ConditionExpression: 'attribute_not_exists(#version) OR #version = :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':next': version + 1, ':now': Date.now(), ':version': version },
  });
}

const cachedSecrets = new Map<string, Uint8Array>();
const MAX_CACHED_SECRETS = 1_000;

async function deriveSecret(key: string, account: string, version: number): Promise<Uint8Array> {
  const message = `webhook secret ${version} of ${account}`;
  const cached = cachedSecrets.get(`${key} ${message}`);
  if (cached) return cached;
  const secret = await generateMac(key, message);
  if (cachedSecrets.size >= MAX_CACHED_SECRETS) cachedSecrets.clear();
  cachedSecrets.set(`${key} ${message}`, secret);
  return secret;
}
