import * as v from 'valibot';
import { apiErrors } from '../../layers/contract/index.ts';

/** A cursor contains the key of the last job of a page, without the account, which is always the caller's. */
const keySchema = v.pipe(
  v.string(),
  v.maxLength(500),
  v.transform((text) => Buffer.from(text, 'base64url').toString()),
  v.parseJson(),
  v.strictObject({ id: v.pipe(v.string(), v.uuid()), created_at: v.string() }),
);

/** Formats the start key of the next page as a cursor. */
export const encodeCursor = ({ id, created_at }: Record<string, unknown>): string =>
  Buffer.from(JSON.stringify({ id, created_at })).toString('base64url');

/** Parses a cursor. @throws ApiError 400 for an invalid one */
export function decodeCursor(cursor: string, account: string): Record<string, unknown> {
  const result = v.safeParse(keySchema, cursor);
  if (!result.success) throw apiErrors.invalidParameter('cursor: expected the cursor of an earlier page, unchanged');
  return { ...result.output, account };
}
