import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

export interface CostBudgetProps {
  /** Name of the budget, unique in the account over all regions. */
  name: string;
  /** Dollars per month. */
  limit: number;
  /** E-mail address for notifications. */
  email: string;
  /** Tag of all the deployment's resources. */
  tag: { key: string; value: string };
}

/** Reported shares of the monthly budget, %: of actual and of forecast spending. */
const BUDGET_ALERTS = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'ACTUAL', threshold: 100 },
  { notificationType: 'FORECASTED', threshold: 100 },
] as const;

/** An AWS budget. Its data are half a day late, but include costs that are not on the ledger. */
export class CostBudget extends Construct {
  constructor(scope: Construct, id: string, { name, limit, email, tag }: CostBudgetProps) {
    super(scope, id);
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: name,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: limit, unit: 'USD' },
        // AWS's form of a user-defined tag (AWS Budgets API reference, "Budget").
        costFilters: { TagKeyValue: [`user:${tag.key}$${tag.value}`] },
      },
      notificationsWithSubscribers: BUDGET_ALERTS.map((notice) => ({
        notification: { ...notice, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers: [{ subscriptionType: 'EMAIL', address: email }],
      })),
    });
  }
}
