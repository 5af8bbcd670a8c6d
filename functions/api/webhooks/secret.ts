import { apiErrors } from '@talking-avatar/contract';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as v from 'valibot';
import { readJsonBody } from '#runtime';
import { findSecretOverlap, formatSecret, listSecrets, rotateSecret } from '#webhooks';
import type { Settings } from './environment.ts';

const rotationSchema = v.strictObject({ force: v.optional(v.boolean(), false) });

type Rotation = v.InferOutput<typeof rotationSchema>;

/** Reads the body of a rotation request, which may be empty. @throws ApiError 400 */
export const readRotation = (event: APIGatewayProxyEvent): Rotation => readJsonBody(event, rotationSchema, { empty: { force: false } });

const sourceOf = ({ WEBHOOKS_TABLE, WEBHOOKS_KEY }: Settings) => ({ table: WEBHOOKS_TABLE, key: WEBHOOKS_KEY });

/** Creates a new secret. @throws ApiError 409 while the previous one is valid, unless `force` is true */
export async function rotate(settings: Settings, account: string, { force }: Rotation): Promise<void> {
  const source = sourceOf(settings);
  const until = await findSecretOverlap(source, account);
  if (until && !force) throw apiErrors.secretJustRotated(until);
  // Two concurrent rotations count as one, and both responses contain the same new secret.
  await rotateSecret(source, account);
}

/** Lists the valid secrets of the account, newest first. */
export async function viewSecrets(settings: Settings, account: string) {
  const source = sourceOf(settings);
  const [secrets, until] = await Promise.all([listSecrets(source, account), findSecretOverlap(source, account)]);
  return {
    secrets: secrets.map((key, index) => ({
      secret: formatSecret(key),
      expires_at: index === 0 ? null : (until ?? null),
    })),
  };
}
