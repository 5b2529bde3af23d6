/** The infrastructure's entry: bundles the functions, checks them, makes the stacks. Run by the CDK command line and by `npm run synth`. */
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { acknowledgedRules } from '../lib/acknowledged-rules.ts';
import { bundleFunctions } from '../lib/bundling/bundle-functions.ts';
import { checkBundles } from '../lib/bundling/check-bundles.ts';
import { bundleFolders, functionList } from '../lib/bundling/function-list.ts';
import { readStageSettings } from '../lib/config.ts';
import { DataStack } from '../lib/data-stack.ts';
import { ServiceStack } from '../lib/service-stack.ts';

const settings = readStageSettings(process.env);
const functions = functionList();
checkBundles(await bundleFunctions(functions, 'dist/functions'), functions);

const app = new App({
  outdir: process.env['CDK_OUTDIR'] ?? 'cdk.out',
  // Buckets are owned by their owner; access logs arrive by bucket policy, since such buckets know no ACLs.
  context: { '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy': true },
});
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
Validations.of(app).acknowledge(...acknowledgedRules);
const data = new DataStack(app, `dezycro-${settings.stage}-data`, settings);
const service = new ServiceStack(app, `dezycro-${settings.stage}-service`, settings, bundleFolders('dist/functions'));
service.addStackDependency(data);
app.synth();
