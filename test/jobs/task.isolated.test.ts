import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stepFunctions } from '#aws/clients';
import { JobFailedError, runAsTask } from '#jobs';
import { failStoppedTask } from '../../functions/workers/stopped/fail-stopped-task.ts';

Object.assign(process.env, { AWS_REGION: 'us-east-1' });

const id = randomUUID();
const ORDER = {
  TASK_TOKEN: 'token',
  TASK_INPUT: JSON.stringify({ id, segment: { index: 3, first: 30, end: 40 } }),
  TASK_STATE: 'Render task',
  TASK_ENTERED: '2026-11-21T10:00:00.000Z',
  TASK_RETRY: '1',
  TASK_ITEM: '3',
};

/** Commands that were sent to Step Functions. */
let sent: [string, Record<string, unknown>][] = [];
/** Error that Step Functions returns. */
let refusal: Error | undefined;

beforeEach(() => {
  sent = [];
  refusal = undefined;
  vi.spyOn(stepFunctions(), 'send').mockImplementation((async (command: { constructor: { name: string }; input: object }) => {
    sent.push([command.constructor.name, { ...command.input }]);
    if (refusal) throw refusal;
    return {};
  }) as never);
});
afterEach(() => {
  vi.restoreAllMocks();
  process.removeAllListeners('SIGTERM');
});

const named = (name: string, message = 'x') => Object.assign(new Error(message), { name });

describe('a step in a container', () => {
  it("receives its state's input and its attempt, and reports success", async () => {
    const states: unknown[] = [];
    const code = await runAsTask(async (state) => void states.push(state), 100, ORDER);
    expect(code).toBe(0);
    const attempt = { state: 'Render task', entered: '2026-11-21T10:00:00.000Z', retry: 1, item: 3 };
    expect(states).toEqual([{ id, segment: { index: 3, first: 30, end: 40 }, attempt }]);
    expect(sent).toEqual([['SendTaskSuccessCommand', { taskToken: 'token', output: 'null' }]]);
  });

  it('reports a job error exactly like Lambda does', async () => {
    const body = { title: 'No renderer', message: 'Install Mesa.', code: 500 };
    const code = await runAsTask(() => Promise.reject(new JobFailedError(body)), 100, ORDER);
    expect(code).toBe(1);
    const [[command, input] = ['', {}]] = sent;
    expect([command, input.error]).toEqual(['SendTaskFailureCommand', 'JobFailed']);
    const cause = JSON.parse(String(input.cause)) as { errorType: string; errorMessage: string };
    expect(cause.errorType).toBe('JobFailed');
    expect(JSON.parse(cause.errorMessage)).toEqual(body);
  });

  it('truncates values that are too long for Step Functions', async () => {
    await runAsTask(() => Promise.reject(named('N'.repeat(300), 'm'.repeat(40_000))), 100, ORDER);
    expect(String(sent[0]?.[1].error)).toHaveLength(256);
    expect(String(sent[0]?.[1].cause)).toHaveLength(32_768);
  });

  it('reports its termination, and exits', async () => {
    const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = runAsTask(() => promise, 100, ORDER);
    process.emit('SIGTERM');
    await expect.poll(() => exit.mock.calls).toEqual([[143]]);
    expect(sent[0]).toMatchObject(['SendTaskFailureCommand', { taskToken: 'token', error: 'Task.Terminated' }]);
    resolve();
    await running;
  });

  describe('sends heartbeats', () => {
    const BEAT = 30_000;
    const commands = () => sent.map(([command]) => command);
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
    afterEach(() => void vi.useRealTimers());

    it('until the step has ended, but not while its result is being sent', async () => {
      const { promise: work, resolve: finish } = Promise.withResolvers<void>();
      const { promise: answer, resolve: give } = Promise.withResolvers<object>();
      const running = runAsTask(() => work, 100, ORDER);
      vi.advanceTimersByTime(2 * BEAT);
      expect(commands()).toEqual(['SendTaskHeartbeatCommand', 'SendTaskHeartbeatCommand']);
      vi.mocked(stepFunctions().send).mockImplementationOnce((async (command: { constructor: { name: string } }) => {
        sent.push([command.constructor.name, {}]);
        return answer;
      }) as never);
      finish();
      await expect.poll(() => commands().at(-1)).toBe('SendTaskSuccessCommand');
      vi.advanceTimersByTime(3 * BEAT);
      give({});
      expect(await running).toBe(0);
      expect(commands()).toHaveLength(3);
    });

    it('and exits if the token is no longer valid, but not after the result was reported', async () => {
      const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
      for (const [isDone, exits] of [
        [true, []],
        [false, [[1]]],
      ] as const) {
        const { promise: work, resolve: finish } = Promise.withResolvers<void>();
        const { promise: answer, reject } = Promise.withResolvers<object>();
        const running = runAsTask(() => work, 100, ORDER);
        vi.mocked(stepFunctions().send).mockImplementationOnce((() => answer) as never);
        vi.advanceTimersByTime(BEAT);
        if (isDone) finish();
        if (isDone) expect(await running).toBe(0);
        reject(named('TaskTimedOut'));
        await new Promise((resolve) => setTimeout(resolve, 20));
        expect(exit.mock.calls).toEqual(exits);
        finish();
        await running;
      }
    });
  });

  it('exits as failed if its token is no longer valid', async () => {
    refusal = named('TaskTimedOut');
    expect(await runAsTask(async () => 1, 100, ORDER)).toBe(1);
  });

  it('has its own time limit', async () => {
    let left = 0;
    const look = async (_: unknown, context: Context) => {
      left = context.getRemainingTimeInMillis();
    };
    await runAsTask(look, 100, ORDER);
    expect(left).toBeGreaterThan(99_000);
    expect(left).toBeLessThanOrEqual(100_000);
  });

  it.each(['TASK_TOKEN', 'TASK_INPUT', 'TASK_STATE'] as const)('does not start without %s', async (missing) => {
    const { [missing]: _, ...rest } = ORDER;
    await expect(runAsTask(async () => 1, 100, rest)).rejects.toThrow();
    expect(sent).toEqual([]);
  });
});

describe('a stopped task', () => {
  const eventOf = (detail: object) => ({
    detail: {
      stopCode: 'EssentialContainerExited',
      stoppedReason: 'Essential container in task exited',
      containers: [{ exitCode: 137, reason: 'OutOfMemoryError: Container killed due to memory usage' }],
      overrides: {
        containerOverrides: [{ environment: Object.entries(ORDER).map(([name, value]) => ({ name, value })) }],
      },
      ...detail,
    },
  });

  it("fails its attempt with ECS's stop code and reasons", async () => {
    await failStoppedTask(eventOf({}));
    expect(sent).toEqual([
      [
        'SendTaskFailureCommand',
        {
          taskToken: 'token',
          error: 'Task.EssentialContainerExited',
          cause: 'Essential container in task exited; OutOfMemoryError: Container killed due to memory usage; exit code 137.',
        },
      ],
    ]);
  });

  it.each([
    ['CannotPullContainerError: no such image', 'CannotStart'],
    ['ResourceInitializationError: unable to pull secrets or registry auth', 'CannotStart'],
    ['Capacity is unavailable at this time. Please try again later', 'TaskFailedToStart'],
    ['Timeout waiting for network interface provisioning to complete', 'TaskFailedToStart'],
  ])('fails its attempt if its container never ran: %s', async (stoppedReason, error) => {
    await failStoppedTask(eventOf({ stopCode: 'TaskFailedToStart', stoppedReason, containers: [{}] }));
    expect(sent[0]?.[1]).toMatchObject({ error: `Task.${error}`, cause: `${stoppedReason}.` });
  });

  it('fails its attempt if the event contains no container', async () => {
    await failStoppedTask(eventOf({ stopCode: 'TaskFailedToStart', stoppedReason: 'No capacity', containers: [] }));
    expect(sent[0]?.[1]).toMatchObject({ error: 'Task.TaskFailedToStart', cause: 'No capacity.' });
  });

  it('is ignored if it succeeded, or if the state machine did not start it', async () => {
    await failStoppedTask(eventOf({ containers: [{ exitCode: 0 }] }));
    await failStoppedTask(eventOf({ overrides: { containerOverrides: [{}] } }));
    await failStoppedTask(eventOf({ overrides: { containerOverrides: [] } }));
    expect(sent).toEqual([]);
  });

  it('is ignored if it has reported its result, and is reported again if Step Functions does not respond', async () => {
    refusal = named('TaskTimedOut');
    await failStoppedTask(eventOf({}));
    refusal = named('ServiceUnavailable');
    await expect(failStoppedTask(eventOf({}))).rejects.toThrow();
  });
});
