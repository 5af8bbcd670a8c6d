/** Answers of AWS that mean: not now. Most services say so with their status; these do it under a status of the client's fault. */
const THROTTLED =
  /Throttl|TooManyRequests|LimitExceeded|ThroughputExceeded|SlowDown|RequestTimeout|TransactionInProgress/;

/** A full item collection: the only exceeded limit that waiting does not cure. */
const COLLECTION_FULL = /ItemCollectionSizeLimitExceeded/;

/** What goes wrong on the way to a service, before it can answer: Node's codes of the connection, and the SDK's own name for lateness. */
const CONNECTION_FAILED =
  /^(ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|TimeoutError)$/;

/** Why a transaction was cancelled that is none of its conditions: others held its items, also at the last try. */
const CONTENDED = /Conflict|Throttl|ThroughputExceeded/;

/** The fields that are read from a thrown value. Each may have any type, so each is checked before use. */
interface AwsError {
  name?: unknown;
  code?: unknown;
  $fault?: unknown;
  $metadata?: unknown;
  CancellationReasons?: unknown;
}

/**
 * Whether a retry may succeed: the service was unavailable, slow or throttling, and the SDK's own retries are used up. Missing
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
