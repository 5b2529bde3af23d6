import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { acknowledgedRules } from './acknowledged-rules.ts';
import type { BundleFolders } from './bundling/function-list.ts';
import type { StageSettings } from './settings/stage-settings.ts';
import { BackupCopies, isBackedUp } from './backup.ts';
import { DataStack } from './data-stack.ts';
import { EdgeStack, hasEdge } from './edge-stack.ts';
import { ServiceStack } from './service-stack.ts';

/** The whole infrastructure of one stage. Its synthesis fails on any finding of cdk-nag that is not acknowledged. */
export const makeApp = (settings: StageSettings, folders: BundleFolders, outputFolder: string): App => {
  const app = new App({
    outdir: outputFolder,
    // Buckets are owned by their owner; access logs arrive by bucket policy, since such buckets know no ACLs.
    context: { '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy': true },
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  Validations.of(app).acknowledge(...acknowledgedRules(settings));
  const data = new DataStack(app, `dezycro-${settings.stage}-data`, settings);
  if (isBackedUp(settings))
    data.addStackDependency(new BackupCopies(app, `dezycro-${settings.stage}-backup`, settings));
  const service = new ServiceStack(app, `dezycro-${settings.stage}-service`, settings, folders);
  service.addStackDependency(data);
  if (hasEdge(settings)) new EdgeStack(app, `dezycro-${settings.stage}-edge`, settings);
  return app;
};
