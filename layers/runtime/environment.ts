import { audioStoresSchema, identifiersSchema, LANGUAGES, POLLY_ENGINES, TTS_ENGINES } from '@talking-avatar/contract';
import * as v from 'valibot';
import { functionSizesSchema } from '#billing/settings';

const text = v.pipe(v.string(), v.nonEmpty());

/** A positive integer, which is a string in the environment. */
const positiveInteger = v.pipe(text, v.toNumber(), v.integer(), v.minValue(1));

/** The identifiers of the deployment, JSON. */
const identifiers = v.pipe(text, v.parseJson(), identifiersSchema);

/** The buckets that recordings may be read from, JSON without credentials. */
const audioStores = { AUDIO_STORES: v.pipe(text, v.parseJson(), audioStoresSchema) };

const tables = {
  jobs: { JOBS_TABLE: text },
  tokens: { TOKENS_TABLE: text },
  idempotency: { IDEMPOTENCY_TABLE: text },
  capacity: { CAPACITY_TABLE: text, CAPACITY: positiveInteger },
  accounts: { ACCOUNTS_TABLE: text },
  ledger: { LEDGER_TABLE: text },
  avatars: { AVATARS_TABLE: text },
};
const queues = {
  jobs: { JOBS_QUEUE_URL: text },
  deadlines: { DEADLINES_QUEUE_URL: text },
};
/** Table, queue and key of webhooks. */
const webhookResources = {
  WEBHOOKS_TABLE: text,
  WEBHOOKS_QUEUE_URL: text,
  /** The KMS key that the signing secrets of accounts are derived from. */
  WEBHOOKS_KEY: text,
};
const bucket = { BUCKET: text };
const bus = { EVENT_BUS: text };
const stateMachine = { STATE_MACHINE_ARN: text };
/** Memory and storage of the functions whose invocations an audit may estimate, JSON. */
const audit = { FUNCTION_SIZES: v.pipe(text, v.parseJson(), functionSizesSchema) };
/** The speech engine. */
const tts = {
  TTS: v.picklist(TTS_ENGINES),
  /** The engine of Amazon Polly's voices that have several. */
  POLLY_ENGINE: v.optional(v.picklist(POLLY_ENGINES), 'neural'),
  /** The neural voices, JSON: names, languages, sexes and licenses. */
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

/** The networks that URLs of clients may reach; only the local run allows its own machine. */
const outbound = { OUTBOUND: v.picklist(['public', 'public-and-loopback']) };

/** Origins of web pages that may call the API, JSON. */
const cors = { CORS_ORIGINS: v.pipe(text, v.parseJson(), v.array(text)) };

/** Variables of every endpoint with a token: CORS, authentication and rate limits (requests per second). */
const authentication = {
  ...cors,
  ...tables.tokens,
  RATES_TABLE: text,
  TOKEN_RATE: positiveInteger,
  ADDRESS_RATE: positiveInteger,
};

/** The threshold above which ECS tasks render a video instead of functions. */
const renderTiming = {
  /** Frames of 1280 × 720 that one function renders per second. */
  RENDERER_SPEED: positiveInteger,
  /** Seconds of one function's work above which tasks render a video. */
  TASK_AFTER: positiveInteger,
};

const renderer = {
  ...tables.jobs,
  ...bucket,
  /** Memory pools of the C library (mallopt(3)): one for each thread would waste about 30 MB. */
  MALLOC_ARENA_MAX: positiveInteger,
  /** Freed blocks of this size (bytes) or more return to the system at once (mallopt(3)), which saves about 30 MB. */
  MALLOC_MMAP_THRESHOLD_: positiveInteger,
};

/**
 * The environment of each function. The construct that sets the variables and the handler that reads them use the same schema, so
 * a missing or misspelled variable fails the synthesis.
 */
export const environments = {
  generate: v.object({
    ...tables.jobs,
    ...authentication,
    ...tables.accounts,
    ...tables.avatars,
    ...tables.idempotency,
    ...queues.jobs,
    ...queues.deadlines,
    ...bucket,
    ...audioStores,
    ...tts,
    ...outbound,
    IDENTIFIERS: identifiers,
    /** Days until the objects of a job expire. */
    RETENTION_DAYS: positiveInteger,
  }),
  estimate: v.object({
    ...authentication,
    ...tables.accounts,
    ...tables.avatars,
    ...bucket,
    ...audioStores,
    ...tts,
    ...outbound,
    ...renderTiming,
    IDENTIFIERS: identifiers,
  }),
  uploads: v.object({ ...authentication, ...bucket }),
  status: v.object({ ...tables.jobs, ...authentication }),
  download: v.object({ ...tables.jobs, ...authentication, ...bucket }),
  cancel: v.object({ ...tables.jobs, ...authentication, ...bus, ...stateMachine }),
  remove: v.object({ ...tables.jobs, ...authentication, ...bus, ...stateMachine, ...bucket, WEBHOOKS_TABLE: text }),
  actors: v.object({ ...authentication, ...bucket }),
  voices: v.object({ ...authentication, ...tts }),
  account: v.object({ ...authentication, ...tables.accounts, ...tables.ledger }),
  costs: v.object({ ...authentication, ...tables.jobs, ...tables.ledger }),
  webhooks: v.object({ ...authentication, ...tables.jobs, ...webhookResources }),
  avatars: v.object({ ...authentication, ...tables.accounts, ...tables.avatars, ...bucket }),
  openapi: v.object({ ...cors, IDENTIFIERS: identifiers }),
  dispatch: v.object({ ...tables.jobs, ...tables.capacity, ...queues.jobs, ...bus, ...stateMachine }),
  deadline: v.object({ ...tables.jobs, ...queues.deadlines, ...bus }),
  begin: v.object({ ...tables.jobs, ...bus }),
  synthesize: v.object({ ...tables.jobs, ...bucket, ...tts }),
  align: v.object({
    ...tables.jobs,
    ...bucket,
    ...audioStores,
    ...outbound,
  }),
  solve: v.object({ ...tables.jobs, ...bucket }),
  export: v.object({ ...tables.jobs, ...bucket, IDENTIFIERS: identifiers }),
  plan: v.object({
    ...tables.jobs,
    ...bucket,
    ...outbound,
    /** Segments of a video that functions, and tasks, render at the same time. */
    RENDERERS: positiveInteger,
    TASKS: positiveInteger,
    /** Frames of 1280 × 720 that one task renders per second. */
    TASK_SPEED: positiveInteger,
    ...renderTiming,
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
    ...tables.capacity,
    ...queues.jobs,
    ...bus,
    ...stateMachine,
    ...audit,
    ...bucket,
    /** Seconds after which a message without an effect counts as lost. */
    LOST_AFTER: positiveInteger,
  }),
  aggregate: v.object({ ...tables.ledger, ...tables.accounts, STAGE: text }),
  focus: v.object({ ...tables.ledger, ...bucket, STAGE: text }),
  canary: v.object({
    ...tables.tokens,
    /** Base URL of the API. */
    API_URL: v.pipe(text, v.regex(/^https?:/, 'must be the URL of the API')),
    /** The KMS key that the canary's token is derived from. */
    WEBHOOKS_KEY: text,
    IDENTIFIERS: identifiers,
  }),
  deliver: v.object({
    ...tables.jobs,
    ...webhookResources,
    ...outbound,
    /** Deliveries of one account at the same time. */
    SLOTS: positiveInteger,
  }),
} as const;

export type FunctionName = keyof typeof environments;

/** Functions that also run as ECS tasks, in the same environment. */
export const TASKS = ['render'] as const satisfies readonly FunctionName[];
export type TaskName = (typeof TASKS)[number];

/** The parsed environment of a function. */
export type SettingsOf<Name extends FunctionName> = v.InferOutput<(typeof environments)[Name]>;

/** Names of the environment variables of a function. */
export const variablesOf = (name: FunctionName): string[] => Object.keys(environments[name].entries);

/**
 * Reads and checks the environment of a function.
 *
 * @throws Error that names each missing or invalid variable
 * @example
 * ```ts
 * const settings = readEnvironment('status');
 * settings.TOKEN_RATE; // a number
 * ```
 */
export function readEnvironment<Name extends FunctionName>(
  name: Name,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): SettingsOf<Name> {
  const result = v.safeParse(environments[name], environment);
  if (result.success) return result.output as SettingsOf<Name>;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; ');
  throw new Error(`The environment of the function ${name} is invalid: ${problems}`);
}
