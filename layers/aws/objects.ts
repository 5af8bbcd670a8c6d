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
import type { Artifact } from '../contract/index.ts';
import { s3 } from './clients.ts';
import { recordStorageUsage } from './usage/index.ts';

/** Key prefix of all objects of a job. */
export const jobFolder = (id: string): string => `jobs/${id}/`;

/** Keys of a job's objects. */
export const jobKeys = (id: string) => ({
  recording: `jobs/${id}/recording`,
  audio: `jobs/${id}/speech.wav`,
  timeline: `jobs/${id}/timeline.json`,
  editedTimeline: `jobs/${id}/edited-timeline.json`,
  captions: `jobs/${id}/captions.vtt`,
  background: `jobs/${id}/background`,
  curves: `jobs/${id}/curves.csv`,
  visemes: (set: string, extension: string) => `jobs/${id}/visemes/${set}.${extension}`,
  clip: `jobs/${id}/clip.bin`,
  a2f: `jobs/${id}/a2f.json`,
  poster: (extension: 'jpg' | 'png') => `jobs/${id}/poster.${extension}`,
  segment: (index: number, extension: string) => `jobs/${id}/segments/${index}.${extension}`,
  result: (extension: string) => `jobs/${id}/result.${extension}`,
});

/** Key of an actor's poster. */
export const posterKey = (actor: string, hash: string): string => `actors/${actor}-${hash}.jpg`;

/** Key of an own avatar. */
export const avatarKey = (account: string, id: string): string => `avatars/${encodeURIComponent(account)}/${id}.glb`;

/** Key prefix of the FOCUS export of a day. @param day `2026-11-21` */
export const focusExportFolder = (day: string): string => `focus/day=${day}/`;

/** Key of a file of a FOCUS export. @param part 0 to `PARTS_PER_DAY` - 1 */
export const focusExportKey = (day: string, part: number, file: number): string =>
  `${focusExportFolder(day)}part-${part}-${String(file).padStart(4, '0')}.csv`;

/** Key of an upload. The account is part of it: an upload is read for jobs of its own account only. */
export const uploadKey = (account: string, id: string): string => `uploads/${encodeURIComponent(account)}/${id}`;

/** The `audio_url` that names an upload in a job. */
export const uploadUrl = (bucket: string, key: string): string => `s3://${bucket}/${key}`;

/** The key of the upload that an `audio_url` names. @returns undefined for any other URL, and for uploads of other accounts */
export function parseOwnUploadUrl(bucket: string, account: string, audioUrl: string): string | undefined {
  const prefix = uploadUrl(bucket, uploadKey(account, ''));
  const id = audioUrl.startsWith(prefix) ? audioUrl.slice(prefix.length) : '';
  return /^[0-9a-f-]{36}$/.test(id) ? uploadKey(account, id) : undefined;
}

/** Lifetime of a presigned URL, s. */
export const URL_LIFETIME_S = 900;

/** Reads an object. */
export async function getObject(bucket: string, key: string): Promise<Uint8Array> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  if (!Body) throw new Error(`The object ${key} has no body`);
  return Body.transformToByteArray();
}

/** Stores an object. */
export async function putObject(
  bucket: string,
  key: string,
  body: Uint8Array | string,
  contentType: string,
): Promise<void> {
  await s3().send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: contentType }));
}

/** Key, file name and media type of an artifact. */
export type ArtifactLocation = Pick<Artifact, 'key' | 'file_name' | 'content_type'>;

/** Stores an artifact. @returns its description, with size and hash */
export async function putArtifact(
  bucket: string,
  location: ArtifactLocation,
  body: Uint8Array | string,
): Promise<Artifact> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  await putObject(bucket, location.key, bytes, location.content_type);
  return createArtifactRecord(location, bytes);
}

/** Describes a stored artifact, with size and hash of its content. */
export const createArtifactRecord = (location: ArtifactLocation, bytes: Uint8Array): Artifact => ({
  ...location,
  size: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** Size of an object, bytes. @returns undefined when there is none */
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
export async function copyObject(
  bucket: string,
  { from, to, size }: { from: string; to: string; size: number },
): Promise<void> {
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

/** Deletes every object whose key begins with `prefix`. @returns how many there were */
export async function deleteFolder(bucket: string, prefix: string): Promise<number> {
  const keys = await listKeys(bucket, prefix);
  for (const key of keys) await deleteObject(bucket, key);
  return keys.length;
}

/**
 * Signs a URL that downloads an artifact with its file name and media type. It is valid for `URL_LIFETIME_S`.
 *
 * @param disposition whether a browser saves or shows the file
 */
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

/** Signs a URL for one upload of exactly `size` bytes. It is valid for `URL_LIFETIME_S`. */
export function signUpload(bucket: string, key: string, size: number, contentType: string): Promise<string> {
  const command = new PutObjectCommand({ Bucket: bucket, Key: key, ContentLength: size, ContentType: contentType });
  return getSignedUrl(s3(), command, {
    expiresIn: URL_LIFETIME_S,
    signableHeaders: new Set(['content-length', 'content-type']),
  });
}
