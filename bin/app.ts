/**
 * The infrastructure's entry: reads the stage's settings, bundles the functions, checks them, makes the stacks. Run by the CDK command line
 * and by `npm run synth -- --stage NAME`.
 */
import { parseArgs } from 'node:util';
import { stampVerifier } from '#contract/tasks.ts';
import { bundleContainer, bundleFunctions } from '../lib/bundling/bundle-functions.ts';
import { checkBundles } from '../lib/bundling/check-bundles.ts';
import { bundleFolders, functionList } from '../lib/bundling/function-list.ts';
import { makeApp } from '../lib/make-app.ts';
import { readStageSettings, SettingsInvalid } from '../lib/settings/read-stage-settings.ts';

const synthesize = async (): Promise<void> => {
  const { stage = process.env['STAGE'] } = parseArgs({ options: { stage: { type: 'string' } } }).values;
  const settings = readStageSettings(stage);
  const folder = 'dist/functions';
  const functions = functionList();
  const folders = bundleFolders(folder);
  checkBundles(await bundleFunctions(functions, folder), functions);
  await bundleContainer(stampVerifier.name, folders.stamping);
  makeApp(settings, folders, process.env['CDK_OUTDIR'] ?? 'cdk.out').synth();
};

try {
  await synthesize();
} catch (error) {
  if (!(error instanceof SettingsInvalid)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
