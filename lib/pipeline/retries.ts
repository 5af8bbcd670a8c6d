import { Duration } from 'aws-cdk-lib';
import { JitterType, type RetryProps, type TaskStateBase } from 'aws-cdk-lib/aws-stepfunctions';
import { JOB_FAILED } from '#jobs/failure';
import { GPU_TASK_HEARTBEAT_TIMEOUT } from '#jobs/time-limits';

/** Enough for one task to render the largest video of the longest speech. Everything else takes minutes. */
export const EXECUTION_TIMEOUT = Duration.hours(12);

/** First and maximum delay before a retry, and how long the retries last, s. */
interface Patience {
  first: number;
  longest: number;
  total: number;
}

/** Retries for a time. There is no jitter because it would shorten the delays. */
const retryFor = ({ first, longest, total }: Patience, errors: string[]): RetryProps => ({
  errors,
  interval: Duration.seconds(first),
  maxDelay: Duration.seconds(longest),
  maxAttempts: Math.ceil(total / longest) + Math.ceil(Math.log2(longest / first)),
  jitterStrategy: JitterType.NONE,
});

/**
 * Retries if ECS does not have capacity for a task or throttles requests. `AmazonECSException` covers all codes missing from ECS's model,
 * such as missing capacity. A missing permission has its own name and is not retried here. Capacity returns when another segment or video
 * is done, so retries continue until the execution times out. Forty waiting tasks leave 18,000 of an execution's 25,000 events. The
 * maximum delay is shorter than a segment, so that capacity is never idle.
 */
const NO_CAPACITY = retryFor({ first: 30, longest: 300, total: EXECUTION_TIMEOUT.toSeconds() }, [
  'ECS.AmazonECSException',
  'ECS.LimitExceededException',
  'ECS.ThrottlingException',
  'AmazonECS.Unknown',
]);

/**
 * ECS accepted a task that then could not start (`stopped` reports it): it got no instance or capacity within 10 to 30 minutes.
 * Delays are longer, as an attempt leaves four events: 12,160 for forty waiting tasks.
 */
const NOT_STARTED = retryFor({ first: 60, longest: 600, total: EXECUTION_TIMEOUT.toSeconds() }, ['Task.TaskFailedToStart']);

/** `stopped` reports this error if the image could not be pulled or a resource not be set up, which raises an alarm. Some are outages. */
const CANNOT_START = retryFor({ first: 60, longest: 300, total: 1_800 }, ['Task.CannotStart']);

/**
 * Lambda reclaims the image of a function that nothing has invoked for weeks, and refuses invocations until it has prepared the image again
 * (Lambda developer guide, "Create a Lambda function using a container image": function lifecycle). According to the guide, that takes
 * seconds; an image of hundreds of megabytes may take minutes.
 */
const INACTIVE = retryFor({ first: 5, longest: 60, total: 900 }, [
  'Lambda.CodeArtifactUserPendingException',
  'Lambda.ResourceConflictException',
  'Lambda.ResourceNotReadyException',
]);

/** A missing heartbeat: the history calls it `States.Timeout`, the documentation `States.HeartbeatTimeout`. */
const NO_HEARTBEAT = ['States.HeartbeatTimeout', 'States.Timeout'];

/** A task without heartbeat was lost. */
const LOST: RetryProps = { errors: NO_HEARTBEAT, maxAttempts: 2 };

/** Retries a GPU task without heartbeats, which is waiting for an instance or has lost its instance. */
const NO_INSTANCE: RetryProps = {
  errors: NO_HEARTBEAT,
  maxAttempts: Math.ceil(EXECUTION_TIMEOUT.toSeconds() / GPU_TASK_HEARTBEAT_TIMEOUT),
};

/** Number of events that retries may add to an execution's history. The limit for all events is 25,000 (Step Functions quotas). */
const WAITING_EVENTS = 20_000;

/** Number of events per attempt that Lambda rejects: scheduled, started, and failed. */
const EVENTS_OF_A_REFUSAL = 3;

/** Lower bound of the maximum delay before retrying a throttled step, in s. Many waiting jobs must not flood Lambda. */
const MIN_LONGEST_PAUSE = 60;

/** Safety factor for the number of retries, because jitter makes their total delay vary. */
const MARGIN = 1.2;

/**
 * Retries if Lambda does not have concurrency for a step. Concurrency returns when other work ends, so retries continue until the execution
 * times out. Full jitter spreads them and halves the delays on average, so twice as many are needed. The maximum delay is chosen so that
 * `lanes` states waiting concurrently in one execution do not fill the history.
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

/** Retries by error. The first rule that names an error applies. */
const RETRIES: readonly RetryProps[] = [
  // The job's input is invalid, so a retry would fail too.
  { errors: [JOB_FAILED], maxAttempts: 0 },
  { errors: ['States.Timeout', 'Sandbox.Timedout'], maxAttempts: 1 },
  {
    // Lambda errors, and processes that crashed or ran out of memory (Step Functions developer guide, "Handle transient Lambda service
    // exceptions").
    errors: ['Lambda.ServiceException', 'Lambda.AWSLambdaException', 'Lambda.SdkClientException', 'Lambda.Unknown', 'Runtime.ExitError'],
    maxAttempts: 2,
  },
  // Errors from the services that a step calls are named after those services.
  { errors: ['States.TaskFailed'], maxAttempts: 2 },
];

/** Adds a function step's retries. @param lanes its maximum concurrent invocations per execution */
export const addRetries = <Task extends TaskStateBase>(task: Task, lanes: number): Task =>
  addRetryRules([concurrencyRetry(lanes), INACTIVE, ...RETRIES], task);

export const addCapacityRetries = <Task extends TaskStateBase>(task: Task): Task =>
  addRetryRules([NO_CAPACITY, NOT_STARTED, CANNOT_START, LOST, ...RETRIES], task);

/** Adds a GPU task's retries. It does not send heartbeats while it waits for an instance, possibly until the execution times out. */
export const addInstanceRetries = <Task extends TaskStateBase>(task: Task): Task =>
  addRetryRules([NO_CAPACITY, NOT_STARTED, CANNOT_START, NO_INSTANCE, ...RETRIES], task);

function addRetryRules<Task extends TaskStateBase>(rules: readonly RetryProps[], task: Task): Task {
  for (const rule of rules) {
    task.addRetry({ interval: Duration.seconds(1), backoffRate: 2, jitterStrategy: JitterType.FULL, ...rule });
  }
  return task;
}
