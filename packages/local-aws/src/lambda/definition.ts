export interface FunctionDefinition {
  readonly name: string;
  readonly arn: string;
  /** Folder of the bundle, or of the image's build context. */
  readonly code: string;
  /** Container image: no layers, and nothing that Lambda's own runtime adds. */
  readonly image?: boolean;
  /** `file.export`, without the file's extension. */
  readonly handler: string;
  /** Of an invocation, s. */
  readonly timeout: number;
  /** Limit, MB. */
  readonly memory: number;
  readonly variables: Readonly<Record<string, string>>;
  /** Folders with programs in `bin` and packages in `nodejs/node_modules`. */
  readonly layers: readonly string[];
  /** Reserved for this function, and its limit; without it, the function shares the unreserved pool. */
  readonly reservedConcurrency?: number;
  /** Of an asynchronous event; 2 when absent. */
  readonly retries?: number;
  /** Of an asynchronous event, s; 6 hours when absent. */
  readonly maxEventAge?: number;
  /** Queue ARN for records of asynchronous events that failed for good. */
  readonly onFailure?: string;
  /** Queue ARN for asynchronous events that failed for good, as received. */
  readonly deadLetters?: string;
}

/** Contents of Lambda's REPORT line, the basis of billing. */
export interface Report {
  readonly functionName: string;
  readonly requestId: string;
  readonly outcome: 'success' | 'error' | 'timeout' | 'crash';
  /** In the handler, ms. */
  readonly duration: number;
  /** Load time, ms; only in a process's first invocation, even if it was started ahead: its start is billed. */
  readonly initDuration?: number;
  /** MB. */
  readonly memorySize: number;
  /** Peak resident memory of the process and its children, MB. */
  readonly maxMemoryUsed: number;
}

export interface LogLine {
  readonly functionName: string;
  readonly line: string;
}

/** `error` marks the payload as a failure report. */
export interface Answer {
  readonly requestId: string;
  readonly error: boolean;
  /** JSON. */
  readonly payload: string;
}
