import { Duration } from 'aws-cdk-lib';
import type { Cluster } from 'aws-cdk-lib/aws-ecs';
import { Rule, type RuleProps, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../function/index.ts';
import { DeadLetters } from './work-queue.ts';

/** Maximum retries that EventBridge allows for a delivery. */
const DELIVERY = { retryAttempts: 185, maxEventAge: Duration.hours(24) };

/** Maximum retries that Lambda allows for an accepted event. */
const INVOCATION = { retryAttempts: 2, maxEventAge: Duration.hours(6) };

/**
 * A rule on the default bus and the function that it invokes. EventBridge delivers to the Lambda queue. Events that either of them fails to
 * deliver become dead letters.
 */
class RuleFunction extends Construct {
  readonly deadLetters: DeadLetters;

  constructor(scope: Construct, id: string, { target, ...rule }: RuleProps & { target: ServiceFunction }) {
    super(scope, id);
    this.deadLetters = new DeadLetters(this, 'DeadLetters');
    target.lambda.configureAsyncInvoke({ ...INVOCATION, onFailure: new SqsDestination(this.deadLetters) });
    new Rule(this, 'Rule', {
      ...rule,
      targets: [new LambdaFunction(target.lambda, { ...DELIVERY, deadLetterQueue: this.deadLetters })],
    });
  }
}

/** Invokes `finalize` when an execution ends with any status. */
export class ExecutionEndRule extends RuleFunction {
  constructor(scope: Construct, id: string, { machine, finalize }: { machine: StateMachine; finalize: ServiceFunction }) {
    super(scope, id, {
      target: finalize,
      description: 'Executions of the job machine that have ended',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: { stateMachineArn: [machine.stateMachineArn], status: ['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'] },
      },
    });
  }
}

/** Invokes `stopped` when a task stops for any reason. */
export class TaskStopRule extends RuleFunction {
  constructor(scope: Construct, id: string, { cluster, stopped }: { cluster: Cluster; stopped: ServiceFunction }) {
    super(scope, id, {
      target: stopped,
      description: 'Tasks that have stopped',
      eventPattern: {
        source: ['aws.ecs'],
        detailType: ['ECS Task State Change'],
        detail: { clusterArn: [cluster.clusterArn], lastStatus: ['STOPPED'] },
      },
    });
  }
}

/** Invokes a function at a fixed rate. */
export class ScheduledFunction extends RuleFunction {
  constructor(scope: Construct, id: string, { runs, every, description }: { runs: ServiceFunction; every: Duration; description: string }) {
    super(scope, id, { target: runs, description, schedule: Schedule.rate(every) });
  }
}
