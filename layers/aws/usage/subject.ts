import * as v from 'valibot';
import { resultSchema } from './result.ts';

/** What usage is attributed to. A request that concerns no single job, such as a listing, has an account only. */
export const usageSubjectSchema = v.object({
  job: v.optional(v.string()),
  account: v.optional(v.string()),
  output: v.optional(v.string()),
  actor: v.optional(v.string()),
  language: v.optional(v.string()),
  /** The client's own names for the job, see `metadata` of a job. */
  metadata: v.optional(v.record(v.string(), v.string())),
  /** Present once the job has succeeded. */
  result: v.optional(resultSchema),
});

export type BilledParty = v.InferOutput<typeof usageSubjectSchema>;
