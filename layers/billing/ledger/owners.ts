import { inParallel } from '#aws/in-parallel';
import { listJobRows } from './rows.ts';

/** Jobs that are looked up in parallel. */
const CONCURRENCY = 8;

/** Finds the accounts of jobs from their rows. Jobs without any row with an account are left out. */
export async function findOwners(table: string, jobs: Iterable<string>): Promise<Map<string, string>> {
  const owners = new Map<string, string>();
  await inParallel(CONCURRENCY, jobs, async (job) => {
    const account = (await listJobRows(table, job)).find((row) => row.account !== undefined)?.account;
    if (account !== undefined) owners.set(job, account);
  });
  return owners;
}
