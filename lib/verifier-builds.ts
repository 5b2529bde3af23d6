import { readFileSync } from 'node:fs';
import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { Task } from '#contract/tasks.ts';
import type { BundleFolders } from './bundling/function-list.ts';
import { fixedNames, type StageSettings } from './config.ts';
import { grantsOf } from './grants.ts';
import type { Resources } from './resources.ts';
import { ServiceFunction } from './service-function.ts';

export type VerifierBuildsProps = {
  settings: StageSettings;
  tasks: readonly Task[];
  folders: BundleFolders;
  resources: Resources;
};

const definition = new URL('../statemachines/build-verifier.asl.json', import.meta.url);

/** From a published spec to a verifier: the state machine and one function for each of its tasks. */
export class VerifierBuilds extends Construct {
  constructor(scope: Construct, id: string, { settings, tasks, folders, resources }: VerifierBuildsProps) {
    super(scope, id);
    const functions = tasks.map(({ name, state, uses, memoryMb, timeoutSeconds }) => {
      const statements = grantsOf({ uses }, resources);
      const folder = folders.tasks[name]!;
      const limits = { memoryMb, timeoutSeconds };
      return { state, ...new ServiceFunction(this, state, { settings, resources, folder, statements, ...limits }) };
    });
    const log = new LogGroup(this, 'Log', {
      retention: settings.logRetentionDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      inlinePolicies: {
        rights: new PolicyDocument({
          statements: [invoke(functions.map(({ function: { functionArn } }) => functionArn)), writeLogsAndTraces()],
        }),
      },
    });
    const { account, region } = Stack.of(this);
    new CfnStateMachine(this, 'StateMachine', {
      stateMachineName: fixedNames(settings.stage, account, region).buildStateMachine,
      roleArn: role.roleArn,
      definitionString: readFileSync(definition, 'utf8'),
      definitionSubstitutions: Object.fromEntries(
        functions.map(({ state, function: { functionArn } }) => [`${state}FunctionArn`, functionArn]),
      ),
      // Executions carry ids only, so their data may be in the log.
      loggingConfiguration: {
        level: 'ALL',
        includeExecutionData: true,
        destinations: [{ cloudWatchLogsLogGroup: { logGroupArn: log.logGroupArn } }],
      },
      tracingConfiguration: { enabled: true },
    });
  }
}

const invoke = (resources: string[]): PolicyStatement =>
  new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources });

/** None of these actions can be bound to a resource. */
const writeLogsAndTraces = (): PolicyStatement =>
  new PolicyStatement({
    actions: [
      'logs:CreateLogDelivery',
      'logs:DeleteLogDelivery',
      'logs:DescribeLogGroups',
      'logs:DescribeResourcePolicies',
      'logs:GetLogDelivery',
      'logs:ListLogDeliveries',
      'logs:PutResourcePolicy',
      'logs:UpdateLogDelivery',
      'xray:GetSamplingRules',
      'xray:GetSamplingTargets',
      'xray:PutTelemetryRecords',
      'xray:PutTraceSegments',
    ],
    resources: ['*'],
  });
