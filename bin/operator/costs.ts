import { CommandError, type Output } from '@talking-avatar/cli';
import {
  createReport,
  formatShort,
  GROUPINGS,
  type Group,
  type Grouping,
  type LedgerRow,
  listJobRows,
  perMinute,
  type Report,
  readRows,
} from '#billing';
import { estimate, money, round, share } from './amounts.ts';
import { drawCostPage, PAGE_GROUPINGS } from './cost-page.ts';
import { writeOut } from './focus.ts';
import { describeJob } from './job-costs.ts';
import { readPeriod } from './period.ts';
import { cell, type Format, type Row, readFormat, writeRows } from './tables.ts';
import { findTarget } from './target.ts';
import { checkAccount } from './tokens.ts';
import type { OperatorValues } from './values.ts';

interface Values extends OperatorValues {
  from?: string;
  to?: string;
  by?: string;
  format?: string;
  job?: string;
  dearest?: boolean;
  html?: string;
}

/** Number of jobs listed by `--dearest`. */
const DEAREST = 10;

/** Maximum number of dimensions in `--by`. */
const MAX_KEYS = 2;

const SUM_COLUMNS = ['cost', 'share', 'jobs', 'invocations', 'minutes', 'per minute', 'estimated'];

/** `avatar costs`: prints costs from the ledger, per invocation, per job, and per minute of output. @throws CommandError */
export async function costs(values: Values, output: Output): Promise<void> {
  if (values.job && (values.dearest || values.by)) throw new CommandError('--job cannot be combined with --by or --dearest');
  if (values.html && (values.job || values.dearest || values.by || values.format || values.json))
    throw new CommandError('--html can only be combined with --from, --to, and --account');
  const format = readFormat(values);
  const by = values.dearest ? (['job'] as const) : readGroupings(values.by ?? 'step');
  const period = readPeriod(values);
  if (values.account !== undefined) checkAccount(values.account);
  const { ledgerTable } = await findTarget(values);
  if (values.html) {
    const rows = readRows(ledgerTable, period.from, period.to);
    const reports = await readReports(rows, PAGE_GROUPINGS, values.account);
    const title = `Costs of the avatar service (${values.account ?? values.stage ?? 'local'})`;
    await writeOut(values.html, drawCostPage(reports, period, title), '--html');
    return output.err(`Wrote ${values.html}; open it in a browser.`);
  }
  const lines = values.job
    ? describeJob(values.job, await listJobRows(ledgerTable, values.job), format)
    : describe((await readReports(readRows(ledgerTable, period.from, period.to), [by], values.account))[0]!, by, {
        format,
        dearest: values.dearest,
      });
  for (const line of lines) output.out(line);
}

/** Parses `--by`, which is one dimension, or two separated by a comma. @throws CommandError */
function readGroupings(given: string): Grouping[] {
  const by = given.split(',').map((name) => {
    const found = GROUPINGS.find((known) => known === name);
    if (found) return found;
    if (/^metadata\.[\w.-]+$/.test(name)) return name as Grouping;
    const known = `${GROUPINGS.join(', ')}, or an entry such as metadata.project`;
    throw new CommandError(`--by must be one of ${known}, or two separated by a comma, got ${JSON.stringify(name)}`);
  });
  if (by.length > MAX_KEYS || new Set(by).size < by.length)
    throw new CommandError(`--by must have up to ${MAX_KEYS} different dimensions, such as account,month, got ${given}`);
  return by;
}

/**
 * Sums rows by several groupings. Some rows do not include the account of their job, so all rows are read before filtering by account. If
 * `account` is undefined, all rows count.
 */
export async function readReports(
  rows: AsyncIterable<LedgerRow>,
  groupings: readonly (readonly Grouping[])[],
  account: string | undefined,
): Promise<Report[]> {
  const reports = groupings.map((by) => createReport(by));
  const add = (row: LedgerRow): void => {
    for (const report of reports) report.add(row);
  };
  const kept: LedgerRow[] = [];
  const owners = new Map<string, string>();
  for await (const row of rows) {
    if (!account) add(row);
    else if (row.account === account || (row.account === undefined && row.job)) kept.push(row);
    if (row.job && row.account) owners.set(row.job, row.account);
  }
  for (const row of kept) if ((row.account ?? owners.get(row.job ?? '')) === account) add(row);
  return reports;
}

function describe(
  report: Report,
  by: readonly Grouping[],
  { format, dearest }: { format: Format; dearest?: boolean | undefined },
): string[] {
  const all = report.groups();
  const total = all.reduce((sum, { amount }) => sum + amount, 0n);
  if (dearest) return writeMostExpensive(report, all, total, format);
  const groups = isTime(by[0]!) ? all.sort((a, b) => (a.key < b.key ? -1 : 1)) : all;
  const rows = groups.map((group) => ({
    ...Object.fromEntries(by.map((name, index) => [name, cell(group.keys[index]!)])),
    ...sumsOf(group, total),
  }));
  if (format !== 'table') return writeRows(rows, [...by, ...SUM_COLUMNS], format);
  const sum = { [by[0]!]: cell('total'), cost: cell(null, formatShort(total)) };
  return writeRows([...rows, sum], [...by, ...SUM_COLUMNS], format);
}

/** True if the groups are sorted by time instead of cost. */
const isTime = (by: Grouping): boolean => by === 'day' || by === 'month';

function writeMostExpensive(report: Report, groups: readonly Group[], total: bigint, format: Format): string[] {
  const dearest = groups.filter(({ jobs }) => jobs > 0).slice(0, DEAREST);
  const rows = dearest.map((group): Row => {
    const { account, output, language, actor } = report.subjectOf(group.key);
    const { jobs, ...sums } = sumsOf(group, total);
    const whose = { account: cell(account ?? null), output: cell(output ?? null), language: cell(language ?? null) };
    return { job: cell(group.key), ...whose, actor: cell(actor ?? null), ...sums };
  });
  const columns = SUM_COLUMNS.filter((column) => column !== 'jobs');
  return writeRows(rows, ['job', 'account', 'output', 'language', 'actor', ...columns], format);
}

function sumsOf(group: Group, total: bigint): Record<'cost' | 'share' | 'jobs' | 'invocations', ReturnType<typeof cell>> & Row {
  const minute = perMinute(group);
  return {
    cost: money(group.amount),
    share: share(group.amount, total),
    jobs: cell(group.jobs),
    invocations: cell(group.invocations),
    minutes: cell(round(group.seconds / 60, 6), round(group.seconds / 60, 2).toFixed(2)),
    'per minute': minute === undefined ? cell(null) : money(minute),
    estimated: estimate(group.estimated),
  };
}
