import {
  type Budget,
  type BudgetLevel,
  keepMemory,
  listBudgets,
  log,
  noteSpending,
  noteTold,
  putMetrics,
  readMemory,
  readRows,
} from '../../layers/cloud/index.ts';
import { createLearner, createReport, type Experience, formatDollars, NONE } from '../../layers/ledger/index.ts';

export interface TallyResources {
  ledger: string;
  accounts: string;
  stage: string;
}

/** Part of a budget from which on somebody is warned, percent. */
const WARNING = 80n;

/** Hours of a day in which rows of the day before still come in: audits estimate what jobs of the last hour lack. */
const LATE_HOURS = 3;

/** Days that a tally goes back to after it was away: no budget is older than a month. */
const MOST_DAYS = 31;

const DAY = 86_400_000;

/**
 * Adds up what the ledger says of each account and of each kind of job since the last tally: what budgets are held against, and
 * what estimates are made of. Each day is added up anew, so that it may run again and twice at once.
 *
 * Each budget is told of once a month when most of it is spent, and once when all of it is; again where it was changed.
 *
 * @returns how many accounts were told of now to have spent their budget, or most of it
 */
export async function tally(
  { ledger, accounts, stage }: TallyResources,
  now = new Date(),
): Promise<{ days: number; warned: number; reached: number }> {
  const { days: known, tallied } = await readMemory(accounts);
  const days = daysToTally(tallied, now);
  const learned: Record<string, Experience> = { ...known };
  for (const day of days) {
    const report = createReport('account');
    const learner = createLearner();
    for await (const row of readRows(ledger, day, day)) {
      report.add(row);
      learner.add(row);
    }
    for (const { key, amount } of report.groups()) if (key !== NONE) await noteSpending(accounts, key, day, amount);
    learned[day] = learner.experience();
    // A tally that is cut off, since there is much to catch up with, goes on from here the next time.
    await keepMemory(accounts, learned, day);
  }
  const told = { reached: 0, warned: 0 };
  for (const budget of await listBudgets(accounts, now)) {
    const level = levelOf(budget);
    if (!level || !(await noteTold(accounts, budget, level, now))) continue;
    told[level] += 1;
    const { account, spent, limit } = budget;
    log.warn('A budget is spent, or most of it', { account, spent: formatDollars(spent), limit: formatDollars(limit) });
  }
  putMetrics({ values: { BudgetsReached: told.reached, BudgetsWarned: told.warned }, labels: { stage } });
  return { days: days.length, ...told };
}

/** What is to be told of a budget, if anything. */
function levelOf({ limit, spent }: Budget): BudgetLevel | undefined {
  if (spent >= limit) return 'reached';
  return spent * 100n >= limit * WARNING ? 'warned' : undefined;
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** From the last day that was tallied to today, and the day before while its rows come in. */
export function daysToTally(tallied: string | undefined, now: Date): string[] {
  const today = Date.parse(dayOf(now));
  const late = now.getUTCHours() < LATE_HOURS ? today - DAY : today;
  const first = tallied === undefined ? today - (MOST_DAYS - 1) * DAY : Math.min(Date.parse(tallied), late);
  const from = Math.max(first, today - (MOST_DAYS - 1) * DAY);
  const days: string[] = [];
  for (let time = from; time <= today; time += DAY) days.push(dayOf(new Date(time)));
  return days;
}
