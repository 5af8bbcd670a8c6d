import { createRequire } from 'node:module';
import { MAX_TASK_SECONDS, planVideo, TASK_START_SECONDS } from '@talking-avatar/avatar/video';
import { OUTPUT_TYPES } from '@talking-avatar/contract';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { LATE_WRITE_WINDOW_S, TASK_TIME_LIMIT } from '#jobs/time-limits';
import { speedWithMemory, TASK_SPEED } from '../../../lib/pipeline/render-capacity.ts';
import { DEFAULT_TASK_AFTER, MAX_MAP_CONCURRENCY } from '../../../lib/settings/index.ts';
import { flatten, synthesizeStage } from '../fixture.ts';

interface Validation {
  isValid: boolean;
  errors: { 'Error code': string; Message: string }[];
}

const validate: (definition: object) => Validation = createRequire(import.meta.url)('asl-validator');

interface Retrier {
  ErrorEquals: string[];
  MaxAttempts: number;
  JitterStrategy: string;
}

interface State {
  Type: string;
  Next?: string;
  End?: boolean;
  TimeoutSeconds?: number;
  Retry?: Retrier[];
  Catch?: unknown;
  ResultPath?: string | null;
  Parameters?: { FunctionName: string; Payload: object };
}

/** Fields of the context object that identify an attempt. */
const ATTEMPT = {
  'state.$': '$$.State.Name',
  'entered.$': '$$.State.EnteredTime',
  'retry.$': '$$.State.RetryCount',
  'execution.$': '$$.Execution.Name',
};

/** Time for the longest recording if every function uses its full timeout twice. */
const LONGEST_JOB = 2 * (10 + 300 + 120 + 120);

let definition: { StartAt: string; TimeoutSeconds: number; States: Record<string, State> };
let properties: Record<string, unknown>;
let timeouts: Record<string, number>;

beforeAll(() => {
  const { ofType } = synthesizeStage({ stage: 'test' });
  const [[, { Properties }] = ['', { Properties: {} }]] = ofType('AWS::StepFunctions::StateMachine');
  properties = Properties;
  definition = JSON.parse(flatten(Properties.DefinitionString));
  const functions = Object.fromEntries(ofType('AWS::Lambda::Function'));
  timeouts = Object.fromEntries(
    ofType('AWS::Lambda::Version').map(([id, { Properties: made }]) => [`<${id}>`, functions[made.FunctionName.Ref]!.Properties.Timeout]),
  );
});

const tasks = () => Object.entries(definition.States).filter(([, { Type }]) => Type === 'Task');

/** Returns the states that an execution enters. This terminates because there are no loops in the definition. */
function statesEntered(input: Record<string, string>): string[] {
  const way: string[] = [];
  for (let name: string | undefined = definition.StartAt; name; ) {
    way.push(name);
    const state = definition.States[name] as State & {
      Choices?: { Variable: string; StringEquals: string; Next: string }[];
      Default?: string;
    };
    const chosen = state.Choices?.find(({ Variable, StringEquals }) => input[Variable.slice(2)] === StringEquals);
    name = state.Next ?? chosen?.Next ?? state.Default;
  }
  return way;
}

/** Returns how often an error is retried. The first rule that matches applies, and `States.TaskFailed` matches everything but timeouts. */
function attemptsFor(error: string, rules: readonly Retrier[]): number {
  const rule = rules.find(
    ({ ErrorEquals }) => ErrorEquals.includes(error) || (ErrorEquals.includes('States.TaskFailed') && error !== 'States.Timeout'),
  );
  return rule?.MaxAttempts ?? 0;
}

describe("a job's state machine", () => {
  it('is valid Amazon States Language', () => {
    const named = JSON.stringify(definition)
      .replaceAll('<AWS::Partition>', 'aws')
      .replaceAll(/<([^>]+)>/g, 'arn:aws:lambda:eu-west-1:1:function:$1');
    const { isValid, errors } = validate(JSON.parse(named));
    expect(errors).toEqual([]);
    expect(isValid).toBe(true);
  });

  it.each([
    [{ speech: 'text', output: 'csv' }, ['Begin', 'Speech', 'Synthesize', 'Solve', 'Output', 'Export', 'Done']],
    [{ speech: 'text', output: 'fbx' }, ['Begin', 'Speech', 'Synthesize', 'Solve', 'Output', 'Export', 'Done']],
    [{ speech: 'recording', output: 'csv' }, ['Begin', 'Speech', 'Align', 'Solve', 'Output', 'Export', 'Done']],
    [
      { speech: 'text', output: 'video' },
      ['Begin', 'Speech', 'Synthesize', 'Solve', 'Output', 'Plan', 'Drawing', 'Segments', 'Stitch', 'Done'],
    ],
    [
      { speech: 'text', output: 'video', 'plan.by': 'tasks' },
      ['Begin', 'Speech', 'Synthesize', 'Solve', 'Output', 'Plan', 'Drawing', 'Long segments', 'Stitch', 'Done'],
    ],
    [{ speech: 'text', output: 'avatar' }, ['Begin', 'Speech', 'Import', 'Done']],
    [{ speech: 'song', output: 'csv' }, ['Begin', 'Speech', 'Unknown speech']],
    [{ speech: 'text', output: 'opera' }, ['Begin', 'Speech', 'Synthesize', 'Solve', 'Output', 'Unknown output']],
  ])('leads %j through %j', (input, way) => expect(statesEntered(input)).toEqual(way));

  it.each(OUTPUT_TYPES)('reaches the end for %s output, from text and from a recording', (output) => {
    for (const speech of ['text', 'recording']) expect(statesEntered({ speech, output }).at(-1)).toBe('Done');
  });

  it("passes the job ID and attempt to each step, and only keeps a video's plan in its state", () => {
    for (const [name, { Parameters, ResultPath }] of tasks()) {
      expect(Parameters?.Payload).toEqual({ 'id.$': '$.id', attempt: ATTEMPT });
      expect([name, ResultPath]).toEqual([name, name === 'Plan' ? '$.plan' : null]);
    }
  });

  it('refers only to values from its input, steps, and catchers, because a missing path cannot be caught', () => {
    const read = JSON.stringify(definition, (key, value) => (key === 'ResultPath' ? undefined : value));
    const paths = new Set(read.match(/(?<!\$)\$\.[\w.]+/g));
    expect([...paths].sort()).toEqual([
      '$.Payload.by',
      '$.Payload.segments',
      '$.failure.Cause',
      '$.failure.Error',
      '$.id',
      '$.output',
      '$.plan.by',
      '$.plan.segments',
      '$.segment',
      '$.segment.end',
      '$.segment.first',
      '$.segment.index',
      '$.speech',
    ]);
  });

  it("has a timeout for each step slightly above its function's", () => {
    expect(tasks()).toHaveLength(9);
    for (const [name, { TimeoutSeconds, Parameters }] of tasks()) {
      const limit = timeouts[Parameters?.FunctionName ?? ''];
      expect([name, TimeoutSeconds]).toEqual([name, (limit ?? Number.NaN) + 10]);
    }
  });

  it('has enough time for the longest job, even if every step is retried', () => {
    expect(definition.TimeoutSeconds).toBeGreaterThan(LONGEST_JOB);
  });

  it.each([
    ['JobFailed', 0],
    ['Lambda.ServiceException', 2],
    ['Lambda.AWSLambdaException', 2],
    ['Lambda.SdkClientException', 2],
    ['Lambda.Unknown', 2],
    ['Runtime.ExitError', 2],
    ['States.Timeout', 1],
    ['Sandbox.Timedout', 1],
    ['SlowDown', 2],
  ])('retries a step that failed with %s %i times', (error, attempts) => {
    for (const [name, { Retry = [], Catch }] of tasks()) {
      expect([name, attemptsFor(error, Retry)]).toEqual([name, attempts]);
      // Waiting for an image does not count as contention.
      const contended = Retry.filter(({ ErrorEquals }) => !ErrorEquals.includes('Lambda.CodeArtifactUserPendingException'));
      expect(contended.every(({ JitterStrategy }) => JitterStrategy === 'FULL')).toBe(true);
      expect(Catch).toBeUndefined();
    }
  });

  describe('renders a long segment with a task, which', () => {
    const draw = () => {
      const { ItemProcessor } = definition.States['Long segments'] as unknown as { ItemProcessor: { States: object } };
      return (ItemProcessor.States as Record<string, State>)['Render task'] as State & {
        HeartbeatSeconds: number;
        Resource: string;
      };
    };
    const parameters = () =>
      draw().Parameters as unknown as {
        Overrides: { ContainerOverrides: { Environment: { Name: string }[] }[] };
        NetworkConfiguration: { AwsvpcConfiguration: object };
      };

    it('reports with the token within an hour of its start, and sends heartbeats', () => {
      expect(draw()).toMatchObject({ TimeoutSeconds: 4200, HeartbeatSeconds: 600, ResultPath: null });
      expect(draw().Resource).toMatch(/:states:::ecs:runTask\.waitForTaskToken$/);
      expect(parameters()).toMatchObject({ LaunchType: 'FARGATE', PropagateTags: 'TASK_DEFINITION' });
    });

    it('receives the token, job, segment, and attempt as environment variables', () => {
      expect(parameters().Overrides.ContainerOverrides).toMatchObject([
        {
          Name: 'render',
          Environment: [
            { Name: 'TASK_TOKEN', 'Value.$': '$$.Task.Token' },
            { Name: 'TASK_INPUT', 'Value.$': 'States.JsonToString($)' },
            { Name: 'TASK_STATE', 'Value.$': '$$.State.Name' },
            { Name: 'TASK_ENTERED', 'Value.$': '$$.State.EnteredTime' },
            { Name: 'TASK_RETRY', 'Value.$': "States.Format('{}', $$.State.RetryCount)" },
            { Name: 'TASK_EXECUTION', 'Value.$': '$$.Execution.Name' },
            { Name: 'TASK_ITEM', 'Value.$': "States.Format('{}', $.segment.index)" },
          ],
        },
      ]);
    });

    it.each([
      ['JobFailed', 0],
      ['ECS.AccessDeniedException', 2],
      ['States.HeartbeatTimeout', 2],
      // This is how AWS reports a missing heartbeat.
      ['States.Timeout', 2],
      ['Task.EssentialContainerExited', 2],
    ])('is retried after %s %i times', (error, attempts) => {
      expect(attemptsFor(error, draw().Retry ?? [])).toBe(attempts);
    });
  });

  describe('makes long segments wait for capacity, which', () => {
    const long = () => definition.States['Long segments'] as unknown as { MaxConcurrency: number };
    const rule = (error: string) => {
      const { ItemProcessor } = long() as unknown as { ItemProcessor: { States: Record<string, State> } };
      const found = ItemProcessor.States['Render task']?.Retry?.find(({ ErrorEquals }) => ErrorEquals.includes(error));
      return found as Retrier & { IntervalSeconds: number; MaxDelaySeconds: number; BackoffRate: number };
    };
    const pause = (retry: number, error = 'ECS.AmazonECSException') => {
      const { IntervalSeconds, MaxDelaySeconds, BackoffRate } = rule(error);
      return Math.min(MaxDelaySeconds, IntervalSeconds * BackoffRate ** retry);
    };

    const errors = ['ECS.AmazonECSException', 'ECS.LimitExceededException', 'ECS.ThrottlingException', 'AmazonECS.Unknown'];
    it.each([...errors, 'Task.TaskFailedToStart'])(
      "is requested until the execution's timeout after %s, with delays above zero",
      (error) => {
        const { MaxAttempts = 0, JitterStrategy } = rule(error);
        const pauses = Array.from({ length: MaxAttempts }, (_, retry) => pause(retry, error));
        expect(pauses.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThanOrEqual(definition.TimeoutSeconds);
        expect(JitterStrategy).toBe('NONE');
      },
    );

    it('is requested for half an hour after a reason that capacity does not fix', () => {
      const pauses = Array.from({ length: rule('Task.CannotStart').MaxAttempts ?? 0 }, (_, retry) => pause(retry, 'Task.CannotStart'));
      const total = pauses.reduce((sum, seconds) => sum + seconds, 0);
      expect([total >= 1_800, total < 3_600]).toEqual([true, true]);
    });

    it('runs the configured number of concurrent tasks, by default one', () => {
      expect(long().MaxConcurrency).toBe(1);
      expect(definition.States.Segments).toMatchObject({ MaxConcurrency: 2 });
    });

    it('keeps the events of waiting requests within the execution history limit', () => {
      const events = 3 * (definition.TimeoutSeconds / rule('ECS.AmazonECSException').MaxDelaySeconds);
      expect(40 * events).toBeLessThan(20_000);
      // Scheduled, started, submitted, and failed.
      expect(40 * 4 * (rule('Task.TaskFailedToStart').MaxAttempts ?? 0)).toBeLessThan(20_000);
    });

    it('is enough for the longest video within the execution timeout, even if the account allows only a few tasks', () => {
      const video = { width: 3840, height: 2160, fps: 60 };
      const functions = { concurrency: MAX_MAP_CONCURRENCY, framesPerSecond: speedWithMemory(10_240) };
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), (slots, concurrency) => {
          const tasks = { concurrency, framesPerSecond: TASK_SPEED.deployed };
          const { by, segments } = planVideo(900 * video.fps, video, {
            functions,
            tasks,
            taskAfter: DEFAULT_TASK_AFTER,
          });
          expect(by).toBe('tasks');
          const { MaxAttempts = 0, MaxDelaySeconds } = rule('ECS.AmazonECSException');
          const work = MAX_TASK_SECONDS + TASK_START_SECONDS;
          const rounds = Math.ceil(segments.length / Math.min(slots, concurrency));
          expect(rounds * (work + MaxDelaySeconds)).toBeLessThan(definition.TimeoutSeconds);
          const { elapsed, retries } = simulateRendering(segments.length, { slots, concurrency, work });
          expect(elapsed).toBeLessThanOrEqual(rounds * (work + MaxDelaySeconds));
          expect(retries).toBeLessThanOrEqual(MaxAttempts);
        }),
      );
    });

    /**
     * Simulates the rendering of segments with the concurrency of the map and its retry rule.
     *
     * @returns seconds, and the maximum number of retries for a single segment
     */
    function simulateRendering(count: number, { slots, concurrency, work }: { slots: number; concurrency: number; work: number }) {
      const asking = Array.from({ length: Math.min(count, concurrency) }, () => ({ at: 0, retry: 0 }));
      let drawn: number[] = [];
      let left = count - asking.length;
      let [elapsed, retries] = [0, 0];
      for (let next = asking.shift(); next; next = asking.sort((a, b) => a.at - b.at).shift()) {
        const { at, retry } = next;
        drawn = drawn.filter((end) => end > at);
        retries = Math.max(retries, retry);
        if (drawn.length < slots) {
          drawn.push(at + work);
          elapsed = Math.max(elapsed, at + work);
          if (left-- > 0) asking.push({ at: at + work, retry: 0 });
        } else asking.push({ at: at + pause(retry), retry: retry + 1 });
      }
      return { elapsed, retries };
    }
  });

  it('times out before the sweep stops looking for its objects', () => {
    const limits = JSON.stringify(definition.States).match(/"TimeoutSeconds":\d+/g) ?? [];
    expect(limits.length).toBeGreaterThanOrEqual(10);
    for (const limit of [...limits.map((text) => Number(text.split(':')[1])), ...Object.values(timeouts), TASK_TIME_LIMIT])
      expect(limit).toBeLessThan(LATE_WRITE_WINDOW_S);
  });

  it('is a standard state machine with tracing that logs errors without their data', () => {
    expect(properties).toMatchObject({
      TracingConfiguration: { Enabled: true },
      LoggingConfiguration: { Level: 'ERROR', IncludeExecutionData: false },
    });
    expect(properties.StateMachineType ?? 'STANDARD').toBe('STANDARD');
  });
});
