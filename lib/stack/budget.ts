import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';

/**
 * Sends a mail when the forecast cost of a month exceeds a limit. It counts resources tagged
 * `service=polynya`; cost allocation tags must be activated once in the account's billing settings.
 */
export function addBudget(scope: Construct, monthlyUsd: number, email: string): void {
  new CfnBudget(scope, 'Budget', {
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyUsd, unit: 'USD' },
      costFilters: { TagKeyValue: ['user:service$polynya'] },
    },
    notificationsWithSubscribers: [
      {
        notification: { notificationType: 'FORECASTED', comparisonOperator: 'GREATER_THAN', threshold: 100 },
        subscribers: [{ subscriptionType: 'EMAIL', address: email }],
      },
    ],
  });
}
