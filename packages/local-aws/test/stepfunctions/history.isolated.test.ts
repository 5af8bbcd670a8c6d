import { GetExecutionHistoryCommand, type HistoryEvent } from '@aws-sdk/client-sfn';
import { afterEach, describe, expect, it } from 'vitest';
import { call, setUp } from './machines.ts';

const started: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((machine) => machine.stop()));
});

/** Runs a state machine and returns its history. */
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

  /** Formats events along with the ones that they follow: `ID <- PREVIOUS TYPE`. */
  const chain = (events: readonly HistoryEvent[]) => events.map(({ id, previousEventId, type }) => `${id} <- ${previousEventId} ${type}`);
  const mapOf = (state: object, more: object = {}) => {
    const ItemProcessor = { ProcessorConfig: { Mode: 'INLINE' }, StartAt: 'P', States: { P: state } };
    return { StartAt: 'M', States: { M: { Type: 'Map', MaxConcurrency: 1, ItemProcessor, End: true, ...more } } };
  };

  // Scenario test_map_state, recorded on 17 July 2023.
  it('lists the iterations of a map, and only the end of the map follows their ends', async () => {
    const { events } = await historyOf(mapOf({ Type: 'Pass', End: true }), {}, [1, 2]);
    expect(chain(events)).toEqual([
      '1 <- 0 ExecutionStarted',
      '2 <- 0 MapStateEntered',
      '3 <- 2 MapStateStarted',
      '4 <- 3 MapIterationStarted',
      '5 <- 4 PassStateEntered',
      '6 <- 5 PassStateExited',
      '7 <- 6 MapIterationSucceeded',
      '8 <- 6 MapIterationStarted',
      '9 <- 8 PassStateEntered',
      '10 <- 9 PassStateExited',
      '11 <- 10 MapIterationSucceeded',
      '12 <- 11 MapStateSucceeded',
      '13 <- 11 MapStateExited',
      '14 <- 13 ExecutionSucceeded',
    ]);
  });

  // Scenario test_map_state_retry, recorded on 18 July 2023.
  it('lists a failed iteration at each attempt, and the failed map after the last', async () => {
    const Retry = [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 1, MaxAttempts: 1 }];
    const { events } = await historyOf(mapOf({ Type: 'Fail', Error: 'Bad' }, { Retry }), {}, [1]);
    expect(chain(events).slice(2)).toEqual([
      '3 <- 2 MapStateStarted',
      '4 <- 3 MapIterationStarted',
      '5 <- 4 FailStateEntered',
      '6 <- 5 MapIterationFailed',
      '7 <- 5 MapStateStarted',
      '8 <- 7 MapIterationStarted',
      '9 <- 8 FailStateEntered',
      '10 <- 9 MapIterationFailed',
      '11 <- 9 MapStateFailed',
      '12 <- 11 ExecutionFailed',
    ]);
  });

  // Scenario test_parallel_state_fail, recorded on 16 December 2023.
  it('lists a failed parallel state after the event that failed it', async () => {
    const branch = (state: object) => ({ StartAt: 'B', States: { B: state } });
    const Branches = [branch({ Type: 'Fail', Error: 'Bad' }), branch({ Type: 'Wait', Seconds: 60, End: true })];
    const { events } = await historyOf({ StartAt: 'P', States: { P: { Type: 'Parallel', Branches, End: true } } });
    const [entered, failed] = [events.find(({ type }) => type === 'FailStateEntered'), events.at(-2)];
    expect(failed).toMatchObject({ type: 'ParallelStateFailed', previousEventId: entered?.id });
    expect(events.at(-1)).toMatchObject({ type: 'ExecutionFailed', previousEventId: failed?.id });
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
