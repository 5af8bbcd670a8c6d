import { StateError } from './failure.ts';
import type { History } from './history.ts';
import type { TaskTokens } from './tokens.ts';

/** Maximum input or output size of a state, in bytes (Step Functions quotas). */
const DATA_LIMIT = 262_144;

/** A task's response. If `error` is set, the payload describes the failure. */
export interface TaskAnswer {
  readonly requestId: string;
  readonly error: boolean;
  /** JSON. */
  readonly payload: string;
}

/** Calls a function by name or ARN. An error's `code` fails the task as `Lambda.<code>`. */
export type InvokeTask = (functionName: string, payload: string, signal: AbortSignal) => Promise<TaskAnswer>;

export interface RunTaskRequest {
  readonly family: string;
  readonly clusterArn: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Starts an ECS task. An error's `code` fails the task as `ECS.<code>`. */
export type StartTask = (order: RunTaskRequest) => Promise<unknown>;

/** Other services that tasks call with the role of their state machine. */
export interface TaskServices {
  readonly invoke: InvokeTask;
  readonly runTask: StartTask;
}

/** The constant part of an execution's context object. */
export interface ExecutionContext {
  readonly Execution: {
    readonly Id: string;
    readonly Input: unknown;
    readonly Name: string;
    readonly RoleArn: string;
    readonly StartTime: string;
    readonly RedriveCount: number;
  };
  readonly StateMachine: { readonly Id: string; readonly Name: string };
}

/**
 * Called before each attempt of a Task. The attempt's time limits start when it resolves.
 * @param state state name
 * @param input the execution's input
 */
export type BeforeTask = (state: string, input: unknown) => Promise<void>;

/** State shared within one execution. */
export interface Run extends TaskServices {
  readonly context: ExecutionContext;
  /** Attempts that are waiting for SendTaskSuccess or SendTaskFailure. */
  readonly tokens: TaskTokens;
  readonly beforeTask?: BeforeTask;
  /** Retry delays are divided by this factor. */
  readonly timeScale: number;
  /** Aborts if the execution is stopped or times out. The reason is the execution's error. */
  readonly signal: AbortSignal;
  /** Event history of the execution. Each branch has its own position in it. */
  readonly history: History;
  /** ID of the current state's Entered event. */
  readonly entered?: number;
}

/** @param producer state or service, for the error @throws {StateError} States.DataLimitExceeded */
export function checkSize<T>(value: T, producer: string): T {
  if (Buffer.byteLength(JSON.stringify(value) ?? '') <= DATA_LIMIT) return value;
  throw new StateError(
    'States.DataLimitExceeded',
    `The state/task '${producer}' returned a result with a size exceeding the maximum number of bytes service limit.`,
  );
}

export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    // Waits that exceed a timer's maximum are split.
    const piece = Math.min(ms, 2 ** 31 - 1);
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      if (ms > piece) sleep(ms - piece, signal).then(resolve, reject);
      else resolve();
    }, piece);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** Waits for `work`, or rejects with the signal's reason if it aborts first. `work` itself continues. */
export function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
