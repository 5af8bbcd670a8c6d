import type { Readable } from 'node:stream';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { type AudioStore, type ObjectUri, quote } from '@talking-avatar/contract';
import * as v from 'valibot';
import { secretsManager } from '../clients.ts';
import { objectLimits } from '../s3.ts';
import { type FetchLimits, readLimited } from './fetch.ts';
import { OutboundError } from './guard.ts';

/** The Secrets Manager secret for a store. */
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
 * Downloads an object from one of the stores in the `audioStores` setting.
 * @throws OutboundError if the store denies access, or if the object is too large or takes too long
 * @throws Error if the secret for the store is invalid
 */
export async function fetchClientObject(uri: ObjectUri, store: AudioStore, limits: FetchLimits): Promise<Uint8Array> {
  const client = await createStoreClient(store);
  const abortSignal = AbortSignal.timeout(limits.timeout);
  try {
    const command = new GetObjectCommand({ Bucket: uri.bucket, Key: uri.key });
    const { Body, ContentLength = 0 } = await client.send(command, { abortSignal });
    const body = Body as Readable | undefined;
    if (!body) throw new OutboundError('the store returned no body');
    // Closing the connection early emits an error, but the failure is already reported below.
    body.on('error', () => {});
    abortSignal.addEventListener('abort', () => body.destroy());
    return await readLimited(body, limits.bytes, ContentLength);
  } catch (cause) {
    if (cause instanceof OutboundError) throw cause;
    if (abortSignal.aborted) throw new OutboundError('the store took too long to send the object', { cause });
    throw new OutboundError(describeStoreError(cause, uri), { cause });
  } finally {
    client.destroy();
  }
}

/** Creates a client for Amazon S3 that uses the function's own role, or a client for another service that uses the keys from its secret. */
async function createStoreClient({ endpoint, region, secret, pathStyle }: AudioStore): Promise<S3Client> {
  const options = { ...objectLimits, ...(region !== undefined && { region }) };
  if (endpoint === undefined || secret === undefined) return new S3Client(options);
  const { SecretString } = await secretsManager().send(new GetSecretValueCommand({ SecretId: secret }));
  const keys = v.safeParse(credentialsSchema, SecretString);
  if (!keys.success) throw new Error(`The secret ${secret} must be JSON with accessKeyId and secretAccessKey`);
  const { accessKeyId, secretAccessKey, sessionToken } = keys.output;
  return new S3Client({
    ...options,
    endpoint,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
  });
}

/** Explains to the client why a store refused the download. */
function describeStoreError(cause: unknown, { bucket }: ObjectUri): string {
  const { name, $metadata, code } = cause as { name?: string; $metadata?: { httpStatusCode?: number }; code?: string };
  const status = $metadata?.httpStatusCode;
  if (name === 'NoSuchBucket') return `the bucket ${quote(bucket)} does not exist`;
  if (status === 404) return `the object does not exist in the bucket ${quote(bucket)}`;
  if (status === 403 || status === 401) {
    return `the bucket ${quote(bucket)} does not allow this service to read it, or does not contain this object`;
  }
  if (status !== undefined) return `the store returned ${status} (${name ?? 'unknown reason'})`;
  return `the connection to the store failed (${code ?? name ?? 'unknown reason'})`;
}
