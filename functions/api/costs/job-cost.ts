import type { JobCostView, JobRecord } from '@talking-avatar/contract';
import { inParallel } from '#aws';
import { groupRows, listJobRows, rowTotal, toDollars } from '#billing';

/** Reads what a job has cost from its rows on the ledger, for `GET /lipsync/costs`. */
export async function readJobCost(ledger: string, { id, status, created_at, specification, speech }: JobRecord): Promise<JobCostView> {
  const rows = await listJobRows(ledger, id);
  const { output, language, metadata } = specification;
  return {
    id,
    status,
    created_at,
    output: output.type,
    language,
    ...(metadata && { metadata }),
    duration: speech?.duration ?? null,
    currency: 'USD',
    amount: toDollars(rows.reduce((sum, row) => sum + rowTotal(row), 0n)),
    steps: groupRows(rows, 'step').map(({ key, amount }) => ({ step: key, amount: toDollars(amount) })),
  };
}

/** Queries of the ledger that run at the same time for one request. */
const CONCURRENCY = 8;

/** Reads what each of some jobs has cost, in their order. */
export async function readJobCosts(ledger: string, jobs: readonly JobRecord[]): Promise<JobCostView[]> {
  const costs: JobCostView[] = [];
  await inParallel(CONCURRENCY, jobs.entries(), async ([index, job]) => {
    costs[index] = await readJobCost(ledger, job);
  });
  return costs;
}
