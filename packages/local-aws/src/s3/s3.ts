import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Access, type Context, type LocalService, ServiceError, type ServiceRequest, type ServiceResponse } from '../gateway/index.ts';
import { type Address, parseAddress, parseCopySource, toArn } from './address.ts';
import { openCatalog } from './catalog.ts';
import { answerPreflight, type CorsRule, headersFor } from './cross-origin.ts';
import { listObjects } from './listing.ts';
import { type BucketStore, copyObject, deleteObject, getObject, MAX_OBJECT_BYTES, putObject } from './objects.ts';

/** Interval at which objects are expired, in ms. S3 expires them about once a day. */
const SWEEP_INTERVAL = 60 * 60 * 1000;
const DAY = 24 * 60 * 60 * 1000;

export interface BucketDefinition {
  readonly name: string;
  /** Lifecycle rules. Objects with the prefix expire after `days`. */
  readonly expirations: readonly { readonly prefix: string; readonly days: number }[];
  /** Origins that may read and write; none by default. */
  readonly cors?: readonly CorsRule[];
}

export interface S3 {
  readonly service: LocalService;
  /** Applies the lifecycle rules, as the timer does every hour. @param now Unix time in ms */
  expire(now?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Query parameters of supported operations. Any other parameter would change their meaning. */
const KNOWN_QUERY =
  /^(x-id|X-Amz-.*|response-(cache-control|content-(disposition|encoding|language|type)|expires)|list-type|prefix|delimiter|max-keys|continuation-token|start-after|encoding-type|fetch-owner)$/i;
/** S3 headers of supported operations. */
const KNOWN_HEADER =
  /^x-amz-(date|content-sha256|security-token|user-agent|meta-.*|sdk-checksum-algorithm|checksum-.*|copy-source|metadata-directive|server-side-encryption)$/;

function refuseUnknown({ query, headers }: ServiceRequest): void {
  const name =
    [...query.keys()].find((key) => !KNOWN_QUERY.test(key)) ??
    Object.keys(headers).find((key) => key.startsWith('x-amz-') && !KNOWN_HEADER.test(key));
  if (name) throw new ServiceError('NotImplemented', `"${name}" is not available locally`, 501);
}

type Operation = (store: BucketStore, at: Address, request: ServiceRequest) => Promise<ServiceResponse>;
interface Route {
  readonly action: string;
  readonly run: Operation;
}

type ObjectOperation = (store: BucketStore, at: Required<Address>, request: ServiceRequest) => Promise<ServiceResponse>;
const onObject = (action: string, run: ObjectOperation): Route => ({ action, run: run as Operation });

const OBJECT_ROUTES: Readonly<Record<string, Route>> = {
  GET: onObject('s3:GetObject', getObject),
  HEAD: onObject('s3:GetObject', getObject),
  PUT: onObject('s3:PutObject', putObject),
  DELETE: onObject('s3:DeleteObject', deleteObject),
};

const BUCKET_ROUTES: Readonly<Record<string, Route>> = {
  HEAD: { action: 's3:ListBucket', run: async () => ({ status: 200 }) },
  'GET list-type': {
    action: 's3:ListBucket',
    run: async ({ catalog }, { bucket }, request) => listObjects(catalog, bucket, request),
  },
};

function findRoute(request: ServiceRequest, at: Address): Route {
  refuseUnknown(request);
  const { method, query, headers } = request;
  if (at.key !== undefined && method === 'PUT' && headers['x-amz-copy-source'] !== undefined) {
    return onObject('s3:PutObject', copyObject);
  }
  const name = query.has('list-type') ? `${method} list-type` : method;
  const route = (at.key === undefined ? BUCKET_ROUTES : OBJECT_ROUTES)[name];
  if (route) return route;
  const target = at.key === undefined ? 'a bucket' : 'an object';
  throw new ServiceError('NotImplemented', `${name} on ${target} is not available locally`, 501);
}

function authorize(request: ServiceRequest): Access[] {
  const at = parseAddress(request.path);
  const { action } = findRoute(request, at);
  const from = parseCopySource(request);
  const prefix = request.query.get('prefix');
  const context: Context = prefix === null ? {} : { 's3:prefix': prefix };
  return [
    { action, resources: [toArn(at.bucket, at.key)], context },
    ...(from ? [{ action: 's3:GetObject', resources: [toArn(from.bucket, from.key)] }] : []),
  ];
}

/** Removes files of unfinished uploads, which are not in the catalog. */
async function removeOrphans({ dir, catalog }: BucketStore, bucket: string): Promise<void> {
  const known = catalog.listFiles(bucket);
  for (const file of await readdir(join(dir, bucket))) {
    if (!known.has(file)) await rm(join(dir, bucket, file));
  }
}

async function expireObjects(store: BucketStore, buckets: readonly BucketDefinition[], now: number): Promise<void> {
  for (const { name, expirations } of buckets) {
    for (const { prefix, days } of expirations) {
      for (const key of store.catalog.listOlder(name, prefix, now - days * DAY)) {
        await deleteObject(store, { bucket: name, key });
      }
    }
  }
}

export interface S3Options {
  /** Directory for the catalog and one directory per bucket; created if missing. */
  readonly dir: string;
  readonly buckets: readonly BucketDefinition[];
  readonly onFault?: (error: unknown) => void;
}

/**
 * Embedded S3 with path-style URLs. A SQLite catalog refers to randomly named files, so that a key cannot escape the directory. Unsupported
 * operations (multipart uploads, tagging, versions, and ACLs) return NotImplemented.
 * @throws for an invalid bucket name
 */
export async function startS3({ dir, buckets, onFault }: S3Options): Promise<S3> {
  const names = new Set(buckets.map(({ name }) => name));
  const bad = buckets.find(({ name }) => !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name));
  if (bad) throw new Error(`"${bad.name}" is not a bucket name; it must have 3 to 63 lower-case letters, digits, dots, and hyphens`);
  await mkdir(dir, { recursive: true });
  for (const name of names) await mkdir(join(dir, name), { recursive: true });
  const store: BucketStore = { dir, catalog: openCatalog(join(dir, 'catalog.sqlite')) };
  for (const name of names) await removeOrphans(store, name);
  const sweep = (): void => {
    expireObjects(store, buckets, Date.now()).catch((error: unknown) => onFault?.(error));
  };
  const timer = setInterval(sweep, SWEEP_INTERVAL);
  timer.unref();
  sweep();
  return {
    service: {
      service: 's3',
      protocol: 'xml',
      body: 'streamed',
      maxBodyBytes: MAX_OBJECT_BYTES,
      authorize,
      crossOrigin({ method, path, headers }) {
        const [, name] = path.split('/');
        const bucket = buckets.find((one) => one.name === name);
        const rules = bucket && (bucket.cors ?? []);
        if (method === 'OPTIONS') return { preflight: answerPreflight(rules, headers), headers: {} };
        return rules && { headers: headersFor(rules, method, headers) };
      },
      async handle(request) {
        const at = parseAddress(request.path);
        if (!names.has(at.bucket)) {
          throw new ServiceError('NoSuchBucket', `The specified bucket does not exist: ${at.bucket}`, 404);
        }
        const { status, headers, body } = await findRoute(request, at).run(store, at, request);
        return { status, headers: { 'x-amz-request-id': request.id, ...headers }, ...(body !== undefined && { body }) };
      },
    },
    expire: (now = Date.now()) => expireObjects(store, buckets, now),
    async stop() {
      clearInterval(timer);
      store.catalog.close();
    },
  };
}
