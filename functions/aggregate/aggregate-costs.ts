import { inParallel, log, putMetrics } from '../../layers/aws/index.ts';
import {
  type Budget,
  type BudgetLevel,
  type CostHistory,
  collectCostHistory,
  countedSince,
  createReport,
  findOwners,
  formatDollars,
  hasUncounted,
  listBudgets,
  listJobRows,
  NONE,
  readCostHistory,
  readRows,
  readSums,
  recordBudgetAlert,
  recordSpending,
  sampleExecutions,
  saveCostHistory,
} from '../../layers/billing/index.ts';

export interface CostResources {
  ledger: string;
  accounts: string;
  stage: string;
}

/** Part of a budget from which on somebody is warned, percent. */
const WARNING_PERCENT = 80n;

/** Hours of a day in which rows of the day before still come in: audits estimate what jobs of the last hour lack. */
const LATE_HOURS = 3;

/** Days that are caught up with after a pause: no budget is older than a month. */
const MAX_DAYS = 31;

/** Rows of a day up to which all its jobs are learned from; of a larger day, a sample is. */
const MAX_ROWS_PER_DAY = 20_000;

/** Rows that a sample reads, of which about one in ten is an execution. */
const SAMPLED_ROWS = 5_000;

/** Accounts and jobs that are worked on at once. */
const CONCURRENCY = 16;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Aggregates the ledger: what each account has spent on each day, which budgets are held against, and what jobs of each kind cost,
 * which estimates are made of. Spending comes from the sums that are written with the rows, so a run takes the same time whatever
 * the day has. It may run again and twice at once: what it writes is absolute.
 *
 * Each budget is reported once a month when most of it is spent, and once when all of it is; again where it was changed.
 *
 * @returns how many days were aggregated, and how many accounts were reported now to have spent their budget, or most of it
 */
export async function aggregateCosts(
  { ledger, accounts, stage }: CostResources,
  now = new Date(),
): Promise<{ days: number; warned: number; reached: number }> {
  const { days: known, aggregatedUntil } = await readCostHistory(accounts);
  const since = await countedSince(accounts, now);
  const days = daysToAggregate(aggregatedUntil, now);
  const learned: Record<string, CostHistory> = { ...known };
  for (const day of days) {
    const { spent, history } = hasCompleteSums(day, since)
      ? await readDayFromSums(ledger, day)
      : await readDayFromRows(ledger, day);
    await inParallel(CONCURRENCY, spent, ([account, amount]) => recordSpending(accounts, account, day, amount));
    learned[day] = history;
    // A run that is cut off, since there is much to catch up with, goes on from here the next time.
    await saveCostHistory(accounts, learned, day);
  }
  const reported = await reportBudgets(accounts, now);
  putMetrics({ values: { BudgetsReached: reported.reached, BudgetsWarned: reported.warned }, labels: { stage } });
  return { days: days.length, ...reported };
}

/** What a day has shown. */
interface DayCosts {
  /** Pico-dollars by account. */
  spent: Map<string, bigint>;
  history: CostHistory;
}

/** Whether sums have counted every row of a day: an hour after the first run, no function of an earlier release is left. */
const hasCompleteSums = (day: string, since: number): boolean => Date.parse(day) >= since + HOUR;

/** A day by its sums. Its jobs are learned from, or a sample of them. Where rows are found that no sum counts, it is recounted. */
async function readDayFromSums(ledger: string, day: string): Promise<DayCosts> {
  const { accounts, jobs, rows } = await readSums(ledger, day);
  const sampled = Math.min(1, SAMPLED_ROWS / rows);
  if (await hasUncounted(ledger, day, rows <= MAX_ROWS_PER_DAY ? 1 : sampled)) return readDayFromRows(ledger, day);
  const spent = new Map(accounts);
  for (const [job, account] of await findOwners(ledger, jobs.keys())) {
    spent.set(account, (spent.get(account) ?? 0n) + (jobs.get(job) ?? 0n));
  }
  const learner = collectCostHistory();
  if (rows <= MAX_ROWS_PER_DAY) for await (const row of readRows(ledger, day, day)) learner.add(row);
  else await learnFromSample(ledger, day, sampled, learner);
  return { spent, history: learner.history() };
}

async function learnFromSample(
  ledger: string,
  day: string,
  share: number,
  learner: ReturnType<typeof collectCostHistory>,
): Promise<void> {
  const jobs = new Set<string>();
  for await (const { job } of sampleExecutions(ledger, day, share)) if (job) jobs.add(job);
  await inParallel(CONCURRENCY, jobs, async (job) => {
    for (const row of await listJobRows(ledger, job)) if (row.at.startsWith(day)) learner.add(row);
  });
}

/** A day by all its rows: of a day whose rows were not all counted by sums, or as a check of them. */
export async function readDayFromRows(ledger: string, day: string): Promise<DayCosts> {
  const report = createReport('account');
  const learner = collectCostHistory();
  for await (const row of readRows(ledger, day, day)) {
    report.add(row);
    learner.add(row);
  }
  const groups = report.groups().filter(({ key }) => key !== NONE);
  return { spent: new Map(groups.map(({ key, amount }) => [key, amount])), history: learner.history() };
}

async function reportBudgets(accounts: string, now: Date): Promise<Record<BudgetLevel, number>> {
  const reported = { reached: 0, warned: 0 };
  for (const budget of await listBudgets(accounts, now)) {
    const level = budgetLevel(budget);
    if (!level || !(await recordBudgetAlert(accounts, budget, level, now))) continue;
    reported[level] += 1;
    const { account, spent, limit } = budget;
    log.warn('A budget is spent, or most of it', { account, spent: formatDollars(spent), limit: formatDollars(limit) });
  }
  return reported;
}

/** What is to be reported of a budget, if anything. */
function budgetLevel({ limit, spent }: Budget): BudgetLevel | undefined {
  if (spent >= limit) return 'reached';
  return spent * 100n >= limit * WARNING_PERCENT ? 'warned' : undefined;
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** From the last day that was aggregated to today, and the day before while its rows come in. */
export function daysToAggregate(last: string | undefined, now: Date): string[] {
  const today = Date.parse(dayOf(now));
  const late = now.getUTCHours() < LATE_HOURS ? today - DAY : today;
  const first = last === undefined ? today - (MAX_DAYS - 1) * DAY : Math.min(Date.parse(last), late);
  const from = Math.max(first, today - (MAX_DAYS - 1) * DAY);
  const days: string[] = [];
  for (let time = from; time <= today; time += DAY) days.push(dayOf(new Date(time)));
  return days;
}
