import { readFileSync } from 'node:fs';
import { Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { Machine, Task } from '#contract/tasks.ts';
import type { BundleFolders } from './bundling/function-list.ts';
import { fixedNames } from './fixed-names.ts';
import { serviceLog } from './service-log.ts';
import type { StageSettings } from './settings/stage-settings.ts';
import { grantsOf } from './grants.ts';
import type { Resources } from './resources.ts';
import { ServiceFunction } from './service-function.ts';

export type WorkflowProps = {
  machine: Machine;
  settings: StageSettings;
  tasks: readonly Task[];
  folders: BundleFolders;
  resources: Resources;
  /** What it runs besides functions: names for its definition, and the rights to run it. */
  others?: { names: Record<string, string>; statements: PolicyStatement[] };
};

/** Construct ids; stable. */
export const workflowIds: Record<Machine, string> = {
  'build-verifier': 'VerifierBuilds',
  'delete-project': 'ProjectDeletions',
  'generate-validation-cases': 'Generations',
};

/** A state machine of `statemachines/` and one function for each of its tasks. */
export class Workflow extends Construct {
  constructor(scope: Construct, id: string, { machine, settings, tasks, folders, resources, others }: WorkflowProps) {
    super(scope, id);
    const own = tasks.filter((task) => task.machine === machine);
    const functions = own.map(({ name, state, uses, memoryMb, timeoutSeconds, concurrencyShare }) => {
      const statements = grantsOf({ uses }, resources);
      const folder = folders.tasks[name]!;
      const limits = { memoryMb, timeoutSeconds, concurrencyShare };
      return { state, ...new ServiceFunction(this, state, { settings, resources, folder, statements, ...limits }) };
    });
    const log = serviceLog(this, 'Log', { settings, deliveredAs: machine });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      inlinePolicies: {
        rights: new PolicyDocument({
          statements: [
            invoke(functions.map(({ function: { functionArn } }) => functionArn)),
            ...(others?.statements ?? []),
            writeLogsAndTraces(),
          ],
        }),
      },
    });
    const { account, region } = Stack.of(this);
    new CfnStateMachine(this, 'StateMachine', {
      stateMachineName: fixedNames(settings.stage, account, region).stateMachine(machine),
      roleArn: role.roleArn,
      definitionString: readFileSync(new URL(`../statemachines/${machine}.asl.json`, import.meta.url), 'utf8'),
      definitionSubstitutions: {
        ...Object.fromEntries(
          functions.map(({ state, function: { functionArn } }) => [`${state}FunctionArn`, functionArn]),
        ),
        ...others?.names,
      },
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
