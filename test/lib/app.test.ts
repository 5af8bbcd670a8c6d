import { readDeployment } from 'local-aws/template';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from '#runtime/environment';
import { ENVIRONMENTS } from '../../lib/function/index.ts';
import { EXPECTED_ENDPOINTS } from './api/endpoints.ts';
import { flatten, type Resource, STANDING_FUNCTIONS, synthesizeStage } from './fixture.ts';

const stage = synthesizeStage({ stage: 'test', protect: false, capacity: 9, accountConcurrency: 100 });
const local = synthesizeStage({ stage: 'local' });
// Leaves out the functions that the CDK adds to empty buckets.
const functions = stage
  .ofType('AWS::Lambda::Function')
  .filter(([, { Properties }]) => Properties.Environment?.Variables.POWERTOOLS_SERVICE_NAME);
const nameOf = ({ Properties }: Resource): string => Properties.Environment.Variables.POWERTOOLS_SERVICE_NAME;
const functionId = (name: string) => functions.find(([, resource]) => nameOf(resource) === name)?.[0];

const list = (value: unknown): string[] => (value === undefined ? [] : [value].flat().map(flatten));

describe('every function', () => {
  it('with an environment is deployed, except those that a setting enables', () => {
    expect(functions.map(([, resource]) => nameOf(resource)).sort()).toEqual(STANDING_FUNCTIONS);
  });

  it.each(STANDING_FUNCTIONS)('%s has an environment that its handler can read', (name) => {
    const [, { Properties }] = functions.find(([, resource]) => nameOf(resource) === name) as [string, Resource];
    const variables = Object.entries(Properties.Environment.Variables).map(([key, value]) => [key, flatten(value)]);
    expect(() => readEnvironment(ENVIRONMENTS[name], Object.fromEntries(variables))).not.toThrow();
  });

  it('has the expected memory and timeout', () => {
    const sizes = Object.fromEntries(
      functions.map(([, resource]) => [nameOf(resource), [resource.Properties.MemorySize, resource.Properties.Timeout]]),
    );
    expect(sizes).toEqual({
      ...Object.fromEntries(Object.entries(EXPECTED_ENDPOINTS).map(([name, { memory, timeout }]) => [name, [memory, timeout]])),
      dispatch: [256, 30],
      deadline: [256, 30],
      begin: [256, 10],
      import: [3008, 300],
      synthesize: [2048, 120],
      align: [3008, 300],
      solve: [2048, 120],
      export: [2048, 120],
      plan: [1024, 30],
      render: [3_008, 900],
      stitch: [3008, 300],
      discard: [256, 30],
      finalize: [256, 30],
      sweep: [256, 50],
      stopped: [256, 20],
      deliver: [256, 30],
      aggregate: [512, 240],
      focus: [1024, 900],
    });
  });

  it('runs on Node.js 24 on arm64, the renderer in its own image', () => {
    const images = functions.filter(([, { Properties }]) => Properties.PackageType === 'Image');
    expect(images.map(([, resource]) => nameOf(resource))).toEqual(['render']);
    expect(images[0]?.[1].Properties.ImageConfig).toEqual({ Command: ['handler.handler'] });
    for (const [, { Properties }] of functions) expect(Properties).toMatchObject({ Architectures: ['arm64'] });
    for (const [, { Properties }] of functions)
      if (Properties.PackageType !== 'Image') expect(Properties).toMatchObject({ Runtime: 'nodejs24.x' });
  });

  it('only has the layers that it needs', () => {
    const layered = functions.flatMap(([, resource]) =>
      resource.Properties.Layers ? [[nameOf(resource), list(resource.Properties.Layers).map((layer) => layer.slice(1, -9))]] : [],
    );
    expect(Object.fromEntries(layered)).toEqual({
      synthesize: ['LayersEspeak'],
      align: ['LayersEspeak', 'LayersFfmpeg'],
      export: ['LayersActors'],
      stitch: ['LayersFfmpeg'],
    });
  });

  it("may only fetch from the developer's machine in the local stage", () => {
    const outbound = (of: typeof functions) => of.flatMap(([, { Properties }]) => Properties.Environment.Variables.OUTBOUND ?? []);
    expect(new Set(outbound(functions))).toEqual(new Set(['public']));
    expect(new Set(outbound(local.ofType('AWS::Lambda::Function')))).toEqual(new Set(['public-and-loopback']));
  });
});

describe('encryption', () => {
  it('is on for every queue and bucket', () => {
    for (const [, { Properties }] of stage.ofType('AWS::SQS::Queue')) expect(Properties.SqsManagedSseEnabled).toBe(true);
    for (const [, { Properties }] of stage.ofType('AWS::S3::Bucket')) expect(Properties.BucketEncryption).toBeDefined();
  });

  it.each([
    ['AWS::SQS::Queue', 'AWS::SQS::QueuePolicy', (properties: Resource['Properties']) => properties.Queues[0].Ref],
    ['AWS::S3::Bucket', 'AWS::S3::BucketPolicy', (properties: Resource['Properties']) => properties.Bucket.Ref],
  ])('in transit is enforced for every %s', (type, policyType, guarded) => {
    const strict = stage
      .ofType(policyType)
      .filter(([, { Properties }]) =>
        Properties.PolicyDocument.Statement.some(
          (statement: { Effect: string; Condition?: unknown }) =>
            statement.Effect === 'Deny' && JSON.stringify(statement.Condition) === '{"Bool":{"aws:SecureTransport":"false"}}',
        ),
      );
    const ids = stage.ofType(type).map(([id]) => id);
    expect(ids.length).toBeGreaterThan(1);
    expect(strict.map(([, { Properties }]) => guarded(Properties)).sort()).toEqual(ids.sort());
  });
});

describe('every asynchronous connection', () => {
  const queues = Object.fromEntries(stage.ofType('AWS::SQS::Queue'));

  it('from a queue to a function has dead letters, and a visibility timeout of at least six function timeouts', () => {
    const mappings = stage.ofType('AWS::Lambda::EventSourceMapping');
    expect(mappings).toHaveLength(3);
    for (const [, { Properties }] of mappings) {
      const queue = queues[Properties.EventSourceArn['Fn::GetAtt'][0]]?.Properties;
      const consumer = Object.fromEntries(functions)[Properties.FunctionName.Ref]?.Properties;
      expect(queue.VisibilityTimeout).toBeGreaterThanOrEqual(6 * consumer.Timeout);
      expect(queue.RedrivePolicy.maxReceiveCount).toBeGreaterThanOrEqual(5);
      expect(queues[queue.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0]]?.Properties.MessageRetentionPeriod).toBe(1_209_600);
    }
  });

  it('from a rule to a function has dead letters for both parts', () => {
    const targets = stage.ofType('AWS::Events::Rule').flatMap(([, { Properties }]) => Properties.Targets);
    const called = targets
      .filter(({ Arn }: { Arn: unknown }) => flatten(Arn).includes('Function'))
      .map(({ Arn }: { Arn: unknown }) => flatten(Arn).slice(1, -5))
      .sort();
    const caught = stage
      .ofType('AWS::Lambda::EventInvokeConfig')
      .map(([, { Properties }]) => Properties.FunctionName.Ref)
      .sort();
    expect(called).toEqual(['finalize', 'stopped', 'sweep', 'aggregate', 'focus'].map(functionId).sort());
    expect(caught).toEqual(called);
    for (const { DeadLetterConfig } of targets) expect(queues).toHaveProperty(DeadLetterConfig.Arn['Fn::GetAtt'][0]);
  });
});

describe('the stacks', () => {
  it('have a log group with a retention period for each function, the task, and its network', () => {
    const groups = stage.ofType('AWS::Logs::LogGroup');
    expect(groups).toHaveLength(STANDING_FUNCTIONS.length + 5);
    for (const [, { Properties }] of groups) expect(Properties.RetentionInDays).toBe(30);
    const used = functions.map(([, { Properties }]) => Properties.LoggingConfig.LogGroup.Ref);
    expect(new Set(used).size).toBe(STANDING_FUNCTIONS.length);
  });

  it('tag everything with the stage', () => {
    for (const type of ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::SQS::Queue']) {
      for (const [, { Properties }] of [...functions, ...stage.ofType(type)])
        expect(Properties.Tags).toContainEqual({ Key: 'stage', Value: 'test' });
    }
  });

  it("have the outputs that the operator's commands read", () => {
    expect(
      Object.keys(stage.service.findOutputs('*'))
        .filter((name) => !/^(ApiRestApi|ExportsOutput)/.test(name))
        .sort(),
    ).toEqual([
      'AccountsTable',
      'ApiUrl',
      'AvatarsTable',
      'Bucket',
      'CapacityTable',
      'EventBus',
      'JobsTable',
      'LedgerTable',
      'StateMachine',
      'TokensTable',
      'WebhooksKey',
      'WebhooksQueue',
      'WebhooksTable',
    ]);
  });

  it('keep all logs for the configured time', () => {
    const groups = synthesizeStage({ stage: 'test', protect: false, logRetentionDays: 90 }).ofType('AWS::Logs::LogGroup');
    expect(new Set(groups.map(([, { Properties }]) => Properties.RetentionInDays))).toEqual(new Set([90]));
  });

  it('only have resources that the local run supports', () => {
    const deployment = readDeployment(local.assembly.directory, 'http://127.0.0.1:1');
    // The function that the CDK adds copies the studio's files.
    expect(deployment.list('AWS::Lambda::Function')).toHaveLength(STANDING_FUNCTIONS.length + 1);
    expect(deployment.outputs).toHaveProperty('StudioUrl');
    expect(deployment.outputs).toHaveProperty('ApiUrl');
  });

  it('of the local stage cannot be deployed, because their account does not exist', () => {
    const accounts = ({ assembly }: typeof stage) => assembly.stacks.map(({ environment }) => environment.account);
    expect(new Set(accounts(local))).toEqual(new Set(['000000000000']));
    expect(new Set(accounts(stage))).toEqual(new Set(['unknown-account']));
  });

  it('use the configured number of dispatchers and webhook senders', () => {
    const { ofType } = synthesizeStage({
      stage: 'test',
      accountConcurrency: 1_000,
      dispatchConcurrency: 5,
      webhookConcurrency: 30,
    });
    const concurrencies = ofType('AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => [
      Properties.FunctionName.Ref.replace(/Function.*/, ''),
      Properties.ScalingConfig?.MaximumConcurrency,
    ]);
    expect(Object.fromEntries(concurrencies)).toEqual({
      PipelineDispatch: 5,
      PipelineDeadline: 5,
      WebhooksDeliver: 30,
    });
    const [, webhook] = ofType('AWS::Lambda::Function').find(([, resource]) => nameOf(resource) === 'deliver')!;
    expect(webhook.Properties.Environment.Variables.SLOTS).toBe('12');
  });

  it('use the capacity in the context', () => {
    const capacities = functions.flatMap(([, { Properties }]) => Properties.Environment.Variables.CAPACITY ?? []);
    expect(capacities).toEqual(['9', '9', '9']);
  });
});
