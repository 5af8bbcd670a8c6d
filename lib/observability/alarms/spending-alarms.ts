import { Duration } from 'aws-cdk-lib';
import { costMetric } from '../cost-widgets.ts';
import { stageMetric } from '../stage-metric.ts';
import { type AlarmSpec, PERIOD } from './alarm-spec.ts';

/** Share of the monthly budget that raises the alarm if it is spent in a single day. This is three times the average. */
const EXPENSIVE_DAY = 0.1;

/** Alarms on spending. @param monthlyBudget in dollars; if undefined, there is no alarm for an expensive day */
export const spendingAlarms = (stage: string, monthlyBudget?: number): AlarmSpec[] => [
  // The aggregation counts each account once, so the alarm clears by itself and is raised again for the next account.
  {
    id: 'BudgetsReached',
    metric: stageMetric(stage, 'BudgetsReached', PERIOD),
    threshold: 1,
    meaning: 'An account has spent its budget for this month.',
    action: 'Run avatar budgets list.',
  },
  {
    id: 'BudgetsWarned',
    metric: stageMetric(stage, 'BudgetsWarned', PERIOD),
    threshold: 1,
    meaning: 'An account has spent 80% of its budget for this month.',
    action: 'Run avatar budgets list.',
  },
  // Uses the costs that functions report immediately, because the bill is half a day late.
  ...(monthlyBudget === undefined
    ? []
    : [
        {
          id: 'DayTooDear',
          metric: costMetric(stage, {}, Duration.days(1)),
          threshold: monthlyBudget * EXPENSIVE_DAY,
          meaning: "A day cost a tenth of the month's budget.",
          action: 'Find the step and the output type on the dashboard.',
        },
      ]),
];
