import { createHash } from 'node:crypto';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Artifact } from '@talking-avatar/contract';
import { s3 } from './s3.ts';
import { recordStorageUsage } from './usage/index.ts';

/** Lifetime of a presigned URL, in s. */
export const URL_LIFETIME_S = 900;

export async function getObject(bucket: string, key: string): Promise<Uint8Array> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  if (!Body) throw new Error(`The object ${key} has no body`);
  return Body.transformToByteArray();
}

export async function putObject(bucket: string, key: string, body: Uint8Array | string, contentType: string): Promise<void> {
  await s3().send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: contentType }));
}

type ArtifactLocation = Pick<Artifact, 'key' | 'file_name' | 'content_type'>;

/** Stores an artifact. @returns its description, with size and hash */
export async function putArtifact(bucket: string, location: ArtifactLocation, body: Uint8Array | string): Promise<Artifact> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  await putObject(bucket, location.key, bytes, location.content_type);
  return createArtifactRecord(location, bytes);
}

export const createArtifactRecord = (location: ArtifactLocation, bytes: Uint8Array): Artifact => ({
  ...location,
  size: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** Returns an object's size, in bytes; undefined if it does not exist. */
export async function findObjectSize(bucket: string, key: string): Promise<number | undefined> {
  try {
    const { ContentLength } = await s3().send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    return ContentLength ?? 0;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** Copies an object of `size` bytes within the bucket. */
export async function copyObject(bucket: string, { from, to, size }: { from: string; to: string; size: number }): Promise<void> {
  const source = [bucket, ...from.split('/')].map(encodeURIComponent).join('/');
  await s3().send(new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: source }));
  recordStorageUsage(to, size);
}

/** Deletes an object, if it exists. */
export async function deleteObject(bucket: string, key: string): Promise<void> {
  await s3().send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
}

/** Lists the keys that begin with `prefix`, in alphabetical order. */
export async function listKeys(bucket: string, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3() }, { Bucket: bucket, Prefix: prefix })) {
    keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
  }
  return keys;
}

/** Deletes every object whose key begins with `prefix`. @returns the number of deleted objects */
export async function deleteFolder(bucket: string, prefix: string): Promise<number> {
  const keys = await listKeys(bucket, prefix);
  for (const key of keys) await deleteObject(bucket, key);
  return keys.length;
}

/** Signs a download URL with a file name and media type, valid for `URL_LIFETIME_S`. @param disposition whether browsers save or show it */
export function signDownload(
  bucket: string,
  artifact: ArtifactLocation,
  disposition: 'attachment' | 'inline' = 'attachment',
): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: artifact.key,
    ResponseContentType: artifact.content_type,
    ResponseContentDisposition: `${disposition}; filename="${artifact.file_name}"`,
  });
  return getSignedUrl(s3(), command, { expiresIn: URL_LIFETIME_S });
}

/** Signs a URL for uploading exactly `size` bytes, valid for `URL_LIFETIME_S`. */
export function signUpload(bucket: string, key: string, size: number, contentType: string): Promise<string> {
  const command = new PutObjectCommand({ Bucket: bucket, Key: key, ContentLength: size, ContentType: contentType });
  return getSignedUrl(s3(), command, {
    expiresIn: URL_LIFETIME_S,
    signableHeaders: new Set(['content-length', 'content-type']),
  });
}
