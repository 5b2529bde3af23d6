import { Duration, Stack } from 'aws-cdk-lib';
import { EventBus, Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  CfnEventSourceMapping,
  FilterCriteria,
  FilterRule,
  type Function,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type Job, paymentEventRule } from '#contract/jobs.ts';
import type { BundleFolders } from './bundling/function-list.ts';
import { fixedNames } from './fixed-names.ts';
import type { StageSettings } from './settings/stage-settings.ts';
import { grantsOf } from './grants.ts';
import type { Resources } from './resources.ts';
import { ServiceFunction } from './service-function.ts';

export type JobsProps = {
  settings: StageSettings;
  jobs: readonly Job[];
  folders: BundleFolders;
  resources: Resources;
};

/**
 * The event bus, and one function for each job with what sets it off. What a job could not do after all its retries lies in one queue,
 * which an alarm watches.
 */
export class Jobs extends Construct {
  readonly failures: Queue;
  /** Jobs that follow the table's stream, by name → their functions. */
  readonly streamJobs: Record<string, string> = {};
  readonly #bus: EventBus;

  constructor(scope: Construct, id: string, props: JobsProps) {
    super(scope, id);
    const { account, region } = Stack.of(this);
    this.#bus = new EventBus(this, 'Bus', { eventBusName: fixedNames(props.settings.stage, account, region).eventBus });
    this.failures = new Queue(this, 'Failures', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    for (const job of props.jobs) this.#addJob(job, props);
  }

  #addJob(job: Job, { settings, folders, resources }: JobsProps): void {
    const { name, trigger, memoryMb, timeoutSeconds, concurrencyShare, runsAlone } = job;
    const reportFailure = new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.failures.queueArn] });
    const triggerRights = trigger.inserts ? [readStream(resources)] : [];
    const { function: target } = new ServiceFunction(this, name, {
      settings,
      resources,
      folder: folders.jobs[name]!,
      statements: [...grantsOf(job, resources), reportFailure, ...triggerRights],
      memoryMb,
      timeoutSeconds,
      concurrencyShare,
      failures: this.failures,
      ...(runsAlone && { mostAtOnce: 1 }),
    });
    if (trigger.inserts) this.streamJobs[name] = target.functionName;
    if (trigger.inserts) this.#onInserts(`${name}Events`, trigger.inserts, target.functionArn, resources);
    if (trigger.payments) this.#onPayments(name, target);
    if (trigger.everyMinutes === undefined) return;
    new Rule(this, `${name}Schedule`, {
      schedule: Schedule.rate(Duration.minutes(trigger.everyMinutes)),
      targets: [new LambdaFunction(target, { deadLetterQueue: this.failures, retryAttempts: 2 })],
    });
  }

  /** Each event by itself; what was not carried out after some hours lies in the queue of failures, and the daily check does it. */
  #onPayments(name: string, target: Function): void {
    new Rule(this, `${name}Payments`, {
      eventBus: this.#bus,
      eventPattern: { source: [paymentEventRule.source], detailType: [paymentEventRule.detailType] },
      targets: [
        new LambdaFunction(target, {
          deadLetterQueue: this.failures,
          retryAttempts: 8,
          maxEventAge: Duration.hours(6),
        }),
      ],
    });
  }

  /** New items of one type, in order for each partition: a tenant's feed is one, and so are its deliveries. */
  #onInserts(id: string, type: string, functionName: string, { tableStream }: Resources): void {
    new CfnEventSourceMapping(this, id, {
      functionName,
      eventSourceArn: tableStream,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 10,
      bisectBatchOnFunctionError: true,
      functionResponseTypes: ['ReportBatchItemFailures'],
      maximumRetryAttempts: 10,
      maximumRecordAgeInSeconds: 3600,
      destinationConfig: { onFailure: { destination: this.failures.queueArn } },
      filterCriteria: {
        filters: [
          FilterCriteria.filter({
            eventName: FilterRule.isEqual('INSERT'),
            dynamodb: { NewImage: { type: { S: FilterRule.isEqual(type) } } },
          }),
        ],
      },
    });
  }
}

const readStream = ({ tableStream }: Resources): PolicyStatement =>
  new PolicyStatement({
    actions: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((each) => `dynamodb:${each}`),
    resources: [tableStream],
  });
