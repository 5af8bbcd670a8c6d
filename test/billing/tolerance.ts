import type { ResourceName } from '#aws';

/** Resources that the ledger must count exactly like the services, except for rounding. */
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

/** Rounding error of several rows, each rounded to a billionth. */
const ROUNDING = 5e-6;

/** Allowed range for the ledger's count, relative to the services' count, for resources that it cannot count exactly. */
const SHARES: Partial<Record<ResourceName, readonly [number, number]>> = {
  // A step polls the status of its job, and may end before the response.
  'dynamodb.reads': [0.99, 1],
  // A function cannot measure its runtime's overhead.
  'lambda.compute.arm64': [0.75, 1.1],
};

/** True if the ledger and the services agree on a resource; undefined if the services do not count it. */
export function agrees(resource: ResourceName, ledger: number, services: number): boolean | undefined {
  if (EXACT.some((name) => name === resource)) return Math.abs(ledger - services) < ROUNDING;
  const [least, most] = SHARES[resource] ?? [];
  if (least === undefined || most === undefined) return undefined;
  return ledger >= services * least - ROUNDING && ledger <= services * most + ROUNDING;
}
