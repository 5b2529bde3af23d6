import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Machine } from '#contract/tasks.ts';
import { workflowIds } from './workflow.ts';

type ObservabilityProps = {
  apiId: string;
  tableName: string;
  stateMachines: Record<Machine, string>;
  failures: string;
  /** Who is told; null: nobody. */
  alarmTopic: string | null;
};

/** What must never happen unseen: an answer that blames us, a table that refuses, and an execution that could not even record its failure, and
 * a job that failed for good; and a plan that was not what the payment provider says. */
export class Observability extends Construct {
  readonly #topic: string | null;

  constructor(
    scope: Construct,
    id: string,
    { apiId, tableName, stateMachines, failures, alarmTopic }: ObservabilityProps,
  ) {
    super(scope, id);
    this.#topic = alarmTopic;
    this.#alarm('ApiFailures', 'AWS/ApiGateway', '5xx', { ApiId: apiId });
    for (const events of ['ReadThrottleEvents', 'WriteThrottleEvents'])
      this.#alarm(`Table${events}`, 'AWS/DynamoDB', events, { TableName: tableName });
    this.#alarm('JobFailures', 'AWS/SQS', 'ApproximateNumberOfMessagesVisible', { QueueName: failures }, 'Maximum');
    // Counted by the jobs that apply payments (functions/support/payments-line.ts).
    for (const name of ['billingDrift', 'billingAlarms']) this.#alarm(name, 'dezycro', name, {});
    for (const [machine, arn] of Object.entries(stateMachines))
      this.#alarm(`${workflowIds[machine as Machine]}Failures`, 'AWS/States', 'ExecutionsFailed', {
        StateMachineArn: arn,
      });
  }

  /** One in five minutes is enough. */
  #alarm(
    id: string,
    namespace: string,
    metricName: string,
    dimensionsMap: Record<string, string>,
    statistic = 'Sum',
  ): void {
    const alarm = new Alarm(this, id, {
      metric: new Metric({ namespace, metricName, dimensionsMap, statistic, period: Duration.minutes(5) }),
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    const alarmActionArn = this.#topic;
    if (alarmActionArn) alarm.addAlarmAction({ bind: () => ({ alarmActionArn }) });
  }
}
