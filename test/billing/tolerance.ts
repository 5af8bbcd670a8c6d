import type { ResourceName } from '#aws';

/** What the ledger must count exactly as the services do, to rounding. */
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

/** What rows of several jobs lose in sum by rounding each to a billionth. */
const ROUNDING = 5e-6;

/** Part of what the services count that the ledger may have, where it cannot be exact. */
const SHARES: Partial<Record<ResourceName, readonly [number, number]>> = {
  // A step looks from time to time whether its job is still wanted, and may end before it has the answer.
  'dynamodb.reads': [0.99, 1],
  // A function does not see what the runtime around it takes.
  'lambda.compute.arm64': [0.75, 1.1],
};

/** Whether the ledger counts a resource as the services do; undefined where they do not count it. */
export function agrees(resource: ResourceName, ledger: number, services: number): boolean | undefined {
  if (EXACT.some((name) => name === resource)) return Math.abs(ledger - services) < ROUNDING;
  const [least, most] = SHARES[resource] ?? [];
  if (least === undefined || most === undefined) return undefined;
  return ledger >= services * least - ROUNDING && ledger <= services * most + ROUNDING;
}
