import { ServiceError } from '../gateway/index.ts';

/** Executions that Lambda always keeps for functions without a reservation (Lambda developer guide, "Configuring reserved concurrency"). */
const LEAST_UNRESERVED = 100;

/** Seconds in the Retry-After of a throttled invocation. */
const RETRY_AFTER = 1;

/** The limits that an invocation may meet, by Lambda's own names (API reference, "TooManyRequestsException"). */
const ACCOUNT_LIMIT = 'ConcurrentInvocationLimitExceeded';
const FUNCTION_LIMIT = 'ReservedFunctionConcurrentInvocationLimitExceeded';
export type ThrottleReason = typeof ACCOUNT_LIMIT | typeof FUNCTION_LIMIT;

/** The pool that all functions without a reservation share. */
const UNRESERVED = Symbol('unreserved');

/** An invocation that Lambda refused. */
export interface Throttle {
  readonly functionName: string;
  readonly reason: ThrottleReason;
}

export interface ConcurrencyOptions {
  /** The account's quota of concurrent executions. */
  readonly account: number;
  /** Reserved concurrency by function name; functions without one share what is left of the account's quota. */
  readonly reserved: ReadonlyMap<string, number>;
  /** Called for every throttled invocation. */
  readonly onThrottle?: (throttle: Throttle) => void;
}

/** The concurrent executions of an account, counted as Lambda counts them: a request from its arrival to its answer. */
export interface Concurrency {
  /**
   * Counts an execution in.
   * @returns counts it out again; to be called once
   * @throws {ServiceError} TooManyRequestsException when the function's reservation, or what is unreserved, is used up
   */
  enter(functionName: string): () => void;
}

const throttled = (reason: ThrottleReason): ServiceError =>
  new ServiceError('TooManyRequestsException', 'Rate Exceeded.', 429, {
    Reason: reason,
    Type: 'User',
    retryAfterSeconds: String(RETRY_AFTER),
  });

/** @throws {Error} when the reservations leave less than Lambda keeps unreserved */
export function createConcurrency({ account, reserved, onThrottle }: ConcurrencyOptions): Concurrency {
  const sum = [...reserved.values()].reduce((total, count) => total + count, 0);
  const unreserved = account - sum;
  if (sum > 0 && unreserved < LEAST_UNRESERVED)
    throw new Error(
      `The functions reserve ${sum} of the account's ${account} concurrent executions; Lambda keeps at least ${LEAST_UNRESERVED} unreserved`,
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
