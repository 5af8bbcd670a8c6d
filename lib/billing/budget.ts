import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

export interface CostBudgetProps {
  /** Name of the budget, unique in the account over all regions. */
  name: string;
  /** Dollars a month. */
  limit: number;
  /** E-mail address for notifications. */
  email: string;
  /** The tag of all resources of the deployment. */
  tag: { key: string; value: string };
}

/** Shares of the month's budget, %, that are reported: of actual spending, and of the forecast for the month. */
const BUDGET_ALERTS = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'ACTUAL', threshold: 100 },
  { notificationType: 'FORECASTED', threshold: 100 },
] as const;

/** An AWS budget for the deployment. Its data are half a day late, but include costs that the ledger does not have. */
export class CostBudget extends Construct {
  constructor(scope: Construct, id: string, { name, limit, email, tag }: CostBudgetProps) {
    super(scope, id);
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: name,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: limit, unit: 'USD' },
        // AWS' form of a tag that users have set (AWS Budgets API reference, "Budget").
        costFilters: { TagKeyValue: [`user:${tag.key}$${tag.value}`] },
      },
      notificationsWithSubscribers: BUDGET_ALERTS.map((notice) => ({
        notification: { ...notice, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers: [{ subscriptionType: 'EMAIL', address: email }],
      })),
    });
  }
}
