import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ServiceError } from '../gateway/index.ts';
import { openLog } from '../log.ts';
import { MemoryBudget } from './budget.ts';
import { createConcurrency, type Throttle } from './concurrency.ts';
import type { Answer, FunctionDefinition, InvokeOptions, LogLine, Report } from './definition.ts';
import type { ExecutionEnvironment } from './environment.ts';
import { type AsyncEventsOptions, startAsyncEvents } from './events.ts';
import { EVENT_LIMIT, PAYLOAD_LIMIT } from './failure.ts';
import { continueTrace } from './lineage.ts';
import { Pool } from './pool.ts';
import { createPrecedence } from './precedence.ts';
import { type Launch, Sandbox } from './sandbox.ts';

/**
 * Maximum number of processes per function. This is a limit of the local service, not of Lambda. An accepted invocation that waits for a
 * process counts as an execution, as on Lambda while an execution environment starts.
 */
const PROCESSES = 4;

/** Concurrency quota of an established account (Lambda developer guide, "Lambda quotas"). */
const ACCOUNT_CONCURRENCY = 1_000;

/** Maximum time in ms for which a background invocation yields to others, so that it still makes progress under heavy load. */
const MAX_YIELD = 2_000;

/** Time after which an idle process is stopped, in ms. */
const IDLE_TIMEOUT = 60_000;
const REAP_INTERVAL = 10_000;

/** @param name see `functionLabel` */
export type InvocationInterceptor = (name: string, run: () => Promise<Answer>, kill: () => Promise<void>) => Promise<Answer>;

export interface LambdaOptions extends Omit<ExecutionEnvironment, 'caches'> {
  readonly dir: string;
  readonly functions: readonly FunctionDefinition[];
  readonly send: AsyncEventsOptions['send'];
  /** ARNs of functions that clients wait for. They have priority over other functions for CPU time and memory. */
  readonly interactive?: ReadonlySet<string>;
  /** Memory limit for this process and all function processes, in MB; unlimited by default. */
  readonly memory?: number;
  /** Called with a message if busy functions exceed the memory limit. */
  readonly onMemoryExceeded?: (message: string) => void;
  /** Time until an idle process is stopped, in ms; defaults to a minute. */
  readonly idleTimeout?: number;
  /** The account's concurrency quota; defaults to 1,000. */
  readonly accountConcurrency?: number;
  /** The retry delays of asynchronous events are divided by this factor. */
  readonly timeScale?: number;
  /** Wraps every invocation. It may fail, delay, or repeat it, or kill its process. */
  readonly intercept?: InvocationInterceptor;
  /** Returns the name passed to `intercept`; defaults to the function name. */
  readonly functionLabel?: (definition: FunctionDefinition) => string;
  /** Returns the program and arguments that run a function, for example in its image, instead of this machine's Node.js. */
  readonly launch?: Launch;
  readonly onLog?: (line: LogLine) => void;
  readonly onReport?: (report: Report) => void;
  readonly onThrottle?: (throttle: Throttle) => void;
  readonly onFault?: (error: unknown) => void;
}

export interface Lambda {
  /**
   * Runs a function by name or ARN with a JSON payload, and waits for its response.
   * @throws {ServiceError} for an unknown function or a recursive loop, if the payload is too large, or if no concurrency is left
   */
  invoke(functionName: string, payload: string, options?: InvokeOptions): Promise<Answer>;
  /** Stores an event until it is handled or dead-lettered. @throws {ServiceError} */
  put(functionName: string, payload: string): void;
  readonly functions: ReadonlyMap<string, FunctionDefinition>;
  /** Starts one process per function while memory allows, one at a time, beginning with functions that clients wait for. */
  warm(): Promise<void>;
  stop(): Promise<void>;
}

const nameOfFunction = (functionName: string) => functionName.replace(/^arn:aws:lambda:[^:]*:[^:]*:function:/, '');

function checkSize(payload: string, limit: number, operation: string): void {
  const size = Buffer.byteLength(payload);
  if (size <= limit) return;
  const message = `Request must be smaller than ${limit} bytes for the ${operation} operation; it has ${size}`;
  throw new ServiceError('RequestTooLargeException', message, 413);
}

/** Runs each function in separate processes that use Lambda's Runtime API. */
export function startLambda(options: LambdaOptions): Lambda {
  const { dir, send, onLog, onReport, onFault = () => {} } = options;
  mkdirSync(dir, { recursive: true });
  const functions = new Map(options.functions.map((definition) => [definition.name, definition]));
  const logs = new Map([...functions.keys()].map((name) => [name, openLog(join(dir, 'logs'), name)]));
  const concurrency = createConcurrency({
    account: options.accountConcurrency ?? ACCOUNT_CONCURRENCY,
    reserved: new Map(
      options.functions.flatMap(({ name, reservedConcurrency }) =>
        reservedConcurrency === undefined ? [] : [[name, reservedConcurrency] as const],
      ),
    ),
    ...(options.onThrottle && { onThrottle: options.onThrottle }),
  });
  const labelOf = options.functionLabel ?? (({ name }) => name);
  let processes = 0;

  const { interactive = new Set(), idleTimeout = IDLE_TIMEOUT } = options;
  const createSandbox = (definition: FunctionDefinition): Sandbox => {
    processes += 1;
    return new Sandbox({
      definition,
      background: !interactive.has(definition.arn),
      ...(options.launch && { launch: options.launch }),
      environment: { ...options, caches: dir },
      temporary: join(dir, 'tmp', `${definition.name}-${process.pid}-${processes}`),
      onLine: (line) => {
        logs.get(definition.name)?.write(line);
        onLog?.({ functionName: definition.name, line });
      },
      onReport: (report) => onReport?.(report),
    });
  };
  const budget = new MemoryBudget({
    limit: options.memory ?? Number.POSITIVE_INFINITY,
    pools: () => pools.values(),
    onExceeded: (message) => options.onMemoryExceeded?.(message),
  });
  const pools: ReadonlyMap<string, Pool> = new Map(
    [...functions.values()].map((definition) => [
      definition.name,
      new Pool({
        processes: PROCESSES,
        idleTimeout,
        create: () => createSandbox(definition),
        admit: (size) => budget.admit(interactive.has(definition.arn), size),
      }),
    ]),
  );
  const reaper = setInterval(
    () => {
      for (const pool of pools.values()) pool.reap().catch(onFault);
      budget.trim().catch(onFault);
    },
    Math.min(REAP_INTERVAL, idleTimeout),
  );
  reaper.unref();

  const precedence = createPrecedence(availableParallelism(), MAX_YIELD);
  const find = (functionName: string): Pool => {
    const pool = pools.get(nameOfFunction(functionName));
    if (pool) return pool;
    throw new ServiceError('ResourceNotFoundException', `Function not found: ${functionName}`, 404);
  };
  const invoke: Lambda['invoke'] = async (functionName, payload, { signal, onStart, traces = [] } = {}) => {
    const pool = find(functionName);
    checkSize(payload, PAYLOAD_LIMIT, 'InvokeFunction');
    const definition = functions.get(nameOfFunction(functionName))!;
    const event = { payload, trace: continueTrace(definition, traces) };
    const leave = concurrency.enter(nameOfFunction(functionName));
    try {
      const run = async () => {
        if (!interactive.has(definition.arn)) {
          await precedence.giveWay(signal);
          return pool.invoke(event, signal, onStart);
        }
        const end = precedence.enter();
        return pool.invoke(event, signal, onStart).finally(end);
      };
      if (!options.intercept) return await run();
      return await options.intercept(labelOf(definition), run, () => pool.kill());
    } finally {
      leave();
    }
  };
  const events = startAsyncEvents({
    path: join(dir, 'events.sqlite'),
    functions,
    invoke,
    send,
    onFault,
    ...(options.timeScale && { timeScale: options.timeScale }),
  });

  const inOrder = options.functions.toSorted((one, other) => Number(interactive.has(other.arn)) - Number(interactive.has(one.arn)));
  let stopping: Promise<void> | undefined;
  const end = async () => {
    clearInterval(reaper);
    await Promise.all([...pools.values()].map((pool) => pool.stop()));
    await events.stop();
    await Promise.all([...logs.values()].map((log) => log.close()));
    await rm(join(dir, 'tmp'), { recursive: true, force: true });
  };

  return {
    functions,
    invoke,
    put(functionName, payload) {
      find(functionName);
      checkSize(payload, EVENT_LIMIT, 'InvokeFunction');
      events.put(nameOfFunction(functionName), payload);
    },
    async warm() {
      for (const { name } of inOrder) if (budget.hasRoom) await pools.get(name)?.warm();
    },
    stop: () => {
      stopping ??= end();
      return stopping;
    },
  };
}
