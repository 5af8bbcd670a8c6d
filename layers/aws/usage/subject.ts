import * as v from 'valibot';
import { resultSchema } from './result.ts';

/** Whom and what a row is for. A request that is not about a job, such as a listing, has no job. */
export const usageSubjectSchema = v.object({
  job: v.optional(v.string()),
  account: v.optional(v.string()),
  output: v.optional(v.string()),
  actor: v.optional(v.string()),
  language: v.optional(v.string()),
  /** Known once the job has succeeded. */
  result: v.optional(resultSchema),
});

export type UsageSubject = v.InferOutput<typeof usageSubjectSchema>;
