import { GetExecutionHistoryCommand, type HistoryEvent } from '@aws-sdk/client-sfn';
import { afterEach, describe, expect, it } from 'vitest';
import { call, setUp } from './machines.ts';

const started: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((machine) => machine.stop()));
});

/** Runs a machine and returns its history. */
async function historyOf(definition: object, functions: Parameters<typeof setUp>[1] = {}, input: unknown = {}) {
  const machine = await setUp(definition, functions);
  started.push(machine);
  const executionArn = await machine.start(input, 'one');
  await machine.finish(executionArn);
  const read = (more: object = {}) => machine.client.send(new GetExecutionHistoryCommand({ executionArn, ...more }));
  const { events = [] } = await read();
  return { events, read };
}

const types = (events: readonly HistoryEvent[]) => events.map(({ type }) => type);

describe("an execution's history", () => {
  it('lists each state and each call by name, numbered from 1', async () => {
    const definition = {
      StartAt: 'Choose',
      States: {
        Choose: { Type: 'Choice', Choices: [{ Variable: '$.x', NumericEquals: 1, Next: 'Work' }], Default: 'Work' },
        Work: call('echo'),
      },
    };
    const { events } = await historyOf(definition, { echo: (input: unknown) => input }, { x: 1 });
    expect(types(events)).toEqual([
      'ExecutionStarted',
      'ChoiceStateEntered',
      'ChoiceStateExited',
      'TaskStateEntered',
      'LambdaFunctionScheduled',
      'LambdaFunctionStarted',
      'LambdaFunctionSucceeded',
      'TaskStateExited',
      'ExecutionSucceeded',
    ]);
    expect(events.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(events[3]?.stateEnteredEventDetails?.name).toBe('Work');
    expect(events[4]?.lambdaFunctionScheduledEventDetails?.resource).toContain(':function:echo');
    const times = events.map(({ timestamp }) => timestamp?.getTime() ?? 0);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('lists every attempt with its error', async () => {
    let attempts = 0;
    const Retry = [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 1, BackoffRate: 1, MaxAttempts: 2 }];
    const { events } = await historyOf(
      { StartAt: 'A', States: { A: call('flaky', { Retry }) } },
      {
        flaky() {
          attempts += 1;
          if (attempts < 3) throw Object.assign(new Error('not yet'), { name: 'NotYet' });
        },
      },
    );
    expect(types(events).filter((type) => type === 'LambdaFunctionScheduled')).toHaveLength(3);
    const failures = events.flatMap(({ lambdaFunctionFailedEventDetails: details }) => (details ? [details] : []));
    expect(failures).toHaveLength(2);
    expect(failures[0]).toMatchObject({ error: 'NotYet', cause: expect.stringContaining('not yet') });
  });

  it('lists the iterations of a map', async () => {
    const processor = { ProcessorConfig: { Mode: 'INLINE' }, StartAt: 'P', States: { P: { Type: 'Pass', End: true } } };
    const definition = { StartAt: 'M', States: { M: { Type: 'Map', ItemProcessor: processor, End: true } } };
    const { events } = await historyOf(definition, {}, [1, 2, 3]);
    const listed = types(events);
    expect(listed.filter((type) => type === 'MapIterationStarted')).toHaveLength(3);
    expect(listed.filter((type) => type === 'PassStateEntered')).toHaveLength(3);
    expect(listed.filter((type) => type === 'MapIterationSucceeded')).toHaveLength(3);
  });

  it('is returned in pages, oldest or newest first', async () => {
    const { events, read } = await historyOf({ StartAt: 'A', States: { A: { Type: 'Pass', End: true } } });
    const first = await read({ maxResults: 3 });
    const second = await read({ maxResults: 3, nextToken: first.nextToken });
    expect(types([...(first.events ?? []), ...(second.events ?? [])])).toEqual(types(events));
    expect(second.nextToken).toBeUndefined();
    const { events: backwards = [] } = await read({ reverseOrder: true });
    expect(types(backwards)).toEqual(types(events).reverse());
  });

  it("records an execution's failure", async () => {
    const { events } = await historyOf({ StartAt: 'A', States: { A: { Type: 'Fail', Error: 'Bad', Cause: 'day' } } });
    expect(types(events)).toEqual(['ExecutionStarted', 'FailStateEntered', 'ExecutionFailed']);
    expect(events.at(-1)?.executionFailedEventDetails).toMatchObject({ error: 'Bad', cause: 'day' });
  });
});
