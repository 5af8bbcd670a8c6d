import { ServiceError } from '../gateway/index.ts';

/** Concurrency that Lambda keeps unreserved (Lambda developer guide, "Configuring reserved concurrency"). */
const MIN_UNRESERVED = 100;

/** `Retry-After` of a throttled invocation, in seconds. */
const RETRY_AFTER = 1;

/** Lambda's names for the exceeded limits (API reference, "TooManyRequestsException"). */
const ACCOUNT_LIMIT = 'ConcurrentInvocationLimitExceeded';
const FUNCTION_LIMIT = 'ReservedFunctionConcurrentInvocationLimitExceeded';
export type ThrottleReason = typeof ACCOUNT_LIMIT | typeof FUNCTION_LIMIT;

/** Shared by all functions without a reservation. */
const UNRESERVED = Symbol('unreserved');

export interface Throttle {
  readonly functionName: string;
  readonly reason: ThrottleReason;
}

export interface ConcurrencyOptions {
  /** The account's concurrency quota. */
  readonly account: number;
  /** Reserved concurrency by function name; other functions share the rest. */
  readonly reserved: ReadonlyMap<string, number>;
  readonly onThrottle?: (throttle: Throttle) => void;
}

/** An account's concurrent executions. Like Lambda, it counts each one from the request to the response. */
export interface Concurrency {
  /**
   * Counts an execution until the returned function is called. Call it exactly once.
   * @throws {ServiceError} TooManyRequestsException at the limit
   */
  enter(functionName: string): () => void;
}

const throttled = (reason: ThrottleReason): ServiceError =>
  new ServiceError('TooManyRequestsException', 'Rate Exceeded.', 429, {
    Reason: reason,
    Type: 'User',
    retryAfterSeconds: String(RETRY_AFTER),
  });

/** @throws {Error} if the reservations leave less than Lambda's minimum unreserved concurrency */
export function createConcurrency({ account, reserved, onThrottle }: ConcurrencyOptions): Concurrency {
  const sum = [...reserved.values()].reduce((total, count) => total + count, 0);
  const unreserved = account - sum;
  if (sum > 0 && unreserved < MIN_UNRESERVED)
    throw new Error(
      `The functions reserve ${sum} of the account's ${account} concurrent executions; at least ${MIN_UNRESERVED} must remain unreserved`,
    );
  const running = new Map<string | typeof UNRESERVED, number>();
  return {
    enter(functionName) {
      const pool = reserved.has(functionName) ? functionName : UNRESERVED;
      const count = running.get(pool) ?? 0;
      if (count >= (reserved.get(functionName) ?? unreserved)) {
        const reason = pool === UNRESERVED ? ACCOUNT_LIMIT : FUNCTION_LIMIT;
        onThrottle?.({ functionName, reason });
        throw throttled(reason);
      }
      running.set(pool, count + 1);
      return () => void running.set(pool, (running.get(pool) ?? 0) - 1);
    },
  };
}
