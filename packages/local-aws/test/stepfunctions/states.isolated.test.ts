import { afterEach, describe, expect, it, vi } from 'vitest';
import { startStepFunctions } from '../../src/stepfunctions/index.ts';
import { ARN, call, setUp } from './machines.ts';

const started: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((machine) => machine.stop()));
});

async function run(States: object, input: unknown, functions: Parameters<typeof setUp>[1] = {}, more: object = {}) {
  const machine = await setUp({ StartAt: 'A', States, ...more }, functions);
  started.push(machine);
  return machine.run(input);
}

it('starts a task and its time limit when `beforeTask` resolves', async () => {
  const states: string[] = [];
  const beforeTask = async (state: string, input: unknown) => {
    states.push(`${state} ${JSON.stringify(input)}`);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
  };
  const definition = { StartAt: 'A', States: { A: call('one', { TimeoutSeconds: 1, ResultPath: null }) } };
  const machine = await setUp(definition, { one: () => states.push('one') }, undefined, undefined, beforeTask);
  started.push(machine);
  expect(await machine.run({ id: 'x' })).toMatchObject({ status: 'SUCCEEDED' });
  expect(states).toEqual(['A {"id":"x"}', 'one']);
});

describe('data flow', () => {
  it('applies every filter in order', async () => {
    const result = await run(
      {
        A: call('double', {
          InputPath: '$.job',
          Parameters: {
            'value.$': '$.n',
            fixed: 1,
            'id.$': '$$.Execution.Input.id',
            nested: { 'text.$': "States.Format('{}', $.n)" },
          },
          ResultSelector: { 'twice.$': '$.value', 'given.$': '$.given' },
          ResultPath: '$.results.first',
          OutputPath: '$.results',
        }),
      },
      { id: 'x', job: { n: 21 } },
      { double: (given: { value: number }) => ({ value: given.value * 2, given }) },
    );
    const given = { value: 21, fixed: 1, id: 'x', nested: { text: '21' } };
    expect(result).toMatchObject({ status: 'SUCCEEDED', output: { first: { twice: 42, given } } });
  });

  it("wraps and unwraps the optimized integration's payload", async () => {
    const A = {
      ...call('echo'),
      Resource: 'arn:aws:states:::lambda:invoke',
      Parameters: { FunctionName: 'arn:aws:lambda:us-east-1:000000000000:function:echo', 'Payload.$': '$' },
    };
    const { output } = await run({ A }, { a: 1 }, { echo: (input) => input });
    expect(output).toMatchObject({ StatusCode: 200, ExecutedVersion: '$LATEST', Payload: { a: 1 } });
  });

  it('discards a result and keeps the input if ResultPath is null', async () => {
    const { output } = await run({ A: call('echo', { ResultPath: null }) }, { a: 1 }, { echo: () => 'gone' });
    expect(output).toEqual({ a: 1 });
  });

  it('fails if a path does not exist', async () => {
    const result = await run({ A: { Type: 'Pass', Parameters: { 'x.$': '$.gone' }, End: true } }, {});
    expect(result).toMatchObject({
      status: 'FAILED',
      error: 'States.Runtime',
      cause:
        "An error occurred while executing the state 'A' (entered at the event id #2). The JSONPath '$.gone' specified for the field 'x.$' " +
        "could not be found in the input '{}'",
    });
  });

  it('is limited to 256 KB', async () => {
    const result = await run({ A: call('large') }, {}, { large: () => 'x'.repeat(262_143) });
    expect(result).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' });
    expect((await run({ A: call('large') }, {}, { large: () => 'x'.repeat(262_142) })).status).toBe('SUCCEEDED');
  });
});

describe('intrinsic functions', () => {
  it.each<[string, unknown]>([
    ["States.Format('{} of {}', $.a, 3)", 'x of 3'],
    [`States.Format('it\\'s \\{{}\\}', $.n)`, "it's {5}"],
    ['States.JsonToString($.list)', '[1,2,2,3]'],
    ['$.back', 'a\\b'],
    ["States.Format('{}', $.back)", 'a\\b'],
  ])('%s', async (expression, expected) => {
    const A = { Type: 'Pass', Parameters: { 'value.$': expression }, End: true };
    const { output } = await run({ A }, { a: 'x', n: 5, list: [1, 2, 2, 3], back: 'a\\b' });
    expect(output).toEqual({ value: expected });
  });
});

describe('Choice', () => {
  it.each<[object, boolean]>([
    [{ Variable: '$.text', StringEquals: 'b' }, true],
    [{ Variable: '$.n', StringEquals: '5' }, false],
    [{ Variable: '$.n', NumericEquals: 5 }, true],
    [{ Variable: '$.yes', BooleanEquals: true }, true],
    [{ Variable: '$.gone', IsPresent: false }, true],
    [{ Variable: '$.none', IsPresent: true }, true],
    [{ And: [{ Variable: '$.n', NumericEquals: 5 }, { Not: { Variable: '$.text', StringEquals: 'c' } }] }, true],
    [
      {
        Or: [
          { Variable: '$.n', NumericEquals: 6 },
          { Variable: '$.text', StringEquals: 'c' },
        ],
      },
      false,
    ],
  ])('%j is %s', async (rule, expected) => {
    const input = { text: 'b', n: 5, yes: true, none: null };
    const end = (Result: string) => ({ Type: 'Pass', Result, End: true });
    const A = { Type: 'Choice', Choices: [{ ...rule, Next: 'Yes' }], Default: 'No' };
    const { output } = await run({ A, Yes: end('yes'), No: end('no') }, input);
    expect(output).toBe(expected ? 'yes' : 'no');
  });

  it('fails if nothing matches', async () => {
    const A = { Type: 'Choice', Choices: [{ Variable: '$.a', IsPresent: true, Next: 'B' }] };
    expect((await run({ A, B: { Type: 'Succeed' } }, {})).error).toBe('States.NoChoiceMatched');
  });
});

describe('failures', () => {
  const failing = (name: string, times: number) => {
    let calls = 0;
    return vi.fn(() => {
      calls += 1;
      if (calls <= times) throw Object.assign(new Error(`call ${calls}`), { name });
      return calls;
    });
  };
  const Retry = [{ ErrorEquals: ['Busy'], IntervalSeconds: 1, MaxAttempts: 2, JitterStrategy: 'FULL', MaxDelaySeconds: 1 }];

  it('are retried as often as the state specifies', async () => {
    const work = failing('Busy', 2);
    expect(await run({ A: call('work', { Retry }) }, {}, { work })).toMatchObject({ status: 'SUCCEEDED', output: 3 });
  });

  it('end the execution after the last retry', async () => {
    const work = failing('Busy', 9);
    const { status, error, cause } = await run({ A: call('work', { Retry }) }, {}, { work });
    expect(work).toHaveBeenCalledTimes(3);
    expect({ status, error }).toEqual({ status: 'FAILED', error: 'Busy' });
    expect(JSON.parse(cause!)).toMatchObject({ errorType: 'Busy', errorMessage: 'call 3' });
  });

  it('are not retried if their name does not match', async () => {
    const work = failing('Broken', 9);
    await run({ A: call('work', { Retry }) }, {}, { work });
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('are caught, with the error and cause added to the input', async () => {
    const Catch = [
      { ErrorEquals: ['Other'], Next: 'C' },
      { ErrorEquals: ['States.ALL'], Next: 'B', ResultPath: '$.failure' },
    ];
    const { output } = await run(
      { A: call('work', { Catch }), B: { Type: 'Succeed' }, C: { Type: 'Fail' } },
      { id: 1 },
      { work: failing('Broken', 1) },
    );
    expect(output).toMatchObject({ id: 1, failure: { Error: 'Broken' } });
  });

  // Scenario test_catch_states_runtime, recorded on 23 November 2023.
  it('caused by a missing path are neither retried nor caught, even by name', async () => {
    const work = vi.fn(() => ({}));
    const all = { ErrorEquals: ['States.ALL'] };
    const Catch = [
      { ErrorEquals: ['States.Runtime'], Next: 'B' },
      { ...all, Next: 'B' },
    ];
    const A = call('work', { OutputPath: '$.no.such.path', Retry: [all], Catch });
    const { error, cause } = await run({ A, B: { Type: 'Succeed' } }, {}, { work });
    expect(error).toBe('States.Runtime');
    expect(cause).toContain("Invalid path '$.no.such.path' : Missing property in path $['no']");
    expect(work).toHaveBeenCalledTimes(1);
  });

  // Scenario test_task_lambda_catch_state_all_data_limit_exceeded_on_large_utf8_response, recorded on 21 March 2024.
  it('caused by a result over 256 KB are caught by States.ALL, contrary to the documentation', async () => {
    const A = call('work', { Catch: [{ ErrorEquals: ['States.ALL'], Next: 'B' }] });
    const { output } = await run({ A, B: { Type: 'Succeed' } }, {}, { work: () => 'x'.repeat(262_143) });
    expect(output).toMatchObject({ Error: 'States.DataLimitExceeded', Cause: expect.stringContaining('returned a result with a size') });
  });

  it('are caught as States.Timeout after a timeout', async () => {
    const Catch = [
      { ErrorEquals: ['States.TaskFailed'], Next: 'C' },
      { ErrorEquals: ['States.Timeout'], Next: 'B' },
    ];
    const { output } = await run(
      { A: call('hang', { TimeoutSecondsPath: '$.limit', Catch }), B: { Type: 'Succeed' }, C: { Type: 'Fail' } },
      { limit: 1 },
      { hang: () => new Promise(() => {}) },
    );
    // Scenario test_invoke_timeout, recorded on 28 November 2024. A timeout has no cause.
    expect(output).toEqual({ Error: 'States.Timeout', Cause: '' });
  });

  it('include the error and cause of a Fail state', async () => {
    const A = { Type: 'Fail', Error: 'UnknownInput', CausePath: "States.Format('because {}', $.why)" };
    const result = await run({ A }, { why: 'so' });
    expect(result).toMatchObject({ status: 'FAILED', error: 'UnknownInput', cause: 'because so' });
  });

  it("are TIMED_OUT after the machine's timeout", async () => {
    const result = await run({ A: { Type: 'Wait', Seconds: 60, End: true } }, {}, {}, { TimeoutSeconds: 1 });
    expect(result).toMatchObject({ status: 'TIMED_OUT', error: undefined, cause: undefined });
  });

  it('end an endless loop at 25,000 events', async () => {
    const result = await run({ A: { Type: 'Pass', Next: 'B' }, B: { Type: 'Pass', Next: 'A' } }, {});
    expect(result).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
  });
});

describe('Map and Parallel', () => {
  it('map in order, up to the maximum concurrency', async () => {
    let [now, most] = [0, 0];
    const work = async ({ index, value }: { index: number; value: number }) => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 20 - index * 3));
      now -= 1;
      return value * 10;
    };
    const A = {
      Type: 'Map',
      ItemsPath: '$.items',
      MaxConcurrency: 2,
      ItemSelector: { 'index.$': '$$.Map.Item.Index', 'value.$': '$$.Map.Item.Value' },
      ItemProcessor: { ProcessorConfig: { Mode: 'INLINE' }, StartAt: 'X', States: { X: call('work') } },
      ResultPath: '$.results',
      End: true,
    };
    const { output } = await run({ A }, { items: [1, 2, 3, 4, 5] }, { work });
    expect(output.results).toEqual([10, 20, 30, 40, 50]);
    expect(most).toBe(2);
  });

  it('fail as a whole if one item fails, without starting more', async () => {
    const seen: number[] = [];
    const work = (n: number) => {
      seen.push(n);
      if (n === 2) throw Object.assign(new Error('two'), { name: 'Broken' });
    };
    const A = {
      Type: 'Map',
      MaxConcurrency: 1,
      ItemProcessor: { StartAt: 'X', States: { X: call('work') } },
      End: true,
    };
    expect(await run({ A }, [1, 2, 3], { work })).toMatchObject({ status: 'FAILED', error: 'Broken' });
    expect(seen).toEqual([1, 2]);
  });

  it('run branches concurrently', async () => {
    const branch = (Result: number) => ({ StartAt: 'X', States: { X: { Type: 'Pass', Result, End: true } } });
    const { output } = await run({ A: { Type: 'Parallel', Branches: [branch(1), branch(2)], End: true } }, {});
    expect(output).toEqual([1, 2]);
  });
});

describe('rejects at the start', () => {
  const pass = { Type: 'Pass', End: true };
  const map = { StartAt: 'X', States: { X: pass } };
  it.each<[string, object, string]>([
    ['an unknown field', { A: { ...pass, Assign: {} } }, 'jobs.States.A.Assign: this field is not available locally'],
    ['a heartbeat', { A: call('f', { HeartbeatSeconds: 5 }) }, 'jobs.States.A.HeartbeatSeconds'],
    ['JSONata', { A: { ...pass, QueryLanguage: 'JSONata' } }, 'must be JSONPath'],
    ['a tolerated failure', { A: { Type: 'Map', ItemProcessor: map, ToleratedFailureCount: 1, End: true } }, 'ToleratedFailureCount'],
    [
      'a distributed map',
      { A: { Type: 'Map', ItemProcessor: { ...map, ProcessorConfig: { Mode: 'DISTRIBUTED' } }, End: true } },
      'must be INLINE',
    ],
    ['another service', { A: { ...call('f'), Resource: 'arn:aws:states:::sqs:sendMessage' } }, 'is not available locally'],
    ['a task token', { A: { ...call('f'), Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken' } }, 'is not available locally'],
    ['a state that does not exist', { A: { Type: 'Pass', Next: 'B' } }, 'jobs.States.A: leads to "B"'],
    ['a state without Next or End', { A: { Type: 'Pass' } }, 'must have either Next or End'],
    ['a path with a filter', { A: { ...pass, InputPath: '$.a[?(@.b)]' } }, 'jobs.States.A.InputPath: the path'],
    ['an unknown operator', { A: { Type: 'Choice', Choices: [{ Variable: '$.a', Like: 1, Next: 'A' }] } }, 'the operator Like'],
    [
      'an unknown intrinsic',
      { A: { ...pass, Parameters: { 'x.$': 'States.MathRandom(1, 2)' } } },
      'States.MathRandom is not available locally',
    ],
  ])('%s', (_, States, message) => {
    const machines = [{ arn: ARN, name: 'jobs', roleArn: 'r', definition: JSON.stringify({ StartAt: 'A', States }) }];
    const nobody = () => Promise.reject(new Error());
    const servicesOf = () => ({ invoke: nobody, runTask: nobody });
    expect(() => startStepFunctions({ dir: '/nowhere', machines, servicesOf, publish: () => {} })).toThrow(message);
  });
});
