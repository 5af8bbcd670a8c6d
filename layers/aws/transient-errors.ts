/** Answers of AWS that mean: not now. Most services say so with their status; these do it under a status of the client's fault. */
const THROTTLED =
  /Throttl|TooManyRequests|LimitExceeded|ThroughputExceeded|SlowDown|RequestTimeout|TransactionInProgress/;

/** An item collection that is full stays full: of all limits that are exceeded, the one that no waiting helps. */
const COLLECTION_FULL = /ItemCollectionSizeLimitExceeded/;

/** What goes wrong on the way to a service, before it can answer: Node's codes of the connection, and the SDK's own name for lateness. */
const CONNECTION_FAILED =
  /^(ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|TimeoutError)$/;

/** Why a transaction was cancelled that is none of its conditions: others held its items, also at the last try. */
const CONTENDED = /Conflict|Throttl|ThroughputExceeded/;

/** Thrown objects may hold anything: nothing of them is taken for what it ought to be. */
interface AwsError {
  name?: unknown;
  code?: unknown;
  $fault?: unknown;
  $metadata?: unknown;
  CancellationReasons?: unknown;
}

/**
 * Whether an error is a service's that is away, slow or busy for a while, after all that the SDK has repeated: what failed can be
 * asked for again. A refusal for want of permission, or for a wrong request, will not go by itself.
 */
export function isTransientError(error: unknown): boolean {
  const { name, code, $fault, $metadata, CancellationReasons }: AwsError = membersOf(error);
  if (matches(COLLECTION_FULL, name)) return false;
  if (matches(CONNECTION_FAILED, name) || matches(CONNECTION_FAILED, code) || matches(THROTTLED, name)) return true;
  const { httpStatusCode }: { httpStatusCode?: unknown } = membersOf($metadata);
  if ($fault === 'server' || (typeof httpStatusCode === 'number' && httpStatusCode >= 500)) return true;
  const reasons: unknown[] = Array.isArray(CancellationReasons) ? CancellationReasons : [];
  return reasons.some((reason) => matches(CONTENDED, (membersOf(reason) as { Code?: unknown }).Code));
}

const membersOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

const matches = (pattern: RegExp, text: unknown): boolean => typeof text === 'string' && pattern.test(text);
