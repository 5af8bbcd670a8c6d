import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { putInBackground } from '../priority.ts';
import type { Answer, FunctionDefinition, Report } from './definition.ts';
import { createEnvironment, type ExecutionEnvironment } from './environment.ts';
import { exited, type FunctionFailure, timedOut } from './failure.ts';
import { measureMemory } from './memory.ts';
import { type Invocation, type RuntimeApi, startRuntimeApi } from './runtime.ts';

/**
 * Maximum time to load a function, in seconds. Lambda allows 10 s and then retries within the function's timeout (Lambda developer guide,
 * "Init phase"). On a busy machine, a process may wait that long for a CPU.
 */
const INIT_TIMEOUT = 60;

/** Interval between memory measurements, in ms. */
const MEMORY_INTERVAL = 100;

/** Share of the memory limit that V8's heap may use, as on Lambda. V8's default would depend on this machine's memory. */
const HEAP_SHARE = 0.9;

/** The published package contains JavaScript files instead of TypeScript files. */
const BOOTSTRAP = join(import.meta.dirname, `bootstrap${extname(import.meta.filename)}`);

/** Returns the program and arguments that run a function and poll the Runtime API, or undefined to use this machine's Node.js. */
export type Launch = (definition: FunctionDefinition) => readonly [program: string, ...args: string[]] | undefined;

export interface SandboxOptions {
  readonly definition: FunctionDefinition;
  readonly environment: ExecutionEnvironment;
  readonly launch?: Launch;
  /** True if other processes have priority for CPU time. */
  readonly background?: boolean;
  /** Folder for temporary files; removed with the process. */
  readonly temporary: string;
  readonly onLine: (line: string) => void;
  readonly onReport: (report: Report) => void;
}

/**
 * Lambda's Node.js flags. `require` of an ES module fails there (Lambda developer guide, "Building Lambda functions with Node.js": disabled
 * experimental features). An image starts its own Node.js.
 */
const RUNTIME_FLAGS = ['--no-experimental-require-module'];

export const launchNode = ({ memory, image }: FunctionDefinition): [string, ...string[]] => [
  process.execPath,
  `--max-old-space-size=${Math.floor(memory * HEAP_SHARE)}`,
  '--disable-warning=ExperimentalWarning',
  ...(image ? [] : RUNTIME_FLAGS),
  BOOTSTRAP,
];

/** Functions without a layer or an image have an empty PATH. */
const hasPrograms = ({ image, layers }: FunctionDefinition): boolean => image === true || layers.length > 0;

/** Input that a process receives for an invocation. */
export type InvocationEvent = Pick<Invocation, 'payload' | 'trace'>;

type Outcome = Pick<Report, 'outcome'> & { readonly payload: string };

const failed = (outcome: Report['outcome'], failure: FunctionFailure): Outcome => ({
  outcome,
  payload: JSON.stringify(failure),
});

/** A function's process. It handles one event at a time until it exits. */
export class Sandbox {
  readonly #options: SandboxOptions;
  #api: RuntimeApi | undefined;
  #child: ChildProcess | undefined;
  #exit: string | undefined;
  #deliver: ((invocation: Invocation) => void) | undefined;
  #initFailure: string | undefined;
  #stopped = false;
  #startedAt = 0;
  #initDuration: number | undefined;
  #invoked = false;
  #maxMemory = 0;
  /** Settles when the process requests its next event, fails to load, or exits. */
  #requested = Promise.withResolvers<void>();
  #finish: (outcome: Outcome) => void = () => {};
  #current: string | undefined;

  constructor(options: SandboxOptions) {
    this.#options = options;
  }

  get alive(): boolean {
    return this.#exit === undefined && this.#initFailure === undefined;
  }

  /** Starts the process; the first invocation waits for it. */
  async start(): Promise<void> {
    const { definition, environment, launch, temporary, background, onLine } = this.#options;
    await mkdir(temporary, { recursive: true });
    this.#api = await startRuntimeApi({
      onNext: (deliver) => {
        this.#deliver = deliver;
        this.#initDuration ??= performance.now() - this.#startedAt;
        this.#requested.resolve();
      },
      onAnswer: (requestId, payload, error) => {
        if (requestId === this.#current) this.#finish({ outcome: error ? 'error' : 'success', payload });
      },
      onInitError: (payload) => {
        this.#initFailure = payload;
        this.#requested.resolve();
      },
    });
    // It was stopped while starting, so do not start a process.
    if (this.#stopped) return this.#ended('signal: killed');
    this.#startedAt = performance.now();
    const [program, ...args] = launch?.(definition) ?? launchNode(definition);
    const child = spawn(program, args, {
      cwd: definition.code,
      env: createEnvironment(definition, environment, temporary, this.#api.address),
      // Use a separate process group, so that the function's child processes are killed along with it.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child = child;
    if (background && child.pid !== undefined) putInBackground(child.pid);
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine);
    child.stdin.on('error', () => {});
    child.once('error', (error) => this.#ended(error.message));
    child.once('exit', (code, signal) => this.#ended(signal === null ? `exit status ${code}` : 'signal: killed'));
  }

  #ended(cause: string): void {
    if (this.#exit !== undefined) return;
    this.#exit = cause;
    this.#api?.stop();
    this.#requested.resolve();
    if (this.#current !== undefined) this.#finish(failed('crash', exited(this.#current, cause)));
  }

  /** Sends an event and waits for the response. @param onStart called when the loaded process receives the event */
  async invoke(event: InvocationEvent, onStart = () => {}): Promise<Answer> {
    const { definition, onLine, onReport } = this.#options;
    const requestId = randomUUID();
    const first = !this.#invoked;
    this.#invoked = true;
    onLine(`START RequestId: ${requestId} Version: $LATEST`);
    this.#current = requestId;
    const unready = await this.#waitUntilReady(requestId);
    onStart();
    const begin = performance.now();
    const { outcome, payload: answer } = unready ?? (await this.#run(requestId, event));
    const duration = performance.now() - begin;
    this.#current = undefined;
    const report: Report = {
      functionName: definition.name,
      requestId,
      outcome,
      duration,
      ...(first && this.#initDuration !== undefined && { initDuration: this.#initDuration }),
      memorySize: definition.memory,
      maxMemoryUsed: this.#measureMemory(duration >= MEMORY_INTERVAL),
    };
    onLine(`END RequestId: ${requestId}`);
    onLine(formatReport(report));
    onReport(report);
    return { requestId, error: outcome !== 'success', payload: answer };
  }

  /** Waits until the process requests an event or fails. */
  async ready(): Promise<void> {
    const limit = new AbortController();
    const timeout = pause(INIT_TIMEOUT * 1000, undefined, { signal: limit.signal }).catch(() => {});
    await Promise.race([this.#requested.promise, timeout]);
    limit.abort();
  }

  /** Waits for the process to load. Returns its failure if it never requests an event. */
  async #waitUntilReady(requestId: string): Promise<Outcome | undefined> {
    await this.ready();
    if (this.#initFailure !== undefined) return { outcome: 'error', payload: this.#initFailure };
    if (this.#exit !== undefined) return failed('crash', exited(requestId, this.#exit));
    if (this.#deliver) return undefined;
    await this.stop();
    return failed('timeout', timedOut(requestId, INIT_TIMEOUT));
  }

  async #run(requestId: string, event: InvocationEvent): Promise<Outcome> {
    const { timeout, memory, arn } = this.#options.definition;
    const deadline = Date.now() + timeout * 1000;
    const timers: { limit?: NodeJS.Timeout; memory?: NodeJS.Timeout } = {};
    const outcome = await new Promise<Outcome>((resolve) => {
      this.#finish = resolve;
      timers.limit = setTimeout(() => resolve(failed('timeout', timedOut(requestId, timeout))), timeout * 1000);
      timers.memory = setInterval(() => {
        if (this.#measureMemory() > memory) resolve(failed('crash', exited(requestId, 'signal: killed')));
      }, MEMORY_INTERVAL);
      const deliver = this.#deliver;
      this.#deliver = undefined;
      this.#requested = Promise.withResolvers();
      deliver?.({ requestId, arn, deadline, ...event });
    });
    clearTimeout(timers.limit);
    clearInterval(timers.memory);
    this.#finish = () => {};
    if (outcome.outcome === 'timeout' || outcome.outcome === 'crash') await this.stop();
    return outcome;
  }

  /** Peak resident memory, in MB. */
  get maxMemory(): number {
    return this.#maxMemory;
  }

  /** Memory of the process and its children, in MB; 0 until it has loaded. */
  measure(kind: 'resident' | 'proportional'): number {
    const pid = this.#child?.pid;
    return pid === undefined || !this.alive || this.#initDuration === undefined ? 0 : measureMemory(pid, kind);
  }

  /**
   * @param children whether to include child processes. Finding them means checking every thread, which takes longer than a short
   *   invocation
   */
  #measureMemory(children = true): number {
    const { launch, definition } = this.#options;
    const pid = this.#child?.pid;
    if (pid !== undefined && this.alive) {
      const size = measureMemory(pid, 'resident', {
        children: children && (launch !== undefined || hasPrograms(definition)),
      });
      this.#maxMemory = Math.max(this.#maxMemory, size);
    }
    return this.#maxMemory;
  }

  /** Kills the process and its children, and waits until they have exited. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const child = this.#child;
    if (child?.pid !== undefined && this.#exit === undefined) {
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        child.kill('SIGKILL');
      }
      await gone;
    }
    this.#api?.stop();
    await rm(this.#options.temporary, { recursive: true, force: true });
  }
}

function formatReport({ requestId, duration, initDuration, memorySize, maxMemoryUsed }: Report): string {
  const init = initDuration === undefined ? '' : `\tInit Duration: ${initDuration.toFixed(2)} ms`;
  const billed = Math.ceil(duration + (initDuration ?? 0));
  return `REPORT RequestId: ${requestId}\tDuration: ${duration.toFixed(2)} ms\tBilled Duration: ${billed} ms\tMemory Size: ${memorySize} MB\tMax Memory Used: ${Math.round(maxMemoryUsed)} MB${init}`;
}
