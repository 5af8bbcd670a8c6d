import * as v from 'valibot';

/** The schemes of an `audio_url` that name an object in a store. */
export const STORE_SCHEMES = ['s3', 'obs'] as const;

export type StoreScheme = (typeof STORE_SCHEMES)[number];

/** Buckets that one store may let jobs read from. */
const MOST_BUCKETS = 50;

const bucketName = v.pipe(
  v.string(),
  v.regex(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'must be a bucket name: 3 to 63 lowercase letters, digits, dots and hyphens',
  ),
);

const storeSchema = v.pipe(
  v.strictObject({
    /** The buckets that every customer's jobs may name recordings in. */
    buckets: v.pipe(v.array(bucketName), v.minLength(1, 'must name a bucket'), v.maxLength(MOST_BUCKETS)),
    /** Address of an S3-compatible service; Amazon S3 itself where it is absent. */
    endpoint: v.optional(v.pipe(v.string(), v.url('must be a URL'), v.startsWith('http', 'must be an http(s) URL'))),
    /** Where the buckets are; the deployment's own region where it is absent. */
    region: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]{2,32}$/, 'must be the name of a region'))),
    /** Name of the secret in AWS Secrets Manager with the keys for the endpoint: `{"accessKeyId", "secretAccessKey"}`. */
    secret: v.optional(v.pipe(v.string(), v.regex(/^[\w/+=.@-]{1,200}$/, 'must be the name of a secret'))),
    /** Whether the bucket stands in the path of the endpoint's addresses, or else before its host name. */
    pathStyle: v.optional(v.boolean(), true),
  }),
  v.check(
    ({ endpoint, secret }) => (endpoint === undefined) === (secret === undefined),
    'must have "endpoint" and "secret" together: our own credentials are for Amazon S3 alone',
  ),
);

/**
 * Where `audio_url` may lead beside http(s): `s3://bucket/key` and `obs://bucket/key`. cdk.json's context key `audioStores`
 * sets them; none is open by itself.
 */
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

/** An object that an `audio_url` names; its key stands in the address as it is, without any encoding. */
export interface ObjectAddress {
  scheme: StoreScheme;
  bucket: string;
  key: string;
}

/** Reads `s3://bucket/key` and `obs://bucket/key`; undefined for any other address. */
export function readObjectAddress(url: string): ObjectAddress | undefined {
  const match = /^(s3|obs):\/\/([^/]+)\/(.+)$/is.exec(url);
  return match ? { scheme: match[1]!.toLowerCase() as StoreScheme, bucket: match[2]!, key: match[3]! } : undefined;
}

/**
 * Finds the store of an object that a job names.
 *
 * @returns the store, or why the object cannot be read, as a sentence for the client
 */
export function findStore(stores: AudioStores, { scheme, bucket }: ObjectAddress): AudioStore | string {
  const store = stores[scheme];
  if (!store)
    return `this deployment reads no ${scheme}:// addresses; use http(s), the part "audio" or POST /lipsync/uploads`;
  if (store.buckets.includes(bucket)) return store;
  return `this deployment does not read the bucket ${JSON.stringify(bucket)}; its operator can add it to the setting "audioStores"`;
}
