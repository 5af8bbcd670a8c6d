import { Duration } from 'aws-cdk-lib';
import { JitterType, type TaskStateBase } from 'aws-cdk-lib/aws-stepfunctions';
import { JOB_FAILED } from '../../layers/cloud/steps/failure.ts';

/** Together up to three quarters of an hour: other films end in that time. */
const LONG_WAIT = { interval: Duration.seconds(30), maxDelay: Duration.minutes(5) };

/** What is repeated how often; the first rule that names an error decides. */
const RETRIES = [
  // The job itself is at fault, and stays so.
  { errors: [JOB_FAILED], maxAttempts: 0 },
  // The account's concurrency is used up.
  { errors: ['Lambda.TooManyRequestsException'], maxAttempts: 5 },
  // ECS has no room for a task, or for another request, which may take a while.
  { errors: ['ECS.AmazonECSException', 'ECS.ThrottlingException', 'AmazonECS.Unknown'], maxAttempts: 12, ...LONG_WAIT },
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

/** Has a task repeated by these rules. */
export function repeat<Task extends TaskStateBase>(task: Task): Task {
  for (const retry of RETRIES) {
    task.addRetry({ interval: Duration.seconds(1), ...retry, backoffRate: 2, jitterStrategy: JitterType.FULL });
  }
  return task;
}
