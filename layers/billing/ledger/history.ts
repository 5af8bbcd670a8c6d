import type { HistoryEvent } from '@aws-sdk/client-sfn';
import * as v from 'valibot';
import { readStepAttempt, type StepAttempt, stepAttemptSchema } from '#aws/usage';

/** An attempt at a task state, from the execution history. */
export interface HistoryAttempt {
  attempt: StepAttempt;
  /** True if it ran as a container. */
  isTask: boolean;
  /** Milliseconds since 1970. */
  began: number;
  /** Undefined if the execution was stopped before the attempt ended. */
  ended: number | undefined;
}

/** The parts of an execution history that AWS bills for. */
export interface ExecutionSummary {
  /** Milliseconds since 1970. */
  began: number;
  /** States entered plus retries (Step Functions pricing page). */
  transitions: number;
  attempts: HistoryAttempt[];
}

/** Errors that mean that nothing ran: Lambda or ECS rejected the call (API references, "Invoke" and "RunTask") or could not start it. */
const NOT_RUN =
  /^(Lambda\.(TooManyRequests|ServiceException|AWSLambda|SdkClient|Resource|CodeArtifact|AccessDenied|EC2|ENI|KMS|Invalid)|(Amazon)?ECS\.|Task\.(TaskFailedToStart|CannotStart)$)/;

const variable = v.object({ Name: v.string(), Value: v.string() });

type ScheduledAttempt = { attempt: StepAttempt | undefined; isTask: boolean };

/** Payload of a function, or environment variables of a container. */
const parametersSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.pipe(
      v.object({ Payload: v.object({ attempt: stepAttemptSchema }) }),
      v.transform(({ Payload }): ScheduledAttempt => ({ attempt: Payload.attempt, isTask: false })),
    ),
    v.pipe(
      v.object({
        Overrides: v.object({ ContainerOverrides: v.tuple([v.object({ Environment: v.array(variable) })]) }),
      }),
      v.transform(({ Overrides: { ContainerOverrides } }): ScheduledAttempt => {
        const variables = ContainerOverrides[0].Environment.map(({ Name, Value }) => [Name, Value]);
        return { attempt: readStepAttempt(Object.fromEntries(variables)), isTask: true };
      }),
    ),
  ]),
);

/** Summarizes the history of an execution. @param events oldest first */
export function readHistory(events: readonly HistoryEvent[]): ExecutionSummary {
  const scheduledId = scheduledEventOf(events);
  const attempts = new Map<number, HistoryAttempt>();
  const refused = new Set<number>();
  let entered = 0;
  for (const event of events) {
    const { id = 0, type = '', timestamp } = event;
    const time = timestamp?.getTime() ?? 0;
    if (type.endsWith('StateEntered')) entered += 1;
    if (type === 'TaskScheduled') {
      const parsed = v.safeParse(parametersSchema, event.taskScheduledEventDetails?.parameters);
      if (parsed.success && parsed.output.attempt) {
        const { attempt, isTask } = parsed.output;
        // If Step Functions itself was interrupted, an earlier attempt at the same task has no end.
        for (const earlier of attempts.values()) {
          if (earlier.ended === undefined && isSameTask(earlier.attempt, attempt)) earlier.ended = time;
        }
        attempts.set(id, { attempt, isTask, began: time, ended: undefined });
      }
    }
    if (!ENDS.has(type)) continue;
    const attempt = attempts.get(scheduledId(id));
    if (attempt) attempt.ended = time;
    if (NOT_SUBMITTED.has(type) || NOT_RUN.test(event.taskFailedEventDetails?.error ?? '')) refused.add(scheduledId(id));
  }
  const retries = [...attempts.values()].filter(({ attempt }) => attempt.retry > 0).length;
  return {
    began: events[0]?.timestamp?.getTime() ?? 0,
    transitions: entered + retries,
    attempts: [...attempts].filter(([id]) => !refused.has(id)).map(([, attempt]) => attempt),
  };
}

const isSameTask = (one: StepAttempt, other: StepAttempt): boolean => one.state === other.state && one.item === other.item;

/** Events that end an attempt because Step Functions could not make the call, or because the service rejected it. */
const NOT_SUBMITTED: ReadonlySet<string> = new Set(['TaskStartFailed', 'TaskSubmitFailed']);

const ENDS: ReadonlySet<string> = new Set(['TaskSucceeded', 'TaskFailed', 'TaskTimedOut', ...NOT_SUBMITTED]);

/** Maximum number of events between `TaskScheduled` and the end of a task: started and, for a container, submitted. */
const MAX_EVENTS_BETWEEN = 2;

/** Finds the `TaskScheduled` event that precedes a task event. Accepts and returns event IDs. */
function scheduledEventOf(events: readonly HistoryEvent[]): (id: number) => number {
  const byId = new Map(events.map((event) => [event.id ?? 0, event]));
  return (id) => {
    let event = byId.get(id);
    for (let step = 0; step <= MAX_EVENTS_BETWEEN && event && event.type !== 'TaskScheduled'; step += 1) {
      event = byId.get(event.previousEventId ?? 0);
    }
    return event?.id ?? 0;
  };
}
