import { inParallel } from '../../aws/in-parallel.ts';
import { listJobRows } from './rows.ts';

/** Jobs that are looked up at once. */
const AT_ONCE = 8;

/** Whose jobs are, as any of their rows says. A job of which none says it is left out. */
export async function findOwners(table: string, jobs: Iterable<string>): Promise<Map<string, string>> {
  const owners = new Map<string, string>();
  await inParallel(AT_ONCE, jobs, async (job) => {
    const account = (await listJobRows(table, job)).find((row) => row.account !== undefined)?.account;
    if (account !== undefined) owners.set(job, account);
  });
  return owners;
}
