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

/** Unless set, the engine's public name is its internal name. */
const chosenIdentifiers = v.strictObject({
  ...identifiersSchema.entries,
  ttsEngine: v.optional(identifiersSchema.entries.ttsEngine.wrapped),
});

const identifiers = v.union(
  [chosenIdentifiers, v.pipe(v.string(), v.parseJson(), chosenIdentifiers)],
  'must be an object with the names "humanoid", "blendshape", and "ttsEngine", each with lowercase letters, digits, "-", and "_", for example {"humanoid":"metahuman"}',
);

/** All settings by their name in the CDK context. */
const entries = {
  /** Deployment name. */
  stage: v.optional(textLike(/^[a-z][a-z0-9-]{0,15}$/, '1 to 16 lowercase letters, digits, and "-"', 'live'), LOCAL_STAGE),
  /** The deployment's account and region. The CDK's command line takes them from its credentials. */
  account: v.optional(textLike(/^\d{12}$/, 'the 12 digits of an AWS account', '123456789012')),
  region: v.optional(textLike(/^[a-z]{2}(-[a-z]+)+-\d$/, 'an AWS region', 'eu-central-1'), 'us-east-1'),
  /** True if tables, objects, and keys outlive their stack. */
  protect: v.optional(flag),
  identifiers: v.optional(identifiers, {}),
  /** Speech engine, which is the embedded one or, for languages with a voice, Amazon Polly. */
  tts: v.optional(oneOf(TTS_ENGINES), 'embedded'),
  /** Amazon Polly's engine for voices that support several. Generative voices do not have speech marks, so their audio is aligned. */
  pollyEngine: v.optional(oneOf(POLLY_ENGINES), 'neural'),
  /** Path of a neural voice manifest. Its voices take precedence for their language and sex (`npm run voices:add`). */
  voices: v.optional(v.pipe(v.string(), v.nonEmpty('must be the path of a voice manifest, for example "voices/manifest.json"'))),
  /** Stores that `audio_url` may name, in addition to http(s). */
  audioStores: v.optional(structured(audioStoresSchema, '{"s3":{"buckets":["voices"]}}'), {}),

  /** Lambda concurrency quota, which everything in the account and region shares. */
  accountConcurrency: v.optional(wholeNumber(10, 1_000_000, 1_000)),
  /** Maximum concurrent jobs. `capacity × renderers` and everything else must fit `accountConcurrency` (concurrency.ts). */
  capacity: v.optional(wholeNumber(1, 10_000, 50)),
  /** Maximum number of a video's segments that functions render concurrently. */
  renderers: v.optional(wholeNumber(1, MAX_MAP_CONCURRENCY, 10)),
  rendererMemory: v.optional(rendererMemorySchema, DEFAULT_RENDERER_MEMORY),
  /** Minimum length of a segment that a function renders, seconds of video. Longer segments cost less, but take longer. */
  segmentSeconds: v.optional(wholeNumber(1, LIMITS.videoSeconds, 10), DEFAULT_SEGMENT_SECONDS),
  /** Maximum number of a video's segments that tasks render concurrently. A task uses four of the account's Fargate vCPUs. */
  tasks: v.optional(wholeNumber(1, MAX_MAP_CONCURRENCY, 4)),
  /** Planned rendering time with functions above which tasks render a video instead, in s. */
  taskAfter: v.optional(wholeNumber(1, 1_000_000, 3_600), DEFAULT_TASK_AFTER),
  /** CPU architecture of functions and tasks. */
  architecture: v.optional(architectureSchema, DEFAULT_ARCHITECTURE),
  /** GPU tasks, which replace CPU tasks. */
  gpu: v.optional(gpuSchema),
  /** Maximum concurrent invocations of the dispatcher. */
  dispatchConcurrency: v.optional(wholeNumber(2, 1_000, 2), 2),
  /** Maximum concurrent invocations of the webhook sender. */
  webhookConcurrency: v.optional(wholeNumber(2, 1_000, 10)),

  /** An existing VPC for the tasks. Otherwise one is created. */
  vpc: v.optional(vpcSchema),
  /** The API's domain name. */
  domain: v.optional(domainSchema),
  /** Origins of web pages that may call the API and read downloads. */
  cors: v.optional(corsSchema),
  /** True if the studio and the API reference are served through CloudFront. */
  studio: v.optional(flag, true),
  /** Web ACL in front of the API. */
  waf: v.optional(wafSchema, false),
  /** Average and maximum requests per second for the whole API. */
  apiRate: v.optional(wholeNumber(1, 10_000, 200)),
  apiBurst: v.optional(wholeNumber(1, 5_000, 400)),
  /** Average requests per second for a token and for an address; up to `apiRate`. */
  tokenRate: v.optional(wholeNumber(1, 10_000, 50)),
  addressRate: v.optional(wholeNumber(1, 10_000, 100)),

  /** Days to keep a job's objects. Its record is kept a week longer for the error 410. */
  retentionDays: v.optional(wholeNumber(1, 365, 7), 7),
  /** Days to keep logs. */
  logRetentionDays: v.optional(oneOf(LOG_RETENTION_DAYS), 30),
  /** Age at which the sweeper treats an unprocessed message as lost, in s. */
  lostAfter: v.optional(wholeNumber(1, 3_600, 60), 60),

  /** Custom price file, for example with negotiated prices; defaults to the region's list prices. */
  prices: v.optional(v.pipe(v.string(), v.nonEmpty('must be the path of a price file, for example "prices/acme.json"'))),
  /** The deployment's monthly budget, in dollars. */
  monthlyBudget: v.optional(wholeNumber(1, 1_000_000, 500)),
  /** E-mail address for alarms. Without it and `alarmTopic`, alarms only appear on the dashboard. */
  alarmEmail: v.optional(v.pipe(v.string(), v.email('must be an e-mail address, for example "ops@example.com"'))),
  /** Existing SNS topic for alarms. */
  alarmTopic: v.optional(
    textLike(
      /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/,
      'the ARN of an SNS topic',
      'arn:aws:sns:eu-central-1:123456789012:alarms',
    ),
  ),
  /** True if X-Ray traces the functions and the state machine. */
  tracing: v.optional(flag),
  /** Minutes between the canary's test jobs; 0 disables the canary. */
  canaryMinutes: v.optional(wholeNumber(0, 1_440, 5), 0),
};

type Given = v.InferOutput<v.ObjectSchema<typeof entries, undefined>>;

type Complete = Omit<Given, 'identifiers' | keyof Defaults> &
  Defaults & { identifiers: Omit<Given['identifiers'], 'ttsEngine'> & { ttsEngine: string } };

/** Adds defaults that depend on the stage. A caller's rate never exceeds the API's. */
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

/** A rule about several settings, with the invalid setting's name, the condition, and the message. */
const rule = (name: keyof Complete, holds: (settings: Complete) => boolean, message: string | ((settings: Complete) => string)) =>
  v.rawCheck<Complete>(({ dataset, addIssue }) => {
    if (!dataset.typed || holds(dataset.value)) return;
    const settings = dataset.value as Complete & Record<string, unknown>;
    const path = { type: 'object', origin: 'value', input: settings, key: name, value: settings[name] } as const;
    const text = typeof message === 'string' ? message : message(settings);
    addIssue({ message: text, input: settings[name], path: [path] });
  });

/** Maximum rendering time with functions per job, in s. It is ten of an execution's twelve hours (lib/pipeline/retries.ts). */
const MAX_RENDERING_TIME = 36_000;

/** True if an ARN belongs to the deployment's account, or if the account is unknown. */
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
