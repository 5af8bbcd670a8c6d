import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { compilePolicy, startGateway } from '../../src/gateway/index.ts';
import { type BeforeTask, type InvokeTask, type StartTask, type StatusEvent, startStepFunctions } from '../../src/stepfunctions/index.ts';

export const ARN = 'arn:aws:states:us-east-1:000000000000:stateMachine:jobs';

/** Returns a task that calls a function by its name. */
export const call = (name: string, more: object = {}) => ({
  Type: 'Task',
  Resource: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
  End: true,
  ...more,
});

type Functions = Readonly<Record<string, (input: never) => unknown>>;

/** Responds like Lambda. If a function throws an exception, the response is a failure payload. */
function fake(functions: Functions): InvokeTask {
  return async (arn, payload) => {
    try {
      const answer = await functions[arn.split(':').at(-1)!]!(JSON.parse(payload) as never);
      return { requestId: 'r', error: false, payload: JSON.stringify(answer ?? null) };
    } catch (error) {
      const { name, message } = error as Error;
      return {
        requestId: 'r',
        error: true,
        payload: JSON.stringify({ errorType: name, errorMessage: message, trace: [] }),
      };
    }
  };
}

/** Runs a state machine behind a gateway, along with an SDK client for it. */
export async function setUp(
  definition: object,
  functions: Functions = {},
  dir = mkdtempSync(join(tmpdir(), 'states-')),
  runTask: StartTask = () => Promise.reject(new Error('Unexpected task')),
  beforeTask?: BeforeTask,
) {
  const events: StatusEvent[] = [];
  const stepFunctions = startStepFunctions({
    dir,
    machines: [{ arn: ARN, name: 'jobs', roleArn: 'arn:role', definition: JSON.stringify(definition) }],
    servicesOf: () => ({ invoke: fake(functions), runTask }),
    publish: (event) => events.push(event),
    ...(beforeTask && { beforeTask }),
  });
  const statement = { Effect: 'Allow', Action: 'states:*', Resource: '*' };
  const caller = { name: 'tester', secret: 'secret', policy: compilePolicy([{ Statement: [statement] }], 'tester') };
  const gateway = await startGateway({ callers: [caller], services: [stepFunctions.service] });
  const client = new SFNClient({
    endpoint: gateway.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'tester', secretAccessKey: 'secret' },
    maxAttempts: 1,
  });
  const start = async (input: unknown, name?: string) => {
    const command = new StartExecutionCommand({
      stateMachineArn: ARN,
      input: JSON.stringify(input),
      ...(name && { name }),
    });
    return (await client.send(command)).executionArn!;
  };
  const describe = (executionArn: string) => client.send(new DescribeExecutionCommand({ executionArn }));
  const finish = async (executionArn: string) => {
    for (const end = Date.now() + 120_000; Date.now() < end; ) {
      const execution = await describe(executionArn);
      if (execution.status !== 'RUNNING') return execution;
      await pause(10);
    }
    throw new Error(`${executionArn} is still running`);
  };
  const run = async (input: unknown) => {
    const { status, output, error, cause } = await finish(await start(input));
    return { status, error, cause, output: output === undefined ? undefined : JSON.parse(output) };
  };
  const stop = async () => {
    client.destroy();
    await gateway.stop();
    await stepFunctions.stop();
  };
  return { client, describe, dir, events, finish, run, start, stop };
}
