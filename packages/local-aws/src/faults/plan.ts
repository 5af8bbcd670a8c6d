import * as v from 'valibot';

const OPERATION = /^[a-z0-9]+\.[A-Z][A-Za-z0-9]+$/;
const PROCESS = /^(function|task):[\w.-]+$/;

const SERVICES = ['dynamodb', 'ecs', 'events', 'kms', 'lambda', 's3', 'secretsmanager', 'sqs', 'states', 'polly'];

const targetSchema = v.pipe(
  v.string(),
  v.check(
    (text) => OPERATION.test(text) || PROCESS.test(text),
    'must be an operation such as "dynamodb.UpdateItem", a function such as "function:NAME" or a task such as "task:NAME"',
  ),
  v.check(
    (text) => PROCESS.test(text) || SERVICES.includes(text.split('.')[0]!),
    `must be of a service that there is: ${SERVICES.join(', ')}`,
  ),
);

const wholeNumber = (least: number, most: number) =>
  v.pipe(
    v.number('must be a number'),
    v.integer('must be a whole number'),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  );

/**
 * Effects on a call:
 * - `fail`: it is not made, and answered with an error
 * - `drop`: it is not made, and answered `ms` later with a timeout
 * - `lose`: it is made, but answered with an error
 * - `delay`: it is made `ms` later
 * - `duplicate`: it is made twice; the first answer counts
 * - `kill` (functions and tasks only): its process is killed `ms` after it began
 */
export const FAULT_KINDS = ['fail', 'drop', 'lose', 'delay', 'duplicate', 'kill'] as const;

const faultSchema = v.pipe(
  v.strictObject({
    on: targetSchema,
    /** First call that fails, counted from 1. */
    call: v.optional(wholeNumber(1, 1_000_000), 1),
    /** Number of consecutive calls that fail. */
    times: v.optional(wholeNumber(1, 1_000_000), 1),
    do: v.picklist(FAULT_KINDS, `must be one of ${FAULT_KINDS.join(', ')}`),
    ms: v.optional(wholeNumber(0, 600_000), 100),
    /** The service's name for the error. */
    error: v.optional(v.pipe(v.string(), v.regex(/^\w{1,64}$/, 'must be the name of an error')), 'ServiceUnavailable'),
  }),
  v.check(({ on, do: kind }) => kind !== 'kill' || PROCESS.test(on), '"kill" is for functions and tasks only'),
);

const planSchema = v.strictObject({
  /** Shortens the services' waits by this factor: retries, visibility timeouts, schedules. */
  timeScale: v.optional(wholeNumber(1, 1000), 1),
  faults: v.pipe(v.array(faultSchema), v.maxLength(1000, 'must be at most 1000')),
});

export type FaultPlan = v.InferOutput<typeof planSchema>;

export type Fault = v.InferOutput<typeof faultSchema>;

/** Names that a plan may use after `function:` and `task:`; any name when absent. */
export interface FaultTargets {
  readonly function?: readonly string[];
  readonly task?: readonly string[];
}

/** Reads a fault plan from JSON. @throws Error that names the field */
export function readFaultPlan(text: string, targets: FaultTargets = {}): FaultPlan {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new Error(`The fault plan is not JSON: ${(cause as Error).message}`, { cause });
  }
  const result = v.safeParse(planSchema, json);
  if (!result.success) {
    const [issue] = result.issues;
    throw new Error(`The fault plan is wrong: ${v.getDotPath(issue) ?? 'it'}: ${issue.message}`);
  }
  for (const [index, { on }] of result.output.faults.entries()) checkTarget(on, `faults.${index}.on`, targets);
  return result.output;
}

function checkTarget(on: string, field: string, targets: FaultTargets): void {
  const [, kind, name = ''] = /^(function|task):(.+)$/.exec(on) ?? [];
  const names = targets[kind as keyof FaultTargets];
  if (names && !names.includes(name))
    throw new Error(`The fault plan is wrong: ${field}: must be a ${kind} that there is: ${names.toSorted().join(', ')}`);
}
