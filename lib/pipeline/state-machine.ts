import { ArnFormat, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import {
  Chain,
  Choice,
  Condition,
  DefinitionBody,
  Fail,
  type IChainable,
  JitterType,
  JsonPath,
  LogLevel,
  StateMachine,
  Succeed,
  TaskInput,
  Timeout,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Construct } from 'constructs';
import { JOB_FAILED } from '../../layers/cloud/steps/failure.ts';
import { LOG_RETENTION, type ServiceFunction } from '../function/index.ts';

/** The functions that a job passes through. */
export interface JobSteps {
  begin: ServiceFunction;
  synthesize: ServiceFunction;
  align: ServiceFunction;
  solve: ServiceFunction;
  export: ServiceFunction;
}

/** A job of the longest recording needs half of it, every step retried once. */
const EXECUTION_TIMEOUT = Duration.minutes(30);

/** A step's own time limit strikes before this one, and says more; this one is for an answer that never comes. */
const GRACE = Duration.seconds(10);

/** What is repeated how often; the first rule that names an error decides. */
const RETRIES = [
  // The job itself is at fault, and stays so.
  { errors: [JOB_FAILED], maxAttempts: 0 },
  // The account's concurrency is used up.
  { errors: ['Lambda.TooManyRequestsException'], maxAttempts: 5 },
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

/** The way of a job once it runs. The state is its input all the way: each step finds the job's data by its id. */
export class JobMachine extends Construct {
  readonly machine: StateMachine;
  readonly #steps: JobSteps;

  constructor(scope: Construct, id: string, { steps }: { steps: JobSteps }) {
    super(scope, id);
    this.#steps = steps;
    this.machine = new StateMachine(this, 'StateMachine', {
      definitionBody: DefinitionBody.fromChainable(this.#wayOfAJob()),
      timeout: EXECUTION_TIMEOUT,
      tracingEnabled: true,
      logs: {
        destination: new LogGroup(this, 'Log', { retention: LOG_RETENTION, removalPolicy: RemovalPolicy.DESTROY }),
        level: LogLevel.ERROR,
        includeExecutionData: false,
      },
    });
  }

  /** Lets a function start jobs. */
  bindStart(starter: ServiceFunction): void {
    starter.set({ STATE_MACHINE_ARN: this.machine.stateMachineArn });
    starter.allow(['states:StartExecution'], [this.machine.stateMachineArn]);
  }

  /** Lets a function look up how jobs ended. */
  bindDescribe(reader: ServiceFunction): void {
    this.#bindExecutions(reader, 'states:DescribeExecution');
  }

  /** Lets a function stop jobs. */
  bindStop(stopper: ServiceFunction): void {
    this.#bindExecutions(stopper, 'states:StopExecution');
  }

  #bindExecutions(user: ServiceFunction, action: string): void {
    const executions = Stack.of(this).formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${this.machine.stateMachineName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    user.set({ STATE_MACHINE_ARN: this.machine.stateMachineArn });
    user.allow([action], [executions]);
  }

  #wayOfAJob(): IChainable {
    const begin = this.#task('Begin', this.#steps.begin);
    const solve = this.#task('Solve', this.#steps.solve);
    return Chain.start(begin).next(this.#speech(solve.next(this.#result())));
  }

  /** Speech comes from the text, or from a recording whose sounds are found with the help of the text. */
  #speech(next: IChainable): IChainable {
    const synthesize = this.#task('Synthesize', this.#steps.synthesize);
    const align = this.#task('Align', this.#steps.align);
    return new Choice(this, 'Speech')
      .when(Condition.stringEquals('$.speech', 'text'), synthesize.next(next))
      .when(Condition.stringEquals('$.speech', 'recording'), align.next(next))
      .otherwise(this.#unknown('speech'));
  }

  /** The animation is written in the form that the job asked for. */
  #result(): IChainable {
    const write = this.#task('Export', this.#steps.export).next(new Succeed(this, 'Done'));
    return new Choice(this, 'Output')
      .when(Condition.stringEquals('$.output', 'csv'), write)
      .when(Condition.stringEquals('$.output', 'fbx'), write)
      .otherwise(this.#unknown('output'));
  }

  #task(id: string, step: ServiceFunction): LambdaInvoke {
    const task = new LambdaInvoke(this, id, {
      lambdaFunction: step.lambda,
      payload: TaskInput.fromJsonPathAt('$'),
      resultPath: JsonPath.DISCARD,
      retryOnServiceExceptions: false,
      taskTimeout: Timeout.duration(step.timeout.plus(GRACE)),
    });
    for (const retry of RETRIES) {
      task.addRetry({ ...retry, interval: Duration.seconds(1), backoffRate: 2, jitterStrategy: JitterType.FULL });
    }
    return task;
  }

  #unknown(field: 'speech' | 'output'): Fail {
    return new Fail(this, `Unknown ${field}`, {
      error: 'UnknownInput',
      cause: `The execution's input asks for a kind of ${field} that the state machine does not know.`,
    });
  }
}
