import { Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type CfnFunction, Code, Function, Runtime } from 'aws-cdk-lib/aws-lambda';
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
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        rights: new PolicyDocument({ statements: [writeLog, writeTraces(), ...statements, auditLogIsKept(resources)] }),
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
      environment: resources.environment,
    });
    // The construct's own properties would add a policy beside the role's.
    const resource = this.function.node.defaultChild as CfnFunction;
    resource.tracingConfig = { mode: 'Active' };
    if (limits.failures) resource.deadLetterConfig = { targetArn: limits.failures.queueArn };
  }
}

/** None of these actions can be bound to a resource. */
const writeTraces = (): PolicyStatement =>
  new PolicyStatement({ actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], resources: ['*'] });
