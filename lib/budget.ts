import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import type { StageSettings } from './settings/stage-settings.ts';

type Told = CfnBudget.NotificationProperty;

/** Before the month's end it tells what is likely; 80 percent leaves time to look. */
const told: Pick<Told, 'notificationType' | 'threshold'>[] = [
  { notificationType: 'FORECASTED', threshold: 100 },
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'ACTUAL', threshold: 100 },
];

/**
 * Tells an address what the account costs in a month. It counts the whole account: a budget by tag counts nothing until somebody activates the
 * tag for billing, and would never speak.
 */
export class Budget extends Construct {
  constructor(
    scope: Construct,
    id: string,
    stage: string,
    { monthlyDollars, mail }: NonNullable<StageSettings['budget']>,
  ) {
    super(scope, id);
    new CfnBudget(this, 'Month', {
      budget: {
        budgetName: `dezycro-${stage}`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyDollars, unit: 'USD' },
      },
      notificationsWithSubscribers: told.map((each) => ({
        notification: { ...each, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers: [{ subscriptionType: 'EMAIL', address: mail }],
      })),
    });
  }
}
