/** A function as the template describes it. */
export interface FunctionDefinition {
  readonly name: string;
  readonly arn: string;
  /** Folder of the bundle, or what a container image is built from. */
  readonly code: string;
  /** Whether it is a container image: without layers, and without what Lambda's own runtime adds. */
  readonly image?: boolean;
  /** `file.export`, without the file's extension. */
  readonly handler: string;
  /** Time limit of an invocation, s. */
  readonly timeout: number;
  /** Memory limit, MB. */
  readonly memory: number;
  readonly variables: Readonly<Record<string, string>>;
  /** Folders of the layers: programs are found in their `bin`, packages in their `nodejs/node_modules`. */
  readonly layers: readonly string[];
  /** Concurrent executions that are this function's own, and its limit; without it, it shares what is unreserved. */
  readonly reservedConcurrency?: number;
  /** Retries of an asynchronous event; 2 when absent. */
  readonly retries?: number;
  /** Seconds that an asynchronous event is kept; 6 hours when absent. */
  readonly maxEventAge?: number;
  /** ARN of the queue for asynchronous events that failed for good, as a record of the failure. */
  readonly onFailure?: string;
  /** ARN of the queue for asynchronous events that failed for good, as they came. */
  readonly deadLetters?: string;
}

/** Contents of Lambda's REPORT line, the basis of billing. */
export interface Report {
  readonly functionName: string;
  readonly requestId: string;
  readonly outcome: 'success' | 'error' | 'timeout' | 'crash';
  /** Time in the handler, ms. */
  readonly duration: number;
  /** Time to load the function, ms; only at the first invocation of a process, also of one that was started ahead: its start is billed. */
  readonly initDuration?: number;
  /** MB. */
  readonly memorySize: number;
  /** Largest resident memory seen of the process and its children, MB. */
  readonly maxMemoryUsed: number;
}

export interface LogLine {
  readonly functionName: string;
  readonly line: string;
}

/** An answer of a function; `error` marks the payload as the report of a failure. */
export interface Answer {
  readonly requestId: string;
  readonly error: boolean;
  /** JSON. */
  readonly payload: string;
}
