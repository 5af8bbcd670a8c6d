import { Duration } from 'aws-cdk-lib';
import type { Cluster } from 'aws-cdk-lib/aws-ecs';
import { Rule, type RuleProps, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../function/index.ts';
import { DeadLetters } from './work-queue.ts';

/** EventBridge's own limits of what it tries for an event. */
const DELIVERY = { retryAttempts: 185, maxEventAge: Duration.hours(24) };

/** What Lambda tries for an event that it has taken on; 2 is its limit. */
const INVOCATION = { retryAttempts: 2, maxEventAge: Duration.hours(6) };

/**
 * A function that a rule on the default bus calls. Both joints are asynchronous, so both have the dead letters: EventBridge to
 * Lambda's own queue, and that queue to the function.
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

/** Calls `finalize` whenever an execution of the machine has ended, however it ended. */
export class ExecutionEndRule extends RuleFunction {
  constructor(
    scope: Construct,
    id: string,
    { machine, finalize }: { machine: StateMachine; finalize: ServiceFunction },
  ) {
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

/** Calls `stopped` whenever a task of the cluster has stopped, however it stopped. */
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

/** Calls a function by the clock. */
export class ScheduledFunction extends RuleFunction {
  constructor(
    scope: Construct,
    id: string,
    { runs, every, description }: { runs: ServiceFunction; every: Duration; description: string },
  ) {
    super(scope, id, { target: runs, description, schedule: Schedule.rate(every) });
  }
}

/** Calls `sweep` every minute: what was lost on the way is found again within two. */
export class SweepSchedule extends RuleFunction {
  constructor(scope: Construct, id: string, { sweep }: { sweep: ServiceFunction }) {
    super(scope, id, {
      target: sweep,
      description: 'Time to look for lost jobs and leases',
      schedule: Schedule.rate(Duration.minutes(1)),
    });
  }
}
