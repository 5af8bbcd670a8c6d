import * as v from 'valibot';

const OPERATION = /^[a-z0-9]+\.[A-Z][A-Za-z0-9]+$/;
const PROCESS = /^(function|task):[\w.-]+$/;

const SERVICES = ['dynamodb', 'ecs', 'events', 'kms', 'lambda', 's3', 'secretsmanager', 'sqs', 'states', 'polly'];

const targetSchema = v.pipe(
  v.string(),
  v.check(
    (text) => OPERATION.test(text) || PROCESS.test(text),
    'must be an operation such as "dynamodb.UpdateItem", a function such as "function:NAME", or a task such as "task:NAME"',
  ),
  v.check((text) => PROCESS.test(text) || SERVICES.includes(text.split('.')[0]!), `must name one of the services ${SERVICES.join(', ')}`),
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
 * - `fail`: not executed; returns an error
 * - `drop`: not executed; returns a timeout after `ms`
 * - `lose`: executed, but returns an error
 * - `delay`: executed after `ms`
 * - `duplicate`: executed twice; returns the first response
 * - `kill` (functions and tasks only): the process is killed after `ms`
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
    /** Error code that the service would return. */
    error: v.optional(
      v.pipe(v.string(), v.regex(/^\w{1,64}$/, 'must be an error code of up to 64 letters, digits, or underscores')),
      'ServiceUnavailable',
    ),
  }),
  v.check(({ on, do: kind }) => kind !== 'kill' || PROCESS.test(on), '"kill" is for functions and tasks only'),
);

const planSchema = v.strictObject({
  /** Service delays are divided by this factor: retries, visibility timeouts, and schedules. */
  timeScale: v.optional(wholeNumber(1, 1000), 1),
  faults: v.pipe(v.array(faultSchema), v.maxLength(1000, 'must have up to 1000 faults')),
});

export type FaultPlan = v.InferOutput<typeof planSchema>;

export type Fault = v.InferOutput<typeof faultSchema>;

/** Names that a plan may use after `function:` and `task:`. If absent, any name is allowed. */
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
    throw new Error(`The fault plan is invalid: ${v.getDotPath(issue) ?? 'it'}: ${issue.message}`);
  }
  for (const [index, { on }] of result.output.faults.entries()) checkTarget(on, `faults.${index}.on`, targets);
  return result.output;
}

function checkTarget(on: string, field: string, targets: FaultTargets): void {
  const [, kind, name = ''] = /^(function|task):(.+)$/.exec(on) ?? [];
  const names = targets[kind as keyof FaultTargets];
  if (names && !names.includes(name))
    throw new Error(`The fault plan is invalid: ${field}: must name one of the ${kind}s ${names.toSorted().join(', ')}`);
}
