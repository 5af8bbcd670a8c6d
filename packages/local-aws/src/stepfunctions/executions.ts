import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../gateway/index.ts';
import { StateError } from './failure.ts';
import { errorDetails, type History, type HistoryEvent, note } from './history.ts';
import { type Machine, type Position, runMachine } from './machine.ts';
import { type BeforeTask, type ExecutionContext, orAbort, type TaskServices } from './run.ts';
import type { Execution, Outcome, Status, Store } from './store.ts';
import type { TaskTokens } from './tokens.ts';

export interface StateMachine {
  readonly arn: string;
  readonly name: string;
  readonly roleArn: string;
  readonly machine: Machine;
}

/** The reason why an execution ends before its last state. */
class Interruption extends Error {
  readonly status: Status | undefined;
  readonly error: string | null;
  override readonly cause: string | null;

  /** @param status undefined if the service is stopping, in which case the execution continues at the next start */
  constructor(status: Status | undefined, error: string | null = null, cause: string | null = null) {
    super(error ?? status ?? 'suspended');
    this.status = status;
    this.error = error;
    this.cause = cause;
  }
}

export interface ExecutionsOptions {
  readonly store: Store;
  readonly machines: ReadonlyMap<string, StateMachine>;
  readonly servicesOf: (machineName: string) => TaskServices;
  readonly tokens: TaskTokens;
  readonly beforeTask?: BeforeTask;
  /** Retry delays are divided by this factor. */
  readonly timeScale: number;
  /** Called after each status change. */
  readonly onChange: () => void;
  readonly onFault: (error: unknown) => void;
}

/** Delay before retrying to store an outcome, in ms. */
const RETRY_DELAY = 500;

export class Executions {
  readonly #options: ExecutionsOptions;
  readonly #suspending = new AbortController();
  readonly #running = new Map<string, { controller: AbortController; done: Promise<void> }>();

  constructor(options: ExecutionsOptions) {
    this.#options = options;
    for (const { execution, position } of options.store.suspended) this.#launch(execution, position);
  }

  /**
   * Starts an execution with JSON input, or returns a running one with the same name and input.
   * @throws {ServiceError} ExecutionAlreadyExists
   */
  start(stateMachine: StateMachine, name: string, input: string): Execution {
    const arn = `${stateMachine.arn.replace(':stateMachine:', ':execution:')}:${name}`;
    const existing = this.#options.store.find(arn);
    if (existing?.status === 'RUNNING' && existing.input === input) return existing;
    if (existing) throw new ServiceError('ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`);
    const execution: Execution = {
      arn,
      machineArn: stateMachine.arn,
      name,
      status: 'RUNNING',
      input,
      startDate: Date.now(),
      stopDate: null,
      output: null,
      error: null,
      cause: null,
    };
    this.#options.store.create(execution);
    this.#options.onChange();
    this.#launch(execution, undefined);
    return execution;
  }

  /** Ends an execution that is still running. */
  abort(arn: string, error: string | null, cause: string | null): void {
    this.#running.get(arn)?.controller.abort(new Interruption('ABORTED', error, cause));
    this.#end(arn, { status: 'ABORTED', error, cause });
  }

  #launch(execution: Execution, position: Position | undefined): void {
    const stateMachine = this.#options.machines.get(execution.machineArn);
    if (!stateMachine) {
      const cause = "This execution's state machine is no longer in the template";
      this.#end(execution.arn, { status: 'FAILED', error: 'States.Runtime', cause });
      return;
    }
    const controller = new AbortController();
    const done = this.#run(execution, position, stateMachine, controller)
      .then((ending) => ending && this.#endWhenPossible(execution.arn, ending))
      .catch(this.#options.onFault)
      .finally(() => this.#running.delete(execution.arn));
    this.#running.set(execution.arn, { controller, done });
  }

  async #run(
    execution: Execution,
    position: Position | undefined,
    { machine, roleArn, ...stateMachine }: StateMachine,
    controller: AbortController,
  ): Promise<Ending | undefined> {
    const { store, servicesOf, tokens, timeScale, beforeTask } = this.#options;
    const input: unknown = JSON.parse(execution.input);
    const context: ExecutionContext = {
      Execution: {
        Id: execution.arn,
        Input: input,
        Name: execution.name,
        RoleArn: roleArn,
        StartTime: new Date(execution.startDate).toISOString(),
        RedriveCount: 0,
      },
      StateMachine: { Id: stateMachine.arn, Name: stateMachine.name },
    };
    const limit = machine.timeout === undefined ? undefined : execution.startDate + machine.timeout * 1000 - Date.now();
    const expire = () => controller.abort(new Interruption('TIMED_OUT'));
    const timer = limit === undefined ? undefined : setTimeout(expire, Math.max(0, limit));
    const history: History = {
      // The first state's event has no predecessor either.
      last: position ? store.countHistory(execution.arn) : 0,
      write: (event) => store.write(execution.arn, event),
    };
    try {
      if (!position) note(history, 'ExecutionStarted', { executionStartedEventDetails: { input: execution.input, roleArn } });
      const services = { ...servicesOf(stateMachine.name), ...(beforeTask && { beforeTask }) };
      const run = { context, ...services, tokens, timeScale, signal: controller.signal, history };
      const start = position ?? { state: machine.startAt, input, enteredAt: Date.now() };
      const work = runMachine(machine, start, run, (entered) => store.enter(execution.arn, entered));
      const output = JSON.stringify(await orAbort(work, controller.signal));
      return { status: 'SUCCEEDED', output, error: null, cause: null, previous: history.last };
    } catch (error) {
      const ending = toEnding(error, this.#options.onFault);
      return ending && { ...ending, previous: history.last };
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Stores an outcome, retrying until it succeeds, for example while the disk is full. Otherwise, the execution would appear to be running
   * until the next start.
   */
  async #endWhenPossible(arn: string, ending: Ending): Promise<void> {
    for (;;) {
      try {
        this.#end(arn, ending);
        return;
      } catch (error) {
        this.#options.onFault(error);
        if (this.#suspending.signal.aborted) return;
        await pause(RETRY_DELAY, undefined, { signal: this.#suspending.signal }).catch(() => {});
      }
    }
  }

  #end(arn: string, { previous, ...ending }: Partial<Ending> & Pick<Outcome, 'status'>): void {
    const { store, onChange } = this.#options;
    const full: Outcome = { output: null, error: null, cause: null, stopDate: Date.now(), ...ending };
    if (!store.end(arn, full)) return;
    onChange();
    store.write(arn, toEvent(full, previous ?? store.countHistory(arn)));
  }

  /** Suspends executions at their current state for the next start. */
  async suspend(): Promise<void> {
    this.#suspending.abort();
    const all = [...this.#running.values()];
    for (const { controller } of all) controller.abort(new Interruption(undefined));
    await Promise.all(all.map(({ done }) => done));
  }
}

/** @property previous ID of the history's last event before the end; absent for the newest one */
type Ending = Omit<Outcome, 'stopDate'> & { readonly previous?: number };

const ENDED: Readonly<Record<Exclude<Status, 'RUNNING'>, string>> = {
  SUCCEEDED: 'Succeeded',
  FAILED: 'Failed',
  TIMED_OUT: 'TimedOut',
  ABORTED: 'Aborted',
};

function toEvent({ status, output, error, cause, stopDate }: Outcome, previous: number): HistoryEvent {
  const how = ENDED[status as Exclude<Status, 'RUNNING'>];
  const details = status === 'SUCCEEDED' ? { output } : { error, cause };
  const present = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null));
  return {
    type: `Execution${how}`,
    timestamp: stopDate ?? Date.now(),
    previous,
    details: { [`execution${how}EventDetails`]: present },
  };
}

function toEnding(error: unknown, onFault: (error: unknown) => void): Omit<Outcome, 'stopDate'> | undefined {
  if (error instanceof StateError) return { status: 'FAILED', output: null, error: null, cause: null, ...errorDetails(error) };
  if (error instanceof Interruption) {
    return error.status && { status: error.status, output: null, error: error.error, cause: error.cause };
  }
  onFault(error);
  return { status: 'FAILED', output: null, error: 'States.Runtime', cause: 'The local service failed' };
}
