import * as v from 'valibot';
import { quote } from './quote.ts';

/** URL schemes of `audio_url` that name an object in a bucket. */
const STORE_SCHEMES = ['s3', 'obs'] as const;

type StoreScheme = (typeof STORE_SCHEMES)[number];

const MAX_BUCKETS = 50;

const bucketName = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name: 3 to 63 lowercase letters, digits, dots, and hyphens'),
);

const storeSchema = v.pipe(
  v.strictObject({
    /** Buckets from which the jobs of any account may read recordings. */
    buckets: v.pipe(v.array(bucketName), v.minLength(1, 'must name a bucket'), v.maxLength(MAX_BUCKETS)),
    /** Endpoint of an S3-compatible service. Default: Amazon S3. */
    endpoint: v.optional(v.pipe(v.string(), v.url('must be a URL'), v.startsWith('http', 'must be an http(s) URL'))),
    /** Region of the buckets. Default: the region of the deployment. */
    region: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]{2,32}$/, 'must be the name of a region'))),
    /** Name of the AWS Secrets Manager secret that contains the endpoint's keys: `{"accessKeyId", "secretAccessKey"}`. */
    secret: v.optional(v.pipe(v.string(), v.regex(/^[\w/+=.@-]{1,200}$/, 'must be the name of a secret'))),
    /** True if the bucket is part of the path (`https://host/bucket/key`) rather than of the host name (`https://bucket.host/key`). */
    pathStyle: v.optional(v.boolean(), true),
  }),
  v.check(
    ({ endpoint, secret }) => (endpoint === undefined) === (secret === undefined),
    'must have both "endpoint" and "secret", because the service\'s own credentials only work with Amazon S3',
  ),
);

/** The `audioStores` setting: buckets that `audio_url` may refer to with `s3://` and `obs://` URLs. None by default. */
export const audioStoresSchema = v.strictObject({
  s3: v.optional(storeSchema),
  obs: v.optional(
    v.pipe(
      storeSchema,
      v.check(({ endpoint }) => endpoint !== undefined, 'must have an "endpoint"'),
    ),
  ),
});

export type AudioStore = v.InferOutput<typeof storeSchema>;
export type AudioStores = v.InferOutput<typeof audioStoresSchema>;

/** A parsed `s3://` or `obs://` URL. The key is not percent-decoded. */
export interface ObjectUri {
  scheme: StoreScheme;
  bucket: string;
  key: string;
}

/** Parses `s3://bucket/key` and `obs://bucket/key`. @returns undefined for any other URL */
export function parseObjectUri(url: string): ObjectUri | undefined {
  const match = /^(s3|obs):\/\/([^/]+)\/(.+)$/is.exec(url);
  return match ? { scheme: match[1]!.toLowerCase() as StoreScheme, bucket: match[2]!, key: match[3]! } : undefined;
}

/** Finds an object's store. @returns the store, or a message that tells the client why the object may not be read */
export function findAudioStore(stores: AudioStores, { scheme, bucket }: ObjectUri): AudioStore | string {
  const store = stores[scheme];
  if (!store) return `this deployment does not accept ${scheme}:// URLs; use http(s), the part "audio", or POST /lipsync/uploads`;
  if (store.buckets.includes(bucket)) return store;
  return `this deployment does not read the bucket ${quote(bucket)}; its operator can add it to the setting "audioStores"`;
}
