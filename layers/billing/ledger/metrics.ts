import { type MetricValues, putMetrics } from '../../aws/metrics.ts';
import { PICO } from '../money.ts';
import { NONE } from '../report.ts';
import { type LedgerRow, totalOf } from '../row.ts';

/** What CloudWatch keeps of what invocations cost. */
export const COST_METRIC = 'Cost';

/**
 * By what the metric is kept. Each combination of values is a metric of its own and costs money every month: never a job or an
 * account, of which there is no end.
 */
export const COST_DIMENSIONS = [['stage'], ['stage', 'step'], ['stage', 'output']] as const;

/**
 * What rows cost, in dollars, together for each step and output type.
 *
 * @param stage of the deployment
 */
export function costsOf(rows: readonly LedgerRow[], stage: string): MetricValues[] {
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const key = JSON.stringify({ stage, step: row.step, output: row.output ?? NONE });
    sums.set(key, (sums.get(key) ?? 0n) + totalOf(row));
  }
  return [...sums].map(([key, sum]) => ({
    values: { [COST_METRIC]: Number(sum) / Number(PICO) },
    labels: JSON.parse(key) as Record<string, string>,
    dimensions: COST_DIMENSIONS,
  }));
}

/** Counts what rows cost, which are new on the ledger. */
export function publishCost(rows: readonly LedgerRow[], stage: string): void {
  for (const cost of costsOf(rows, stage)) putMetrics(cost);
}
