export interface FunctionDefinition {
  readonly name: string;
  readonly arn: string;
  /** Folder with the bundle or the image's build context. */
  readonly code: string;
  /** True for a container image, which has neither layers nor the files of Lambda's runtime. */
  readonly image?: boolean;
  /** `file.export`, without the file extension. */
  readonly handler: string;
  /** Maximum duration of an invocation, in seconds. */
  readonly timeout: number;
  /** Memory limit, in MB. */
  readonly memory: number;
  readonly variables: Readonly<Record<string, string>>;
  /** Folders with programs in `bin` and packages in `nodejs/node_modules`. */
  readonly layers: readonly string[];
  /** Whether it may invoke itself, directly or indirectly, without a limit. */
  readonly allowsRecursion?: boolean;
  /** Concurrency reserved for this function, which is also its limit. Without it, the function shares the unreserved pool. */
  readonly reservedConcurrency?: number;
  /** Number of retries for an asynchronous event; defaults to 2. */
  readonly retries?: number;
  /** Maximum age of an asynchronous event, in seconds; defaults to 6 hours. */
  readonly maxEventAge?: number;
  /** ARN of the queue for invocation records of asynchronous events that failed permanently. */
  readonly onFailure?: string;
  /** ARN of the queue for asynchronous events that failed permanently, as received. */
  readonly deadLetters?: string;
}

/** Contents of Lambda's REPORT line, the basis of billing. */
export interface Report {
  readonly functionName: string;
  readonly requestId: string;
  readonly outcome: 'success' | 'error' | 'timeout' | 'crash';
  /** Time in the handler, in ms. */
  readonly duration: number;
  /** Load time, in ms. Present only for a process's first invocation. The load time of a process started in advance is billed too. */
  readonly initDuration?: number;
  /** Configured memory, in MB. */
  readonly memorySize: number;
  /** Peak resident memory of the process and its children, in MB. */
  readonly maxMemoryUsed: number;
}

export interface LogLine {
  readonly functionName: string;
  readonly line: string;
}

/** Options of an invocation. */
export interface InvokeOptions {
  /** Cancels an invocation that is still waiting for a process. */
  readonly signal?: AbortSignal | undefined;
  /** Called when a process receives the event. */
  readonly onStart?: (() => void) | undefined;
  /** `X-Amzn-Trace-Id` headers of the requests that caused it. */
  readonly traces?: readonly string[];
}

/** A function's response. If `error` is set, the payload describes the failure. */
export interface Answer {
  readonly requestId: string;
  readonly error: boolean;
  /** JSON. */
  readonly payload: string;
}
