import { globSync, readFileSync } from 'node:fs';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { flatten, type Resource, synthesizeStage } from '../fixture.ts';

const quiet = synthesizeStage({ stage: 'test' });
const loud = synthesizeStage({ stage: 'test', alarmEmail: 'ops@example.com' });

const alarms = ({ ofType }: typeof quiet) => ofType('AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);

const named = (wanted: string, { ofType }: typeof quiet = quiet) => {
  const found = ofType('AWS::CloudWatch::Alarm').find(([id]) => id.replace(/[0-9A-F]{8}$/, '').endsWith(wanted));
  return found?.[1].Properties;
};

/** Returns the metrics that an alarm adds up, as `name by dimensions`. */
const partsOf = (alarm: Resource['Properties']): string[] =>
  alarm.Metrics.flatMap(({ MetricStat }: Resource['Properties']) =>
    MetricStat ? [`${MetricStat.Metric.MetricName} ${(MetricStat.Metric.Dimensions ?? []).map(dimension)}`] : [],
  );
const dimension = ({ Name, Value }: { Name: string; Value: unknown }) => `${Name}=${flatten(Value)}`;

describe('the alarms', () => {
  it('explain their meaning and action, and treat missing data as good', () => {
    expect(alarms(quiet).length).toBeGreaterThan(30);
    for (const { AlarmDescription, TreatMissingData } of alarms(quiet)) {
      expect(AlarmDescription).toMatch(/^[A-Z].+\. .+\. See docs\/runbook\.md#\w+\.$/);
      expect(TreatMissingData).toBe('notBreaching');
    }
  });

  it("watch each function's errors in exactly one alarm", () => {
    const groups = ['EndpointErrors', 'EndpointErrors2', 'StepErrors', 'StepErrors2', 'WorkerErrors'].map((name) => named(name));
    const watched = groups.flatMap(partsOf).filter((part) => part.startsWith('Errors '));
    const functions = quiet.ofType('AWS::Lambda::Function').map(([id]) => `Errors FunctionName=<${id}>`);
    expect(watched.sort()).toEqual(functions.sort());
    for (const { Metrics } of groups) expect(Metrics.length - 1).toBeLessThanOrEqual(10);
  });

  it('do not count step errors for jobs with invalid input', () => {
    const { Metrics } = named('StepErrors');
    expect(Metrics[0].Expression).toBe('SUM(FILL(METRICS("summand"), 0)) - FILL(less, 0)');
    expect(Metrics.find(({ Id }: { Id: string }) => Id === 'less').MetricStat.Metric).toMatchObject({
      Namespace: 'Avatar',
      MetricName: 'ClientFailures',
      Dimensions: [{ Name: 'stage', Value: 'test' }],
    });
  });

  it('count jobs that failed because of the service, not executions', () => {
    expect(named('JobsFailed')).toMatchObject({ Namespace: 'Avatar', MetricName: 'ServiceFailures', Threshold: 5 });
    expect(alarms(quiet).some(({ MetricName }) => MetricName === 'ExecutionsFailed')).toBe(false);
  });

  it("watch every table's and index's throttled reads and writes", () => {
    const tables = quiet.ofType('AWS::DynamoDB::Table');
    const indexes = tables.flatMap(([, { Properties }]) => Properties.GlobalSecondaryIndexes ?? []);
    const parts = alarms(quiet)
      .filter(({ AlarmDescription }) => /DynamoDB throttled/.test(AlarmDescription))
      .flatMap(partsOf);
    expect(parts.filter((part) => part.startsWith('ReadThrottleEvents'))).toHaveLength(tables.length);
    expect(parts.filter((part) => part.startsWith('WriteThrottleEvents'))).toHaveLength(tables.length + indexes.length);
    expect(parts.filter((part) => part.includes('GlobalSecondaryIndexName='))).toHaveLength(indexes.length);
    expect(new Set(parts).size).toBe(parts.length);
  });

  describe('on table errors', () => {
    /** The code that reads and writes each table. */
    const CODE: Readonly<Record<string, string>> = {
      Jobs: 'layers/jobs/*.ts',
      Tokens: 'layers/runtime/tokens/*.ts',
      Capacity: 'layers/jobs/capacity/*.ts',
      Rates: 'layers/runtime/endpoint/*.ts',
      Ledger: 'layers/billing/ledger/*.ts',
    };
    const codeOf = (table: string) =>
      globSync(CODE[table]!)
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n');
    const watched = partsOf(named('TableSystemErrors')).map((part) => {
      const [, operation, table] = /Operation=(\w+),TableName=<.*Storage(\w+?)Table/.exec(part) ?? [];
      return { operation: operation!, table: table! };
    });

    it.each(watched)('only watch operations that are used: $operation of $table', ({ operation, table }) => {
      const command = operation.replace(/Items?$/, '');
      expect(codeOf(table)).toMatch(new RegExp(`new ${command}Command\\(|\\b${command.toLowerCase()}Item[<(]`));
      const needed = command === 'TransactWrite' ? ['PutItem', 'UpdateItem', 'DeleteItem'] : [operation];
      const allowed = quiet
        .ofType('AWS::IAM::Policy')
        .flatMap(([, { Properties }]) =>
          Properties.PolicyDocument.Statement.filter(({ Resource }: { Resource: unknown }) =>
            [Resource].flat().some((one) => flatten(one).includes(`Storage${table}Table`)),
          ).flatMap(({ Action }: { Action: string | string[] }) => Action),
        );
      expect(needed.some((action) => allowed.includes(`dynamodb:${action}`))).toBe(true);
    });

    it('watch every table with transactions, and the leases, which are read in batches', () => {
      const operations = watched.map(({ operation, table }) => `${operation} of ${table}`);
      const transacted = Object.keys(CODE).filter((table) => codeOf(table).includes('new TransactWriteCommand('));
      expect(transacted).toEqual(['Jobs', 'Capacity', 'Ledger']);
      expect(operations).toEqual(expect.arrayContaining(transacted.map((table) => `TransactWriteItems of ${table}`)));
      expect(operations).toContain('BatchGetItem of Capacity');
    });
  });

  it("compare the account's concurrent executions with its quota", () => {
    const large = synthesizeStage({ stage: 'test', accountConcurrency: 1_000 });
    expect(named('AlarmsConcurrency')).toMatchObject({ MetricName: 'ConcurrentExecutions', Threshold: 9 });
    expect(named('AlarmsConcurrency', large)).toMatchObject({ Threshold: 900 });
    expect(named('AlarmsConcurrency').Dimensions).toBeUndefined();
  });

  it("watch the age of every work queue's oldest message", () => {
    const ages = alarms(quiet).filter(({ MetricName }) => MetricName === 'ApproximateAgeOfOldestMessage');
    const watched = ages.map(({ Dimensions }) => Dimensions[0].Value['Fn::GetAtt'][0]);
    const sources = quiet.ofType('AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => Properties);
    expect(watched.sort()).toEqual(sources.map(({ EventSourceArn }) => EventSourceArn['Fn::GetAtt'][0]).sort());
  });

  it("watch the API's p99 latency", () => {
    expect(named('ApiSlow')).toMatchObject({ MetricName: 'Latency', ExtendedStatistic: 'p99', EvaluationPeriods: 3 });
  });

  it('are raised by a canary that fails twice in a row', () => {
    expect(named('CanaryFailed')).toBeUndefined();
    expect(named('CanaryFailed', synthesizeStage({ stage: 'test', canaryMinutes: 15 }))).toMatchObject({
      MetricName: 'CanaryFailures',
      Period: 900,
      EvaluationPeriods: 2,
      Threshold: 1,
    });
  });

  it('report a canary that stops, but not a canary that has not run yet', () => {
    const alarmTopic = 'arn:aws:sns:us-east-1:123456789012:pager';
    const watched = synthesizeStage({ stage: 'test', canaryMinutes: 15, alarmTopic });
    // CloudWatch only acts when the state changes, and a new alarm starts in INSUFFICIENT_DATA.
    expect(named('CanaryFailed', watched)).toMatchObject({
      TreatMissingData: 'missing',
      AlarmActions: [alarmTopic],
      InsufficientDataActions: [alarmTopic],
    });
    const others = alarms(watched).filter(({ TreatMissingData }) => TreatMissingData !== 'missing');
    expect(others.length).toBe(alarms(watched).length - 1);
    for (const { InsufficientDataActions } of others) expect(InsufficientDataActions).toBeUndefined();
  });

  it('watch the number of messages in every dead-letter queue', () => {
    const deadLetters = quiet
      .ofType('AWS::SQS::Queue')
      .filter(([id]) => id.includes('DeadLetters'))
      .map(([id]) => id);
    const depths = alarms(quiet).filter(({ MetricName }) => MetricName === 'ApproximateNumberOfMessagesVisible');
    expect(depths.map(({ Dimensions }) => Dimensions[0].Value['Fn::GetAtt'][0]).sort()).toEqual(deadLetters.sort());
    expect(depths.every(({ Threshold }) => Threshold === 1)).toBe(true);
  });

  it('do not send messages without an e-mail address or a topic', () => {
    expect(quiet.ofType('AWS::SNS::Topic')).toEqual([]);
    expect(alarms(quiet).every(({ AlarmActions }) => AlarmActions === undefined)).toBe(true);
  });

  it('warn during synthesis that no one is notified, except in the local stage', () => {
    const warnings = ({ assembly }: typeof quiet) => assembly.stacks.flatMap(({ messages }) => messages.map(({ entry }) => entry.data));
    const expected = expect.stringContaining('alarms notify no one; set one, for example -c alarmEmail=');
    expect(warnings(quiet)).toContainEqual(expected);
    for (const other of [loud, synthesizeStage({ stage: 'local' })]) expect(warnings(other)).not.toContainEqual(expected);
  });

  it('send e-mail over an encrypted topic', () => {
    loud.service.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'ops@example.com' });
    loud.service.hasResourceProperties('AWS::SNS::Topic', { KmsMasterKeyId: Match.anyValue() });
    const [[topic] = ['']] = loud.ofType('AWS::SNS::Topic');
    for (const { AlarmActions } of alarms(loud)) expect(AlarmActions).toEqual([{ Ref: topic }]);
  });

  it("are sent to the operator's topic, or to both", () => {
    const alarmTopic = 'arn:aws:sns:us-east-1:123456789012:pager';
    const own = synthesizeStage({ stage: 'test', alarmTopic });
    expect(own.ofType('AWS::SNS::Topic')).toEqual([]);
    for (const { AlarmActions } of alarms(own)) expect(AlarmActions).toEqual([alarmTopic]);
    const both = synthesizeStage({ stage: 'test', alarmTopic, alarmEmail: 'ops@example.com' });
    const [[topic] = ['']] = both.ofType('AWS::SNS::Topic');
    for (const { AlarmActions } of alarms(both)) expect(AlarmActions).toEqual([{ Ref: topic }, alarmTopic]);
    const elsewhere = { stage: 'test', region: 'eu-west-1', alarmTopic };
    expect(() => synthesizeStage(elsewhere)).toThrow(/alarmTopic must be a topic in the deployment's region/);
  });

  it('may publish to the topic, which has its own policy', () => {
    loud.service.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Allow',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Action: 'sns:Publish',
          }),
        ]),
      },
    });
  });

  it("let CloudWatch use the topic's key", () => {
    loud.service.hasResourceProperties('AWS::KMS::Key', {
      EnableKeyRotation: true,
      KeyPolicy: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
          }),
        ]),
      },
    });
  });
});

describe('the dashboard', () => {
  it('shows alarms, requests, queues, executions, steps, and costs', () => {
    const [[, { Properties }] = ['', {} as Resource]] = quiet.ofType('AWS::CloudWatch::Dashboard');
    expect(Properties.DashboardName).toBe('avatar-test-us-east-1');
    const titles = [...JSON.stringify(Properties.DashboardBody).matchAll(/\\"title\\":\\"([^\\]+)\\"/g)].map(([, title]) => title);
    expect(titles).toEqual([
      'Alarms',
      'Requests',
      'Response time of generate, ms',
      'Age of the oldest queued message, s',
      'Jobs',
      'Job duration, ms',
      'Dead letters',
      'Duration by step, ms',
      'Errors by function',
      'Throttled invocations',
      'Cost per job, $',
      'Cost by output type, $ per hour',
      'Cost by step, $ per hour',
    ]);
  });
});

describe('traces', () => {
  const traced = (of: typeof quiet) => [
    ...of.ofType('AWS::Lambda::Function').map(([, { Properties }]) => Properties.TracingConfig?.Mode === 'Active'),
    ...of.ofType('AWS::StepFunctions::StateMachine').map(([, { Properties }]) => Properties.TracingConfiguration?.Enabled === true),
  ];

  it('exclude the API, whose segments would contain the token', () => {
    for (const [, { Properties }] of quiet.ofType('AWS::ApiGateway::Stage')) expect(Properties.TracingEnabled ?? false).toBe(false);
  });

  it('include every function and the state machine in a deployed stage', () => {
    expect(traced(quiet).length).toBeGreaterThan(20);
    expect(new Set(traced(quiet))).toEqual(new Set([true]));
  });

  it('can be turned off with a setting, and are off in the local run', () => {
    for (const context of [{ stage: 'test', tracing: false }, { stage: 'local' }])
      expect(new Set(traced(synthesizeStage(context)))).toEqual(new Set([false]));
  });

  it('are allowed for every function by one policy, which each function depends on', () => {
    const [policy] = quiet.ofType('AWS::IAM::Policy').filter(([id]) => id.startsWith('ObservabilityTracingPolicy'));
    const functions = quiet.ofType('AWS::Lambda::Function') as [string, Resource & { DependsOn: string[] }][];
    expect(policy?.[1].Properties.Roles).toEqual(
      expect.arrayContaining(functions.map(([, { Properties }]) => ({ Ref: Properties.Role['Fn::GetAtt'][0] }))),
    );
    for (const [, { DependsOn }] of functions) expect(DependsOn).toContain(policy?.[0]);
    expect(policy?.[1].Properties.PolicyDocument.Statement).toEqual([
      { Effect: 'Allow', Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], Resource: '*' },
    ]);
  });
});
