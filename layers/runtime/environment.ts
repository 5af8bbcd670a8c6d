import * as v from 'valibot';
import { functionSizesSchema } from '../billing/ledger/sizes.ts';
import { audioStoresSchema, identifiersSchema, TTS_ENGINES } from '../contract/index.ts';

/**
 * The environment of each function, once: the construct that sets the variables and the handler that reads them both go
 * through these schemas, so a variable that is missing or misspelt fails the synthesis.
 */

const text = v.pipe(v.string(), v.nonEmpty());

/** A whole number of at least one, written as a string in the environment. */
const positiveInteger = v.pipe(text, v.toNumber(), v.integer(), v.minValue(1));

/** The deployment's identifiers as JSON. */
const identifiers = v.pipe(text, v.parseJson(), identifiersSchema);

/** Where recordings may be read from, as JSON; the keys to them are elsewhere. */
const audioStores = { AUDIO_STORES: v.pipe(text, v.parseJson(), audioStoresSchema) };

const tables = {
  jobs: { JOBS_TABLE: text },
  tokens: { TOKENS_TABLE: text },
  idempotency: { IDEMPOTENCY_TABLE: text },
  capacity: { CAPACITY_TABLE: text, CAPACITY: positiveInteger },
  accounts: { ACCOUNTS_TABLE: text },
  ledger: { LEDGER_TABLE: text },
};
const queues = {
  jobs: { JOBS_QUEUE_URL: text },
  deadlines: { DEADLINES_QUEUE_URL: text },
};
const bucket = { BUCKET: text };
const bus = { EVENT_BUS: text };
const stateMachine = { STATE_MACHINE_ARN: text };
/** How large the functions are whose invocations an audit may have to estimate, as JSON. */
const audit = { FUNCTION_SIZES: v.pipe(text, v.parseJson(), functionSizesSchema) };
/** Who speaks. */
const tts = { TTS: v.picklist(TTS_ENGINES) };

/** What addresses that clients name may lead to: a developer's own machine only in the local run. */
const outbound = { OUTBOUND: v.picklist(['public', 'public-and-loopback']) };

/** Origins of web pages that may call the API, as JSON. */
const cors = { CORS_ORIGINS: v.pipe(text, v.parseJson(), v.array(text)) };

/** What every endpoint asks of a caller: who it is, from where, and how fast it comes. */
const authentication = {
  ...cors,
  ...tables.tokens,
  RATES_TABLE: text,
  TOKEN_RATE: positiveInteger,
  ADDRESS_RATE: positiveInteger,
};

/** When a film is too much work for functions. */
const renderTiming = {
  /** Frames of 1280 by 720 that one function draws in a second. */
  RENDERER_SPEED: positiveInteger,
  /** Seconds of the functions' work from which tasks draw a film. */
  TASK_AFTER: positiveInteger,
};

const renderer = {
  ...tables.jobs,
  ...bucket,
  /** Pools that the C library takes memory from (mallopt(3)): one for each thread would keep some 30 MB that nobody uses. */
  MALLOC_ARENA_MAX: positiveInteger,
  /** Bytes from which what is freed goes back to the system at once (ibid.): images would leave holes of some 30 MB. */
  MALLOC_MMAP_THRESHOLD_: positiveInteger,
};

export const environments = {
  generate: v.object({
    ...tables.jobs,
    ...authentication,
    ...tables.accounts,
    ...tables.idempotency,
    ...queues.jobs,
    ...queues.deadlines,
    ...bucket,
    ...audioStores,
    ...tts,
    ...outbound,
    IDENTIFIERS: identifiers,
    /** Days that a job's record and objects are kept. */
    RETENTION_DAYS: positiveInteger,
  }),
  estimate: v.object({
    ...authentication,
    ...tables.accounts,
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
  remove: v.object({ ...tables.jobs, ...authentication, ...bus, ...stateMachine, ...bucket }),
  actors: v.object({ ...authentication, ...bucket }),
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
    /** Segments that functions draw at once, and tasks. */
    RENDERERS: positiveInteger,
    TASKS: positiveInteger,
    /** Frames of 1280 by 720 that one task draws in a second. */
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
    /** Seconds after which a message that should have had an effect counts as lost. */
    LOST_AFTER: positiveInteger,
  }),
  aggregate: v.object({ ...tables.ledger, ...tables.accounts, STAGE: text }),
  focus: v.object({ ...tables.ledger, ...bucket, STAGE: text }),
  canary: v.object({
    ...tables.tokens,
    /** Address of the API as clients use it. */
    API_URL: v.pipe(text, v.regex(/^https?:/, 'must be the address of the API')),
    /** The KMS key that the canary's token is derived with. */
    WEBHOOKS_KEY: text,
    IDENTIFIERS: identifiers,
  }),
  webhook: v.object({
    ...tables.jobs,
    WEBHOOKS_TABLE: text,
    WEBHOOKS_QUEUE_URL: text,
    /** The KMS key that the accounts' secrets are derived with. */
    WEBHOOKS_KEY: text,
    ...outbound,
    /** Deliveries of one account at once. */
    SLOTS: positiveInteger,
  }),
} as const;

/** Functions that are deployed only where a setting asks for them. */
export const OPTIONAL_FUNCTIONS: readonly (keyof typeof environments)[] = ['canary'];

export type FunctionName = keyof typeof environments;

/** Functions that also run as ECS tasks, in the same environment. */
export const TASKS = ['render'] as const satisfies readonly FunctionName[];
export type TaskName = (typeof TASKS)[number];

/** What a construct writes into the environment of a function: every variable as a string. */
export type EnvironmentOf<Name extends FunctionName> = v.InferInput<(typeof environments)[Name]>;

/** What the handler of a function reads: the variables in their own types. */
export type SettingsOf<Name extends FunctionName> = v.InferOutput<(typeof environments)[Name]>;

/** The variables that a function or a task reads, by name. */
export const variablesOf = (name: FunctionName): string[] => Object.keys(environments[name].entries);

/** The rate limits of an endpoint, as its environment says them. */
export const rateLimitsOf = (settings: { RATES_TABLE: string; TOKEN_RATE: number; ADDRESS_RATE: number }) => ({
  table: settings.RATES_TABLE,
  token: settings.TOKEN_RATE,
  address: settings.ADDRESS_RATE,
});

/**
 * Reads the environment of a function.
 *
 * @throws Error that names each variable that is missing or wrong.
 */
export function readEnvironment<Name extends FunctionName>(
  name: Name,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): SettingsOf<Name> {
  const result = v.safeParse(environments[name], environment);
  if (result.success) return result.output as SettingsOf<Name>;
  const faults = result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; ');
  throw new Error(`The environment of the function ${name} is wrong: ${faults}`);
}
