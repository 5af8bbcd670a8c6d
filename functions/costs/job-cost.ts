import { groupRows, listJobRows, rowTotal, toDollars } from '../../layers/billing/index.ts';
import type { JobCostView, JobRecord } from '../../layers/contract/index.ts';

/** Reads what a job has cost from its rows on the ledger, for `GET /lipsync/costs`. */
export async function readJobCost(
  ledger: string,
  { id, status, created_at, specification, speech }: JobRecord,
): Promise<JobCostView> {
  const rows = await listJobRows(ledger, id);
  const { output, language, metadata } = specification;
  return {
    ...{ id, status, created_at, output: output.type, language },
    ...(metadata && { metadata }),
    duration: speech?.duration ?? null,
    currency: 'USD',
    amount: toDollars(rows.reduce((sum, row) => sum + rowTotal(row), 0n)),
    steps: groupRows(rows, 'step').map(({ key, amount }) => ({ step: key, amount: toDollars(amount) })),
  };
}
