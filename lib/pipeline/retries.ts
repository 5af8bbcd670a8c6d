import { Duration } from 'aws-cdk-lib';
import { JitterType, type RetryProps, type TaskStateBase } from 'aws-cdk-lib/aws-stepfunctions';
import { JOB_FAILED } from '../../layers/jobs/steps/failure.ts';
import { GPU_TASK_HEARTBEAT_TIMEOUT } from '../../layers/jobs/steps/time-limits.ts';

/** A video of the longest speech, in the largest size, rendered by one task; everything else takes minutes. */
export const EXECUTION_TIMEOUT = Duration.hours(12);

/** First and longest pause before a task that found no room asks again, s: shorter than a segment takes, so that room is not left idle. */
const ROOM = { first: 30, longest: 300 } as const;

/**
 * ECS has no room for another task, or for another request: `AmazonECSException` stands for every code that ECS's model does not
 * name, such as missing capacity; a missing permission has a name of its own, and is not repeated by this rule. Room comes when
 * another segment, or another video, is done, so that the execution's own time limit is the only one: forty that wait for all of it
 * leave 18,000 events, of which an execution may have 25,000. Without jitter, which could only be anything down to none; who does
 * not get room asks at another time than who comes later.
 */
const NO_CAPACITY: RetryProps = {
  errors: ['ECS.AmazonECSException', 'ECS.LimitExceededException', 'ECS.ThrottlingException', 'AmazonECS.Unknown'],
  interval: Duration.seconds(ROOM.first),
  maxDelay: Duration.seconds(ROOM.longest),
  maxAttempts:
    Math.ceil(EXECUTION_TIMEOUT.toSeconds() / ROOM.longest) + Math.ceil(Math.log2(ROOM.longest / ROOM.first)),
  jitterStrategy: JitterType.NONE,
};

/** A task with a GPU that was not heard of: it waits for an instance, or its instance was lost. */
const NO_INSTANCE: RetryProps = {
  errors: ['States.HeartbeatTimeout'],
  maxAttempts: Math.ceil(EXECUTION_TIMEOUT.toSeconds() / GPU_TASK_HEARTBEAT_TIMEOUT),
};

/** Events that an execution's history may have at most, and those of them that waiting may use (Step Functions quotas). */
const WAITING_EVENTS = 20_000;

/** Events of an attempt that Lambda refused: scheduled, started, failed. */
const EVENTS_OF_A_REFUSAL = 3;

/** Shortest of the longest pauses before a step asks Lambda again, s: many jobs that wait must not keep Lambda busy with refusals. */
const LEAST_LONGEST = 60;

/** Jitter makes the sum of the pauses vary: so much more of them, and of events, are counted on. */
const MARGIN = 1.2;

/**
 * Lambda has no concurrency left for a step. It comes back when other work ends, which may last as long as an execution may: that
 * limit is the only one. Full jitter keeps those that wait from asking all at once; it also halves the pauses on average, so twice
 * as many are needed. The longest pause follows from the history: `lanes` states that wait side by side for all of the time must
 * not fill it.
 *
 * @param lanes states of one execution that may wait at once
 */
function concurrencyRetry(lanes: number): RetryProps {
  const time = EXECUTION_TIMEOUT.toSeconds();
  const pauses = (longest: number) => (MARGIN * 2 * time) / longest;
  const longest = Math.max(LEAST_LONGEST, Math.ceil((lanes * EVENTS_OF_A_REFUSAL * pauses(1)) / WAITING_EVENTS));
  return {
    errors: ['Lambda.TooManyRequestsException'],
    maxDelay: Duration.seconds(longest),
    maxAttempts: Math.ceil(pauses(longest)) + Math.ceil(Math.log2(longest)),
  };
}

/** What is repeated how often; the first rule that names an error decides. */
const RETRIES: readonly RetryProps[] = [
  // The job itself is at fault, and stays so.
  { errors: [JOB_FAILED], maxAttempts: 0 },
  { errors: ['States.HeartbeatTimeout'], maxAttempts: 2 },
  { errors: ['States.Timeout', 'Sandbox.Timedout'], maxAttempts: 1 },
  {
    // Of Lambda itself, and of a process that died or ran out of memory (Step Functions developer guide, "Handle transient
    // Lambda service exceptions").
    errors: [
      'Lambda.ServiceException',
      'Lambda.AWSLambdaException',
      'Lambda.SdkClientException',
      'Lambda.Unknown',
      'Runtime.ExitError',
    ],
    maxAttempts: 2,
  },
  // What a step could not read or write for the moment comes under the name that the service behind it gives.
  { errors: ['States.TaskFailed'], maxAttempts: 2 },
];

/**
 * Has a function's step repeated by the rules that hold for every one.
 *
 * @param lanes how many of it one execution may have at once
 */
export const addRetries = <Task extends TaskStateBase>(task: Task, lanes: number): Task =>
  addRetryRules([concurrencyRetry(lanes), ...RETRIES], task);

/** The same for a task of ECS, which needs room among the account's tasks. */
export const addCapacityRetries = <Task extends TaskStateBase>(task: Task): Task =>
  addRetryRules([NO_CAPACITY, ...RETRIES], task);

/**
 * The same for a task that needs an instance with a GPU: it is silent while it waits for one, and waits for as long as the execution
 * may run.
 */
export const addInstanceRetries = <Task extends TaskStateBase>(task: Task): Task =>
  addRetryRules([NO_CAPACITY, NO_INSTANCE, ...RETRIES], task);

function addRetryRules<Task extends TaskStateBase>(rules: readonly RetryProps[], task: Task): Task {
  for (const rule of rules) {
    task.addRetry({ interval: Duration.seconds(1), backoffRate: 2, jitterStrategy: JitterType.FULL, ...rule });
  }
  return task;
}
