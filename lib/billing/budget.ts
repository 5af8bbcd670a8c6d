import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

export interface CostBudgetProps {
  /** Name of the budget, which must be unique within the account across all regions. */
  name: string;
  /** In dollars per month. */
  limit: number;
  /** E-mail address for notifications. */
  email: string;
  /** Tag that all resources in the deployment have. */
  tag: { key: string; value: string };
}

/** Percentages of the monthly budget at which actual and forecast spending are reported. */
const BUDGET_ALERTS = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'ACTUAL', threshold: 100 },
  { notificationType: 'FORECASTED', threshold: 100 },
] as const;

/** An AWS budget. Its data is half a day old, but includes costs that are not on the ledger. */
export class CostBudget extends Construct {
  constructor(scope: Construct, id: string, { name, limit, email, tag }: CostBudgetProps) {
    super(scope, id);
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: name,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: limit, unit: 'USD' },
        // Format for a user-defined tag (AWS Budgets API reference, "Budget").
        costFilters: { TagKeyValue: [`user:${tag.key}$${tag.value}`] },
      },
      notificationsWithSubscribers: BUDGET_ALERTS.map((notice) => ({
        notification: { ...notice, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers: [{ subscriptionType: 'EMAIL', address: email }],
      })),
    });
  }
}
