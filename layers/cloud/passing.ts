/** Answers of AWS that mean: not now. Most services say so with their status; these do it under a status of the client's fault. */
const THROTTLED = /Throttl|TooManyRequests|LimitExceeded|ThroughputExceeded|SlowDown|RequestTimeout/;

/** What goes wrong on the way to a service, before it can answer: Node's codes of the connection, and the SDK's own name for lateness. */
const UNREACHED =
  /^(ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|TimeoutError)$/;

/** Why a transaction was cancelled that is none of its conditions: others held its items, also at the last try. */
const CONTENDED = /Conflict|Throttl|ThroughputExceeded/;

interface Failure {
  name?: unknown;
  code?: unknown;
  $fault?: unknown;
  $metadata?: { httpStatusCode?: number };
  CancellationReasons?: readonly { Code?: string }[];
}

/**
 * Whether an error is a service's that is away, slow or busy for a while, after all that the SDK has repeated: what failed can be
 * asked for again. A refusal for want of permission, or for a wrong request, will not go by itself.
 */
export function isPassing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code, $fault, $metadata, CancellationReasons = [] } = error as Failure;
  if (UNREACHED.test(String(name)) || UNREACHED.test(String(code)) || THROTTLED.test(String(name))) return true;
  if ($fault === 'server' || ($metadata?.httpStatusCode ?? 0) >= 500) return true;
  return CancellationReasons.some(({ Code = '' }) => CONTENDED.test(Code));
}
