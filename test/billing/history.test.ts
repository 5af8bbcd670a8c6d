import type { HistoryEvent } from '@aws-sdk/client-sfn';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StepAttempt } from '#aws/usage';
import { readHistory } from '../../layers/billing/ledger/history.ts';

interface Plan {
  state: string;
  item: number | undefined;
  retry: number;
  end: 'TaskSucceeded' | 'TaskFailed' | 'TaskTimedOut' | 'TaskStartFailed' | 'TaskSubmitFailed' | undefined;
  error: string | undefined;
}

const ENTERED = '2026-11-21T10:00:00.000Z';
const REFUSED = [
  'Lambda.TooManyRequestsException',
  'Lambda.CodeArtifactUserPendingException',
  'ECS.AmazonECSException',
  'AmazonECS.Unknown',
  'Task.TaskFailedToStart',
  'Task.CannotStart',
];
const NEVER_RAN: readonly unknown[] = ['TaskStartFailed', 'TaskSubmitFailed'];
const ERRORS = [...REFUSED, 'Task.EssentialContainerExited', 'Error', 'Lambda.Unknown', 'Runtime.ExitError'];

const plans: fc.Arbitrary<Plan[]> = fc.uniqueArray(
  fc.record({
    // The last kind of attempt is made by a container. Its attempt is in environment variables, and it is submitted after it has started.
    state: fc.constantFrom('Solve', 'Render', 'Render task'),
    item: fc.option(fc.nat(3), { nil: undefined }),
    retry: fc.nat(2),
    end: fc.constantFrom('TaskSucceeded', 'TaskFailed', 'TaskTimedOut', 'TaskStartFailed', 'TaskSubmitFailed', undefined),
    error: fc.constantFrom(...ERRORS),
  }),
  { selector: ({ state, item }) => `${state} ${item}`, maxLength: 8 },
);

/** Returns the parameters of an ECS task. */
const containerOf = ({ state, entered, retry, item }: StepAttempt) => ({
  Cluster: 'c',
  Overrides: {
    ContainerOverrides: [
      {
        Name: 'render',
        Environment: [
          { Name: 'TASK_TOKEN', Value: 'secret' },
          { Name: 'TASK_STATE', Value: state },
          { Name: 'TASK_ENTERED', Value: entered },
          { Name: 'TASK_RETRY', Value: String(retry) },
          ...(item === undefined ? [] : [{ Name: 'TASK_ITEM', Value: String(item) }]),
        ],
      },
    ],
  },
});

/** Creates the events of several attempts. Each attempt's events are in order, but different attempts are interleaved. */
function historyOf(attempts: readonly Plan[], mixture: readonly number[]): HistoryEvent[] {
  const events: HistoryEvent[] = [{ id: 1, type: 'ExecutionStarted', timestamp: new Date(0) }];
  const add = (type: string, previousEventId: number, details: object = {}) => {
    const id = events.length + 1;
    events.push({ id, type: type as 'TaskStarted', previousEventId, timestamp: new Date(id * 1000), ...details });
    return id;
  };
  const tasks = attempts.map(({ state, item, retry, end, error }) => {
    const attempt = { state, entered: ENTERED, retry, ...(item !== undefined && { item }) };
    const parameters = JSON.stringify(
      state === 'Render task' ? containerOf(attempt) : { FunctionName: 'f', Payload: { id: 'job', attempt } },
    );
    let last = 1;
    return [
      () => {
        last = add('TaskScheduled', 1, { taskScheduledEventDetails: { parameters } });
      },
      () => {
        if (end !== 'TaskStartFailed') last = add('TaskStarted', last);
      },
      () => {
        if (state === 'Render task' && !NEVER_RAN.includes(end)) last = add('TaskSubmitted', last);
      },
      () => {
        if (end) add(end, last, end === 'TaskFailed' ? { taskFailedEventDetails: { error } } : {});
      },
    ];
  });
  for (const pick of mixture) tasks[pick % Math.max(1, tasks.length)]?.shift()?.();
  for (const task of tasks) for (const step of task) step();
  return events;
}

describe('an execution history', () => {
  it('contains each attempt that ran, how it ended, and the transitions, regardless of the order of parallel events', () => {
    fc.assert(
      fc.property(plans, fc.array(fc.nat(), { maxLength: 24 }), (attempts, mixture) => {
        const events = historyOf(attempts, mixture);
        const told = readHistory([...events, { id: 99, type: 'TaskStateEntered', timestamp: new Date(1e6) }]);
        const ran = attempts.filter(
          ({ end, error }) => !NEVER_RAN.includes(end) && (end !== 'TaskFailed' || !REFUSED.includes(error ?? '')),
        );
        expect(told.transitions).toBe(1 + attempts.filter(({ retry }) => retry > 0).length);
        expect(told.attempts).toHaveLength(ran.length);
        for (const { state, item, retry, end } of ran) {
          const one = told.attempts.find(({ attempt }) => attempt.state === state && attempt.item === item && attempt.retry === retry);
          expect(one?.attempt.entered).toBe(ENTERED);
          expect(one?.ended === undefined).toBe(end === undefined);
          if (one?.ended !== undefined) expect(one.ended - one.began).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('ends an unfinished attempt when the same task starts again', () => {
    const lost: Plan = { state: 'Render', item: 1, retry: 0, end: undefined, error: undefined };
    const again: Plan = { ...lost, end: 'TaskSucceeded' };
    const other: Plan = { ...lost, item: 2 };
    // One attempt after another: two events for each attempt that never ends, and three for the last.
    const { attempts } = readHistory(historyOf([lost, other, again], [0, 0, 1, 1, 2, 2, 2]));
    expect(attempts.map(({ began, ended }) => [began, ended])).toEqual([
      [2000, 6000],
      [4000, undefined],
      [6000, 8000],
    ]);
  });

  it('contains no attempts if it is empty or its calls have no attempt', () => {
    expect(readHistory([])).toEqual({ began: 0, transitions: 0, attempts: [] });
  });

  it('can be read regardless of its content', () => {
    const event = fc.record(
      {
        id: fc.nat(9),
        type: fc.constantFrom('TaskScheduled', 'TaskStarted', 'TaskSucceeded', 'TaskFailed', 'TaskSubmitFailed', 'x'),
        previousEventId: fc.nat(9),
        timestamp: fc.date(),
        taskScheduledEventDetails: fc.record({ parameters: fc.oneof(fc.string(), fc.json()) }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const { attempts } = readHistory(events as HistoryEvent[]);
        expect(attempts).toEqual([]);
      }),
    );
  });
});
