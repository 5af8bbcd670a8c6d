import * as v from 'valibot';

/**
 * One attempt of a task of the state machine, as the machine itself names it in what it hands the function. The execution's
 * history tells the same, so that each attempt is known to have a row on the ledger, or to lack one.
 */
export const attemptSchema = v.object({
  /** Name of the state. */
  state: v.string(),
  /** When the state was entered, ISO 8601. */
  entered: v.pipe(v.string(), v.isoTimestamp()),
  /** Retries before it. */
  retry: v.number(),
  /** Which item of a Map it works on. */
  item: v.optional(v.number()),
});

export type Attempt = v.InferOutput<typeof attemptSchema>;

/** The id of an attempt's row. */
export const attemptId = (job: string, { state, entered, retry, item }: Attempt): string =>
  [job, state, entered, ...(item === undefined ? [] : [item]), retry].join('#');
