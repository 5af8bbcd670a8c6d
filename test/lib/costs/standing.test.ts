import { describe, expect, it } from 'vitest';
import { readPriceFile } from '../../../lib/billing/prices.ts';
import { readAssembly, standingCosts, type Template } from '../../../lib/billing/standing.ts';
import { synthesizeStage, temporaryFolder, writeFiles } from '../fixture.ts';

const file = readPriceFile();
const folder = temporaryFolder();
const costOf = (template: Template['Resources'], what: string) =>
  standingCosts([{ Resources: template! }], file).find((line) => line.what === what)?.cost;

const sweep = (schedule: string, architecture = 'arm64') => ({
  Sweep: { Type: 'AWS::Lambda::Function', Properties: { MemorySize: 1_024, Architectures: [architecture] } },
  Rule: {
    Type: 'AWS::Events::Rule',
    Properties: { ScheduleExpression: schedule, Targets: [{ Arn: { 'Fn::GetAtt': ['Sweep', 'Arn'] } }] },
  },
});

describe('an idle month', () => {
  it('includes each metric that an alarm reads', () => {
    const Metrics = [{ Expression: 'a / b' }, { MetricStat: {} }, { MetricStat: {} }];
    const alarms = {
      Plain: { Type: 'AWS::CloudWatch::Alarm', Properties: { Period: 60 } },
      Math: { Type: 'AWS::CloudWatch::Alarm', Properties: { Metrics } },
    };
    expect(costOf(alarms, 'CloudWatch alarms, by metric')).toBeCloseTo(0.3, 10);
  });

  it.each([
    ['rate(1 minute)', 43_200],
    ['rate(5 minutes)', 8_640],
    ['rate(1 day)', 30],
    ['cron(0 3 * * ? *)', 30],
  ])('runs the schedule %s %d times', (schedule, times) => {
    expect(costOf(sweep(schedule), 'Scheduled functions, requests')).toBeCloseTo(times * 0.0000002, 10);
    expect(costOf(sweep(schedule), 'Scheduled functions, compute on arm64')).toBeCloseTo(times * 0.5 * 0.0000133334, 10);
    expect(costOf(sweep(schedule, 'x86_64'), 'Scheduled functions, compute on x86')).toBeCloseTo(times * 0.5 * 0.0000166667, 10);
  });

  it('includes scheduled ledger rows, metrics, and, unless tracing is off, traces', () => {
    const traced = sweep('rate(1 minute)');
    const properties = { ...traced.Sweep.Properties, TracingConfig: { Mode: 'Active' } };
    const on = { ...traced, Sweep: { ...traced.Sweep, Properties: properties } };
    expect(costOf(on, 'Scheduled functions, X-Ray traces')).toBeCloseTo(43_200 * 0.000005, 10);
    expect(costOf(traced, 'Scheduled functions, X-Ray traces')).toBeUndefined();
    expect(costOf(traced, 'Scheduled functions, writes')).toBeCloseTo(43_200 * 4 * 0.000000625, 10);
    expect(costOf(traced, 'CloudWatch metrics')).toBeCloseTo(2.1, 10);
  });

  it('rejects an unsupported schedule', () => {
    expect(() => standingCosts([{ Resources: sweep('cron(0 3 1 * ? *)') }], file)).toThrow('cron(0 3 1 * ? *)');
  });

  it('lists a resource without a price, with an undefined cost', () => {
    const { standing: _, ...bare } = file;
    expect(standingCosts([{ Resources: { Key: { Type: 'AWS::KMS::Key' } } }], bare)).toEqual([
      { what: 'KMS keys', quantity: 1, unit: 'keys', price: undefined, cost: undefined },
    ]);
  });

  it('includes only the templates from the last synthesis, regardless of what other stages left in the folder', () => {
    const stack = (templateFile: string) => ({ type: 'aws:cloudformation:stack', properties: { templateFile } });
    writeFiles(folder, {
      'manifest.json': JSON.stringify({ artifacts: { live: stack('live.template.json'), Tree: { type: 'cdk:tree' } } }),
      'live.template.json': JSON.stringify({ Resources: sweep('rate(1 day)') }),
      'older.template.json': JSON.stringify({ Resources: sweep('rate(1 minute)') }),
    });
    expect(readAssembly(folder)).toEqual([{ Resources: sweep('rate(1 day)') }]);
  });

  it('costs less than $30 for the whole service', () => {
    const { storage, service } = synthesizeStage({ stage: 'live', alarmEmail: 'ops@example.com' });
    const lines = standingCosts([storage.toJSON(), service.toJSON()], file);
    expect(lines.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['KMS keys', 'CloudWatch dashboard', 'Empty-queue polls', 'Scheduled functions, requests']),
    );
    expect(lines.find(({ what }) => what === 'Empty-queue polls')!.quantity % 648_000).toBe(0);
    const total = lines.reduce((sum, { cost = 0 }) => sum + cost, 0);
    expect(total).toBeGreaterThan(5);
    expect(total).toBeLessThan(30);
  });
});
