import * as v from 'valibot';
import { environments, taskEnvironments } from '../../../layers/runtime/environment.ts';

const OPERATION = /^[a-z0-9]+\.[A-Z][A-Za-z0-9]+$/;
const PROCESS = /^(function|task):[a-z]+$/;

/** What runs behind the gate of a local run, as requests name it. */
const SERVICES = ['dynamodb', 'ecs', 'events', 'kms', 'lambda', 's3', 'secretsmanager', 'sqs', 'states', 'polly'];

/** Where a place begins with `kind:`, the rest must be one of the named. */
const ofThose = (kind: 'function' | 'task', named: object) =>
  v.check(
    (text: string) => !text.startsWith(`${kind}:`) || Object.hasOwn(named, text.slice(kind.length + 1)),
    `must be a ${kind} that there is: ${Object.keys(named).sort().join(', ')}`,
  );

const place = v.pipe(
  v.string(),
  v.check(
    (text) => OPERATION.test(text) || PROCESS.test(text),
    'must be an operation such as "dynamodb.UpdateItem", a function such as "function:dispatch" or a task such as "task:draw"',
  ),
  v.check(
    (text) => PROCESS.test(text) || SERVICES.includes(text.split('.')[0]!),
    `must be of a service that there is: ${SERVICES.join(', ')}`,
  ),
  ofThose('function', environments),
  ofThose('task', taskEnvironments),
);

const wholeNumber = (least: number, most: number) =>
  v.pipe(
    v.number('must be a number'),
    v.integer('must be a whole number'),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  );

/**
 * What is done to a call:
 *
 * - `fail`: it is not done, and answered with an error
 * - `drop`: it is not done, and its answer is that the service did not answer in time
 * - `lose`: it is done, and answered as if it had failed
 * - `delay`: it is done `ms` later
 * - `duplicate`: it is done twice; the first answer counts
 * - `kill` (functions and tasks alone): its process is killed `ms` after it began
 */
export const FAULT_KINDS = ['fail', 'drop', 'lose', 'delay', 'duplicate', 'kill'] as const;

const faultSchema = v.pipe(
  v.strictObject({
    on: place,
    /** The first call that it is done to, counted from 1. */
    call: v.optional(wholeNumber(1, 1_000_000), 1),
    /** Calls in a row that it is done to. */
    times: v.optional(wholeNumber(1, 1_000_000), 1),
    do: v.picklist(FAULT_KINDS, `must be one of ${FAULT_KINDS.join(', ')}`),
    ms: v.optional(wholeNumber(0, 600_000), 100),
    /** The service's own name of the error: throttling, or an outage where it is not said. */
    error: v.optional(v.pipe(v.string(), v.regex(/^\w{1,64}$/, 'must be the name of an error')), 'ServiceUnavailable'),
  }),
  v.check(({ on, do: kind }) => kind !== 'kill' || PROCESS.test(on), '"kill" is for functions and tasks alone'),
);

const planSchema = v.strictObject({
  /** Waiting times of the infrastructure are divided by it, so that a rehearsal does not take hours. */
  haste: v.optional(wholeNumber(1, 1000), 1),
  faults: v.pipe(v.array(faultSchema), v.maxLength(1000, 'must be at most 1000')),
});

/** What is to go wrong, and when. */
export type FaultPlan = v.InferOutput<typeof planSchema>;

export type Fault = v.InferOutput<typeof faultSchema>;

/**
 * Reads a fault plan.
 *
 * @param text JSON
 * @throws Error that names the field
 */
export function readFaultPlan(text: string): FaultPlan {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new Error(`The fault plan is not JSON: ${(cause as Error).message}`, { cause });
  }
  const result = v.safeParse(planSchema, json);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`The fault plan is wrong: ${v.getDotPath(issue) ?? 'it'}: ${issue.message}`);
}
