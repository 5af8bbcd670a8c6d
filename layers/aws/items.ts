import * as v from 'valibot';
import { log } from './log.ts';
import { putMetrics } from './metrics.ts';

/** What CloudWatch counts items under that a reader has skipped. */
export const SKIPPED_METRIC = 'ItemsSkipped';

/**
 * Reads items of one kind. Every item carries the version of its form as `schema`; one without was written before versions were.
 * A release that changes the meaning of an attribute raises the version; new attributes alone do not. What a later release wrote,
 * or nobody knows how to read, is skipped and counted, so that a rollback stops no reader.
 *
 * @param kind what the log and the metric call it
 * @param newest the newest version that this release reads
 */
export function readItems<Schema extends v.GenericSchema>(
  kind: string,
  newest: number,
  schema: Schema,
  items: readonly Record<string, unknown>[],
): v.InferOutput<Schema>[] {
  const read: v.InferOutput<Schema>[] = [];
  for (const item of items) {
    const version = item.schema ?? 0;
    const result = typeof version === 'number' && version <= newest ? v.safeParse(schema, item) : undefined;
    if (result?.success) read.push(result.output);
    else countSkipped(kind, version, result?.issues?.map((issue) => v.getDotPath(issue) ?? '').join(', '));
  }
  return read;
}

/** Logs and counts a skipped item, without its content. */
export function countSkipped(kind: string, version: unknown, fields = ''): void {
  log.warn('An item was skipped: this release cannot read it', { kind, version, fields });
  putMetrics({ values: { [SKIPPED_METRIC]: 1 }, labels: { kind } });
}
