import type { HistoryEvent } from '@aws-sdk/client-sfn';
import * as v from 'valibot';
import { readStepAttempt, type StepAttempt, stepAttemptSchema } from '../../aws/usage/index.ts';

/** An attempt, read from the history of its execution. */
export interface HistoryAttempt {
  attempt: StepAttempt;
  /** Whether it ran as a container. */
  isTask: boolean;
  /** Milliseconds since 1970. */
  began: number;
  /** Undefined where the execution was stopped before the attempt ended. */
  ended: number | undefined;
}

/** What the history of an execution says that is billed. */
export interface ExecutionSummary {
  /** Milliseconds since 1970. */
  began: number;
  /** States entered, and their retries (Step Functions pricing page). */
  transitions: number;
  attempts: HistoryAttempt[];
}

/** Errors with which Lambda and ECS themselves refuse a call: nothing has run then (API references, "Invoke" and "RunTask"). */
const NOT_RUN =
  /^(Lambda\.(TooManyRequests|ServiceException|AWSLambda|SdkClient|ResourceNotFound|AccessDenied|EC2|ENI|KMS|Invalid)|(Amazon)?ECS\.)/;

const variable = v.object({ Name: v.string(), Value: v.string() });

type ScheduledAttempt = { attempt: StepAttempt | undefined; isTask: boolean };

/** The payload of a function, or the environment variables of a container. */
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

/** Reads what is billed out of the history of one execution, oldest event first. Events of other kinds do not matter. */
export function readHistory(events: readonly HistoryEvent[]): ExecutionSummary {
  const origin = originsOf(events);
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
        // The same work has begun anew without a word of how it went before, as after the service itself was killed.
        for (const earlier of attempts.values()) {
          if (earlier.ended === undefined && isSameWork(earlier.attempt, attempt)) earlier.ended = time;
        }
        attempts.set(id, { attempt, isTask, began: time, ended: undefined });
      }
    }
    if (!ENDS.has(type)) continue;
    const attempt = attempts.get(origin(id));
    if (attempt) attempt.ended = time;
    if (NOT_RUN.test(event.taskFailedEventDetails?.error ?? '')) refused.add(origin(id));
  }
  const retries = [...attempts.values()].filter(({ attempt }) => attempt.retry > 0).length;
  return {
    began: events[0]?.timestamp?.getTime() ?? 0,
    transitions: entered + retries,
    attempts: [...attempts].filter(([id]) => !refused.has(id)).map(([, attempt]) => attempt),
  };
}

const isSameWork = (one: StepAttempt, other: StepAttempt): boolean =>
  one.state === other.state && one.item === other.item;

const ENDS: ReadonlySet<string> = new Set(['TaskSucceeded', 'TaskFailed', 'TaskTimedOut']);

/** Events between the end of a task and its beginning: started and, of a container, submitted. */
const BETWEEN = 2;

/** Leads from an event of a task to the one that it was scheduled with. */
function originsOf(events: readonly HistoryEvent[]): (id: number) => number {
  const byId = new Map(events.map((event) => [event.id ?? 0, event]));
  return (id) => {
    let event = byId.get(id);
    for (let step = 0; step <= BETWEEN && event && event.type !== 'TaskScheduled'; step += 1) {
      event = byId.get(event.previousEventId ?? 0);
    }
    return event?.id ?? 0;
  };
}
