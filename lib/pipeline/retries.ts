import { Duration } from 'aws-cdk-lib';
import { JitterType, type RetryProps, type TaskStateBase } from 'aws-cdk-lib/aws-stepfunctions';
import { JOB_FAILED } from '#jobs/failure';
import { GPU_TASK_HEARTBEAT_TIMEOUT } from '#jobs/time-limits';

/** Long enough for a single task to render the largest video of the longest speech. Everything else takes minutes. */
export const EXECUTION_TIMEOUT = Duration.hours(12);

/** First and maximum delay before a retry, and total duration of the retries, in s. */
interface Patience {
  first: number;
  longest: number;
  total: number;
}

/** Retries for a given time. There is no jitter because it would shorten the delays. */
const retryFor = ({ first, longest, total }: Patience, errors: string[]): RetryProps => ({
  errors,
  interval: Duration.seconds(first),
  maxDelay: Duration.seconds(longest),
  maxAttempts: Math.ceil(total / longest) + Math.ceil(Math.log2(longest / first)),
  jitterStrategy: JitterType.NONE,
});

/**
 * Retries if ECS has no capacity for a task or throttles requests. `AmazonECSException` covers all error codes that are missing from the
 * ECS model, including the one for no capacity. A missing permission has its own name and is not retried here. Capacity becomes available
 * when another segment or video is done, so retries continue until the execution times out. Forty waiting tasks add 18,000 of the 25,000
 * events that an execution may have. The maximum delay is shorter than it takes to render a segment, so capacity is never idle for long.
 */
const NO_CAPACITY = retryFor({ first: 30, longest: 300, total: EXECUTION_TIMEOUT.toSeconds() }, [
  'ECS.AmazonECSException',
  'ECS.LimitExceededException',
  'ECS.ThrottlingException',
  'AmazonECS.Unknown',
]);

/**
 * Retries if ECS accepted a task that then could not start because it got no instance or capacity within 10 to 30 minutes (`stopped`
 * reports it). Delays are longer here because each attempt adds four events: 12,160 for forty waiting tasks.
 */
const NOT_STARTED = retryFor({ first: 60, longest: 600, total: EXECUTION_TIMEOUT.toSeconds() }, ['Task.TaskFailedToStart']);

/**
 * `stopped` reports this error, and an alarm is raised, if the image could not be pulled or a resource could not be set up. The cause may
 * be an outage, so it is worth retrying.
 */
const CANNOT_START = retryFor({ first: 60, longest: 300, total: 1_800 }, ['Task.CannotStart']);

/**
 * Lambda reclaims the image of a function that has not been invoked for weeks, and rejects invocations until it has prepared the image
 * again (Lambda developer guide, "Create a Lambda function using a container image": function lifecycle). The guide says that takes
 * seconds, but it may take minutes for an image of several hundred megabytes.
 */
const INACTIVE = retryFor({ first: 5, longest: 60, total: 900 }, [
  'Lambda.CodeArtifactUserPendingException',
  'Lambda.ResourceConflictException',
  'Lambda.ResourceNotReadyException',
]);

/** A missing heartbeat, which is `States.Timeout` in the history but `States.HeartbeatTimeout` in the documentation. */
const NO_HEARTBEAT = ['States.HeartbeatTimeout', 'States.Timeout'];

/** Retries a task that stopped sending heartbeats and is therefore considered lost. */
const LOST: RetryProps = { errors: NO_HEARTBEAT, maxAttempts: 2 };

/** Retries a GPU task that sends no heartbeats because it is waiting for an instance or has lost its instance. */
const NO_INSTANCE: RetryProps = {
  errors: NO_HEARTBEAT,
  maxAttempts: Math.ceil(EXECUTION_TIMEOUT.toSeconds() / GPU_TASK_HEARTBEAT_TIMEOUT),
};

/** Number of events that retries may add to the history of an execution. The limit for all events is 25,000 (Step Functions quotas). */
const WAITING_EVENTS = 20_000;

/** Number of events for an attempt that Lambda rejects: scheduled, started, and failed. */
const EVENTS_OF_A_REFUSAL = 3;

/** Lower bound for the maximum delay before retrying a throttled step, in s. Many waiting jobs must not flood Lambda. */
const MIN_LONGEST_PAUSE = 60;

/** Safety factor for the number of retries. Their total delay varies because of jitter. */
const MARGIN = 1.2;

/**
 * Retries if there is no Lambda concurrency left for a step. Concurrency becomes available when other work ends, so retries continue until
 * the execution times out. Full jitter spreads the retries but halves the average delay, so twice as many are needed. The maximum delay is
 * chosen so that `lanes` states that wait concurrently in one execution do not fill up the history.
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

/** Retry rules. The first one that lists an error applies. */
const RETRIES: readonly RetryProps[] = [
  // The input of the job is invalid, so a retry would fail too.
  { errors: [JOB_FAILED], maxAttempts: 0 },
  { errors: ['States.Timeout', 'Sandbox.Timedout'], maxAttempts: 1 },
  {
    // Lambda errors, and processes that crashed or ran out of memory (Step Functions developer guide, "Handle transient Lambda service
    // exceptions").
    errors: ['Lambda.ServiceException', 'Lambda.AWSLambdaException', 'Lambda.SdkClientException', 'Lambda.Unknown', 'Runtime.ExitError'],
    maxAttempts: 2,
  },
  // Errors from a service that the step calls are named after that service.
  { errors: ['States.TaskFailed'], maxAttempts: 2 },
];

/** Adds the retries for a function step. @param lanes maximum number of concurrent invocations per execution */
export const addRetries = <Task extends TaskStateBase>(task: Task, lanes: number): Task =>
  addRetryRules([concurrencyRetry(lanes), INACTIVE, ...RETRIES], task);

export const addCapacityRetries = <Task extends TaskStateBase>(task: Task): Task =>
  addRetryRules([NO_CAPACITY, NOT_STARTED, CANNOT_START, LOST, ...RETRIES], task);

/** Adds the retries for a GPU task. It sends no heartbeats while waiting for an instance, possibly until the execution times out. */
export const addInstanceRetries = <Task extends TaskStateBase>(task: Task): Task =>
  addRetryRules([NO_CAPACITY, NOT_STARTED, CANNOT_START, NO_INSTANCE, ...RETRIES], task);

function addRetryRules<Task extends TaskStateBase>(rules: readonly RetryProps[], task: Task): Task {
  for (const rule of rules) {
    task.addRetry({ interval: Duration.seconds(1), backoffRate: 2, jitterStrategy: JitterType.FULL, ...rule });
  }
  return task;
}
