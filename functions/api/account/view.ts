import type { AccountView } from '@talking-avatar/contract';
import { addTo, type Budget, type DaySpending, toDollars } from '#billing';
import type { TokenRecord } from '#runtime';

interface AccountFacts {
  budget: Budget | undefined;
  /** For example, `2026-11`. */
  month: string;
  days: readonly DaySpending[];
  /** Requests allowed per window under each policy, and the length of the window in seconds. */
  rates: { token: number; address: number };
  window: number;
}

/** Formats an account for `GET /lipsync/account`, as seen with one of its tokens. */
export function viewAccount(
  { account, plan: name, quota, used, expires_at }: TokenRecord,
  { budget, month, days, rates, window }: AccountFacts,
): AccountView {
  const steps = new Map<string, bigint>();
  for (const day of days) for (const [step, amount] of day.steps) addTo(steps, step, amount);
  const updated = days.map(({ updated_at }) => updated_at).sort();
  return {
    account,
    plan: { name, quota, used, left: Math.max(0, quota - used), expires_at },
    budget: budget ? viewBudget(budget) : null,
    rate_limits: (['token', 'address'] as const).map((policy) => ({
      policy,
      requests: rates[policy],
      seconds: window,
    })),
    spending: {
      currency: 'USD',
      month,
      amount: toDollars(days.reduce((sum, { amount }) => sum + amount, 0n)),
      updated_at: updated.at(-1) ?? null,
      days: days.map((day) => ({ day: day.day, amount: toDollars(day.amount), steps: viewSteps(day.steps) })),
      steps: viewSteps(steps),
    },
  };
}

const viewBudget = ({ limit, spent, stop }: Budget) => ({
  currency: 'USD' as const,
  monthly: toDollars(limit),
  spent: toDollars(spent),
  left: toDollars(spent < limit ? limit - spent : 0n),
  stop,
});

/** Formats spending by step, most expensive first. */
const viewSteps = (steps: ReadonlyMap<string, bigint>) =>
  [...steps].sort(([, one], [, other]) => Number(other - one)).map(([step, amount]) => ({ step, amount: toDollars(amount) }));
