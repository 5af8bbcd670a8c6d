import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

export interface CostBudgetProps {
  /** Its name: budgets belong to the account, whatever the region. */
  name: string;
  /** Dollars a month. */
  limit: number;
  /** Who is notified. */
  email: string;
  /** The tag that all parts of the deployment carry. */
  tag: { key: string; value: string };
}

/** Shares of the month's budget, %, that are reported: of actual spending, and of the forecast for the month. */
const BUDGET_ALERTS = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'ACTUAL', threshold: 100 },
  { notificationType: 'FORECASTED', threshold: 100 },
] as const;

/** AWS' own budget of a deployment: its bill is half a day late, but it knows all that is billed, the ledger or not. */
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
