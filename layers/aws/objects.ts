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
import { recordStorage } from './usage/index.ts';

/** Where all objects of a job lie. */
export const jobFolder = (id: string): string => `jobs/${id}/`;

/** Where a job's objects lie in the bucket. */
export const jobKeys = (id: string) => ({
  recording: `jobs/${id}/recording`,
  audio: `jobs/${id}/speech.wav`,
  timeline: `jobs/${id}/timeline.json`,
  captions: `jobs/${id}/captions.vtt`,
  clip: `jobs/${id}/clip.bin`,
  a2f: `jobs/${id}/a2f.json`,
  poster: `jobs/${id}/poster.jpg`,
  segment: (index: number) => `jobs/${id}/segments/${index}.mp4`,
  result: (extension: string) => `jobs/${id}/result.${extension}`,
});

/** Where an actor's poster lies. */
export const posterKey = (actor: string): string => `actors/${actor}.jpg`;

/** Where a day of the ledger lies in FOCUS's form. */
export const focusFolder = (day: string): string => `focus/day=${day}/`;

/** A file of a part of a day's export. @param part see `PARTS` */
export const focusKey = (day: string, part: number, file: number): string =>
  `${focusFolder(day)}part-${part}-${String(file).padStart(4, '0')}.csv`;

/** Where an account's own uploads lie: an upload is only ever read for the account that made it. */
export const uploadKey = (account: string, id: string): string => `uploads/${encodeURIComponent(account)}/${id}`;

/** The `audio_url` that names an upload in a job. */
export const uploadUrl = (bucket: string, key: string): string => `s3://${bucket}/${key}`;

/** The key of the account's own upload that an `audio_url` names; undefined for every other address. */
export function ownUploadKey(bucket: string, account: string, audioUrl: string): string | undefined {
  const prefix = uploadUrl(bucket, uploadKey(account, ''));
  const id = audioUrl.startsWith(prefix) ? audioUrl.slice(prefix.length) : '';
  return /^[0-9a-f-]{36}$/.test(id) ? uploadKey(account, id) : undefined;
}

/** Seconds that a presigned URL lives. */
export const URL_LIFETIME = 900;

export async function getObject(bucket: string, key: string): Promise<Uint8Array> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  if (!Body) throw new Error(`The object ${key} has no body`);
  return Body.transformToByteArray();
}

export async function putObject(
  bucket: string,
  key: string,
  body: Uint8Array | string,
  contentType: string,
): Promise<void> {
  await s3().send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: contentType }));
}

/** Where an artifact is and what a client gets to see of it. */
export type ArtifactLocation = Pick<Artifact, 'key' | 'file_name' | 'content_type'>;

/** Stores something that clients may download, and describes it. */
export async function putArtifact(
  bucket: string,
  place: ArtifactLocation,
  body: Uint8Array | string,
): Promise<Artifact> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  await putObject(bucket, place.key, bytes, place.content_type);
  return describeArtifact(place, bytes);
}

/** Describes an object that is stored already. */
export const describeArtifact = (place: ArtifactLocation, bytes: Uint8Array): Artifact => ({
  ...place,
  size: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** Bytes of an object, or undefined when there is none. */
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
  recordStorage(to, size);
}

export async function deleteObject(bucket: string, key: string): Promise<void> {
  await s3().send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
}

/** The keys that begin with `prefix`, in their order. */
export async function listKeys(bucket: string, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3() }, { Bucket: bucket, Prefix: prefix })) {
    keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
  }
  return keys;
}

/** Deletes every object whose key begins with `prefix`. Returns how many there were. */
export async function deleteFolder(bucket: string, prefix: string): Promise<number> {
  let deleted = 0;
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3() }, { Bucket: bucket, Prefix: prefix })) {
    for (const { Key } of Contents) if (Key) await deleteObject(bucket, Key);
    deleted += Contents.length;
  }
  return deleted;
}

/**
 * A URL that downloads an artifact under its proper name and media type, for `URL_LIFETIME`.
 *
 * @param disposition whether a browser saves it or shows it
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
  return getSignedUrl(s3(), command, { expiresIn: URL_LIFETIME });
}

/** A URL that takes one upload of exactly `size` bytes, for `URL_LIFETIME`. */
export function signUpload(bucket: string, key: string, size: number, contentType: string): Promise<string> {
  const command = new PutObjectCommand({ Bucket: bucket, Key: key, ContentLength: size, ContentType: contentType });
  return getSignedUrl(s3(), command, {
    expiresIn: URL_LIFETIME,
    signableHeaders: new Set(['content-length', 'content-type']),
  });
}
