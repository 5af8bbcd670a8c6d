import type { ResourceName } from '#aws';

/** Resources for which the ledger must count exactly what the services count, apart from rounding. */
export const EXACT = [
  'api.requests',
  'lambda.requests',
  'states.transitions',
  'sqs.requests',
  'events.published',
  's3.reads',
  's3.writes',
  's3.storage',
  'dynamodb.writes',
  'polly.neural',
] as const satisfies readonly ResourceName[];

/** Rounding error when several rows are each rounded to a billionth. */
const ROUNDING = 5e-6;

/** For resources that the ledger cannot count exactly, the allowed ratio of its count to the service count. */
const SHARES: Partial<Record<ResourceName, readonly [number, number]>> = {
  // A step polls the status of its job, and may end before it receives the response.
  'dynamodb.reads': [0.99, 1],
  // A function cannot measure the overhead of its runtime.
  'lambda.compute.arm64': [0.75, 1.1],
};

/** True if the ledger and the services agree on a resource. Undefined if the services do not count it. */
export function agrees(resource: ResourceName, ledger: number, services: number): boolean | undefined {
  if (EXACT.some((name) => name === resource)) return Math.abs(ledger - services) < ROUNDING;
  const [least, most] = SHARES[resource] ?? [];
  if (least === undefined || most === undefined) return undefined;
  return ledger >= services * least - ROUNDING && ledger <= services * most + ROUNDING;
}
