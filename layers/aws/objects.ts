import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
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

/** Reads the first `count` bytes of an object, or all of it if it is shorter. */
export async function getObjectStart(bucket: string, key: string, count: number): Promise<Uint8Array> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=0-${count - 1}` }));
  if (!Body) throw new Error(`The object ${key} has no body`);
  return Body.transformToByteArray();
}

export async function putObject(
  bucket: string,
  key: string,
  body: Uint8Array | string,
  contentType: string,
  contentEncoding?: 'gzip',
): Promise<void> {
  const encoding = contentEncoding && { ContentEncoding: contentEncoding };
  await s3().send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: contentType, ...encoding }));
}

type ArtifactLocation = Pick<Artifact, 'key' | 'file_name' | 'content_type'>;

/** Stores an artifact, along with a compressed copy if that saves money. @returns its description, with size and hash */
export async function putArtifact(bucket: string, location: ArtifactLocation, body: Uint8Array | string): Promise<Artifact> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const [artifact] = await Promise.all([
    describeStoredArtifact(bucket, location, bytes),
    putObject(bucket, location.key, bytes, location.content_type),
  ]);
  return artifact;
}

/** Describes an artifact that is already stored, and stores a compressed copy if that saves money. */
export async function describeStoredArtifact(bucket: string, location: ArtifactLocation, bytes: Uint8Array): Promise<Artifact> {
  const copy = await compressIfWorthwhile(location, bytes);
  if (copy) await putObject(bucket, compressedKey(location.key), copy, location.content_type, 'gzip');
  return { ...createArtifactRecord(location, bytes), ...(copy && { gzip_size: copy.byteLength }) };
}

/** Key of the compressed copy of an artifact. */
const compressedKey = (key: string): string => `${key}.gz`;

/**
 * Media types of files worth compressing. Others, such as video and FBX, are already compressed. For example, an FBX file would shrink by
 * only 7%.
 */
const COMPRESSIBLE = /^(text\/|application\/(json|xml)$|model\/gltf-binary$)/;

/**
 * zlib compression level. Higher levels take 1.7 times as long to save another 4%, and lower ones save no money
 * (docs/decisions/0065-compressed-downloads.md).
 */
const COMPRESSION_LEVEL = 4;

/**
 * Minimum savings for a compressed copy, in bytes and as a share of the file. The copy costs a PUT (as much as sending 58 KB) and a week of
 * storage.
 */
const MIN_SAVED_BYTES = 65_536;
const MIN_SAVED_SHARE = 0.2;

async function compressIfWorthwhile({ content_type }: ArtifactLocation, bytes: Uint8Array): Promise<Uint8Array | undefined> {
  if (!COMPRESSIBLE.test(content_type) || bytes.byteLength <= MIN_SAVED_BYTES) return undefined;
  const copy = await promisify(gzip)(bytes, { level: COMPRESSION_LEVEL });
  const saved = bytes.byteLength - copy.byteLength;
  return saved >= Math.max(MIN_SAVED_BYTES, MIN_SAVED_SHARE * bytes.byteLength) ? copy : undefined;
}

export const createArtifactRecord = (location: ArtifactLocation, bytes: Uint8Array): Artifact => ({
  ...location,
  size: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** Returns the size of an object in bytes; undefined if it does not exist. */
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

/** Deletes an object if it exists. */
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

/**
 * Signs a download URL with a file name and media type, valid for `URL_LIFETIME_S`.
 * @param options `disposition`: whether browsers save the file or show it; `compressed`: whether to send the compressed copy
 */
export function signDownload(
  bucket: string,
  artifact: ArtifactLocation,
  { disposition = 'attachment', compressed = false }: { disposition?: 'attachment' | 'inline'; compressed?: boolean } = {},
): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: compressed ? compressedKey(artifact.key) : artifact.key,
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
