/** Throttling and contention. Some services send them with a 4xx status. */
const THROTTLED =
  /Throttl|TransactionConflict|TooManyRequests|LimitExceeded|ThroughputExceeded|SlowDown|RequestTimeout|TransactionInProgress/;

/** A full item collection. Unlike with other `LimitExceeded` errors, a retry does not help. */
const COLLECTION_FULL = /ItemCollectionSizeLimitExceeded/;

/** Connection errors: Node.js codes, and the SDK's name for a timeout. */
const CONNECTION_FAILED =
  /^(ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|TimeoutError)$/;

/** Reasons for a canceled transaction that a retry may fix: contention and throttling. */
const CONTENDED = /Conflict|Throttl|ThroughputExceeded/;

/** Fields that a thrown value may have, of any type. */
interface AwsError {
  name?: unknown;
  code?: unknown;
  $fault?: unknown;
  $metadata?: unknown;
  CancellationReasons?: unknown;
}

/**
 * True if a retry may succeed: the service was unavailable, slow, or throttling, and the SDK has used up its own retries. Missing
 * permissions and invalid requests are not transient.
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
