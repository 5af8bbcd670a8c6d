import { type MetricValues, putMetrics } from '#aws/metrics';
import { PICOS_PER_DOLLAR } from '../money.ts';
import { NO_KEY } from '../report.ts';
import { type LedgerRow, rowTotal } from '../row.ts';

/** Name of the cost metric, in dollars. */
export const COST_METRIC = 'Cost';

/** Dimension sets for the metric. Every combination of values costs money each month, so jobs and accounts are not dimensions. */
export const COST_DIMENSIONS = [['stage'], ['stage', 'step'], ['stage', 'output']] as const;

/** Converts the costs of rows to metrics by step and output type. @param stage stage of the deployment */
export function costMetrics(rows: readonly LedgerRow[], stage: string): MetricValues[] {
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const key = JSON.stringify({ stage, step: row.step, output: row.output ?? NO_KEY });
    sums.set(key, (sums.get(key) ?? 0n) + rowTotal(row));
  }
  return [...sums].map(([key, sum]) => ({
    values: { [COST_METRIC]: Number(sum) / Number(PICOS_PER_DOLLAR) },
    labels: JSON.parse(key) as Record<string, string>,
    dimensions: COST_DIMENSIONS,
  }));
}

/** Publishes the costs of new rows. */
export function publishCost(rows: readonly LedgerRow[], stage: string): void {
  for (const cost of costMetrics(rows, stage)) putMetrics(cost);
}
