import { createHash, randomBytes } from 'node:crypto';
import { ServiceError } from '../gateway/index.ts';
import type { FunctionDefinition } from './definition.ts';

/**
 * Maximum number of invocations of a function in one chain of requests. The next one is stopped (Lambda developer guide, "Use Lambda
 * recursive loop detection to prevent infinite loops", which says "approximately").
 */
const MAX_INVOCATIONS = 16;

/** Length of a function's hash in the lineage, as seen in headers that functions log on AWS. */
const HASH_CHARACTERS = 8;

const hashOf = (arn: string): string => createHash('sha256').update(arn).digest('hex').slice(0, HASH_CHARACTERS);

/** One function's earlier invocations in a chain. */
const ENTRY = /^([0-9a-f]{8}):(\d{1,9})$/;

/**
 * Reads the number of earlier invocations by function from a trace header's `Lineage` field, such as `a87bd80c:1|68fd508a:5`. Anything else
 * is ignored.
 */
function readLineage(trace: string): Map<string, number> {
  const [, list = ''] = /(?:^|;)\s*Lineage=([^;]*)/.exec(trace) ?? [];
  const counts = new Map<string, number>();
  for (const entry of list.split('|')) {
    const [, hash, count] = ENTRY.exec(entry) ?? [];
    if (hash !== undefined) counts.set(hash, Math.max(Number(count), counts.get(hash) ?? 0));
  }
  return counts;
}

/**
 * Creates the trace ID of a chain: version, time in seconds, and 96 random bits, all hexadecimal (X-Ray developer guide, "Trace ID
 * format").
 */
const createRoot = (): string => `1-${Math.floor(Date.now() / 1000).toString(16)}-${randomBytes(12).toString('hex')}`;

/**
 * Creates the `X-Amzn-Trace-Id` header of an invocation. The SDKs pass it on with every request that a function makes, and SQS stores it
 * with each message. This lets Lambda detect a function that causes its own invocation.
 * @param traces headers of the requests that caused the invocation, one per message in a batch. The longest chain counts.
 * @throws {ServiceError} if the function has been invoked too often in the chain, unless it allows recursion
 */
export function continueTrace({ name, arn, allowsRecursion }: FunctionDefinition, traces: readonly string[]): string {
  const [first = ''] = traces;
  const counts = new Map<string, number>();
  for (const trace of traces) {
    for (const [hash, count] of readLineage(trace)) counts.set(hash, Math.max(count, counts.get(hash) ?? 0));
  }
  const own = hashOf(arn);
  const earlier = counts.get(own);
  const invocation = earlier === undefined ? 0 : earlier + 1;
  if (invocation >= MAX_INVOCATIONS && !allowsRecursion) {
    const message = `Lambda stopped the invocation of ${name}: it is part of a recursive loop, which "RecursiveLoop: Allow" permits`;
    throw new ServiceError('RecursiveInvocationException', message, 400);
  }
  counts.set(own, invocation);
  const [, root = createRoot()] = /(?:^|;)\s*Root=([\w-]+)/.exec(first) ?? [];
  const lineage = [...counts].map(([hash, count]) => `${hash}:${count}`).join('|');
  return `Root=${root};Parent=${randomBytes(8).toString('hex')};Sampled=0;Lineage=${lineage}`;
}
