import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, type FileHandle, open, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ServiceError, type ServiceRequest, type ServiceResponse } from '../gateway/index.ts';
import { type Address, parseCopySource, toArn } from './address.ts';
import type { Catalog, Precondition, StoredObject } from './catalog.ts';
import { answerXml } from './listing.ts';
import { parseRange } from './range.ts';
import { receiveFile } from './upload.ts';

/** Maximum object size in a single PUT, in bytes (S3: 5 GB). */
export const MAX_OBJECT_BYTES = 5 * 1024 ** 3;

const KEPT_HEADERS = ['cache-control', 'content-disposition', 'content-encoding', 'content-language', 'content-type', 'expires'];

export interface BucketStore {
  readonly dir: string;
  readonly catalog: Catalog;
}

type ObjectAddress = Required<Address>;

function pathOf({ dir }: BucketStore, bucket: string, file: string): string {
  return join(dir, bucket, file);
}

async function discard(store: BucketStore, bucket: string, file: string | undefined): Promise<void> {
  if (file !== undefined) await rm(pathOf(store, bucket, file), { force: true });
}

function keepHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  for (const [name, value] of Object.entries(headers)) {
    if (KEPT_HEADERS.includes(name) || name.startsWith('x-amz-meta-')) kept[name] = String(value);
  }
  return kept;
}

function readPrecondition(headers: IncomingHttpHeaders): Precondition {
  const [ifNoneMatch, ifMatch] = [headers['if-none-match'], headers['if-match']];
  return { ...(ifNoneMatch !== undefined && { ifNoneMatch }), ...(ifMatch !== undefined && { ifMatch }) };
}

function describeChecksum({ checksum }: StoredObject): Record<string, string> {
  return checksum ? { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value } : {};
}

/** Publishes a file on disk as the object, or removes the file on failure. */
async function publish(store: BucketStore, bucket: string, object: StoredObject, precondition: Precondition): Promise<void> {
  let replaced: string | undefined = object.file;
  try {
    replaced = store.catalog.put(bucket, object, precondition);
  } finally {
    await discard(store, bucket, replaced);
  }
}

export async function putObject(store: BucketStore, at: ObjectAddress, request: ServiceRequest): Promise<ServiceResponse> {
  const { headers, stream } = request;
  const { file, size, md5, checksum } = await receiveFile(stream, headers, MAX_OBJECT_BYTES, join(store.dir, at.bucket));
  const object: StoredObject = {
    key: at.key,
    file,
    size,
    etag: md5,
    modified: Date.now(),
    headers: keepHeaders(headers),
    ...(checksum && { checksum }),
  };
  await publish(store, at.bucket, object, readPrecondition(headers));
  return { status: 200, headers: { etag: `"${md5}"`, ...describeChecksum(object) } };
}

/** @throws {ServiceError} NoSuchKey, or AccessDenied for callers without list permission, who must not learn that the key is missing */
function findObject({ catalog }: BucketStore, { bucket, key }: ObjectAddress, { caller }: ServiceRequest): StoredObject {
  const object = catalog.find(bucket, key);
  if (object) return object;
  // The key is used as the prefix, so that permission to list a folder reveals which keys in it are missing.
  if (caller.policy.allows('s3:ListBucket', toArn(bucket), { 's3:prefix': key })) {
    throw new ServiceError('NoSuchKey', `The specified key does not exist: ${key}`, 404);
  }
  const reason = 'The key does not exist, but S3 hides this from callers without s3:ListBucket';
  throw new ServiceError('AccessDenied', `Access Denied. ${reason}`, 403);
}

export async function copyObject(store: BucketStore, at: ObjectAddress, request: ServiceRequest): Promise<ServiceResponse> {
  const from = parseCopySource(request)!;
  const source = findObject(store, from, request);
  const file = randomUUID();
  const target = pathOf(store, at.bucket, file);
  await copyFile(pathOf(store, from.bucket, source.file), target, constants.COPYFILE_FICLONE);
  const handle = await open(target, 'r+');
  await handle.sync().finally(() => handle.close());
  const replace = request.headers['x-amz-metadata-directive'] === 'REPLACE';
  const headers = replace ? keepHeaders(request.headers) : source.headers;
  const object = { ...source, key: at.key, file, headers, modified: Date.now() };
  await publish(store, at.bucket, object, readPrecondition(request.headers));
  const modified = new Date(object.modified).toISOString();
  return answerXml('CopyObjectResult', `<ETag>&quot;${source.etag}&quot;</ETag><LastModified>${modified}</LastModified>`);
}

/** @throws {ServiceError} InvalidArgument for values that are not valid in a header, as in S3 */
function readOverrides(query: URLSearchParams): Record<string, string> {
  const overrides = [...query].filter(([name]) => name.startsWith('response-'));
  const bad = overrides.find(([, value]) => !/^[\t\x20-\x7e\xa0-\xff]*$/.test(value));
  if (bad) {
    throw new ServiceError('InvalidArgument', `${bad[0]} cannot be represented in ISO-8859-1; use filename*=UTF-8''…`);
  }
  return Object.fromEntries(overrides.map(([name, value]) => [name.slice('response-'.length), value]));
}

/**
 * Follows RFC 9110, section 13: a failed If-Match returns 412, and a matching If-None-Match means that the client already has the object.
 */
function checkFreshness(object: StoredObject, headers: IncomingHttpHeaders): 200 | 304 {
  const names = (list: string): boolean => list.split(',').some((tag) => tag.trim() === '*' || tag.trim() === `"${object.etag}"`);
  if (headers['if-match'] !== undefined && !names(headers['if-match'])) {
    throw new ServiceError('PreconditionFailed', 'The object does not match If-Match', 412);
  }
  return headers['if-none-match'] !== undefined && names(headers['if-none-match']) ? 304 : 200;
}

/** @throws {ServiceError} InternalError for a truncated file, because the client would keep waiting for the rest */
async function openWhole(path: string, { key, size }: StoredObject): Promise<FileHandle> {
  const handle = await open(path).catch(() => undefined);
  const found = await handle?.stat();
  if (handle && found?.size === size) return handle;
  await handle?.close();
  const message = `${path}, the file of ${key}, is damaged: it has ${found?.size ?? 'none'} of ${size} bytes`;
  throw new ServiceError('InternalError', message, 500);
}

/** GetObject and HeadObject. */
export async function getObject(store: BucketStore, at: ObjectAddress, request: ServiceRequest): Promise<ServiceResponse> {
  const object = findObject(store, at, request);
  const headers: Record<string, string> = {
    ...object.headers,
    etag: `"${object.etag}"`,
    'last-modified': new Date(object.modified).toUTCString(),
    'accept-ranges': 'bytes',
  };
  if (checkFreshness(object, request.headers) === 304) return { status: 304, headers };
  const range = parseRange(request.headers.range, object.size);
  const length = range ? range.end - range.start + 1 : object.size;
  Object.assign(headers, readOverrides(request.query), { 'content-length': String(length) });
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${object.size}`;
  else if (request.headers['x-amz-checksum-mode'] !== undefined) Object.assign(headers, describeChecksum(object));
  const status = range ? 206 : 200;
  if (request.method === 'HEAD' || length === 0) return { status, headers, body: Readable.from([]) };
  // Overwriting the object later unlinks the file. Opening it here keeps the download intact even then.
  const handle = await openWhole(pathOf(store, at.bucket, object.file), object);
  return { status, headers, body: createReadStream('', { fd: handle, ...range }) };
}

/** Deletes an object. Succeeds even if the key does not exist. */
export async function deleteObject(store: BucketStore, { bucket, key }: ObjectAddress): Promise<ServiceResponse> {
  await discard(store, bucket, store.catalog.remove(bucket, key));
  return { status: 204 };
}
