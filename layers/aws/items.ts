import * as v from 'valibot';
import { log } from './log.ts';
import { putMetrics } from './metrics.ts';

/** Metric of items that were skipped. */
export const SKIPPED_METRIC = 'ItemsSkipped';

/**
 * Parses items of a table. The attribute `schema` of an item is the version of its format; 0 when absent. A release that changes
 * the meaning of an attribute raises the version. Items of a later version and invalid items are skipped and counted, so that a
 * rollback stops no reader.
 *
 * @param kind name of the items in the log and the metric
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
