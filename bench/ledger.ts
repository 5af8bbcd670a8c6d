import type { ResourceName } from '#aws';
import { formatDollars, formatShort, GROUPINGS, groupRows, rowTotal } from '#billing';
import { alignColumns } from '../bin/operator/columns.ts';
import { readTool, readWhole } from '../bin/tool.ts';
import { IndependentCount } from '../test/billing/count.ts';
import { readLedger, runMixed } from '../test/billing/mixed.ts';
import { agrees } from '../test/billing/tolerance.ts';
import { startService } from '../test/e2e/service.ts';

const RETENTION = 7;

/**
 * `npm run check:ledger -- [--jobs 200]` runs a mix of jobs on a local service. It compares the quantities in the ledger with what the
 * services counted themselves, and the totals of all groupings with each other. Exits with 1 if they differ.
 */
const { values } = readTool('npm run check:ledger -- [--jobs 200]', { jobs: { type: 'string', default: '200' } }, []);
const jobs = readWhole('--jobs', values.jobs);
const count = new IndependentCount(RETENTION);
const faults = count.around();
const service = await startService({ tts: 'polly', retentionDays: RETENTION }, { onReport: count.onReport, faults });
try {
  await runMixed(service, count, jobs);
  const rows = await readLedger(service);
  const used = new Map<string, number>();
  for (const { resource, quantity } of rows.flatMap(({ charges }) => charges)) used.set(resource, (used.get(resource) ?? 0) + quantity);
  const resources = [...new Set([...used.keys(), ...count.used.keys()])].sort() as ResourceName[];
  const table = resources.map((resource) => {
    const agreement = agrees(resource, used.get(resource) ?? 0, count.used.get(resource) ?? 0);
    if (agreement === false) process.exitCode = 1;
    const verdict = agreement === undefined ? 'not compared' : agreement ? 'agree' : 'DIFFER';
    return [...[used, count.used].map((of) => of.get(resource)?.toFixed(9) ?? '-'), verdict];
  });
  for (const line of alignColumns([['resource', 'ledger', 'services', ''], ...table.map((row, index) => [resources[index] ?? '', ...row])]))
    console.log(line);
  const total = rows.reduce((sum, row) => sum + rowTotal(row), 0n);
  console.log(`\n${rows.length} rows, ${formatDollars(total)} $, ${formatShort(total / BigInt(jobs))} a job`);
  for (const grouping of GROUPINGS) {
    const sum = groupRows(rows, grouping).reduce((all, { amount }) => all + amount, 0n);
    console.log(`by ${grouping}: ${formatDollars(sum)} $${sum === total ? '' : ' DIFFERS'}`);
    if (sum !== total) process.exitCode = 1;
  }
} finally {
  await service.end();
}
