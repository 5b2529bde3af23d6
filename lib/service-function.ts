import { Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type CfnFunction,
  Code,
  Function,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { serviceLog } from './service-log.ts';
import type { StageSettings } from './settings/stage-settings.ts';
import { auditLogIsKept } from './grants.ts';
import type { Resources } from './resources.ts';

export type FunctionSettings = {
  settings: StageSettings;
  resources: Resources;
  /** Folder with `index.mjs`, made by `bundleFunctions`. */
  folder: string;
  statements: PolicyStatement[];
  memoryMb?: number;
  timeoutSeconds?: number;
  /** Reserved of the account's concurrency: so many runs, or a share of them; without either, no limit of its own. */
  mostAtOnce?: number;
  concurrencyShare?: number | undefined;
  /** Whether calls begin a trace where none goes on (decision record 161); true unless said. */
  beginsTraces?: boolean;
  /** Where an asynchronous call goes that failed for good. */
  failures?: IQueue;
};

/** One Lambda function with its own role and log group: the defaults of every function of the service. */
export class ServiceFunction extends Construct {
  readonly function: Function;

  constructor(scope: Construct, id: string, { settings, resources, folder, statements, ...limits }: FunctionSettings) {
    super(scope, id);
    const logGroup = serviceLog(this, 'Log', { settings });
    const writeLog = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    const { beginsTraces = true } = limits;
    const traces = beginsTraces ? [writeTraces()] : [];
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        rights: new PolicyDocument({ statements: [writeLog, ...traces, ...statements, auditLogIsKept(resources)] }),
      },
    });
    const { concurrencyShare: share, mostAtOnce = share && Math.floor(share * settings.functionsAtOnce) } = limits;
    this.function = new Function(this, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(folder),
      memorySize: limits.memoryMb ?? 512,
      timeout: Duration.seconds(limits.timeoutSeconds ?? 10),
      ...(mostAtOnce !== undefined && { reservedConcurrentExecutions: mostAtOnce }),
      role,
      logGroup,
      // Our own lines are JSON already. Lambda's of each call cost as much as these, and say nothing of one that went well.
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
      environment: resources.environment,
    });
    // The construct's own properties would add a policy beside the role's.
    const resource = this.function.node.defaultChild as CfnFunction;
    if (beginsTraces) resource.tracingConfig = { mode: 'Active' };
    if (limits.failures) resource.deadLetterConfig = { targetArn: limits.failures.queueArn };
  }
}

/** None of these actions can be bound to a resource. */
const writeTraces = (): PolicyStatement =>
  new PolicyStatement({ actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], resources: ['*'] });
