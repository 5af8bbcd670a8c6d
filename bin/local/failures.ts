import { join } from 'node:path';
import * as v from 'valibot';

/** Function log lines that report a failed job or a 5xx response. */
const failureSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.variant('message', [
    v.object({
      message: v.literal('The job failed'),
      job: v.string(),
      title: v.string(),
      code: v.number(),
      error: v.optional(v.string()),
    }),
    v.object({
      message: v.literal('Request'),
      request: v.string(),
      method: v.string(),
      path: v.string(),
      status: v.pipe(v.number(), v.minValue(500)),
    }),
  ]),
);

/** Returns the folder with the function logs. @param data the data folder of the local service */
export const logFolder = (data: string): string => join(data, 'lambda', 'logs');

/** Describes a failure from a function log line for the console. @returns undefined for any other line */
export function describeFailure({ functionName, line }: { functionName: string; line: string }, logs: string): string | undefined {
  const result = v.safeParse(failureSchema, line.slice(Math.max(0, line.indexOf('{'))));
  if (!result.success) return undefined;
  const failure = result.output;
  const file = join(logs, `${functionName}.log`);
  if (failure.message === 'Request')
    return `${failure.method} ${failure.path} returned ${failure.status} (request ${failure.request}): ${file}`;
  const details = `npx avatar-service jobs show ${failure.job}`;
  return `Job ${failure.job} failed: ${failure.code} ${failure.title} (${failure.error ?? 'unknown error'}): ${details}`;
}
