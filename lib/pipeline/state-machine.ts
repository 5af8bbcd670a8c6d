import { OUTPUT_TYPES, type OutputType, type ResultType } from '@talking-avatar/contract';
import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import {
  Chain,
  Choice,
  Condition,
  DefinitionBody,
  Errors,
  Fail,
  type IChainable,
  JsonPath,
  LogLevel,
  Map as MapState,
  StateMachine,
  Succeed,
  TaskInput,
  Timeout,
} from 'aws-cdk-lib/aws-stepfunctions';
import type { EcsRunTask, LambdaInvoke, LambdaInvokeProps } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Construct } from 'constructs';
import { JOB_FAILED, SEGMENT_FAILED } from '#jobs/failure';
import { type ServiceFunction, ServiceLog } from '../function/index.ts';
import { addCapacityRetries, addInstanceRetries, addRetries, EXECUTION_TIMEOUT } from './retries.ts';
import { RunStep } from './run-step.ts';
import { RunRenderTask, type VideoTasks } from './video-tasks/index.ts';

/** Functions for the steps of a job. */
export interface JobSteps {
  begin: ServiceFunction;
  import: ServiceFunction;
  synthesize: ServiceFunction;
  align: ServiceFunction;
  solve: ServiceFunction;
  export: ServiceFunction;
  plan: ServiceFunction;
  render: ServiceFunction;
  stitch: ServiceFunction;
  discard: ServiceFunction;
}

/** Margin on top of the function timeout, which results in a clearer error. The state timeout is only for a missing response. */
const GRACE = Duration.seconds(10);

/** Tells the function which attempt it is, so that the history and the ledger can be compared. */
const ATTEMPT = {
  state: JsonPath.stringAt('$$.State.Name'),
  entered: JsonPath.stringAt('$$.State.EnteredTime'),
  retry: JsonPath.numberAt('$$.State.RetryCount'),
  execution: JsonPath.stringAt('$$.Execution.Name'),
};

interface TaskOptions extends Pick<LambdaInvokeProps, 'resultSelector' | 'resultPath'> {
  /** Payload in addition to the job ID. */
  payload?: Readonly<Record<string, unknown>>;
  /** Item index in a Map. */
  item?: { item: number };
  /** Maximum number of concurrent invocations per execution; defaults to 1. */
  lanes?: number;
}

export interface JobStateMachineProps {
  steps: JobSteps;
  videoTasks: VideoTasks;
  /** Maximum number of segments of a video that are rendered concurrently, by functions and by tasks. */
  renderers: number;
  tasks: number;
  /** True to trace executions with X-Ray. */
  tracing: boolean;
}

/** State machine that runs a job. Its state is the execution input. Steps receive the job ID and read the job record themselves. */
export class JobStateMachine extends Construct {
  readonly machine: StateMachine;
  readonly #steps: JobSteps;
  readonly #videoTasks: VideoTasks;
  readonly #renderers: number;
  readonly #tasks: number;

  constructor(scope: Construct, id: string, { steps, videoTasks, renderers, tasks, tracing }: JobStateMachineProps) {
    super(scope, id);
    this.#steps = steps;
    this.#videoTasks = videoTasks;
    this.#renderers = renderers;
    this.#tasks = tasks;
    this.machine = new StateMachine(this, 'StateMachine', {
      definitionBody: DefinitionBody.fromChainable(this.#jobFlow()),
      timeout: EXECUTION_TIMEOUT,
      tracingEnabled: tracing,
      logs: {
        destination: new ServiceLog(this, 'Log'),
        level: LogLevel.ERROR,
        includeExecutionData: false,
      },
    });
  }

  /** Allows a function to start jobs. */
  bindStart(starter: ServiceFunction): void {
    starter.set({ STATE_MACHINE_ARN: this.machine.stateMachineArn });
    starter.allow(['states:StartExecution'], [this.machine.stateMachineArn]);
  }

  /** Allows a function to fail an attempt that is waiting for its task token. */
  bindFailure(reporter: ServiceFunction): void {
    reporter.allow(['states:SendTaskFailure'], [this.machine.stateMachineArn]);
  }

  /** Allows a function to describe executions, read their history, or stop them. */
  bindExecutions(user: ServiceFunction, action: 'states:DescribeExecution' | 'states:GetExecutionHistory' | 'states:StopExecution'): void {
    const executions = Stack.of(this).formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${this.machine.stateMachineName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    user.set({ STATE_MACHINE_ARN: this.machine.stateMachineArn });
    user.allow([action], [executions]);
  }

  #jobFlow(): IChainable {
    const begin = this.#task('Begin', this.#steps.begin);
    const solve = this.#task('Solve', this.#steps.solve);
    const done = new Succeed(this, 'Done');
    return Chain.start(begin).next(this.#speech(solve.next(this.#result(done)), done));
  }

  /** Imports an avatar, synthesizes speech from text, or aligns the text with a recording. */
  #speech(next: IChainable, done: Succeed): IChainable {
    const importAvatar = this.#task('Import', this.#steps.import);
    const synthesize = this.#task('Synthesize', this.#steps.synthesize);
    const align = this.#task('Align', this.#steps.align);
    return new Choice(this, 'Speech')
      .when(Condition.stringEquals('$.output', 'avatar' satisfies ResultType), importAvatar.next(done))
      .when(Condition.stringEquals('$.speech', 'text'), synthesize.next(next))
      .when(Condition.stringEquals('$.speech', 'recording'), align.next(next))
      .otherwise(this.#unknown('speech'));
  }

  /** Creates the result in the output type that the job requests. */
  #result(done: Succeed): IChainable {
    const write = this.#task('Export', this.#steps.export).next(done);
    const steps: Readonly<Record<OutputType, IChainable>> = {
      csv: write,
      fbx: write,
      glb: write,
      video: this.#video(done),
    };
    const choice = new Choice(this, 'Output');
    for (const type of OUTPUT_TYPES) choice.when(Condition.stringEquals('$.output', type), steps[type]);
    return choice.otherwise(this.#unknown('output'));
  }

  /**
   * Renders a video with functions or tasks, as planned, in segments that are retried independently. If a segment cannot be rendered, the
   * job fails.
   */
  #video(done: Succeed): IChainable {
    const plan = this.#task('Plan', this.#steps.plan, {
      resultSelector: { 'segments.$': '$.Payload.segments', 'by.$': '$.Payload.by' },
      resultPath: '$.plan',
    });
    const stitch = this.#task('Stitch', this.#steps.stitch).next(done);
    const discard = this.#task('Discard', this.#steps.discard).next(this.#failAs('Video failed', '$.failure'));
    const render = this.#task('Render', this.#steps.render, {
      payload: { segment: JsonPath.objectAt('$.segment') },
      item: { item: JsonPath.numberAt('$.segment.index') },
      lanes: this.#renderers,
    });
    const wait = this.#videoTasks.fleet ? addInstanceRetries : addCapacityRetries;
    const renderTask = wait(new RunRenderTask(this, 'Render task', this.#videoTasks));
    const functions = this.#segment('Video', 'Segment', render);
    const tasks = this.#segment('Long video', 'Long segment', renderTask);
    const byFunctions = this.#segments('Segments', { maxConcurrency: this.#renderers }, functions, discard);
    const byTasks = this.#segments('Long segments', { maxConcurrency: this.#tasks }, tasks, discard);
    const drawing = new Choice(this, 'Drawing')
      .when(Condition.stringEquals('$.plan.by', 'tasks'), byTasks.next(stitch))
      .otherwise(byFunctions.next(stitch));
    return plan.next(drawing);
  }

  /** Renders the planned segments concurrently. */
  #segments(id: string, limit: { maxConcurrency: number }, segment: IChainable, onFailure: IChainable): MapState {
    const map = new MapState(this, id, {
      itemsPath: '$.plan.segments',
      itemSelector: { 'id.$': '$.id', 'segment.$': '$$.Map.Item.Value' },
      ...limit,
      resultPath: JsonPath.DISCARD,
    });
    map.itemProcessor(segment);
    return map.addCatch(onFailure, { errors: [Errors.ALL], resultPath: '$.failure' });
  }

  /**
   * Renders one segment. An error in the job input is passed on unchanged, and any other error is replaced with a message that has the
   * segment and the name of the error.
   */
  #segment(video: string, segment: string, draw: LambdaInvoke | EcsRunTask): IChainable {
    draw.addCatch(this.#failAs(`${video} refused`, '$.failure'), { errors: [JOB_FAILED], resultPath: '$.failure' });
    const failed = new Fail(this, `${segment} failed`, {
      error: SEGMENT_FAILED,
      causePath: JsonPath.format(
        'Segment {} of the video (frames {} to {}) could not be rendered: {}.',
        JsonPath.stringAt('$.segment.index'),
        JsonPath.stringAt('$.segment.first'),
        JsonPath.stringAt('$.segment.end'),
        JsonPath.stringAt('$.failure.Error'),
      ),
    });
    return draw.addCatch(failed, { errors: [Errors.ALL], resultPath: '$.failure' });
  }

  /** Fails with the caught error. */
  #failAs(id: string, path: string): Fail {
    return new Fail(this, id, { errorPath: `${path}.Error`, causePath: `${path}.Cause` });
  }

  #task(id: string, step: ServiceFunction, { item, payload, lanes = 1, ...result }: TaskOptions = {}) {
    const task = new RunStep(this, id, {
      step,
      payload: TaskInput.fromObject({ id: JsonPath.stringAt('$.id'), ...payload, attempt: { ...ATTEMPT, ...item } }),
      resultPath: JsonPath.DISCARD,
      ...result,
      retryOnServiceExceptions: false,
      taskTimeout: Timeout.duration(step.timeout.plus(GRACE)),
    });
    return addRetries(task, lanes);
  }

  #unknown(field: 'speech' | 'output'): Fail {
    return new Fail(this, `Unknown ${field}`, {
      error: 'UnknownInput',
      cause: `The execution's input has a kind of ${field} that the state machine does not support.`,
    });
  }
}
