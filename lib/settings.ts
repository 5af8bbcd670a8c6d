import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { audioStoresSchema, identifiersSchema, TTS_ENGINES } from '../layers/contract/index.ts';

/** The stage that runs on one machine. */
export const LOCAL_STAGE = 'local';

/**
 * Jobs that run at once where the operator chose no number. A job keeps one function busy at a time; a new AWS account may run ten
 * at once, and the API needs some of them.
 */
const DEFAULT_CAPACITY = { local: 4, deployed: 5 } as const;

/** Requests a second that the whole API takes, and how many at once on top; the default of an AWS account is 10,000 and 5,000. */
export const STAGE_THROTTLE = { rate: 200, burst: 400 } as const;

/** Requests a second, where the operator chose none. A developer's own tests and tools all come from one address: it may have them all. */
const DEFAULT_RATES = {
  local: { token: STAGE_THROTTLE.rate, address: STAGE_THROTTLE.rate },
  deployed: { token: 50, address: 100 },
} as const;

/**
 * Segments of a film drawn at once where the operator chose no number: as many as an inline map of Step Functions runs; on one
 * machine two, of which one draws while the other starts or ends.
 */
export const DEFAULT_RENDERERS = { local: 2, deployed: 40 } as const;

/**
 * Tasks that draw a film at once where the operator chose no number: one, since it has four processors, and a new account may run
 * six on Fargate at once (Service Quotas, "Fargate On-Demand vCPU resource count"). Whose quota is higher may take a quarter of it.
 */
export const DEFAULT_TASKS = { local: 2, deployed: 1 } as const;

/** Tasks that may be chosen: those that an inline map of Step Functions runs at once. */
export const MOST_TASKS = 40;

/** Seconds of work by functions from which tasks draw a film, where the operator chose no number: an hour. */
export const DEFAULT_TASK_AFTER = 3_600;

/** `cdk -c key=value` hands every value over as a string: numbers and JSON are taken in that form too. */
const wholeNumber = (least: number, most: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/), v.toNumber())], 'must be a whole number'),
    v.integer('must be a whole number'),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  );

/** The name of the engine follows the engine where it is not chosen. */
const chosenIdentifiers = v.strictObject({
  ...identifiersSchema.entries,
  ttsEngine: v.optional(identifiersSchema.entries.ttsEngine.wrapped),
});

const identifiers = v.union(
  [chosenIdentifiers, v.pipe(v.string(), v.parseJson(), chosenIdentifiers)],
  'must be an object with the names "humanoid", "blendshape" and "ttsEngine", each of lowercase letters, digits, "-" and "_"',
);

/** A choice by form, so that a fault is told of the form that was given. */
const parsedStores = v.pipe(v.string(), v.parseJson(undefined, 'must be JSON'), audioStoresSchema);

const settingsSchema = v.pipe(
  v.object({
    stage: v.optional(
      v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,15}$/, 'must be 1 to 16 lowercase letters, digits and "-"')),
      LOCAL_STAGE,
    ),
    identifiers: v.optional(identifiers, {}),
    /** Who speaks: the embedded engine, or Amazon Polly where it has a voice. */
    tts: v.optional(v.picklist(TTS_ENGINES, 'must be "embedded" or "polly"'), 'embedded'),
    /** Stores beside http(s) that `audio_url` may name. */
    audioStores: v.optional(
      v.lazy((given) => (typeof given === 'string' ? parsedStores : audioStoresSchema)),
      {},
    ),
    /** Jobs that run at once. The leases live in one DynamoDB item of at most 400 KB. */
    capacity: v.optional(wholeNumber(1, 1000)),
    /** Segments of films that functions draw at once for one job. */
    renderers: v.optional(wholeNumber(1, 40)),
    /**
     * Segments that tasks of Fargate draw at once for one job: as many as the account's quota of Fargate processors has fours.
     * More wait for each other, which costs nothing but a moment each time.
     */
    tasks: v.optional(wholeNumber(1, MOST_TASKS)),
    /** Seconds of drawing by functions, as the plan of a film reckons them together, from which tasks of Fargate draw it. */
    taskAfter: v.optional(wholeNumber(1, 1_000_000), DEFAULT_TASK_AFTER),
    /** Days that a job's objects are kept; its record stays a week longer, to say that they are gone. */
    retentionDays: v.optional(wholeNumber(1, 365), 7),
    /** Requests a second that one token, and one address, may send on average; above the stage's own throttle they would mean nothing. */
    tokenRate: v.optional(wholeNumber(1, STAGE_THROTTLE.rate)),
    addressRate: v.optional(wholeNumber(1, STAGE_THROTTLE.rate)),
    /** Seconds after which the sweeper takes a message that should have had an effect for lost. */
    lostAfter: v.optional(wholeNumber(1, 3600), 60),
    /** A file with the prices that the ledger is kept in; without it, the list prices of us-east-1. */
    prices: v.optional(v.pipe(v.string(), v.nonEmpty('must be the path of a price file'))),
    /** What the deployment may cost in a month, dollars; without it nobody is told of what it costs. */
    monthlyBudget: v.optional(wholeNumber(1, 1_000_000)),
    /** Who is told of an alarm; without it the alarms only show on the dashboard. */
    alarmEmail: v.optional(v.pipe(v.string(), v.email('must be an e-mail address'))),
  }),
  v.forward(
    v.check(
      ({ stage, audioStores }) =>
        stage === LOCAL_STAGE ||
        Object.values(audioStores).every((store) => store?.endpoint?.startsWith('https://') ?? true),
      'must have endpoints with https',
    ),
    ['audioStores'],
  ),
  v.transform(({ capacity, renderers, tasks, tokenRate, addressRate, ...rest }) => ({
    ...rest,
    tokenRate: tokenRate ?? DEFAULT_RATES[rest.stage === LOCAL_STAGE ? 'local' : 'deployed'].token,
    addressRate: addressRate ?? DEFAULT_RATES[rest.stage === LOCAL_STAGE ? 'local' : 'deployed'].address,
    identifiers: { ...rest.identifiers, ttsEngine: rest.identifiers.ttsEngine ?? rest.tts },
    capacity: capacity ?? (rest.stage === LOCAL_STAGE ? DEFAULT_CAPACITY.local : DEFAULT_CAPACITY.deployed),
    renderers: renderers ?? (rest.stage === LOCAL_STAGE ? DEFAULT_RENDERERS.local : DEFAULT_RENDERERS.deployed),
    tasks: tasks ?? (rest.stage === LOCAL_STAGE ? DEFAULT_TASKS.local : DEFAULT_TASKS.deployed),
  })),
);

export const SETTING_NAMES = [
  'stage',
  'identifiers',
  'tts',
  'audioStores',
  'capacity',
  'renderers',
  'tasks',
  'taskAfter',
  'retentionDays',
  'tokenRate',
  'addressRate',
  'lostAfter',
  'prices',
  'monthlyBudget',
  'alarmEmail',
] as const;

/** What an operator decides of one deployment. */
export type Settings = v.InferOutput<typeof settingsSchema>;

/** CDK context: the settings beside whatever else the CDK keeps there. */
export type Context = Readonly<Record<string, unknown>>;

/**
 * Reads a deployment's settings from the CDK context.
 *
 * @throws Error that names each setting that is wrong, what it must be and where to set it.
 */
export function readSettings(context: Context): Settings {
  const given = Object.fromEntries(
    SETTING_NAMES.filter((name) => context[name] !== undefined).map((name) => [name, context[name]]),
  );
  const result = v.safeParse(settingsSchema, given);
  if (result.success) return result.output;
  const faults = result.issues.map(
    (issue) => `${v.getDotPath(issue)} ${issue.message}, but is ${JSON.stringify(issue.input)}`,
  );
  throw new Error(
    `Wrong settings; correct them under "context" in cdk.json or with -c NAME=VALUE: ${faults.join('; ')}`,
  );
}

/** The context that cdk.json sets: what the CDK's command line would hand over. */
export function readContext(cdkJson: string): Context {
  const { context = {} } = JSON.parse(readFileSync(cdkJson, 'utf8')) as { context?: Context };
  return context;
}

/** Name of the stack whose outputs say where a stage's parts are. */
export const serviceStackName = (stage: string): string => `Avatar-${stage}`;

/** What addresses that clients name may lead to. No deployed stage can be told to reach inside itself. */
export const outboundOf = ({ stage }: Pick<Settings, 'stage'>): 'public' | 'public-and-loopback' =>
  stage === LOCAL_STAGE ? 'public-and-loopback' : 'public';

/** Whether a stage holds customers' data: its tables and its bucket outlive every mistake. */
export const isProduction = ({ stage }: Pick<Settings, 'stage'>): boolean => /^prod(uction)?(-|$)/.test(stage);

/** The tag that tells one deployment from all others on a bill. */
export const DEPLOYMENT_TAG = 'deployment';
export const deploymentOf = ({ stage }: Pick<Settings, 'stage'>): string => `avatar-${stage}`;
