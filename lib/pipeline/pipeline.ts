import { Duration, Size } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { SPEAKER_TIMEOUT } from '#jobs/time-limits';
import type { Bundles } from '../bundle/index.ts';
import { ServiceFunction, type ServiceFunctionProps, type ServiceLayers } from '../function/index.ts';
import { importReservation, outboundOf, renderReservation, type Settings, speechVariables } from '../settings/index.ts';
import type { Storage } from '../storage/index.ts';
import { bindAudioStores } from './audio-stores.ts';
import { JobEvents } from './event-bus.ts';
import { ExecutionEndRule, ScheduledFunction, TaskStopRule } from './event-rules.ts';
import { FUNCTION_STORAGE, RENDERER_MEMORY, renderingOf, tasksOf } from './render-capacity.ts';
import { JobStateMachine, type JobSteps } from './state-machine.ts';
import { VideoTasks } from './video-tasks/index.ts';
import { WorkQueue } from './work-queue.ts';

export interface PipelineProps {
  /** Folder containing every function's bundle. */
  bundles: string;
  /** Build context of the renderer image. */
  renderer: string;
  /** Build context of the `synthesize` image; only present with neural voices. */
  speaker: Bundles['speaker'];
  layers: ServiceLayers;
  storage: Storage;
  settings: Settings;
}

/**
 * Memory of `synthesize` with neural voices, in MB. This is the maximum for a new account. A medium Piper voice uses 570 MB
 * (docs/voices.md), and the Kokoro model alone is 326 MB.
 */
const SPEAKER_MEMORY = 3008;

/** Maximum number of messages per invocation. */
const BATCH_SIZE = 10;

/** Functions that change the status of a job outside its steps. */
interface JobFunctions {
  dispatch: ServiceFunction;
  deadline: ServiceFunction;
  finalize: ServiceFunction;
  sweep: ServiceFunction;
  stopped: ServiceFunction;
}

/** Resources that process a job from the queue until it ends. */
export class Pipeline extends Construct {
  readonly jobsQueue: WorkQueue;
  readonly deadlinesQueue: WorkQueue;
  readonly events: JobEvents;
  readonly machine: JobStateMachine;
  readonly executionEnds: ExecutionEndRule;
  readonly sweepSchedule: ScheduledFunction;
  readonly taskStops: TaskStopRule;
  readonly videoTasks: VideoTasks;
  readonly jobFunctions: JobFunctions;
  readonly steps: JobSteps;

  constructor(scope: Construct, id: string, props: PipelineProps) {
    super(scope, id);
    this.steps = this.#makeSteps(props);
    this.jobFunctions = this.#makeJobFunctions(props.bundles);
    const { dispatch, deadline, finalize, sweep, stopped } = this.jobFunctions;
    this.videoTasks = new VideoTasks(this, 'VideoTasks', { image: props.renderer, settings: props.settings });
    this.events = new JobEvents(this, 'Events', { name: `avatar-${props.settings.stage}-events` });
    this.machine = new JobStateMachine(this, 'Machine', {
      steps: this.steps,
      videoTasks: this.videoTasks,
      renderers: props.settings.renderers,
      tasks: tasksOf(props.settings),
      tracing: props.settings.tracing,
    });
    this.videoTasks.bindMachine(this.machine.machine);
    this.jobsQueue = new WorkQueue(this, 'JobsQueue', {
      variable: 'JOBS_QUEUE_URL',
      consumer: dispatch,
      batchSize: BATCH_SIZE,
      maxConcurrency: props.settings.dispatchConcurrency,
    });
    this.deadlinesQueue = new WorkQueue(this, 'DeadlinesQueue', {
      variable: 'DEADLINES_QUEUE_URL',
      consumer: deadline,
      batchSize: BATCH_SIZE,
      // Many deadlines may be due at the same time. Without a limit, their function would use up concurrency that the API needs.
      maxConcurrency: props.settings.dispatchConcurrency,
    });
    this.executionEnds = new ExecutionEndRule(this, 'ExecutionEnds', { machine: this.machine.machine, finalize });
    this.sweepSchedule = new ScheduledFunction(this, 'SweepSchedule', {
      runs: sweep,
      every: Duration.minutes(1),
      description: 'Time to look for lost jobs and leases',
    });
    this.taskStops = new TaskStopRule(this, 'TaskStops', { cluster: this.videoTasks.cluster, stopped });
    this.#bindSteps(props);
    this.#bindJobFunctions(props);
  }

  #makeSteps({ bundles, renderer, speaker, layers, settings }: PipelineProps): JobSteps {
    const step = (
      name: keyof JobSteps,
      description: string,
      memory: number,
      seconds: number,
      options: Partial<ServiceFunctionProps> = {},
    ) =>
      new ServiceFunction(this, name, {
        bundles,
        description,
        memory,
        timeout: Duration.seconds(seconds),
        layers: layers.of(name),
        ...options,
      });
    return {
      begin: step('begin', 'Marks a job as running', 256, 10),
      // The largest files take 1.1 GB of memory, and a minute on one and a half vCPUs (docs/decisions/0040-own-avatars.md).
      import: step('import', 'Checks and converts an avatar', 3008, 300, { reservedConcurrency: importReservation(settings) }),
      synthesize: speaker
        ? step('synthesize', 'Synthesizes the speech of a job', SPEAKER_MEMORY, SPEAKER_TIMEOUT, {
            image: speaker.image,
            layers: [],
          })
        : step('synthesize', 'Synthesizes the speech of a job', 2048, 120),
      align: step('align', 'Aligns the transcript with a recording', 3008, 300, { storage: Size.gibibytes(1) }),
      solve: step('solve', 'Turns speech into animation curves', 2048, 120),
      export: step('export', 'Writes the animation as CSV, FBX or GLB', 2048, 120),
      plan: step('plan', 'Divides a video into segments', 1024, 30),
      render: step('render', 'Renders a segment of a video', settings.rendererMemory, 900, {
        image: renderer,
        reservedConcurrency: renderReservation(settings),
        storage: Size.mebibytes(FUNCTION_STORAGE),
      }),
      stitch: step('stitch', 'Joins the segments of a video and adds the audio', 3008, 300, {
        storage: Size.gibibytes(8),
      }),
      discard: step('discard', 'Deletes the segments of a video that failed', 256, 30),
    };
  }

  #makeJobFunctions(bundles: string): JobFunctions {
    const jobFunction = (name: keyof JobFunctions, seconds: number, description: string) =>
      new ServiceFunction(this, name, { bundles, description, memory: 256, timeout: Duration.seconds(seconds) });
    return {
      dispatch: jobFunction('dispatch', 30, 'Starts queued jobs while there is capacity'),
      deadline: jobFunction('deadline', 30, 'Cancels a job that could not start within its wait_time'),
      finalize: jobFunction('finalize', 30, 'Finalizes jobs and releases their leases'),
      sweep: jobFunction('sweep', 50, 'Finds lost jobs and leases'),
      stopped: jobFunction('stopped', 20, 'Reports tasks that stopped without reporting to the state machine'),
    };
  }

  #bindSteps({ storage, settings, speaker }: PipelineProps): void {
    const { begin, import: importAvatar, synthesize, align, solve, export: write, plan, render, stitch, discard } = this.steps;
    const { render: renderTask } = this.videoTasks;
    for (const step of [...Object.values(this.steps), renderTask]) storage.jobs.bind(step, ['GetItem', 'UpdateItem']);
    this.events.bind(begin);
    storage.avatars.bind(importAvatar, ['GetItem', 'UpdateItem']);
    storage.objects.bind(importAvatar, { read: ['jobs'], write: ['avatars'], delete: ['jobs', 'avatars'] });
    for (const step of [solve, write]) storage.objects.bind(step, { read: ['jobs'], write: ['jobs'] });
    storage.objects.bind(synthesize, { read: ['speech-cache'], write: ['jobs', 'speech-cache'] });
    storage.objects.bind(plan, { read: ['jobs', 'uploads'], write: ['jobs'], probe: true });
    plan.set({ OUTBOUND: outboundOf(settings) });
    for (const renderer of [render, renderTask]) {
      storage.objects.bind(renderer, { read: ['jobs', 'avatars'], write: ['jobs'] });
      renderer.set(RENDERER_MEMORY);
    }
    storage.objects.bind(stitch, { read: ['jobs'], write: ['jobs'], delete: ['jobs'] });
    storage.objects.bind(discard, { delete: ['jobs'] });
    plan.set({ RENDERING: JSON.stringify(renderingOf(settings)) });
    storage.objects.bind(align, { read: ['jobs', 'uploads'], write: ['jobs'] });
    align.set({ OUTBOUND: outboundOf(settings) });
    bindAudioStores(align, settings.audioStores);
    synthesize.set(speechVariables(settings, speaker?.voices));
    // The Polly action only supports lexicons as resources, and the service does not use any (service authorization reference, "Amazon
    // Polly").
    if (settings.tts === 'polly') synthesize.allow(['polly:SynthesizeSpeech'], ['*']);
    write.set({ IDENTIFIERS: JSON.stringify(settings.identifiers) });
  }

  #bindJobFunctions({ storage, settings }: PipelineProps): void {
    const { dispatch, deadline, finalize, sweep } = this.jobFunctions;
    storage.jobs.bind(dispatch, ['GetItem', 'UpdateItem'], { query: ['by-work-list'] });
    storage.jobs.bind(deadline, ['GetItem', 'UpdateItem']);
    storage.jobs.bind(finalize, ['GetItem', 'UpdateItem'], { query: ['by-work-list'] });
    storage.jobs.bind(sweep, ['GetItem', 'UpdateItem'], { query: ['by-work-list'] });
    storage.capacity.bind(sweep, ['Scan']);
    storage.webhooks.bind(sweep, ['PutItem']);
    for (const target of [finalize, sweep]) storage.tokens.bind(target, ['UpdateItem']);
    for (const target of [dispatch, finalize, sweep]) {
      storage.capacity.bind(target, ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem']);
      target.set({ CAPACITY: String(settings.capacity) });
      this.jobsQueue.bind(target);
    }
    this.deadlinesQueue.bind(deadline);
    for (const target of [dispatch, deadline, finalize, sweep]) this.events.bind(target);
    this.machine.bindStart(dispatch);
    this.machine.bindExecutions(sweep, 'states:DescribeExecution');
    this.machine.bindExecutions(sweep, 'states:StopExecution');
    this.machine.bindFailure(this.jobFunctions.stopped);
    for (const target of [finalize, sweep]) storage.objects.bind(target, { delete: ['jobs'], probe: true });
    sweep.set({ LOST_AFTER: String(settings.lostAfter) });
  }
}
