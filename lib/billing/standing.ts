import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { BYTES_PER_GIB, SECONDS_PER_MONTH } from '#aws';
import type { IdleCostResource, PriceFile } from '#billing';

interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: properties in a template may be any JSON.
  Properties?: any;
}

export interface Template {
  Resources?: Readonly<Record<string, Resource>>;
}

/**
 * Reads the templates from the last synthesis. The folder may also contain templates of other stages.
 * @param folder output folder of `cdk synth`
 */
export function readAssembly(folder: string): Template[] {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const { artifacts } = v.parse(manifestSchema, read('manifest.json'));
  const stacks = Object.values(artifacts).filter(({ type }) => type === 'aws:cloudformation:stack');
  const names = stacks.flatMap(({ properties }) => properties?.templateFile ?? []);
  return names.map((name) => read(name) as Template);
}

const manifestSchema = v.object({
  artifacts: v.record(
    v.string(),
    v.object({ type: v.string(), properties: v.optional(v.object({ templateFile: v.optional(v.string()) })) }),
  ),
});

/** One line in the cost of an idle month. */
export interface StandingLine {
  what: string;
  quantity: number;
  unit: string;
  /** In dollars per unit; undefined if it is not in the price file. */
  price: number | undefined;
  /** In dollars per month. */
  cost: number | undefined;
}

/**
 * Assumptions about an idle month. For a scheduled function that finds no work, they include the duration, the log size, and the DynamoDB
 * reads and writes (its ledger row). They also include the metrics in the logs of these functions (`Cost` by stage, by three steps, and
 * without an output, plus two for budgets), and the compressed size of the renderer image.
 */
export const ASSUMED = {
  scheduledSeconds: 0.5,
  logBytes: 1_000,
  scheduledReads: 10,
  scheduledWrites: 4,
  metrics: 7,
  imageBytes: 330e6,
} as const;

/** Lambda polls a queue with five concurrent requests of 20 s each (Lambda developer guide, "Polling and batching streams"). */
const POLLERS = 5;
const POLL = 20;

const SECONDS = { minute: 60, hour: 3_600, day: 86_400 } as const;

/** Minimum period of a standard-resolution alarm, in s (CloudWatch user guide, "High-resolution alarms"). */
const STANDARD_PERIOD = 60;

/**
 * Returns the cost of a month without jobs, using quantities from the templates and prices from the file. Free tiers are ignored because
 * they are per account.
 */
export function standingCosts(templates: readonly Template[], { prices, standing = {} }: PriceFile): StandingLine[] {
  const all = templates.flatMap(({ Resources = {} }) => Object.entries(Resources));
  const ofType = (type: string) => all.filter(([, { Type }]) => Type === type).map(([, { Properties = {} }]) => Properties);
  const line = (what: string, quantity: number, unit: string, price: string | undefined): StandingLine => ({
    what,
    quantity,
    unit,
    price: price === undefined ? undefined : Number(price),
    cost: price === undefined ? undefined : quantity * Number(price),
  });
  const kept = (what: string, quantity: number, unit: string, name: IdleCostResource) => line(what, quantity, unit, standing[name]);
  const runs = scheduledRuns(all);
  const times = runs.reduce((sum, run) => sum + run.times, 0);
  // X-Ray samples the first invocation in each second. These invocations are rare enough for all of them to be sampled.
  const traced = runs.reduce((sum, run) => sum + (run.traced ? run.times : 0), 0);
  const compute = (arm: boolean) =>
    runs.reduce((sum, run) => sum + (run.arm === arm ? run.times * ASSUMED.scheduledSeconds * run.memory : 0), 0) / 1_024;
  const acls = ofType('AWS::WAFv2::WebACL');
  const polls = ofType('AWS::Lambda::EventSourceMapping').filter(({ EventSourceArn }) => /Queue/.test(JSON.stringify(EventSourceArn)));
  const endpoints = ofType('AWS::EC2::VPCEndpoint').filter(({ VpcEndpointType }) => VpcEndpointType === 'Interface');
  const lines = [
    kept('KMS keys', ofType('AWS::KMS::Key').length, 'keys', 'kms.keys'),
    kept('CloudWatch alarms, by metric', ofType('AWS::CloudWatch::Alarm').reduce(addMetrics, 0), 'metrics', 'cloudwatch.alarms'),
    kept('CloudWatch dashboard', ofType('AWS::CloudWatch::Dashboard').length, 'dashboards', 'cloudwatch.dashboards'),
    kept('CloudWatch metrics', times > 0 ? ASSUMED.metrics : 0, 'metrics', 'cloudwatch.metrics'),
    line('Empty-queue polls', polls.length * POLLERS * (SECONDS_PER_MONTH / POLL), 'requests', prices['sqs.requests']),
    line('Scheduled functions, compute on arm64', compute(true), 'GB-s', prices['lambda.compute.arm64']),
    line('Scheduled functions, compute on x86', compute(false), 'GB-s', prices['lambda.compute.x86']),
    line('Scheduled functions, requests', times, 'requests', prices['lambda.requests']),
    line('Scheduled functions, reads', times * ASSUMED.scheduledReads, 'read units', prices['dynamodb.reads']),
    line('Scheduled functions, writes', times * ASSUMED.scheduledWrites, 'write units', prices['dynamodb.writes']),
    kept('Scheduled functions, X-Ray traces', traced, 'traces', 'xray.traces'),
    kept('Scheduled functions, logs', (times * ASSUMED.logBytes) / BYTES_PER_GIB, 'GB', 'logs.ingested'),
    kept(
      'Container image in ECR',
      ofType('AWS::ECS::TaskDefinition').length > 0 ? ASSUMED.imageBytes / BYTES_PER_GIB : 0,
      'GB',
      'ecr.storage',
    ),
    kept('Secrets', ofType('AWS::SecretsManager::Secret').length, 'secrets', 'secrets.kept'),
    kept('Web ACL', acls.length, 'ACLs', 'waf.acls'),
    kept(
      'Rules of the web ACL',
      acls.reduce((sum, { Rules = [] }) => sum + Rules.length, 0),
      'rules',
      'waf.rules',
    ),
    kept(
      'VPC interface endpoints',
      endpoints.reduce((sum, { SubnetIds = [1] }) => sum + SubnetIds.length, 0) * (SECONDS_PER_MONTH / SECONDS.hour),
      'hours',
      'endpoints.hours',
    ),
  ];
  return lines.filter(({ quantity }) => quantity > 0);
}

/** Adds the number of metrics that an alarm is billed for: one, or those in its expressions. */
function addMetrics(sum: number, { Metrics, Period }: { Metrics?: { MetricStat?: object }[]; Period?: number }): number {
  if ((Period ?? STANDARD_PERIOD) < STANDARD_PERIOD)
    throw new Error('High-resolution alarms have a different price, which is not supported');
  return sum + (Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1);
}

interface Runs {
  /** Number of invocations per month. */
  times: number;
  /** Memory, in MB. */
  memory: number;
  arm: boolean;
  /** True if the function is traced with X-Ray. */
  traced: boolean;
}

/** Returns the invocations of functions that a rule or a schedule invokes at a fixed rate. */
function scheduledRuns(all: readonly (readonly [string, Resource])[]): Runs[] {
  const functions = new Map(all.filter(([, { Type }]) => Type === 'AWS::Lambda::Function'));
  const rules = all.filter(([, { Type }]) => Type === 'AWS::Events::Rule' || Type === 'AWS::Scheduler::Schedule');
  return rules.flatMap(([, { Properties }]) => {
    const { ScheduleExpression, Targets, Target } = Properties;
    if (!ScheduleExpression) return [];
    const target = JSON.stringify(Targets ?? Target);
    const [, { Properties: size = {} } = {}] = [...functions].find(([id]) => target.includes(`"${id}"`)) ?? [];
    const times = SECONDS_PER_MONTH / periodOf(ScheduleExpression);
    const [arm, traced] = [size.Architectures?.[0] === 'arm64', size.TracingConfig?.Mode === 'Active'];
    return [{ times, memory: size.MemorySize ?? 128, arm, traced }];
  });
}

function periodOf(expression: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (count && unit) return Number(count) * SECONDS[unit as keyof typeof SECONDS];
  if (/^cron\(\S+ \S+ \* \* \? \*\)$/.test(expression)) return SECONDS.day;
  throw new Error(`The schedule ${expression} is not supported; add it to lib/billing/standing.ts`);
}
