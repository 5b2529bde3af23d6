/**
 * `npm run deploy -- --stage NAME [--url URL] [--no-runners] [-- words]`: checks `config/NAME.json` before AWS is called, deploys the stacks,
 * builds and releases the runners where these sources have none yet, and walks the smoke test. The words go to `cdk deploy`, as
 * `--require-approval never` where nobody can be asked. `--url` is where the smoke test reaches the API, if DNS does not lead there yet;
 * with `--no-runners` another step of the pipeline releases them.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runnerSourcesSha256 } from '#builder/bundle-node-runner.ts';
import { readRunnerManifest } from '#builder/runner-manifest.ts';
import { fixedNames } from '../lib/fixed-names.ts';
import { readStageSettings, SettingsInvalid } from '../lib/settings/read-stage-settings.ts';
import { smoke } from './smoke/smoke.ts';

const root = join(import.meta.dirname, '..');

// The example server of the smoke test uses a deprecated function of Node.
process.noDeprecation = true;

class StepFailed extends Error {
  override readonly name = 'StepFailed';
}

/** Throws StepFailed unless the program ends with 0. */
const run = (program: string, words: string[], environment: NodeJS.ProcessEnv): void => {
  const path = `${process.env['PATH']}:${join(root, 'node_modules/.bin')}`;
  const { status } = spawnSync(program, words, {
    stdio: 'inherit',
    env: { ...process.env, PATH: path, ...environment },
  });
  if (status !== 0) throw new StepFailed(`${program} ${words[0]} ended with ${status}: nothing after it was done.`);
};

/** Whose bytes are the same is released once: a second deployment of the same sources does nothing here. */
const releaseRunners = async (bucket: string, region: string): Promise<void> => {
  const manifest = await readRunnerManifest(join(root, 'dist', 'runners'));
  if (manifest?.sourcesSha256 !== runnerSourcesSha256()) run('node', [join(root, 'scripts/build-runners.ts')], {});
  run('node', [join(root, 'scripts/release-runners.ts'), '--bucket', bucket], { AWS_REGION: region });
};

const deploy = async (): Promise<boolean> => {
  const { values, positionals } = parseArgs({
    options: { stage: { type: 'string' }, url: { type: 'string' }, 'no-runners': { type: 'boolean' } },
    allowPositionals: true,
  });
  const settings = readStageSettings(values.stage);
  const { stage, account, region } = settings;
  const outputs = join(root, 'dist', `${stage}-outputs.json`);
  mkdirSync(join(root, 'dist'), { recursive: true });
  run('cdk', ['deploy', '--all', '--outputs-file', outputs, ...positionals], { STAGE: stage });
  if (!values['no-runners']) await releaseRunners(fixedNames(stage, account, region).documentBucket, region);
  const found = JSON.parse(readFileSync(outputs, 'utf8')) as Record<string, Record<string, string>>;
  const url = values.url ?? found[`dezycro-${stage}-service`]?.['ApiUrl'];
  if (url === undefined) throw new StepFailed(`${outputs} names no ApiUrl.`);
  return smoke({ settings, url, token: process.env['DEZYCRO_TOKEN'], isDeployed: true });
};

try {
  process.exitCode = (await deploy()) ? 0 : 1;
} catch (error) {
  const isTold = error instanceof SettingsInvalid || error instanceof StepFailed;
  if (!isTold) throw error;
  console.error(error.message);
  process.exitCode = error instanceof SettingsInvalid ? 2 : 1;
}
