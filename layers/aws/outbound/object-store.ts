import type { Readable } from 'node:stream';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';
import type { AudioStore, ObjectUri } from '../../contract/index.ts';
import { objectLimits, secretsManager } from '../clients.ts';
import { type FetchLimits, readLimited } from './fetch.ts';
import { OutboundError } from './guard.ts';

/** What the secret of a store holds. */
const credentialsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    accessKeyId: v.pipe(v.string(), v.nonEmpty()),
    secretAccessKey: v.pipe(v.string(), v.nonEmpty()),
    sessionToken: v.optional(v.string()),
  }),
);

/**
 * Fetches an object from a store of the deployment's settings.
 *
 * @throws OutboundError when the store does not give the object, or it is too large or too slow
 * @throws Error when the store's own settings are wrong
 */
export async function fetchObject(address: ObjectUri, store: AudioStore, limits: FetchLimits): Promise<Uint8Array> {
  const client = await createStoreClient(store);
  const abortSignal = AbortSignal.timeout(limits.time);
  try {
    const command = new GetObjectCommand({ Bucket: address.bucket, Key: address.key });
    const { Body, ContentLength = 0 } = await client.send(command, { abortSignal });
    const body = Body as Readable | undefined;
    if (!body) throw new OutboundError('the store answered without a body');
    // A body that is not read to its end fails when the connection goes; what that means was said already.
    body.on('error', () => {});
    abortSignal.addEventListener('abort', () => body.destroy());
    return await readLimited(body, limits.bytes, ContentLength);
  } catch (cause) {
    if (cause instanceof OutboundError) throw cause;
    if (abortSignal.aborted) throw new OutboundError('the store took too long to give it', { cause });
    throw new OutboundError(describeStoreError(cause, address), { cause });
  } finally {
    client.destroy();
  }
}

/** Amazon S3 as ourselves, or another service with the keys of its secret. */
async function createStoreClient({ endpoint, region, secret, pathStyle }: AudioStore): Promise<S3Client> {
  const place = region === undefined ? {} : { region };
  if (endpoint === undefined || secret === undefined) return new S3Client({ ...objectLimits, ...place });
  const { SecretString } = await secretsManager().send(new GetSecretValueCommand({ SecretId: secret }));
  const keys = v.safeParse(credentialsSchema, SecretString);
  if (!keys.success) throw new Error(`The secret ${secret} must be JSON with accessKeyId and secretAccessKey`);
  const { accessKeyId, secretAccessKey, sessionToken } = keys.output;
  return new S3Client({
    ...objectLimits,
    ...place,
    endpoint,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
  });
}

/** Why a store refused, by the status that every S3-compatible service gives. */
function describeStoreError(cause: unknown, { bucket }: ObjectUri): string {
  const { name, $metadata, code } = cause as { name?: string; $metadata?: { httpStatusCode?: number }; code?: string };
  const status = $metadata?.httpStatusCode;
  if (name === 'NoSuchBucket') return `there is no bucket ${JSON.stringify(bucket)}`;
  if (status === 404) return `there is no such object in the bucket ${JSON.stringify(bucket)}`;
  if (status === 403 || status === 401) {
    return `the bucket ${JSON.stringify(bucket)} does not let this service read it, or has no such object`;
  }
  if (status !== undefined) return `the store answered ${status} (${name ?? 'unknown reason'})`;
  return `the connection to the store failed (${code ?? name ?? 'unknown reason'})`;
}
