import {
  GetExecutionHistoryCommand,
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { afterEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/gateway/index.ts';
import type { RunTaskRequest } from '../../src/stepfunctions/index.ts';
import { call, setUp } from './machines.ts';

/** Returns a state that starts a container and waits for it to report. */
const draw = (more: object = {}) => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::ecs:runTask.waitForTaskToken',
  Parameters: {
    Cluster: 'arn:aws:ecs:us-east-1:0:cluster/videos',
    TaskDefinition: 'videos',
    LaunchType: 'FARGATE',
    Overrides: {
      ContainerOverrides: [
        {
          Name: 'draw',
          Environment: [
            { Name: 'TASK_TOKEN', 'Value.$': '$$.Task.Token' },
            { Name: 'TASK_INPUT', 'Value.$': 'States.JsonToString($)' },
            { Name: 'RETRY', 'Value.$': "States.Format('{}', $$.State.RetryCount)" },
          ],
        },
      ],
    },
  },
  End: true,
  ...more,
});

const machineOf = (state: object) => ({ StartAt: 'Draw', States: { Draw: state } });

const started: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((machine) => machine.stop()));
});

type Machine = Awaited<ReturnType<typeof setUp>>;

/** Runs a state machine whose containers run `work`. */
async function begin(state: object, work: (order: RunTaskRequest, client: Machine['client']) => unknown) {
  let client: Machine['client'] | undefined;
  const machine = await setUp(machineOf(state), {}, undefined, async (order) => work(order, client!));
  client = machine.client;
  started.push(machine);
  return machine;
}

const tokenOf = ({ variables }: RunTaskRequest) => variables.TASK_TOKEN;

describe('a state that waits for a container', () => {
  it("ends with the container's report, even before its start is confirmed", async () => {
    const orders: RunTaskRequest[] = [];
    const machine = await begin(draw(), async (order, client) => {
      orders.push(order);
      await client.send(new SendTaskSuccessCommand({ taskToken: tokenOf(order), output: '{"drawn":3}' }));
    });
    const { status, output } = await machine.finish(await machine.start({ id: 'a' }));
    expect([status, output]).toEqual(['SUCCEEDED', '{"drawn":3}']);
    expect(orders).toMatchObject([{ family: 'videos', variables: { TASK_INPUT: '{"id":"a"}', RETRY: '0' } }]);
  });

  it('fails with the error and cause that the container reports, and is retried with a new token', async () => {
    const orders: RunTaskRequest[] = [];
    const retry = {
      Retry: [{ ErrorEquals: ['Task.Torn'], MaxAttempts: 1, IntervalSeconds: 1, JitterStrategy: 'FULL' }],
    };
    const machine = await begin(draw(retry), (order, client) => {
      orders.push(order);
      const error = orders.length === 1 ? 'Task.Torn' : 'JobFailed';
      client.send(new SendTaskFailureCommand({ taskToken: tokenOf(order), error, cause: '{"errorMessage":"x"}' }));
    });
    expect(await machine.finish(await machine.start({}))).toMatchObject({
      status: 'FAILED',
      error: 'JobFailed',
      cause: '{"errorMessage":"x"}',
    });
    expect(orders.map(({ variables }) => variables.RETRY)).toEqual(['0', '1']);
    expect(new Set(orders.map(tokenOf)).size).toBe(2);
  });

  // Scenario test_sqs_failure_in_wait_for_task_tok_no_error_field, recorded on 29 April 2024.
  it('catches a failure without error and cause as nulls, and lists its submission', async () => {
    const Catch = [{ ErrorEquals: ['States.ALL'], Next: 'Caught' }];
    const definition = { StartAt: 'Draw', States: { Draw: draw({ Catch }), Caught: { Type: 'Pass', End: true } } };
    let client: Machine['client'] | undefined;
    const machine = await setUp(definition, {}, undefined, async (order) => {
      setImmediate(() => client?.send(new SendTaskFailureCommand({ taskToken: tokenOf(order) })));
    });
    client = machine.client;
    started.push(machine);
    const executionArn = await machine.start({});
    const { output } = await machine.finish(executionArn);
    expect(JSON.parse(output ?? '')).toEqual({ Error: null, Cause: null });
    const { events = [] } = await client.send(new GetExecutionHistoryCommand({ executionArn }));
    expect(events.map(({ type }) => type).slice(2, 6)).toEqual(['TaskScheduled', 'TaskStarted', 'TaskSubmitted', 'TaskFailed']);
  });

  it('fails if heartbeats stop, and waits as long as it receives them', async () => {
    const machine = await begin(draw({ HeartbeatSeconds: 1 }), (order, client) => {
      const taskToken = tokenOf(order);
      for (const wait of [500, 1000]) setTimeout(() => client.send(new SendTaskHeartbeatCommand({ taskToken })), wait);
    });
    const began = Date.now();
    // Scenario test_heartbeat_timeout, recorded on 18 April 2024.
    const { error, cause } = await machine.finish(await machine.start({}));
    expect({ error, cause }).toEqual({ error: 'States.Timeout', cause: undefined });
    expect(Date.now() - began).toBeGreaterThan(1_900);
  });

  it('fails with the ECS error if ECS does not have capacity', async () => {
    const machine = await begin(draw(), () => {
      throw new ServiceError('AmazonECSException', 'Capacity is unavailable at this time');
    });
    expect((await machine.finish(await machine.start({}))).error).toBe('ECS.AmazonECSException');
  });

  it('rejects reports after its execution is stopped, and reports with an unknown token', async () => {
    let taskToken: string | undefined;
    const machine = await begin(draw(), (order) => {
      taskToken = tokenOf(order);
    });
    const executionArn = await machine.start({});
    await expect.poll(() => taskToken).toBeDefined();
    const beat = (token: string | undefined) => machine.client.send(new SendTaskHeartbeatCommand({ taskToken: token }));
    await beat(taskToken);
    await machine.client.send(new StopExecutionCommand({ executionArn }));
    await expect(beat(taskToken)).rejects.toMatchObject({ name: 'TaskTimedOut' });
    await expect(beat('x')).rejects.toMatchObject({ name: 'InvalidToken' });
    const late = new SendTaskSuccessCommand({ taskToken, output: '{}' });
    await expect(machine.client.send(late)).rejects.toMatchObject({ name: 'TaskTimedOut' });
  });
});

describe('rejects at the start', () => {
  it.each([
    ['waiting for a task to end', { ...draw(), Resource: 'arn:aws:states:::ecs:runTask.sync' }, 'is not available locally'],
    ['another launch type', { ...draw(), Parameters: { ...draw().Parameters, LaunchType: 'EC2' } }, 'must be FARGATE'],
    ['an unknown parameter', { ...draw(), Parameters: { ...draw().Parameters, Count: 2 } }, 'Parameters.Count'],
    ['heartbeats from a function', call('x', { HeartbeatSeconds: 3 }), 'requires a Resource that ends in .waitForTaskToken'],
  ])('%s', async (_, state, message) => {
    await expect(setUp(machineOf(state))).rejects.toThrow(message);
  });
});
