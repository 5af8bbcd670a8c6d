import { audioStoresSchema, type EndpointName, identifiersSchema, LANGUAGES, POLLY_ENGINES, TTS_ENGINES } from '@talking-avatar/contract';
import * as v from 'valibot';
import { architectureSchema, functionSizeSchema, functionSizesSchema, taskSizeSchema } from '#billing/settings';

const text = v.pipe(v.string(), v.nonEmpty());

/** A positive integer, which the environment contains as a string. */
export const positiveInteger = v.pipe(text, v.toNumber(), v.integer(), v.minValue(1));

/** Identifiers used by the deployment, as JSON. */
export const identifiers = { IDENTIFIERS: v.pipe(text, v.parseJson(), identifiersSchema) };

/** Buckets that recordings may be read from, as JSON without credentials. */
export const audioStores = { AUDIO_STORES: v.pipe(text, v.parseJson(), audioStoresSchema) };

export const tables = {
  jobs: { JOBS_TABLE: text },
  tokens: { TOKENS_TABLE: text },
  idempotency: { IDEMPOTENCY_TABLE: text },
  capacity: { CAPACITY_TABLE: text, CAPACITY: positiveInteger },
  accounts: { ACCOUNTS_TABLE: text },
  ledger: { LEDGER_TABLE: text },
  avatars: { AVATARS_TABLE: text },
  webhooks: { WEBHOOKS_TABLE: text },
};
export const queues = {
  jobs: { JOBS_QUEUE_URL: text },
  deadlines: { DEADLINES_QUEUE_URL: text },
};
export const webhookResources = {
  WEBHOOKS_TABLE: text,
  WEBHOOKS_QUEUE_URL: text,
  /** KMS key that the signing secrets of accounts are derived from. */
  WEBHOOKS_KEY: text,
};
export const bucket = { BUCKET: text };
export const bus = { EVENT_BUS: text };
export const stateMachine = { STATE_MACHINE_ARN: text };
/** Memory and storage of the functions whose invocations an audit may have to estimate, as JSON. */
const audit = { FUNCTION_SIZES: v.pipe(text, v.parseJson(), functionSizesSchema) };
export const tts = {
  TTS: v.picklist(TTS_ENGINES),
  /** Engine for Amazon Polly voices that support more than one. */
  POLLY_ENGINE: v.optional(v.picklist(POLLY_ENGINES), 'neural'),
  /** The neural voices, as JSON: names, languages, sexes, and licenses. */
  VOICES: v.optional(
    v.pipe(
      text,
      v.parseJson(),
      v.array(
        v.strictObject({
          name: text,
          language: v.picklist(LANGUAGES),
          sex: v.picklist(['female', 'male']),
          licence: v.optional(text),
        }),
      ),
    ),
    '[]',
  ),
};

/** Networks that client URLs may point to. Only the local service allows its own machine. */
export const outbound = { OUTBOUND: v.picklist(['public', 'public-and-loopback']) };

/** Origins of web pages that may call the API, as JSON. */
export const cors = { CORS_ORIGINS: v.pipe(text, v.parseJson(), v.array(text)) };

/** Variables for every endpoint that requires a token: CORS, authentication, and rate limits (in requests per second). */
export const authentication = {
  ...cors,
  ...tables.tokens,
  RATES_TABLE: text,
  TOKEN_RATE: positiveInteger,
  ADDRESS_RATE: positiveInteger,
};

const positive = v.pipe(v.number(), v.gtValue(0));
const pool = {
  /** Number of segments of a video that are rendered at the same time. */
  concurrency: positive,
  /** Number of 1280 × 720 frames that one renderer can render per second. */
  framesPerSecond: positive,
  /** Seconds until a renderer has finished its first frame. */
  starting: v.exactOptional(positive),
};
const renderingSchema = v.object({
  /** `shortest`: minimum length of a segment, in seconds of video. */
  functions: v.object({ ...pool, shortest: positive, size: functionSizeSchema }),
  tasks: v.object({ ...pool, size: v.object({ architecture: architectureSchema, ...taskSizeSchema.entries }) }),
  /** If a single function would need longer than this to render a video, in seconds, tasks render it. */
  taskAfter: positive,
});

/** The functions and tasks that render videos. */
export type Rendering = v.InferOutput<typeof renderingSchema>;

/** The renderers, as JSON. */
export const rendering = { RENDERING: v.pipe(text, v.parseJson(), renderingSchema) };

const renderer = {
  ...tables.jobs,
  ...bucket,
  /** Number of memory pools in the C library (mallopt(3)). One pool per thread would waste about 30 MB. */
  MALLOC_ARENA_MAX: positiveInteger,
  /** Freed blocks of at least this size, in bytes, are returned to the system immediately (mallopt(3)). This saves about 30 MB. */
  MALLOC_MMAP_THRESHOLD_: positiveInteger,
};

/**
 * Environment of each step and worker. The handler and the construct that sets the environment share this schema, so an invalid variable
 * fails the synthesis.
 */
export const environments = {
  dispatch: v.object({ ...tables.jobs, ...tables.capacity, ...queues.jobs, ...bus, ...stateMachine }),
  deadline: v.object({ ...tables.jobs, ...queues.deadlines, ...bus }),
  begin: v.object({ ...tables.jobs, ...bus }),
  import: v.object({ ...tables.jobs, ...tables.avatars, ...bucket }),
  synthesize: v.object({ ...tables.jobs, ...bucket, ...tts }),
  align: v.object({
    ...tables.jobs,
    ...bucket,
    ...audioStores,
    ...outbound,
  }),
  solve: v.object({ ...tables.jobs, ...bucket }),
  export: v.object({ ...tables.jobs, ...bucket, ...identifiers }),
  plan: v.object({
    ...tables.jobs,
    ...bucket,
    ...outbound,
    ...rendering,
  }),
  render: v.object(renderer),
  stitch: v.object({ ...tables.jobs, ...bucket }),
  discard: v.object({ ...tables.jobs, ...bucket }),
  stopped: v.object({}),
  finalize: v.object({
    ...tables.jobs,
    ...tables.tokens,
    ...tables.capacity,
    ...queues.jobs,
    ...bus,
    ...bucket,
    ...stateMachine,
    ...audit,
  }),
  sweep: v.object({
    ...tables.jobs,
    ...tables.tokens,
    ...tables.webhooks,
    ...tables.capacity,
    ...queues.jobs,
    ...bus,
    ...stateMachine,
    ...audit,
    ...bucket,
    /** Time after which a message that had no effect is considered lost, in s. */
    LOST_AFTER: positiveInteger,
  }),
  aggregate: v.object({ ...tables.ledger, ...tables.accounts, ...rendering, STAGE: text }),
  focus: v.object({ ...tables.ledger, ...bucket, STAGE: text }),
  canary: v.object({
    ...tables.tokens,
    /** Base URL of the API. */
    API_URL: v.pipe(text, v.regex(/^https?:/, 'must be the URL of the API')),
    /** KMS key that the canary token is derived from. */
    WEBHOOKS_KEY: text,
    ...identifiers,
  }),
  deliver: v.object({
    ...tables.jobs,
    ...webhookResources,
    ...outbound,
    /** Maximum number of concurrent deliveries per account. */
    SLOTS: positiveInteger,
  }),
} as const;

export type FunctionName = keyof typeof environments | EndpointName;

/** Functions that also run as ECS tasks with the same environment. */
export const TASKS = ['render'] as const satisfies readonly FunctionName[];
export type TaskName = (typeof TASKS)[number];

export type SettingsOf<Name extends keyof typeof environments> = v.InferOutput<(typeof environments)[Name]>;

export type EnvironmentSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

/**
 * Reads and checks the environment of a function.
 *
 * @param of schema of an endpoint, or name of a step or worker
 * @throws Error that names each missing or invalid variable
 * @example
 * ```ts
 * const settings = readEnvironment('begin');
 * settings.JOBS_TABLE; // a string
 * ```
 */
export function readEnvironment<Name extends keyof typeof environments>(of: Name, variables?: Variables): SettingsOf<Name>;
export function readEnvironment<Schema extends EnvironmentSchema>(of: Schema, variables?: Variables): v.InferOutput<Schema>;
export function readEnvironment(of: keyof typeof environments | EnvironmentSchema, variables: Variables = process.env): unknown {
  const result = v.safeParse(typeof of === 'string' ? environments[of] : of, variables);
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; ');
  throw new Error(`The environment of the function is invalid: ${problems}`);
}

type Variables = Readonly<Record<string, string | undefined>>;
