import { audioStoresSchema, identifiersSchema, POLLY_ENGINES, TTS_ENGINES } from '@talking-avatar/contract';
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
import { DEFAULT_TASK_AFTER, type Defaults, defaultsOf, LOCAL_STAGE, MAX_MAP_CONCURRENCY } from './defaults.ts';
import { flag, oneOf, structured, textLike, wholeNumber } from './fields.ts';
import { corsSchema, domainSchema, vpcSchema, wafSchema } from './network.ts';

/** Unless set, the engine's public name is its own name. */
const chosenIdentifiers = v.strictObject({
  ...identifiersSchema.entries,
  ttsEngine: v.optional(identifiersSchema.entries.ttsEngine.wrapped),
});

const identifiers = v.union(
  [chosenIdentifiers, v.pipe(v.string(), v.parseJson(), chosenIdentifiers)],
  'must be an object with the names "humanoid", "blendshape" and "ttsEngine", each of lowercase letters, digits, "-" and "_", for example {"humanoid":"metahuman"}',
);

/** All settings by their name in the CDK context. */
const entries = {
  /** Name of the deployment. */
  stage: v.optional(textLike(/^[a-z][a-z0-9-]{0,15}$/, '1 to 16 lowercase letters, digits and "-"', 'live'), LOCAL_STAGE),
  /** Account and region of the deployment; the CDK's command line takes them from its credentials. */
  account: v.optional(textLike(/^\d{12}$/, 'the 12 digits of an AWS account', '123456789012')),
  region: v.optional(textLike(/^[a-z]{2}(-[a-z]+)+-\d$/, 'an AWS region', 'eu-central-1'), 'us-east-1'),
  /** Whether tables, objects and keys outlive their stack. */
  protect: v.optional(flag),
  identifiers: v.optional(identifiers, {}),
  /** Speech engine: the embedded one, or Amazon Polly where it has a voice. */
  tts: v.optional(oneOf(TTS_ENGINES), 'embedded'),
  /** Amazon Polly's engine for voices that have several: generative voices have no speech marks, so they are aligned. */
  pollyEngine: v.optional(oneOf(POLLY_ENGINES), 'neural'),
  /** Path of a manifest of neural voices, which take precedence for their language and sex (`npm run voices:add`). */
  voices: v.optional(v.pipe(v.string(), v.nonEmpty('must be the path of a manifest of voices, for example "voices/manifest.json"'))),
  /** Stores that `audio_url` may name, in addition to http(s). */
  audioStores: v.optional(structured(audioStoresSchema, '{"s3":{"buckets":["voices"]}}'), {}),

  /** Quota of concurrent Lambda executions, shared by everything in the account and region. */
  accountConcurrency: v.optional(wholeNumber(10, 1_000_000, 1_000)),
  /** Concurrent jobs; `capacity × renderers` and everything else must fit `accountConcurrency` (concurrency.ts). */
  capacity: v.optional(wholeNumber(1, 10_000, 50)),
  /** Segments of a job's video that functions render concurrently. */
  renderers: v.optional(wholeNumber(1, MAX_MAP_CONCURRENCY, 10)),
  rendererMemory: v.optional(rendererMemorySchema, DEFAULT_RENDERER_MEMORY),
  /** Segments of a job's video that tasks render concurrently; a task uses four of the account's Fargate vCPUs. */
  tasks: v.optional(wholeNumber(1, MAX_MAP_CONCURRENCY, 4)),
  /** Planned rendering time by functions above which tasks render a video, s. */
  taskAfter: v.optional(wholeNumber(1, 1_000_000, 3_600), DEFAULT_TASK_AFTER),
  /** Processors of functions and tasks. */
  architecture: v.optional(architectureSchema, DEFAULT_ARCHITECTURE),
  /** GPU tasks in place of the CPU tasks. */
  gpu: v.optional(gpuSchema),
  /** Concurrent invocations of the dispatcher. */
  dispatchConcurrency: v.optional(wholeNumber(2, 1_000, 2), 2),
  /** Concurrent invocations of the webhook sender. */
  webhookConcurrency: v.optional(wholeNumber(2, 1_000, 10)),

  /** An existing VPC for the tasks; otherwise one is created. */
  vpc: v.optional(vpcSchema),
  /** A domain name for the API. */
  domain: v.optional(domainSchema),
  /** Origins of web pages that may call the API and read downloads. */
  cors: v.optional(corsSchema),
  /** Whether the studio and the API reference are served, through CloudFront. */
  studio: v.optional(flag, true),
  /** Web ACL in front of the API. */
  waf: v.optional(wafSchema, false),
  /** Average and maximum requests per second of the whole API. */
  apiRate: v.optional(wholeNumber(1, 10_000, 200)),
  apiBurst: v.optional(wholeNumber(1, 5_000, 400)),
  /** Average requests per second of a token, and of an address; up to `apiRate`. */
  tokenRate: v.optional(wholeNumber(1, 10_000, 50)),
  addressRate: v.optional(wholeNumber(1, 10_000, 100)),

  /** Days that a job's objects are kept; its record is kept a week longer, for the error 410. */
  retentionDays: v.optional(wholeNumber(1, 365, 7), 7),
  /** Days that logs are kept. */
  logRetentionDays: v.optional(oneOf(LOG_RETENTION_DAYS), 30),
  /** Age at which the sweeper treats a message without an effect as lost, s. */
  lostAfter: v.optional(wholeNumber(1, 3_600, 60), 60),

  /** Custom price file, such as negotiated prices; by default, the region's list prices. */
  prices: v.optional(v.pipe(v.string(), v.nonEmpty('must be the path of a price file, for example "prices/acme.json"'))),
  /** Budget of the deployment per month, dollars. */
  monthlyBudget: v.optional(wholeNumber(1, 1_000_000, 500)),
  /** E-mail address for alarms; without it and `alarmTopic`, alarms only show on the dashboard. */
  alarmEmail: v.optional(v.pipe(v.string(), v.email('must be an e-mail address, for example "ops@example.com"'))),
  /** Existing SNS topic for alarms. */
  alarmTopic: v.optional(
    textLike(
      /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/,
      'the ARN of an SNS topic',
      'arn:aws:sns:eu-central-1:123456789012:alarms',
    ),
  ),
  /** X-Ray traces of the API, the functions and the state machine. */
  tracing: v.optional(flag),
  /** Minutes between the canary's test jobs; 0: no canary. */
  canaryMinutes: v.optional(wholeNumber(0, 1_440, 5), 0),
};

type Given = v.InferOutput<v.ObjectSchema<typeof entries, undefined>>;

type Complete = Omit<Given, 'identifiers' | keyof Defaults> &
  Defaults & { identifiers: Omit<Given['identifiers'], 'ttsEngine'> & { ttsEngine: string } };

/** Adds the defaults that depend on the stage. A caller's rate never exceeds the API's. */
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

/** A rule between settings: the invalid setting, the condition, and the message. */
const rule = (name: keyof Complete, holds: (settings: Complete) => boolean, message: string | ((settings: Complete) => string)) =>
  v.rawCheck<Complete>(({ dataset, addIssue }) => {
    if (!dataset.typed || holds(dataset.value)) return;
    const settings = dataset.value as Complete & Record<string, unknown>;
    const path = { type: 'object', origin: 'value', input: settings, key: name, value: settings[name] } as const;
    const text = typeof message === 'string' ? message : message(settings);
    addIssue({ message: text, input: settings[name], path: [path] });
  });

/** Maximum rendering by functions per job, s: ten of an execution's twelve hours (lib/pipeline/retries.ts). */
const MAX_RENDERING_TIME = 36_000;

/** Whether an ARN belongs to the deployment's account, as far as that is known. */
const isOwn = (arn: string, { account }: Complete): boolean => account === undefined || arn.split(':')[4] === account;

const isLocal = ({ stage }: Complete): boolean => stage === LOCAL_STAGE;

export const settingsSchema = v.pipe(
  v.object(entries),
  v.transform(complete),
  rule(
    'audioStores',
    (settings) =>
      isLocal(settings) || Object.values(settings.audioStores).every((store) => store?.endpoint?.startsWith('https://') ?? true),
    'must have endpoints with https',
  ),
  rule(
    'taskAfter',
    ({ taskAfter, renderers }) => taskAfter <= renderers * MAX_RENDERING_TIME,
    `must be at most ${MAX_RENDERING_TIME} for each of the renderers, since a job ends after twelve hours`,
  ),
  rule('tokenRate', ({ tokenRate, apiRate }) => tokenRate <= apiRate, 'must be at most apiRate, which the whole API takes'),
  rule('addressRate', ({ addressRate, apiRate }) => addressRate <= apiRate, 'must be at most apiRate, which the whole API takes'),
  rule('capacity', fitsAccount, explainConcurrency),
  rule(
    'domain',
    ({ domain, region }) => !domain || domain.certificate.split(':')[3] === region,
    'must have a certificate of the region that is deployed to',
  ),
  rule(
    'domain',
    (settings) => !settings.domain || isOwn(settings.domain.certificate, settings),
    ({ account }) => `must have a certificate of the account that is deployed to, ${account}`,
  ),
  rule(
    'alarmTopic',
    ({ alarmTopic, region }) => !alarmTopic || alarmTopic.split(':')[3] === region,
    'must be a topic of the region that is deployed to: CloudWatch publishes to no other',
  ),
  rule(
    'domain',
    ({ domain }) => !domain?.zone || domain.name === domain.zone.name || domain.name.endsWith(`.${domain.zone.name}`),
    'must have a name in its zone, for example the name "avatar.example.com" in the zone "example.com"',
  ),
  rule(
    'waf',
    ({ waf, region }) => typeof waf !== 'string' || waf.split(':')[3] === region,
    'must be a web ACL of the region that is deployed to',
  ),
  rule(
    'waf',
    (settings) => typeof settings.waf !== 'string' || isOwn(settings.waf, settings),
    ({ account }) => `must be a web ACL of the account that is deployed to, ${account}`,
  ),
  rule('gpu', (settings) => !settings.gpu || !isLocal(settings), 'must not be set for the stage "local", which has no GPU tasks'),
);

export const SETTING_NAMES = Object.keys(entries) as (keyof typeof entries)[];

export type Settings = v.InferOutput<typeof settingsSchema>;
