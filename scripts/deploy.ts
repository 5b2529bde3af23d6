/**
 * `npm run deploy -- --stage NAME [-- words]`: checks `config/NAME.json` before AWS is called, then deploys both stacks and prints their
 * outputs. The words go to `cdk deploy`, as `--require-approval never` where nobody can be asked.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readStageSettings, SettingsInvalid } from '../lib/settings/read-stage-settings.ts';

const deploy = (): number => {
  const { values, positionals } = parseArgs({ options: { stage: { type: 'string' } }, allowPositionals: true });
  const { stage } = readStageSettings(values.stage);
  const path = `${join(import.meta.dirname, '../node_modules/.bin')}:${process.env['PATH']}`;
  const { status } = spawnSync('cdk', ['deploy', '--all', ...positionals], {
    stdio: 'inherit',
    env: { ...process.env, PATH: path, STAGE: stage },
  });
  return status ?? 1;
};

try {
  process.exitCode = deploy();
} catch (error) {
  if (!(error instanceof SettingsInvalid)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
