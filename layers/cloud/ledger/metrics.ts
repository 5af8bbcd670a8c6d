import { type LedgerRow, NONE, PICO, totalOf } from '../../ledger/index.ts';

/** Where CloudWatch keeps what invocations cost. */
export const COST_METRIC = { namespace: 'Avatar', name: 'Cost' } as const;

/**
 * By what the metric is kept. Each combination of values is a metric of its own and costs money every month: never a job or an
 * account, of which there is no end.
 */
export const COST_DIMENSIONS = [['stage'], ['stage', 'step'], ['stage', 'output']] as const;

/**
 * Lines of the log that CloudWatch makes metrics of: what rows cost, in dollars, together for each step and output type
 * (CloudWatch user guide, "Specification: Embedded metric format").
 *
 * @param stage of the deployment
 * @param now milliseconds since 1970
 */
export function costLines(rows: readonly LedgerRow[], stage: string, now = Date.now()): string[] {
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const key = JSON.stringify({ stage, step: row.step, output: row.output ?? NONE });
    sums.set(key, (sums.get(key) ?? 0n) + totalOf(row));
  }
  const _aws = {
    Timestamp: now,
    CloudWatchMetrics: [
      {
        Namespace: COST_METRIC.namespace,
        Dimensions: COST_DIMENSIONS,
        Metrics: [{ Name: COST_METRIC.name, Unit: 'None' }],
      },
    ],
  };
  return [...sums].map(([key, sum]) =>
    JSON.stringify({ _aws, ...JSON.parse(key), [COST_METRIC.name]: Number(sum) / Number(PICO) }),
  );
}

/** Writes the lines as they are: what Lambda's console puts before a line would spoil them. */
export function tellCost(rows: readonly LedgerRow[], stage: string): void {
  for (const line of costLines(rows, stage)) process.stdout.write(`${line}\n`);
}
