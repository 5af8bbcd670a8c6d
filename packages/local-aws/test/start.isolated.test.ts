import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { GetQueueAttributesCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { assetFolder } from '../src/assets.ts';
import { type Local, type LocalOptions, startLocal } from '../src/index.ts';
import { lockFolder } from '../src/lock.ts';
import { writeAssembly } from './template/assembly.ts';

const WORK = `
export const handler = async (event) => {
  if (event.httpMethod) return { statusCode: 200, body: JSON.stringify({ path: event.path, table: process.env.TABLE }) };
  if (event.fail) throw Object.assign(new Error('as asked'), { name: 'Asked' });
  return { ...event, seen: true };
};`;

/** A function that logs its event. */
const LOG_EVENTS = `
export const handler = async (event) => {
  for (const record of event.Records ?? [{ body: event['detail-type'] + ' ' + event.detail.status }])
    console.log('heard ' + record.body);
  return { batchItemFailures: [] };
};`;

const invoke = (name: string) => ({
  'Fn::Sub': `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/\${${name}.Arn}/invocations`,
});
const lambda = (bundle: string, environment: object = {}) => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    Code: { S3Bucket: { 'Fn::Sub': `assets-\${AWS::AccountId}` }, S3Key: `${bundle}.zip` },
    Handler: 'handler.handler',
    Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
    Runtime: 'nodejs24.x',
    Timeout: 5,
    MemorySize: 256,
    Environment: { Variables: environment },
  },
});
const assume = { Version: '2012-10-17', Statement: [] };
const allow = (Action: string, Resource: unknown) => ({
  AssumeRolePolicyDocument: assume,
  Policies: [{ PolicyName: 'p', PolicyDocument: { Statement: [{ Effect: 'Allow', Action, Resource }] } }],
});
const DEFINITION = (arn: string) => JSON.stringify({ StartAt: 'Work', States: { Work: { Type: 'Task', Resource: arn, End: true } } });

const DATA = {
  Resources: {
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
      },
    },
  },
  Outputs: { Shared: { Value: { Ref: 'Table' }, Export: { Name: 'Data:Table' } } },
};

const SERVICE = {
  Resources: {
    Role: { Type: 'AWS::IAM::Role', Properties: allow('sqs:*', '*') },
    MachineRole: {
      Type: 'AWS::IAM::Role',
      Properties: allow('lambda:InvokeFunction', { 'Fn::GetAtt': ['Work', 'Arn'] }),
    },
    Work: lambda('work', { TABLE: { 'Fn::ImportValue': 'Data:Table' } }),
    Listen: lambda('listen'),
    Queue: { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 30 } },
    Idle: { Type: 'AWS::SQS::Queue', Properties: {} },
    Source: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        EventSourceArn: { 'Fn::GetAtt': ['Queue', 'Arn'] },
        FunctionName: { Ref: 'Listen' },
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      },
    },
    Rule: {
      Type: 'AWS::Events::Rule',
      Properties: {
        EventPattern: { source: ['aws.states'], detail: { status: ['SUCCEEDED', 'FAILED'] } },
        Targets: [{ Id: 't', Arn: { 'Fn::GetAtt': ['Listen', 'Arn'] } }],
      },
    },
    Machine: {
      Type: 'AWS::StepFunctions::StateMachine',
      Properties: {
        DefinitionString: { 'Fn::Sub': DEFINITION(`\${Work.Arn}`) },
        RoleArn: { 'Fn::GetAtt': ['MachineRole', 'Arn'] },
      },
    },
    Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'api' } },
    Path: {
      Type: 'AWS::ApiGateway::Resource',
      Properties: {
        ParentId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] },
        PathPart: 'work',
        RestApiId: { Ref: 'Api' },
      },
    },
    Get: {
      Type: 'AWS::ApiGateway::Method',
      Properties: {
        AuthorizationType: 'NONE',
        HttpMethod: 'GET',
        ResourceId: { Ref: 'Path' },
        RestApiId: { Ref: 'Api' },
        Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: invoke('Work') },
      },
    },
  },
  Outputs: {
    Queue: { Value: { Ref: 'Queue' } },
    Idle: { Value: { Ref: 'Idle' } },
    Machine: { Value: { Ref: 'Machine' } },
  },
};

const started: Local[] = [];
const faults: unknown[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.stop()));
  expect(faults.splice(0)).toEqual([]);
});

const assemble = (more: object = {}) =>
  writeAssembly({ Data: DATA, Service: { ...SERVICE, Resources: { ...SERVICE.Resources, ...more } } }, { work: WORK, listen: LOG_EVENTS });
const newFolder = () => mkdtempSync(join(tmpdir(), 'local-'));

async function start(options: Partial<LocalOptions> = {}) {
  const assembly = options.assembly ?? assemble();
  const onFault = (error: unknown) => faults.push(error);
  const lines: string[] = [];
  const onLog = ({ line }: { line: string }) => lines.push(line);
  const dir = newFolder();
  const service = await startLocal({ dir, port: 0, warm: false, onFault, onLog, ...options, assembly });
  started.push(service);
  const { AWS_ENDPOINT_URL: endpoint, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = service.environment;
  const credentials = { accessKeyId: AWS_ACCESS_KEY_ID!, secretAccessKey: AWS_SECRET_ACCESS_KEY! };
  const client = { endpoint: endpoint!, region: 'us-east-1', credentials };
  const heard = async (line: string) => {
    for (const end = Date.now() + 60_000; Date.now() < end; ) {
      if (lines.includes(`heard ${line}`)) return true;
      await pause(25);
    }
    return false;
  };
  return { ...service, dir, assembly, heard, sqs: new SQSClient(client), states: new SFNClient(client) };
}

describe('a running template', () => {
  it("serves its URL with the template's functions and names", async () => {
    const { url } = await start();
    expect(await (await fetch(`${url}/work`)).json()).toEqual({ path: '/work', table: 'Data-Table' });
    expect((await fetch(`${url}/elsewhere`)).status).toBe(403);
  });

  it('invokes functions with messages from queues', async () => {
    const { sqs, outputs, heard } = await start();
    await sqs.send(new SendMessageCommand({ QueueUrl: outputs.Queue, MessageBody: 'from the queue' }));
    expect(await heard('from the queue')).toBe(true);
    const attributes = new GetQueueAttributesCommand({ QueueUrl: outputs.Queue, AttributeNames: ['All'] });
    await expect.poll(async () => (await sqs.send(attributes)).Attributes).toMatchObject({ ApproximateNumberOfMessages: '0' });
  });

  it('stops a function once a message has invoked it 16 times through the queue, unless it allows recursion', async () => {
    const arn = 'arn:aws:lambda:us-east-1:000000000000:function:Service-Listen';
    const lineage = `Lineage=${createHash('sha256').update(arn).digest('hex').slice(0, 8)}`;
    const Queue = {
      Type: 'AWS::SQS::Queue',
      Properties: { VisibilityTimeout: 1, RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Idle', 'Arn'] }, maxReceiveCount: 1 } },
    };
    /** Sends a message in the same way as a function would, which means that the SDK passes on the trace header. */
    const sendFrom = async ({ sqs, outputs }: Awaited<ReturnType<typeof start>>, invocation: number) => {
      vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'Service-Listen');
      vi.stubEnv('_X_AMZN_TRACE_ID', `Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=0;${lineage}:${invocation}`);
      await sqs.send(new SendMessageCommand({ QueueUrl: outputs.Queue, MessageBody: `hop ${invocation + 1}` }));
      vi.unstubAllEnvs();
    };
    const service = await start({ assembly: assemble({ Queue }) });
    await sendFrom(service, 15);
    const { Messages } = await service.sqs.send(new ReceiveMessageCommand({ QueueUrl: service.outputs.Idle, WaitTimeSeconds: 20 }));
    expect(Messages).toMatchObject([{ Body: 'hop 16' }]);
    expect(faults.splice(0)).toMatchObject([{ code: 'RecursiveInvocationException' }]);

    const Listen = lambda('listen');
    const allowed = { ...Listen, Properties: { ...Listen.Properties, RecursiveLoop: 'Allow' } };
    const recursive = await start({ assembly: assemble({ Listen: allowed }) });
    await sendFrom(recursive, 15);
    expect(await recursive.heard('hop 16')).toBe(true);
  });

  it('runs executions and sends their status changes to rules', async () => {
    const { states, outputs, heard } = await start();
    const run = async (input: object) => {
      const command = new StartExecutionCommand({ stateMachineArn: outputs.Machine, input: JSON.stringify(input) });
      return (await states.send(command)).executionArn;
    };
    const executionArn = await run({ id: 1 });
    expect(await heard('Step Functions Execution Status Change SUCCEEDED')).toBe(true);
    const execution = await states.send(new DescribeExecutionCommand({ executionArn }));
    expect(execution).toMatchObject({ status: 'SUCCEEDED', output: '{"id":1,"seen":true}' });
    await run({ fail: true });
    expect(await heard('Step Functions Execution Status Change FAILED')).toBe(true);
  });

  it('only lets a machine call what its role allows', async () => {
    const { states, outputs } = await start({
      assembly: assemble({
        MachineRole: { Type: 'AWS::IAM::Role', Properties: allow('lambda:InvokeFunction', 'arn:other') },
      }),
    });
    const command = new StartExecutionCommand({ stateMachineArn: outputs.Machine, input: '{}' });
    const { executionArn } = await states.send(command);
    await expect
      .poll(async () => (await states.send(new DescribeExecutionCommand({ executionArn }))).error)
      .toBe('Lambda.AccessDeniedException');
  });

  it('keeps its data across restarts, and deletes it with --fresh', async () => {
    const dir = newFolder();
    const receive = ({ sqs, outputs }: Awaited<ReturnType<typeof start>>) =>
      sqs.send(new ReceiveMessageCommand({ QueueUrl: outputs.Idle, VisibilityTimeout: 0 }));
    const first = await start({ dir });
    await first.sqs.send(new SendMessageCommand({ QueueUrl: first.outputs.Idle, MessageBody: 'kept' }));
    await first.stop();
    const second = await start({ dir });
    expect((await receive(second)).Messages?.[0]?.Body).toBe('kept');
    await second.stop();
    expect((await receive(await start({ dir, fresh: true }))).Messages ?? []).toEqual([]);
  });

  it('does not leave processes behind after it stops', async () => {
    const { url, stop, dir } = await start({ warm: true });
    await fetch(`${url}/work`);
    await stop();
    expect(execFileSync('sh', ['-c', 'ls -l /proc/[0-9]*/cwd 2>/dev/null || true'], { encoding: 'utf8' })).not.toContain(assetFolder(dir));
    expect(existsSync(assetFolder(dir))).toBe(false);
  });
});

describe('does not start', () => {
  it.each<[string, object, string]>([
    ['with an unknown resource', { Cache: { Type: 'AWS::ElastiCache::CacheCluster' } }, 'Service/Cache: the resource type'],
    ['with an unknown property', { Idle: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } } }, 'Service/Idle/FifoQueue'],
    [
      'with an unknown state-machine field',
      {
        Machine: {
          Type: 'AWS::StepFunctions::StateMachine',
          Properties: {
            DefinitionString: '{"StartAt":"A","States":{"A":{"Type":"Wait","Seconds":1,"Heartbeat":1,"End":true}}}',
            RoleArn: { 'Fn::GetAtt': ['MachineRole', 'Arn'] },
          },
        },
      },
      'Service-Machine.States.A.Heartbeat: this field is not available locally',
    ],
    [
      'with a cron schedule',
      {
        Cron: {
          Type: 'AWS::Events::Rule',
          Properties: { ScheduleExpression: 'cron(0 * * * ? *)', Targets: [{ Id: 't', Arn: 'a' }] },
        },
      },
      'cron(0 * * * ? *)',
    ],
  ])('%s, and releases its resources', async (_, more, message) => {
    const dir = newFolder();
    await expect(start({ dir, assembly: assemble(more) })).rejects.toThrow(message);
    expect((await fetch(`${(await start({ dir })).url}/work`)).status).toBe(200);
  });

  it('on a folder that another service is using', async () => {
    const dir = newFolder();
    const unlock = lockFolder(dir);
    await expect(start({ dir })).rejects.toThrow(`Process ${process.pid} is using the data folder ${dir}`);
    unlock();
    await start({ dir });
    expect(readFileSync(join(dir, 'lock'), 'utf8')).toBe(String(process.pid));
  });

  it('on a port that is in use, and suggests another port', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(start({ port })).rejects.toThrow(`Port ${port} is in use by another program; choose another port`);
    server.close();
  });
});
