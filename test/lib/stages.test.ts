import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { priceFileOf } from '../../lib/billing/prices.ts';
import { type Context, withDestination } from '../../lib/settings/index.ts';
import { type Resource, synthesizeStage } from './fixture.ts';

const STAGES = ['local', 'dev', 'live', 'prod'];
const REGIONS = ['us-east-1', 'eu-central-1'];

/** Settings that add resources with explicit names. */
const NAMED = {
  monthlyBudget: 100,
  alarmEmail: 'ops@example.com',
  // Prices do not affect names, and they are not available for every region.
  prices: priceFileOf('us-east-1'),
};

const deployments = STAGES.flatMap((stage) =>
  REGIONS.map((region) => ({ stage, region, ...synthesizeStage({ stage, region, ...NAMED }) })),
);

/** Types of resources whose names must be unique in the account. All other names must be unique in a region. */
const ACCOUNT_WIDE = /^AWS::(IAM|S3|Budgets|CloudFront|Route53)::|^AWS::CloudWatch::Dashboard /;

/** Types of resources that have a name inside another resource, so the name does not need to be unique. */
const INNER = new Set(['AWS::IAM::Policy', 'AWS::ApiGateway::Stage', 'AWS::Glue::Table', 'AWS::Athena::NamedQuery']);

/** Returns the explicit name of a resource. It is in `Name`, or in a property that includes the type, such as `DashboardName`. */
function nameOf({ Type, Properties = {} }: Resource): string | undefined {
  const own = `${Type.split('::').at(-1)}Name`;
  const { Budget, DatabaseInput } = Properties;
  const name = Properties.Name ?? Properties[own] ?? Budget?.BudgetName ?? DatabaseInput?.Name;
  return INNER.has(Type) || typeof name !== 'string' ? undefined : `${Type} ${name}`;
}

/** Returns every string in a template along with its path. */
const textsOf = (value: unknown, path: string): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}/${key}`))
    : [`${path}: ${value}`];

/** True for the price list of a deployment, which also contains a region but has its own test. */
const isPriceList = (text: string): boolean => text.includes('"prices":{');

const namesOf = (of: (typeof deployments)[number]) => of.resources.flatMap(([, resource]) => nameOf(resource) ?? []).sort();

describe('each stage in each region', () => {
  it.each(deployments)('$stage in $region is synthesized without lookups', ({ assembly, region }) => {
    expect(assembly.manifest.missing).toBeUndefined();
    expect(assembly.stacks.map(({ environment }) => environment.region)).toEqual([region, region, region]);
    expect(assembly.stacks.flatMap(({ messages }) => messages.filter(({ level }) => level === 'error'))).toEqual([]);
  });

  it.each(deployments)('$stage in $region does not refer to another region', ({ resources, region }) => {
    const others = new RegExp(REGIONS.filter((other) => other !== region).join('|'));
    const texts = resources.flatMap(([id, resource]) => textsOf(resource, id));
    expect(texts.filter((text) => others.test(text) && !isPriceList(text))).toEqual([]);
  });

  it('has unique names within its account and region', () => {
    const [{ region }] = deployments as [(typeof deployments)[number]];
    const names = deployments.filter((deployment) => deployment.region === region).flatMap(namesOf);
    expect(names.length).toBeGreaterThan(STAGES.length * 4);
    expect(names).toEqual([...new Set(names)]);
  });

  it('has account-wide names that include the region', () => {
    const names = deployments.flatMap(namesOf).filter((name) => ACCOUNT_WIDE.test(name));
    expect(names).toHaveLength(deployments.length * 2);
    expect(names).toEqual([...new Set(names)]);
  });
});

describe("a stage's target", () => {
  const credentials = { CDK_DEFAULT_ACCOUNT: '111122223333', CDK_DEFAULT_REGION: 'eu-west-1' };

  it("comes from the command line's credentials", () => {
    expect(withDestination({ stage: 'dev' }, credentials)).toEqual({
      stage: 'dev',
      account: '111122223333',
      region: 'eu-west-1',
    });
    expect(withDestination({ stage: 'dev' }, {})).toEqual({ stage: 'dev' });
  });

  it('is the one in the settings, if any', () => {
    const named = { stage: 'dev', account: '444455556666', region: 'eu-central-1' };
    expect(withDestination(named, credentials)).toEqual(named);
  });

  it('does not affect the local stage, whoever is signed in', () => {
    for (const context of [{}, { stage: 'local' }]) expect(withDestination(context, credentials)).toEqual(context);
  });

  it('is in the stacks', () => {
    const named = { stage: 'dev', account: '111122223333', region: 'eu-west-1', prices: NAMED.prices };
    const { assembly } = synthesizeStage(named);
    for (const { environment } of assembly.stacks) expect(environment).toMatchObject({ account: '111122223333', region: 'eu-west-1' });
  });
});

describe('an invalid setting', () => {
  const app = join(import.meta.dirname, '../../bin/app.ts');
  const run = (context: Context) =>
    promisify(execFile)(process.execPath, [app], {
      env: { ...process.env, CDK_CONTEXT_JSON: JSON.stringify(context), CDK_DEBUG: '' },
    });

  it('is explained in one sentence with its name, value, range, and an example, without a stack trace', async () => {
    const failure = await run({ stage: 'dev', capacity: 0, logRetentionDays: 8 }).catch((error) => error);
    expect(failure).toMatchObject({ code: 1, stdout: '' });
    expect(failure.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(
        /^Invalid settings; .*capacity must be a whole number from 1 to 10000, for example 50, got 0; logRetentionDays must be one of 1, 3, .*got 8$/,
      ),
    ]);
  });
});
