import { createHash, randomBytes } from 'node:crypto';
import { ServiceError } from '../gateway/index.ts';
import type { FunctionDefinition } from './definition.ts';

/**
 * Invocations of a function in one chain of requests; the next one is stopped (Lambda developer guide, "Use Lambda recursive loop detection
 * to prevent infinite loops"; it says "approximately").
 */
const MAX_INVOCATIONS = 16;

/** Characters of a function's hash in the lineage, as in headers that functions log on AWS. */
const HASH_CHARACTERS = 8;

const hashOf = (arn: string): string => createHash('sha256').update(arn).digest('hex').slice(0, HASH_CHARACTERS);

/** One function's earlier invocations in a chain. */
const ENTRY = /^([0-9a-f]{8}):(\d{1,9})$/;

/** Earlier invocations by function in a trace header's field `Lineage`, such as `a87bd80c:1|68fd508a:5`. Anything else is ignored. */
function readLineage(trace: string): Map<string, number> {
  const [, list = ''] = /(?:^|;)\s*Lineage=([^;]*)/.exec(trace) ?? [];
  const counts = new Map<string, number>();
  for (const entry of list.split('|')) {
    const [, hash, count] = ENTRY.exec(entry) ?? [];
    if (hash !== undefined) counts.set(hash, Math.max(Number(count), counts.get(hash) ?? 0));
  }
  return counts;
}

/** Trace ID of a chain: version, time (s) and 96 random bits, all hexadecimal (X-Ray developer guide, "Trace ID format"). */
const createRoot = (): string => `1-${Math.floor(Date.now() / 1000).toString(16)}-${randomBytes(12).toString('hex')}`;

/**
 * The header `X-Amzn-Trace-Id` of an invocation. The SDKs send it on with every request from a function, and SQS keeps it with a message,
 * so that Lambda recognizes a function that causes its own invocation.
 * @param traces headers of the requests that caused the invocation: one per message of a batch, of which the longest chain counts
 * @throws {ServiceError} when the function has been invoked too often in the chain, unless it allows that
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
