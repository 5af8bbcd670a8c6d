import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COST_DIMENSIONS } from '#billing/metrics';
import { readMeteringSettings } from '#billing/settings';
import { describePrices, readPrices } from '../../lib/billing/index.ts';
import { appOf, FUNCTION_NAMES, flatten, STANDING_FUNCTIONS, synthesizeStage, temporaryFolder, writeFiles } from './fixture.ts';

const folder = temporaryFolder();
const list = JSON.parse(readFileSync(join(import.meta.dirname, '../../layers/billing/prices/us-east-1.json'), 'utf8')) as {
  region: string;
  version: string;
  prices: Record<string, string>;
  standing: Record<string, string>;
};

const fileOf = (name: string, content: unknown) => {
  writeFiles(folder, { [name]: typeof content === 'string' ? content : JSON.stringify(content) });
  return join(folder, name);
};

const ofOwn = { region: 'eu-central-1', version: '2026-12-01', prices: { ...list.prices, egress: '0.05' } };
const own = { ...list, ...ofOwn };
const stage = synthesizeStage({
  stage: 'test',
  alarmEmail: 'ops@example.com',
  monthlyBudget: '300',
  prices: fileOf('own.json', own),
});
const quiet = synthesizeStage({ stage: 'quiet' });

describe("a deployment's prices", () => {
  it('are the list prices unless its settings name a file', () => {
    const { standing, ...charged } = list;
    expect(readPrices()).toEqual(charged);
    expect(readPrices({ prices: fileOf('own.json', own) })).toEqual({ ...charged, ...ofOwn });
    expect(standing).toHaveProperty(['kms.keys']);
  });

  it('are rejected for a region without a price file, with the command that creates one', () => {
    expect(() => appOf({ stage: 'test', region: 'eu-north-9' })).toThrow(
      'List prices are missing for eu-north-9; available regions: us-east-1. To download them: npm run prices:refresh -- --region eu-north-9',
    );
  });

  it('report their age, including during synthesis', () => {
    expect(JSON.stringify(stage.assembly.getStackByName('Avatar-test').messages)).toContain('Prices for eu-central-1 from 2026-12-01, ');
    expect(describePrices({ region: 'us-east-1', version: '2026-11-01' }, Date.UTC(2026, 10, 22, 12))).toBe(
      'Prices for us-east-1 from 2026-11-01, 21 days ago. To update them: npm run prices:refresh -- --region us-east-1',
    );
  });

  it.each([
    ['that does not exist', 'none.json', undefined, 'none.json cannot be read'],
    ['that is not JSON', 'text.json', 'dear', 'text.json cannot be read'],
    ['without a price', 'few.json', { ...list, prices: { egress: '0.09' } }, 'prices.lambda.requests'],
    ['with a number', 'number.json', { ...list, prices: { ...list.prices, egress: 0.09 } }, 'prices.egress'],
    ['with an extra resource', 'gold.json', { ...list, prices: { ...list.prices, gold: '1' } }, 'prices.gold'],
    ['without a date', 'day.json', { ...list, version: 'new' }, 'version: a date'],
  ])('from a file %s fail the synthesis with an error that names the problem', (_, name, content, message) => {
    const prices = content === undefined ? join(folder, name) : fileOf(name, content);
    expect(() => appOf({ stage: 'test', prices })).toThrow(message);
  });
});

describe('every function', () => {
  const functions = stage.ofType('AWS::Lambda::Function').map(([, { Properties }]) => Properties);

  it('has the environment variables for writing ledger rows', () => {
    expect(functions).toHaveLength(STANDING_FUNCTIONS.length);
    for (const { Environment, EphemeralStorage, Architectures } of functions) {
      const variables = Object.fromEntries(Object.entries(Environment.Variables).map(([name, value]) => [name, flatten(value)]));
      expect(Architectures).toEqual(['arm64']);
      expect(readMeteringSettings(variables)).toMatchObject({
        STAGE: 'test',
        PRICES: ofOwn,
        ARCHITECTURE: 'arm64',
        EPHEMERAL_STORAGE: EphemeralStorage?.Size ?? 512,
      });
      // Limit on the size of all variables (Lambda quotas).
      expect(JSON.stringify(variables).length).toBeLessThan(4_096);
    }
  });

  it("is tagged with its step, and every resource with its deployment's tags", () => {
    for (const { Environment, Tags } of functions) {
      expect(Tags).toContainEqual({ Key: 'step', Value: Environment.Variables.POWERTOOLS_SERVICE_NAME });
    }
    const untagged = new Set<string>();
    for (const template of [stage.storage, stage.service]) {
      for (const { Type, Properties } of Object.values(template.toJSON().Resources) as {
        Type: string;
        Properties: { Tags?: object[] };
      }[]) {
        const tags = JSON.stringify(Properties.Tags ?? []);
        if (!['"avatar"', '"test"', '"avatar-test-us-east-1"'].every((value) => tags.includes(value))) untagged.add(Type);
      }
    }
    // Either CloudFormation does not support tags for these, or they are not billed.
    expect([...untagged].sort()).toEqual([
      'AWS::ApiGateway::Account',
      'AWS::ApiGateway::Deployment',
      'AWS::ApiGateway::GatewayResponse',
      'AWS::ApiGateway::Method',
      'AWS::ApiGateway::Resource',
      'AWS::Athena::NamedQuery',
      'AWS::Budgets::Budget',
      'AWS::EC2::Route',
      'AWS::EC2::SubnetRouteTableAssociation',
      'AWS::EC2::VPCGatewayAttachment',
      'AWS::Glue::Database',
      'AWS::Glue::Table',
      'AWS::IAM::Policy',
      'AWS::Lambda::EventInvokeConfig',
      'AWS::Lambda::LayerVersion',
      'AWS::Lambda::Permission',
      'AWS::Lambda::Version',
      'AWS::S3::BucketPolicy',
      'AWS::SNS::Subscription',
      'AWS::SNS::TopicPolicy',
      'AWS::SQS::QueuePolicy',
    ]);
  });
});

describe('the monthly budget', () => {
  it("is compared with this deployment's bill and with costs that the functions report", () => {
    stage.service.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: {
        BudgetLimit: { Amount: 300, Unit: 'USD' },
        CostFilters: { TagKeyValue: ['user:deployment$avatar-test-us-east-1'] },
        TimeUnit: 'MONTHLY',
      },
    });
    stage.service.hasResourceProperties('AWS::CloudWatch::Alarm', {
      Namespace: 'Avatar',
      MetricName: 'Cost',
      Dimensions: [{ Name: 'stage', Value: 'test' }],
      Period: 86_400,
      Statistic: 'Sum',
      Threshold: 30,
    });
  });

  it('does not have an alarm if it does not exist', () => {
    expect(quiet.ofType('AWS::Budgets::Budget')).toEqual([]);
    expect(JSON.stringify(quiet.ofType('AWS::CloudWatch::Alarm'))).not.toContain('"Cost"');
  });
});

describe('the dashboard', () => {
  const body = flatten(stage.ofType('AWS::CloudWatch::Dashboard')[0]?.[1].Properties.DashboardBody);

  it('shows costs per job, step, and output type', () => {
    expect(body).toContain('cost / jobs');
    for (const name of [...FUNCTION_NAMES, 'execution']) expect(body).toContain(`"Cost","stage","test","step","${name}"`);
    for (const type of ['csv', 'fbx', 'glb', 'video']) expect(body).toContain(`"Cost","output","${type}","stage","test"`);
  });

  it('does not have metrics by job or account', () => {
    expect(COST_DIMENSIONS.flat()).not.toContain('job');
    expect(COST_DIMENSIONS.flat()).not.toContain('account');
  });
});
