import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { LambdaRestApi } from 'aws-cdk-lib/aws-apigateway';
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import { EventBus, Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { DefinitionBody, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { describe, expect, it } from 'vitest';
import { readDeployment } from '../../src/template/index.ts';
import { writeAssembly } from './assembly.ts';

const ENDPOINT = 'http://127.0.0.1:4566';
const read = (...stacks: [string, object][]) => readDeployment(writeAssembly(Object.fromEntries(stacks)), ENDPOINT);
const one = (Type: string, Properties: object) => read(['S', { Resources: { Thing: { Type, Properties } } }]);
const queueNamed = (name: unknown, more: object = {}) =>
  read(['S', { ...more, Resources: { Q: { Type: 'AWS::SQS::Queue', Properties: { QueueName: name } } } }]).list('AWS::SQS::Queue')[0]?.name;

function synthesize(): string {
  const app = new App({ outdir: mkdtempSync(join(tmpdir(), 'cdk-')), analyticsReporting: false });
  const state = new Stack(app, 'State');
  const table = new Table(state, 'Jobs', {
    partitionKey: { name: 'id', type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
  });
  const bucket = new Bucket(state, 'Objects');
  const compute = new Stack(app, 'Compute');
  const queue = new Queue(compute, 'Queue', {
    visibilityTimeout: Duration.seconds(30),
    deadLetterQueue: { queue: new Queue(compute, 'Dead'), maxReceiveCount: 3 },
  });
  const lambda = new Lambda(compute, 'Work', {
    runtime: Runtime.NODEJS_24_X,
    handler: 'handler.handler',
    code: Code.fromAsset(import.meta.dirname),
    environment: { TABLE: table.tableName, QUEUE: queue.queueUrl },
  });
  table.grantReadData(lambda);
  bucket.grantRead(lambda);
  lambda.addEventSource(new SqsEventSource(queue, { reportBatchItemFailures: true }));
  new LambdaRestApi(compute, 'Api', { handler: lambda });
  new Rule(compute, 'Minute', {
    schedule: Schedule.rate(Duration.minutes(1)),
    targets: [new LambdaFunction(lambda)],
  });
  const bus = new EventBus(compute, 'Bus');
  new Rule(compute, 'Sent', { eventBus: bus, eventPattern: { source: ['x'] }, targets: [new LambdaFunction(lambda)] });
  const step = new LambdaInvoke(compute, 'Step', { lambdaFunction: lambda });
  new StateMachine(compute, 'Machine', { definitionBody: DefinitionBody.fromChainable(step) });
  new CfnOutput(compute, 'QueueAddress', { value: queue.queueUrl });
  app.synth();
  return app.outdir;
}

describe('a synthesized app', () => {
  const deployment = readDeployment(synthesize(), ENDPOINT);
  const [lambda] = deployment.list('AWS::Lambda::Function');

  it("resolves names and addresses across stacks in a function's environment", () => {
    const [table] = deployment.list('AWS::DynamoDB::Table');
    const queue = deployment.list('AWS::SQS::Queue').find(({ properties }) => properties.RedrivePolicy);
    expect(lambda?.properties.Environment.Variables).toEqual({
      TABLE: table?.name,
      QUEUE: `${ENDPOINT}/000000000000/${queue?.name}`,
    });
  });

  it("finds a function's bundle", () => {
    const { Code } = lambda!.properties;
    const path = deployment.locate('S3Key' in Code ? Code.S3Key : '', 'test');
    expect(path).toMatch(/asset\.[0-9a-f]+$/);
  });

  it('resolves the state machine to a definition that calls the function', () => {
    const [machine] = deployment.list('AWS::StepFunctions::StateMachine');
    const definition = JSON.parse(machine!.properties.DefinitionString);
    expect(definition.States.Step.Parameters.FunctionName).toBe(lambda?.arn);
  });

  it('connects rules, sources, methods, and policies to the function', () => {
    const targets = deployment.list('AWS::Events::Rule').map(({ properties }) => properties.Targets[0]?.Arn);
    expect(targets).toEqual([lambda?.arn, lambda?.arn]);
    expect(deployment.list('AWS::Lambda::EventSourceMapping')[0]?.properties.FunctionName).toBe(lambda?.name);
    expect(deployment.list('AWS::ApiGateway::Method')[0]?.properties.Integration.Uri).toContain(lambda?.arn);
    expect(deployment.list('AWS::IAM::Policy').map(({ properties }) => properties.Roles)).toHaveLength(2);
  });

  it("returns the app's outputs, but not exports between stacks", () => {
    expect(Object.keys(deployment.outputs)).toContain('QueueAddress');
    expect(Object.keys(deployment.outputs).filter((name) => name.startsWith('ExportsOutput'))).toEqual([]);
  });
});

describe('rejects', () => {
  it.each([
    ['a resource type', () => one('AWS::RDS::DBInstance', {}), 'S/Thing: the resource type AWS::RDS::DBInstance'],
    ['a property', () => one('AWS::SQS::Queue', { FifoQueue: true }), 'S/Thing/FifoQueue: this property is not available locally'],
    [
      'a nested property',
      () => one('AWS::SQS::Queue', { RedrivePolicy: { deadLetterTargetArn: 'a', maxReceiveCount: 1, often: true } }),
      'S/Thing/RedrivePolicy/often: this property is not available locally',
    ],
    [
      'an intrinsic',
      () => one('AWS::SQS::Queue', { QueueName: { 'Fn::GetAZs': '' } }),
      'S/Thing/QueueName: the intrinsic function Fn::GetAZs',
    ],
    [
      'an attribute',
      () =>
        read([
          'S',
          {
            Resources: {
              T: {
                Type: 'AWS::DynamoDB::Table',
                Properties: { TableName: { 'Fn::GetAtt': ['T', 'StreamArn'] } },
              },
            },
          },
        ]),
      'the attribute StreamArn of T',
    ],
    ['a missing resource', () => one('AWS::SQS::Queue', { QueueName: { Ref: 'Gone' } }), 'refers to Gone'],
    ['a circular reference', () => one('AWS::SQS::Queue', { QueueName: { Ref: 'Thing' } }), 'has a circular reference to itself'],
    ['a missing export', () => one('AWS::SQS::Queue', { QueueName: { 'Fn::ImportValue': 'x' } }), 'no stack exports "x"'],
    ['a section', () => read(['S', { Transform: 'AWS::Serverless' }]), 'S/Transform'],
    ['a missing assembly', () => readDeployment(tmpdir(), ENDPOINT), 'is not a cloud assembly'],
  ])('on %s', (_, act, message) => {
    expect(act).toThrow(message);
  });
});

describe('intrinsic functions', () => {
  it.each([
    [{ 'Fn::Join': ['-', ['a', { Ref: 'AWS::Region' }]] }, 'a-us-east-1'],
    [{ 'Fn::Sub': `\${AWS::Partition}-\${x}-\${!y}` }, undefined],
    [{ 'Fn::Sub': [`\${AWS::Partition}-\${x}`, { x: 'b' }] }, 'aws-b'],
    [{ 'Fn::Sub': `\${!Literal}` }, `\${Literal}`],
    [{ 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b:c'] }] }, 'b'],
    [{ 'Fn::If': ['Yes', 'then', 'else'] }, 'then'],
    [{ 'Fn::If': ['No', 'then', 'else'] }, 'else'],
    [{ 'Fn::If': ['No', 'then', { Ref: 'AWS::NoValue' }] }, 'S-Q'],
    [{ Ref: 'Named' }, 'default-name'],
  ])('%j', (value, expected) => {
    const more = {
      Parameters: { Named: { Type: 'String', Default: 'default-name' } },
      Conditions: {
        Yes: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'us-east-1'] },
        No: { 'Fn::Not': [{ Condition: 'Yes' }] },
      },
    };
    if (expected === undefined) expect(() => queueNamed(value, more)).toThrow('refers to x');
    else expect(queueNamed(value, more)).toBe(expected);
  });
});
