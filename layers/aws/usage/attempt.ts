import * as v from 'valibot';

/**
 * One attempt of a task of the state machine, as the machine itself names it in what it hands the function. The execution's
 * history tells the same, so that each attempt is known to have a row on the ledger, or to lack one.
 */
export const stepAttemptSchema = v.object({
  /** Name of the state. */
  state: v.string(),
  /** When the state was entered, ISO 8601. */
  entered: v.pipe(v.string(), v.isoTimestamp()),
  /** Retries before it. */
  retry: v.number(),
  /** Which item of a Map it works on. */
  item: v.optional(v.number()),
});

export type StepAttempt = v.InferOutput<typeof stepAttemptSchema>;

/** The id of an attempt's row. */
export const stepAttemptId = (job: string, { state, entered, retry, item }: StepAttempt): string =>
  [job, state, entered, ...(item === undefined ? [] : [item]), retry].join('#');

/** The variables that the state machine tells a container by which attempt it is: a container has no event, and no number. */
export const ATTEMPT_VARIABLES = {
  state: 'TASK_STATE',
  entered: 'TASK_ENTERED',
  retry: 'TASK_RETRY',
  item: 'TASK_ITEM',
} as const satisfies Record<keyof StepAttempt, string>;

const wholeNumber = v.pipe(v.string(), v.regex(/^\d+$/), v.toNumber());

const variablesSchema = v.pipe(
  v.object({
    [ATTEMPT_VARIABLES.state]: stepAttemptSchema.entries.state,
    [ATTEMPT_VARIABLES.entered]: stepAttemptSchema.entries.entered,
    [ATTEMPT_VARIABLES.retry]: wholeNumber,
    [ATTEMPT_VARIABLES.item]: v.optional(wholeNumber),
  }),
  v.transform(({ TASK_STATE: state, TASK_ENTERED: entered, TASK_RETRY: retry, TASK_ITEM: item }): StepAttempt => {
    return { state, entered, retry, ...(item !== undefined && { item }) };
  }),
);

/** Reads the attempt out of a container's variables; undefined where they do not tell one. */
export function readStepAttempt(variables: Readonly<Record<string, string | undefined>>): StepAttempt | undefined {
  const result = v.safeParse(variablesSchema, variables);
  return result.success ? result.output : undefined;
}
