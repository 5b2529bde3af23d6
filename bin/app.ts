/**
 * The infrastructure's entry: bundles the functions, checks them, makes the stacks. Run by the CDK command line and by `npm run synth`.
 */
import { stampVerifier } from '#contract/tasks.ts';
import { bundleContainer, bundleFunctions } from '../lib/bundling/bundle-functions.ts';
import { checkBundles } from '../lib/bundling/check-bundles.ts';
import { bundleFolders, functionList } from '../lib/bundling/function-list.ts';
import { readStageSettings } from '../lib/config.ts';
import { makeApp } from '../lib/make-app.ts';

const folder = 'dist/functions';
const functions = functionList();
const folders = bundleFolders(folder);
checkBundles(await bundleFunctions(functions, folder), functions);
await bundleContainer(stampVerifier.name, folders.stamping);
makeApp(readStageSettings(process.env), folders, process.env['CDK_OUTDIR'] ?? 'cdk.out').synth();
