import { Duration } from 'aws-cdk-lib';
import { JitterType, type RetryProps, type TaskStateBase } from 'aws-cdk-lib/aws-stepfunctions';
import { JOB_FAILED } from '#jobs/failure';
import { GPU_TASK_HEARTBEAT_TIMEOUT } from '#jobs/time-limits';

/** Enough for a video of the longest speech in the largest size, rendered by one task; everything else takes minutes. */
export const EXECUTION_TIMEOUT = Duration.hours(12);

/** First and longest delay before retrying a task without capacity, s: shorter than a segment takes, so that no capacity is idle. */
const CAPACITY_PAUSE = { first: 30, longest: 300 } as const;

/**
 * ECS has no capacity for a task, or throttles requests. `AmazonECSException` covers all codes missing from ECS's model, such as missing
 * capacity; a missing permission has its own name and is not retried here. Capacity returns when another segment or video is done, so
 * retries continue until the execution times out: forty waiting tasks leave 18,000 of an execution's 25,000 events. No jitter: it would
 * shorten the delays.
 */
const NO_CAPACITY: RetryProps = {
  errors: ['ECS.AmazonECSException', 'ECS.LimitExceededException', 'ECS.ThrottlingException', 'AmazonECS.Unknown'],
  interval: Duration.seconds(CAPACITY_PAUSE.first),
  maxDelay: Duration.seconds(CAPACITY_PAUSE.longest),
  maxAttempts:
    Math.ceil(EXECUTION_TIMEOUT.toSeconds() / CAPACITY_PAUSE.longest) + Math.ceil(Math.log2(CAPACITY_PAUSE.longest / CAPACITY_PAUSE.first)),
  jitterStrategy: JitterType.NONE,
};

/** A GPU task without heartbeat: it is waiting for an instance, or its instance was lost. */
const NO_INSTANCE: RetryProps = {
  errors: ['States.HeartbeatTimeout'],
  maxAttempts: Math.ceil(EXECUTION_TIMEOUT.toSeconds() / GPU_TASK_HEARTBEAT_TIMEOUT),
};

/** Events that retries may add to an execution's history; 25,000 is the limit for all events (Step Functions quotas). */
const WAITING_EVENTS = 20_000;

/** Events of an attempt that Lambda refused: scheduled, started, failed. */
const EVENTS_OF_A_REFUSAL = 3;

/** Minimum of the longest delay before retrying a throttled step, s: many waiting jobs must not flood Lambda. */
const MIN_LONGEST_PAUSE = 60;

/** Safety factor for the number of retries: jitter makes the sum of their delays vary. */
const MARGIN = 1.2;

/**
 * Lambda has no concurrency for a step. Concurrency returns when other work ends, so retries continue until the execution times out. Full
 * jitter spreads them and halves the delays on average, so twice as many are needed. With the longest delay, `lanes` states (of one
 * execution, waiting concurrently) do not fill the history.
 */
function concurrencyRetry(lanes: number): RetryProps {
  const time = EXECUTION_TIMEOUT.toSeconds();
  const pauses = (longest: number) => (MARGIN * 2 * time) / longest;
  const longest = Math.max(MIN_LONGEST_PAUSE, Math.ceil((lanes * EVENTS_OF_A_REFUSAL * pauses(1)) / WAITING_EVENTS));
  return {
    errors: ['Lambda.TooManyRequestsException'],
    maxDelay: Duration.seconds(longest),
    maxAttempts: Math.ceil(pauses(longest)) + Math.ceil(Math.log2(longest)),
  };
}

/** Retries by error; the first rule that names an error applies. */
const RETRIES: readonly RetryProps[] = [
  // The job's input is invalid: a retry would fail too.
  { errors: [JOB_FAILED], maxAttempts: 0 },
  { errors: ['States.HeartbeatTimeout'], maxAttempts: 2 },
  { errors: ['States.Timeout', 'Sandbox.Timedout'], maxAttempts: 1 },
  {
    // Errors of Lambda, and of a process that died or ran out of memory (Step Functions developer guide, "Handle transient Lambda
    // service exceptions").
    errors: ['Lambda.ServiceException', 'Lambda.AWSLambdaException', 'Lambda.SdkClientException', 'Lambda.Unknown', 'Runtime.ExitError'],
    maxAttempts: 2,
  },
  // Errors of the services behind a step have those services' names.
  { errors: ['States.TaskFailed'], maxAttempts: 2 },
];

/** Adds a function step's retries. @param lanes its concurrent invocations per execution */
export const addRetries = <Task extends TaskStateBase>(task: Task, lanes: number): Task =>
  addRetryRules([concurrencyRetry(lanes), ...RETRIES], task);

export const addCapacityRetries = <Task extends TaskStateBase>(task: Task): Task => addRetryRules([NO_CAPACITY, ...RETRIES], task);

/** Adds a GPU task's retries: it sends no heartbeat while it waits for an instance, possibly until the execution times out. */
export const addInstanceRetries = <Task extends TaskStateBase>(task: Task): Task =>
  addRetryRules([NO_CAPACITY, NO_INSTANCE, ...RETRIES], task);

function addRetryRules<Task extends TaskStateBase>(rules: readonly RetryProps[], task: Task): Task {
  for (const rule of rules) {
    task.addRetry({ interval: Duration.seconds(1), backoffRate: 2, jitterStrategy: JitterType.FULL, ...rule });
  }
  return task;
}
