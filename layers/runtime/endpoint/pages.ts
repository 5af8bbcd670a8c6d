import { apiErrors, formatIssues, LIMITS, parseJson } from '@talking-avatar/contract';
import * as v from 'valibot';

/** A cursor contains the key of the last job on a page. The account is left out because it is always the caller's. */
const keySchema = v.pipe(
  v.string(),
  v.maxLength(500),
  v.transform((text) => Buffer.from(text, 'base64url').toString()),
  parseJson('JSON'),
  v.strictObject({ id: v.pipe(v.string(), v.uuid()), created_at: v.pipe(v.string(), v.isoTimestamp()) }),
);

/** Formats the start key of the next page as a cursor; null after the last page. */
export const encodeCursor = (next: Readonly<Record<string, unknown>> | undefined): string | null =>
  next ? Buffer.from(JSON.stringify({ id: next.id, created_at: next.created_at })).toString('base64url') : null;

/** Default of `limit`. */
const DEFAULT_LIMIT = 20;

const limitSchema = (most: number) => {
  const expected = `a whole number from 1 to ${most}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,4}$/, expected),
    v.transform(Number),
    v.check((limit) => limit >= 1 && limit <= most, expected),
  );
};

/**
 * Reads the query parameters of a job listing.
 * @param options `most` is the maximum `limit`; `more` contains additional parameters for this listing
 * @returns the additional parameters, and the options for `listJobs`
 * @throws ApiError 400 that names the parameter
 */
export function readPageQuery<Entries extends v.ObjectEntries>(
  account: string,
  query: object,
  { more, most = LIMITS.pageJobs }: { more: Entries; most?: number },
) {
  const schema = v.object({
    ...more,
    limit: v.optional(limitSchema(most)),
    cursor: v.optional(v.string()),
  });
  const result = v.safeParse(schema, query);
  if (!result.success) throw apiErrors.invalidParameter(formatIssues(schema, result.issues));
  const {
    limit = DEFAULT_LIMIT,
    cursor,
    ...own
  } = result.output as {
    limit?: number;
    cursor?: string;
  } & v.InferOutput<v.ObjectSchema<Entries, undefined>>;
  return { ...own, limit, from: cursor === undefined ? undefined : decodeCursor(cursor, account) };
}

function decodeCursor(cursor: string, account: string): Record<string, unknown> {
  const result = v.safeParse(keySchema, cursor);
  if (!result.success) throw apiErrors.invalidParameter('cursor: must be the cursor of an earlier page, unchanged');
  return { ...result.output, account };
}
