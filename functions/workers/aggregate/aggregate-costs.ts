import { type Clock, inParallel, isoTime, log, putMetrics } from '#aws';
import {
  addTo,
  type Budget,
  type BudgetLevel,
  type CostHistory,
  collectCostHistory,
  findOwners,
  formatDollars,
  listBudgets,
  listJobRows,
  monthOf,
  type Renderers,
  readCostHistory,
  readDailySums,
  readRows,
  recordBudgetAlert,
  recordSpending,
  type StepSums,
  sampleExecutions,
  saveCostHistory,
  saveDaySpending,
} from '#billing';

interface CostResources {
  ledger: string;
  accounts: string;
  stage: string;
  renderers: Renderers;
}

/** Percentage of a budget at which operators are warned. */
const WARNING_PERCENT = 80n;

/** Number of hours after midnight during which the previous day is aggregated too, because audits still add rows to it. */
const LATE_HOURS = 3;

/** Maximum number of days to catch up on after an interruption. Older days do not matter because budgets are monthly. */
const MAX_DAYS = 31;

/** Maximum number of rows per day for building the cost history from all jobs. On days with more rows, jobs are sampled. */
const MAX_ROWS_PER_DAY = 20_000;

/** Size of the sample, in rows. About one row in ten is an execution. */
const SAMPLED_ROWS = 5_000;

/** Number of accounts and jobs to process in parallel. */
const CONCURRENCY = 16;

const DAY = 86_400_000;

/**
 * Aggregates the ledger into spending per account and day for budgets, and into a daily cost history for estimates. Spending is read from
 * sums that are written with the rows, so the running time does not depend on the number of rows. It is safe to repeat, even in parallel. A
 * budget is reported once per month when most of it is spent, once when all of it is spent, and again after it has been changed.
 * @returns how many days were aggregated and how many budgets were newly reported
 */
export async function aggregateCosts(
  { ledger, accounts, stage, renderers }: CostResources,
  clock: Clock = Date.now,
): Promise<{ days: number; warned: number; reached: number }> {
  const now = clock();
  const { days: known, aggregatedUntil } = await readCostHistory(accounts);
  const days = daysToAggregate(aggregatedUntil, now);
  const learned: Record<string, CostHistory> = { ...known };
  for (const day of days) {
    const { spent, steps, history } = await readDayCosts(ledger, day, renderers);
    const updated_at = isoTime(now);
    await inParallel(CONCURRENCY, spent, async ([account, amount]) => {
      await recordSpending(accounts, account, day, amount);
      const ofSteps = steps.get(account) ?? new Map();
      await saveDaySpending(ledger, account, { day, amount, steps: ofSteps, updated_at });
    });
    learned[day] = history;
    // If this run reaches its time limit, the next one continues from here.
    await saveCostHistory(accounts, learned, day);
  }
  const reported = await reportBudgets(accounts, clock);
  putMetrics({ values: { BudgetsReached: reported.reached, BudgetsWarned: reported.warned }, labels: { stage } });
  return { days: days.length, ...reported };
}

interface DayCosts {
  /** Pico-dollars by account. */
  spent: Map<string, bigint>;
  /** Pico-dollars by account and step. */
  steps: Map<string, StepSums>;
  history: CostHistory;
}

/** Reads the spending for a day from its sums, and the cost history from its rows or a sample of them. */
async function readDayCosts(ledger: string, day: string, renderers: Renderers): Promise<DayCosts> {
  const { accounts, jobs, rows, steps } = await readDailySums(ledger, day);
  const spent = new Map(accounts);
  for (const [job, account] of await findOwners(ledger, jobs.keys())) {
    addTo(spent, account, jobs.get(job) ?? 0n);
    const ofAccount = steps.accounts.get(account) ?? new Map<string, bigint>();
    steps.accounts.set(account, ofAccount);
    for (const [step, amount] of steps.jobs.get(job) ?? []) addTo(ofAccount, step, amount);
  }
  const learner = collectCostHistory(renderers);
  if (rows <= MAX_ROWS_PER_DAY) for await (const row of readRows(ledger, day, day)) learner.add(row);
  else await learnFromSample(ledger, day, SAMPLED_ROWS / rows, learner);
  return { spent, steps: steps.accounts, history: learner.history() };
}

async function learnFromSample(ledger: string, day: string, share: number, learner: ReturnType<typeof collectCostHistory>): Promise<void> {
  const jobs = new Set<string>();
  for await (const { job } of sampleExecutions(ledger, day, share)) if (job) jobs.add(job);
  await inParallel(CONCURRENCY, jobs, async (job) => {
    for (const row of await listJobRows(ledger, job)) if (row.at.startsWith(day)) learner.add(row);
  });
}

async function reportBudgets(accounts: string, clock: Clock): Promise<Record<BudgetLevel, number>> {
  const reported = { reached: 0, warned: 0 };
  for (const budget of await listBudgets(accounts, clock)) {
    const level = budgetLevel(budget);
    if (!level || !(await recordBudgetAlert(accounts, budget, level, monthOf(clock())))) continue;
    reported[level] += 1;
    const { account, spent, limit } = budget;
    log.warn('A budget is nearly or completely used up', {
      account,
      spent: formatDollars(spent),
      limit: formatDollars(limit),
    });
  }
  return reported;
}

/** Returns the spending level to report. */
function budgetLevel({ limit, spent }: Budget): BudgetLevel | undefined {
  if (spent >= limit) return 'reached';
  return spent * 100n >= limit * WARNING_PERCENT ? 'warned' : undefined;
}

const dayOf = (time: number): string => isoTime(time).slice(0, 10);

/** Lists the days to aggregate: from the last aggregated day through today, plus yesterday during the first hours of the day. */
export function daysToAggregate(last: string | undefined, now: number): string[] {
  const today = Date.parse(dayOf(now));
  const late = new Date(now).getUTCHours() < LATE_HOURS ? today - DAY : today;
  const first = last === undefined ? today - (MAX_DAYS - 1) * DAY : Math.min(Date.parse(last), late);
  const from = Math.max(first, today - (MAX_DAYS - 1) * DAY);
  const days: string[] = [];
  for (let time = from; time <= today; time += DAY) days.push(dayOf(time));
  return days;
}
