import * as v from 'valibot';
import { errors } from '../../layers/contract/index.ts';

/** Where a page of jobs starts: the key of the last job before it. The account is the caller's, never the cursor's. */
const keySchema = v.pipe(
  v.string(),
  v.maxLength(500),
  v.transform((text) => Buffer.from(text, 'base64url').toString()),
  v.parseJson(),
  v.strictObject({ id: v.pipe(v.string(), v.uuid()), created_at: v.string() }),
);

export const encodeCursor = ({ id, created_at }: Record<string, unknown>): string =>
  Buffer.from(JSON.stringify({ id, created_at })).toString('base64url');

/** @throws ApiError 400 for a cursor that this service did not make */
export function decodeCursor(cursor: string, account: string): Record<string, unknown> {
  const result = v.safeParse(keySchema, cursor);
  if (!result.success) throw errors.invalidParameter('cursor: expected the cursor of an earlier page, unchanged');
  return { ...result.output, account };
}
