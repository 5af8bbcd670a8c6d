import * as v from 'valibot';

/**
 * One attempt at a task state. The state machine adds it to the input of functions and containers. Because it also appears in the execution
 * history, an audit can find attempts without a ledger row.
 */
export const stepAttemptSchema = v.object({
  /** Name of the state. */
  state: v.string(),
  /** Time when the state was entered, in ISO 8601 format. */
  entered: v.pipe(v.string(), v.isoTimestamp()),
  /** Number of retries before this attempt. */
  retry: v.number(),
  /** Index of the item in a Map state. */
  item: v.optional(v.number()),
  /** Name of the execution. Not present in executions that were started by an earlier release. */
  execution: v.optional(v.string()),
});

export type StepAttempt = v.InferOutput<typeof stepAttemptSchema>;

/** ID of the ledger row for an attempt. */
export const stepAttemptId = (job: string, { state, entered, retry, item }: StepAttempt): string =>
  [job, state, entered, ...(item === undefined ? [] : [item]), retry].join('#');

/** Environment variables that pass the attempt to containers. */
export const ATTEMPT_VARIABLES = {
  state: 'TASK_STATE',
  entered: 'TASK_ENTERED',
  retry: 'TASK_RETRY',
  item: 'TASK_ITEM',
  execution: 'TASK_EXECUTION',
} as const satisfies Record<keyof StepAttempt, string>;

const wholeNumber = v.pipe(v.string(), v.regex(/^\d+$/), v.toNumber());

const variablesSchema = v.pipe(
  v.object({
    [ATTEMPT_VARIABLES.state]: stepAttemptSchema.entries.state,
    [ATTEMPT_VARIABLES.entered]: stepAttemptSchema.entries.entered,
    [ATTEMPT_VARIABLES.retry]: wholeNumber,
    [ATTEMPT_VARIABLES.item]: v.optional(wholeNumber),
    [ATTEMPT_VARIABLES.execution]: stepAttemptSchema.entries.execution,
  }),
  v.transform(
    ({ TASK_STATE: state, TASK_ENTERED: entered, TASK_RETRY: retry, TASK_ITEM: item, TASK_EXECUTION: execution }): StepAttempt => {
      return { state, entered, retry, ...(item !== undefined && { item }), ...(execution !== undefined && { execution }) };
    },
  ),
);

/** Reads the attempt from the environment of a container. @returns undefined if a variable is missing or invalid */
export function readStepAttempt(variables: Readonly<Record<string, string | undefined>>): StepAttempt | undefined {
  const result = v.safeParse(variablesSchema, variables);
  return result.success ? result.output : undefined;
}
