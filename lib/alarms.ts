import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { tableSchema } from '#adapters/dynamodb/table-schema.ts';

/** What the alarms look at. */
export type Watched = {
  apiId: string;
  /** The account's limit. */
  functionsAtOnce: number;
  /** The name of the alarm on failures of the interface. */
  failuresAlarm: string;
  tableName: string;
  /** State machine → its ARN. */
  workflows: Record<string, string>;
  /** The queue of what jobs could not do. */
  failures: string;
  /** Jobs that follow the table's stream → their functions. */
  streamJobs: Record<string, string>;
  stampProject: string;
};

/** One alarm. `means` and `first` are sent with it: whoever is called needs no second page to begin. */
export type AlarmRule = {
  id: string;
  /** Where something else refers to it. */
  name?: string;
  metric: IMetric;
  /** From what on, in one period of five minutes unless `periods` says more. */
  threshold: number;
  periods?: number;
  means: string;
  first: string;
};

const metric = (namespace: string, metricName: string, dimensionsMap: Record<string, string>, statistic = 'Sum') =>
  new Metric({ namespace, metricName, dimensionsMap, statistic, period: Duration.minutes(5) });

/** Every alarm of a stage; each has its row in docs/operations.md, Alarms. */
export const alarmRules = (watched: Watched): AlarmRule[] => [
  ...ofApi(watched),
  ...ofTable(watched),
  ...ofWorkflows(watched),
  ...ofJobs(watched),
  ...ofBilling,
];

/** The share of a quota from which on somebody asks for more: an answer takes AWS a day. */
const nearLimit = 0.8;

/** Percent of requests, so that one failure at night wakes nobody; fewer than three are seen in the logs. */
const ofApi = ({ apiId, failuresAlarm, functionsAtOnce }: Watched): AlarmRule[] => [
  {
    id: 'ApiFailures',
    name: failuresAlarm,
    metric: new MathExpression({
      expression: 'IF(failures > 2, 100 * failures / requests, 0)',
      usingMetrics: {
        failures: metric('AWS/ApiGateway', '5xx', { ApiId: apiId }),
        requests: metric('AWS/ApiGateway', 'Count', { ApiId: apiId }),
      },
      period: Duration.minutes(5),
      label: 'Answers 5xx, percent',
    }),
    threshold: 0.1,
    means: 'More than 0.1 % of the requests of five minutes, and at least three, were answered 5xx',
    first: 'Find the lines with status 5xx in the functions’ logs: each has requestId, operationId and the error',
  },
  {
    id: 'LambdaThrottles',
    metric: metric('AWS/Lambda', 'Throttles', {}),
    threshold: 1,
    means: 'A function was refused for want of concurrency: the account’s, or its own reserved one',
    first: 'Compare ConcurrentExecutions with the account’s limit in Service Quotas; ask for more',
  },
  {
    id: 'FunctionsNearLimit',
    metric: metric('AWS/Lambda', 'ClaimedAccountConcurrency', {}, 'Maximum'),
    threshold: Math.floor(nearLimit * functionsAtOnce),
    means: `Of the ${functionsAtOnce} functions at once of the account, reserved ones included, ${nearLimit * 100} % were taken`,
    first: 'Ask for more in Service Quotas, Lambda, concurrent executions; then raise functionsAtOnce of the stage',
  },
];

const ofTable = ({ tableName: TableName }: Watched): AlarmRule[] => {
  const places = {
    Table: { TableName },
    Index: { TableName, GlobalSecondaryIndexName: tableSchema.index.name },
  };
  const throttles = Object.entries(places).flatMap(([place, dimensions]) =>
    ['Read', 'Write'].map((kind) => ({
      id: `${place}${kind}ThrottleEvents`,
      metric: metric('AWS/DynamoDB', `${kind}ThrottleEvents`, dimensions),
      threshold: 1,
      means: `A ${kind.toLowerCase()} of the ${place.toLowerCase()} was throttled: a partition is hot, or a limit of the account is near`,
      first: 'Find the tenant in lines with code DEPENDENCY_UNAVAILABLE; see the table’s contributor insights',
    })),
  );
  const systemErrors: AlarmRule = {
    id: 'TableSystemErrors',
    metric: new MathExpression({
      expression: 'gets + queries + writes',
      usingMetrics: Object.fromEntries(
        Object.entries({ gets: 'GetItem', queries: 'Query', writes: 'TransactWriteItems' }).map(([name, Operation]) => [
          name,
          metric('AWS/DynamoDB', 'SystemErrors', { TableName, Operation }),
        ]),
      ),
      period: Duration.minutes(5),
    }),
    threshold: 5,
    means: 'The table answered errors of its own; requests were tried again, some were answered 503',
    first: 'See the AWS Health Dashboard; nothing is lost: what was not acknowledged was not written',
  };
  return [...throttles, systemErrors];
};

const ofWorkflows = ({ workflows, stampProject }: Watched): AlarmRule[] => [
  ...Object.entries(workflows).flatMap(([name, StateMachineArn]) =>
    Object.entries({ Failures: 'ExecutionsFailed', TimeOuts: 'ExecutionsTimedOut', Aborts: 'ExecutionsAborted' }).map(
      ([kind, metricName]) => ({
        id: `${name}${kind}`,
        metric: metric('AWS/States', metricName, { StateMachineArn }),
        threshold: 1,
        means: `An execution of ${name} ended (${metricName}) and could not record why`,
        first: 'Open the execution’s last state; the job sweep fails what stays open, then publish again',
      }),
    ),
  ),
  {
    id: 'StampFailures',
    metric: metric('AWS/CodeBuild', 'FailedBuilds', { ProjectName: stampProject }),
    threshold: 3,
    means: 'Three builds in five minutes could not be stamped: their features stay on the build before',
    first: 'Read the project’s log; RunnerDamaged means the release is broken: release:runners --use an earlier one',
  },
];

const ofJobs = ({ failures, streamJobs }: Watched): AlarmRule[] => [
  {
    id: 'JobFailures',
    metric: metric('AWS/SQS', 'ApproximateNumberOfMessagesVisible', { QueueName: failures }, 'Maximum'),
    threshold: 1,
    means: 'A job failed after all its retries, or the stream gave records up',
    first: 'Read the message: it names the function; see its log, mend, and delete the message',
  },
  ...Object.entries(streamJobs).map(([name, FunctionName]) => ({
    id: `${name}Age`,
    metric: metric('AWS/Lambda', 'IteratorAge', { FunctionName }, 'Maximum'),
    threshold: 60_000,
    periods: 2,
    means: `What ${name} reads of the table’s stream is more than a minute old, for ten minutes`,
    first: 'See the function’s errors and throttles; after an hour records go to the queue of failures',
  })),
];

/** Counted by the jobs that apply payments (functions/support/payments-line.ts). */
const ofBilling: AlarmRule[] = [
  {
    id: 'billingDrift',
    metric: metric('dezycro', 'billingDrift', {}),
    threshold: 1,
    means: 'The daily comparison found plans that were not what the provider says; they are put right',
    first: 'Look why: webhook endpoint disabled at the provider, wrong secret, or a change by hand',
  },
  {
    id: 'billingAlarms',
    metric: metric('dezycro', 'billingAlarms', {}),
    threshold: 1,
    means: 'A customer paid twice (SECOND_SUBSCRIPTION), or for a price that is not ours (UNKNOWN_PRICE)',
    first: 'Refund the credit if the customer asks; give the price its lookup key, or end the subscription',
  },
];
