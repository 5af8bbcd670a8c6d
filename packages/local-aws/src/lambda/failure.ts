/** Maximum request and response size of a synchronous invocation, in bytes (Lambda quotas, "Invocation payload"). */
export const PAYLOAD_LIMIT = 6_291_456;

/** Lambda allows responses to exceed the limit by this many bytes. */
export const ANSWER_ALLOWANCE = 100;

/** Maximum payload of an asynchronous invocation, in bytes. */
export const EVENT_LIMIT = 1_048_576;

/** A failed invocation's payload, as Lambda returns it. */
export interface FunctionFailure {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
}

export const timedOut = (requestId: string, seconds: number): FunctionFailure => ({
  errorType: 'Sandbox.Timedout',
  errorMessage: `RequestId: ${requestId} Error: Task timed out after ${seconds.toFixed(2)} seconds`,
});

/** @param cause `signal: killed`, or `exit status 1`. */
export const exited = (requestId: string, cause: string): FunctionFailure => ({
  errorType: 'Runtime.ExitError',
  errorMessage: `RequestId: ${requestId} Error: Runtime exited with error: ${cause}`,
});

export const answerTooLarge = (size: number): FunctionFailure => ({
  errorType: 'Function.ResponseSizeTooLarge',
  errorMessage: `Response payload size (${size} bytes) exceeded maximum allowed payload size (${PAYLOAD_LIMIT + ANSWER_ALLOWANCE} bytes).`,
});
