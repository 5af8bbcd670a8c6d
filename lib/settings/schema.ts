import { audioStoresSchema, identifiersSchema, LIMITS, POLLY_ENGINES, TTS_ENGINES } from '@talking-avatar/contract';
import * as v from 'valibot';
import {
  architectureSchema,
  DEFAULT_ARCHITECTURE,
  DEFAULT_RENDERER_MEMORY,
  gpuSchema,
  LOG_RETENTION_DAYS,
  rendererMemorySchema,
} from './compute.ts';
import { explainConcurrency, fitsAccount } from './concurrency.ts';
import { DEFAULT_SEGMENT_SECONDS, DEFAULT_TASK_AFTER, type Defaults, defaultsOf, LOCAL_STAGE, MAX_MAP_CONCURRENCY } from './defaults.ts';
import { flag, oneOf, structured, textLike, wholeNumber } from './fields.ts';
import { corsSchema, domainSchema, vpcSchema, wafSchema } from './network.ts';

/** Unless it is set, the public name of the engine is its internal name. */
const chosenIdentifiers = v.strictObject({
  ...identifiersSchema.entries,
  ttsEngine: v.optional(identifiersSchema.entries.ttsEngine.wrapped),
});

const identifiers = v.union(
  [chosenIdentifiers, v.pipe(v.string(), v.parseJson(), chosenIdentifiers)],
  'must be an object with the names "humanoid", "blendshape", and "ttsEngine", each with lowercase letters, digits, "-", and "_", for example {"humanoid":"metahuman"}',
);

/** All settings, by their names in the CDK context. */
const entries = {
  /** Name of the deployment. */
  stage: v.optional(textLike(/^[a-z][a-z0-9-]{0,15}$/, '1 to 16 lowercase letters, digits, and "-"', 'live'), LOCAL_STAGE),
  /** Account and region of the deployment. The CDK command line takes them from the credentials. */
  account: v.optional(textLike(/^\d{12}$/, 'the 12 digits of an AWS account', '123456789012')),
  region: v.optional(textLike(/^[a-z]{2}(-[a-z]+)+-\d$/, 'an AWS region', 'eu-central-1'), 'us-east-1'),
  /** True if tables, objects, and keys outlive their stack. */
  protect: v.optional(flag),
  identifiers: v.optional(identifiers, {}),
  /** Speech engine: either the embedded one or, for languages that it has a voice for, Amazon Polly. */
  tts: v.optional(oneOf(TTS_ENGINES), 'embedded'),
  /**
   * Amazon Polly engine for voices that support more than one. Generative voices have no speech marks, so their audio is aligned instead.
   */
  pollyEngine: v.optional(oneOf(POLLY_ENGINES), 'neural'),
  /** Path of a neural voice manifest. Its voices take precedence for their language and sex (`npm run voices:add`). */
  voices: v.optional(v.pipe(v.string(), v.nonEmpty('must be the path of a voice manifest, for example "voices/manifest.json"'))),
  /** Stores that `audio_url` may name, in addition to http(s). */
  audioStores: v.optional(structured(audioStoresSchema, '{"s3":{"buckets":["voices"]}}'), {}),

  /** Lambda concurrency quota, which is shared by everything in the account and region. */
  accountConcurrency: v.optional(wholeNumber(10, 1_000_000, 1_000)),
  /**
   * Maximum number of concurrent jobs. `capacity × renderers` plus everything else must fit within `accountConcurrency` (concurrency.ts).
   */
  capacity: v.optional(wholeNumber(1, 10_000, 50)),
  /** Maximum number of segments of a video that functions render concurrently. */
  renderers: v.optional(wholeNumber(1, MAX_MAP_CONCURRENCY, 10)),
  rendererMemory: v.optional(rendererMemorySchema, DEFAULT_RENDERER_MEMORY),
  /** Minimum length of a segment that a function renders, in seconds of video. Longer segments cost less but take longer. */
  segmentSeconds: v.optional(wholeNumber(1, LIMITS.videoSeconds, 10), DEFAULT_SEGMENT_SECONDS),
  /** Maximum number of segments of a video that tasks render concurrently. A task uses four of the account's Fargate vCPUs. */
  tasks: v.optional(wholeNumber(1, MAX_MAP_CONCURRENCY, 4)),
  /** Videos that are planned to take longer than this with functions are rendered by tasks instead, in s. */
  taskAfter: v.optional(wholeNumber(1, 1_000_000, 3_600), DEFAULT_TASK_AFTER),
  /** CPU architecture of functions and tasks. */
  architecture: v.optional(architectureSchema, DEFAULT_ARCHITECTURE),
  /** GPU tasks, which are used instead of CPU tasks. */
  gpu: v.optional(gpuSchema),
  /** Maximum number of concurrent invocations of the dispatcher. */
  dispatchConcurrency: v.optional(wholeNumber(2, 1_000, 2), 2),
  /** Maximum number of concurrent invocations of the webhook sender. */
  webhookConcurrency: v.optional(wholeNumber(2, 1_000, 10)),

  /** An existing VPC for the tasks. If it is not set, one is created. */
  vpc: v.optional(vpcSchema),
  /** Custom domain name for the API. */
  domain: v.optional(domainSchema),
  /** Origins of web pages that may call the API and read downloads. */
  cors: v.optional(corsSchema),
  /** True to serve the studio and the API reference through CloudFront. */
  studio: v.optional(flag, true),
  /** Web ACL in front of the API. */
  waf: v.optional(wafSchema, false),
  /** Average and maximum requests per second for the whole API. */
  apiRate: v.optional(wholeNumber(1, 10_000, 200)),
  apiBurst: v.optional(wholeNumber(1, 5_000, 400)),
  /** Average requests per second for each token and for each address; up to `apiRate`. */
  tokenRate: v.optional(wholeNumber(1, 10_000, 50)),
  addressRate: v.optional(wholeNumber(1, 10_000, 100)),

  /** Number of days to keep the objects of a job. Its record is kept for another week, so that clients get a 410 error. */
  retentionDays: v.optional(wholeNumber(1, 365, 7), 7),
  /** Number of days to keep logs. */
  logRetentionDays: v.optional(oneOf(LOG_RETENTION_DAYS), 30),
  /** Age at which the sweep treats an unprocessed message as lost, in s. */
  lostAfter: v.optional(wholeNumber(1, 3_600, 60), 60),

  /** Custom price file, for example with negotiated prices; defaults to the list prices for the region. */
  prices: v.optional(v.pipe(v.string(), v.nonEmpty('must be the path of a price file, for example "prices/acme.json"'))),
  /** Monthly budget for the deployment, in dollars. */
  monthlyBudget: v.optional(wholeNumber(1, 1_000_000, 500)),
  /** E-mail address for alarms. Without this or `alarmTopic`, alarms only appear on the dashboard. */
  alarmEmail: v.optional(v.pipe(v.string(), v.email('must be an e-mail address, for example "ops@example.com"'))),
  /** Existing SNS topic for alarms. */
  alarmTopic: v.optional(
    textLike(
      /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/,
      'the ARN of an SNS topic',
      'arn:aws:sns:eu-central-1:123456789012:alarms',
    ),
  ),
  /** True to trace the functions and the state machine with X-Ray. */
  tracing: v.optional(flag),
  /** Minutes between test jobs by the canary; 0 disables it. */
  canaryMinutes: v.optional(wholeNumber(0, 1_440, 5), 0),
};

type Given = v.InferOutput<v.ObjectSchema<typeof entries, undefined>>;

type Complete = Omit<Given, 'identifiers' | keyof Defaults> &
  Defaults & { identifiers: Omit<Given['identifiers'], 'ttsEngine'> & { ttsEngine: string } };

/** Adds defaults that depend on the stage. The rate for a caller never exceeds the rate for the API. */
function complete(given: Given): Complete {
  const { identifiers: names } = given;
  const defaults = defaultsOf(given.stage);
  const { apiRate = defaults.apiRate } = given;
  return {
    ...defaults,
    tokenRate: Math.min(defaults.tokenRate, apiRate),
    addressRate: Math.min(defaults.addressRate, apiRate),
    ...given,
    identifiers: { ...names, ttsEngine: names.ttsEngine ?? given.tts },
  } as Complete;
}

/** A rule that involves several settings: the name of the setting to report, the condition, and the message. */
const rule = (name: keyof Complete, holds: (settings: Complete) => boolean, message: string | ((settings: Complete) => string)) =>
  v.rawCheck<Complete>(({ dataset, addIssue }) => {
    if (!dataset.typed || holds(dataset.value)) return;
    const settings = dataset.value as Complete & Record<string, unknown>;
    const path = { type: 'object', origin: 'value', input: settings, key: name, value: settings[name] } as const;
    const text = typeof message === 'string' ? message : message(settings);
    addIssue({ message: text, input: settings[name], path: [path] });
  });

/**
 * Maximum time that functions may take to render a job, in s: ten of the twelve hours that an execution may take (lib/pipeline/retries.ts).
 */
const MAX_RENDERING_TIME = 36_000;

/** True if the ARN belongs to the account of the deployment, or if the account is unknown. */
const isOwn = (arn: string, { account }: Complete): boolean => account === undefined || arn.split(':')[4] === account;

const isLocal = ({ stage }: Complete): boolean => stage === LOCAL_STAGE;

export const settingsSchema = v.pipe(
  v.object(entries),
  v.transform(complete),
  rule(
    'audioStores',
    (settings) =>
      isLocal(settings) || Object.values(settings.audioStores).every((store) => store?.endpoint?.startsWith('https://') ?? true),
    'must have https endpoints',
  ),
  rule(
    'taskAfter',
    ({ taskAfter, renderers }) => taskAfter <= renderers * MAX_RENDERING_TIME,
    `must be at most ${MAX_RENDERING_TIME} per renderer, because a job ends after twelve hours`,
  ),
  rule('tokenRate', ({ tokenRate, apiRate }) => tokenRate <= apiRate, 'must be at most apiRate, the limit for the whole API'),
  rule('addressRate', ({ addressRate, apiRate }) => addressRate <= apiRate, 'must be at most apiRate, the limit for the whole API'),
  rule('capacity', fitsAccount, explainConcurrency),
  rule(
    'domain',
    ({ domain, region }) => !domain || domain.certificate.split(':')[3] === region,
    "must have a certificate in the deployment's region",
  ),
  rule(
    'domain',
    (settings) => !settings.domain || isOwn(settings.domain.certificate, settings),
    ({ account }) => `must have a certificate in the deployment's account, ${account}`,
  ),
  rule(
    'alarmTopic',
    ({ alarmTopic, region }) => !alarmTopic || alarmTopic.split(':')[3] === region,
    "must be a topic in the deployment's region, because CloudWatch cannot publish to others",
  ),
  rule(
    'domain',
    ({ domain }) => !domain?.zone || domain.name === domain.zone.name || domain.name.endsWith(`.${domain.zone.name}`),
    'must have a name in its zone, for example the name "avatar.example.com" in the zone "example.com"',
  ),
  rule('waf', ({ waf, region }) => typeof waf !== 'string' || waf.split(':')[3] === region, "must be a web ACL in the deployment's region"),
  rule(
    'waf',
    (settings) => typeof settings.waf !== 'string' || isOwn(settings.waf, settings),
    ({ account }) => `must be a web ACL in the deployment's account, ${account}`,
  ),
  rule('gpu', (settings) => !settings.gpu || !isLocal(settings), 'must not be set for the stage "local", which does not support GPU tasks'),
);

export const SETTING_NAMES = Object.keys(entries) as (keyof typeof entries)[];

export type Settings = v.InferOutput<typeof settingsSchema>;
