import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { registry } from '#contract/endpoints/index.ts';
import { jobs } from '#contract/jobs.ts';
import { functionTasks, machines } from '#contract/tasks.ts';
import { HttpApi } from './api/http-api.ts';
import { Budget } from './budget.ts';
import type { BundleFolders } from './bundling/function-list.ts';
import { fixedNames } from './fixed-names.ts';
import type { StageSettings } from './settings/stage-settings.ts';
import { Jobs } from './jobs.ts';
import { Observability } from './observability.ts';
import { resourcesOf } from './resources.ts';
import { stackProps } from './stack-props.ts';
import { StampVerifier } from './stamp-verifier.ts';
import { Workflow, workflowIds } from './workflow.ts';

/** Composes the service; defines no resource itself. It holds no state and may be deleted and made again. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, settings: StageSettings, folders: BundleFolders) {
    super(scope, id, stackProps(settings));
    const resources = resourcesOf(this, settings);
    const api = new HttpApi(this, 'HttpApi', { settings, registry, folders, resources });
    const { statements, projectName } = new StampVerifier(this, 'StampVerifier', {
      settings,
      resources,
      folder: folders.stamping,
    });
    const runArn = `arn:${this.partition}:states:::codebuild:startBuild.sync`;
    const others = { statements, names: { StampVerifierRunArn: runArn, StampVerifierProjectName: projectName } };
    for (const machine of machines)
      new Workflow(this, workflowIds[machine], {
        machine,
        settings,
        tasks: functionTasks,
        folders,
        resources,
        ...(machine === 'build-verifier' && { others }),
      });
    const { failures, streamJobs } = new Jobs(this, 'Jobs', { settings, jobs, folders, resources });
    const { TABLE_NAME: tableName = '' } = resources.environment;
    new Observability(this, 'Observability', {
      stage: settings.stage,
      apiId: api.id,
      functionsAtOnce: settings.functionsAtOnce,
      failuresAlarm: fixedNames(settings.stage, this.account, this.region).failuresAlarm,
      tableName,
      workflows: Object.fromEntries(
        machines.map((machine) => [workflowIds[machine], resources.stateMachines[machine]]),
      ),
      failures: failures.queueName,
      streamJobs,
      stampProject: projectName,
      alarmTopic: settings.alarmTopic,
    });
    if (settings.budget) new Budget(this, 'Budget', settings.stage, settings.budget);
    new CfnOutput(this, 'ApiId', { value: api.id });
    new CfnOutput(this, 'ApiUrl', { value: api.url });
  }
}
