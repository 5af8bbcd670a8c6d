import type { JobCostView, JobRecord } from '@talking-avatar/contract';
import { inParallel } from '#aws';
import { groupRows, listJobRows, rowTotal, toDollars } from '#billing';

/** Adds up the ledger rows of a job. */
export async function readJobCost(ledger: string, { id, status, created_at, specification, speech }: JobRecord): Promise<JobCostView> {
  const rows = await listJobRows(ledger, id);
  const { output, language, metadata } = specification;
  return {
    id,
    status,
    created_at,
    output: output.type,
    language: language ?? null,
    ...(metadata && { metadata }),
    duration: speech?.duration ?? null,
    currency: 'USD',
    amount: toDollars(rows.reduce((sum, row) => sum + rowTotal(row), 0n)),
    steps: groupRows(rows, 'step').map(({ key, amount }) => ({ step: key, amount: toDollars(amount) })),
  };
}

/** Number of concurrent ledger queries per request. */
const CONCURRENCY = 8;

/** Reads the cost of each job, in the same order as the jobs. */
export async function readJobCosts(ledger: string, jobs: readonly JobRecord[]): Promise<JobCostView[]> {
  const costs: JobCostView[] = [];
  await inParallel(CONCURRENCY, jobs.entries(), async ([index, job]) => {
    costs[index] = await readJobCost(ledger, job);
  });
  return costs;
}
