/**
 * `npm run test:aws`: deploys both stacks to an AWS emulator on this machine and runs the API tests against them over HTTP, and the road
 * once. Needs Python for the emulator; without it, says so and does nothing.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixedNames } from '../../lib/config.ts';
import { startMiniStack } from './ministack.ts';

const account = '000000000000';
const region = 'us-east-1';
const stage = 'emulated';

/** Runs to the end; throws unless it ends with 0. With a log file, shows what it printed only then. */
const run = (command: string, commandArguments: string[], environment: NodeJS.ProcessEnv, logFile?: string): void => {
  const stdio = logFile === undefined ? ('inherit' as const) : ('pipe' as const);
  const { status, signal, error, stdout, stderr } = spawnSync(command, commandArguments, { stdio, env: environment });
  if (error) throw error;
  if (status === 0) return;
  if (logFile !== undefined) writeFileSync(logFile, `${stdout}${stderr}`);
  const see = logFile === undefined ? '' : `; see ${logFile}\n${`${stdout}${stderr}`.slice(-3000)}`;
  throw new Error(`${command} ${commandArguments[0]} ended with ${status ?? signal}${see}`);
};

/** Synthesizes, bootstraps and deploys; answers with the address of the API below the emulator's. */
const deploy = (endpoint: string, folder: string, environment: NodeJS.ProcessEnv): string => {
  const assembly = join(folder, 'cdk.out');
  const outputs = join(folder, 'outputs.json');
  const log = join(folder, 'deploy.log');
  const quiet = ['--app', assembly, '--no-notices', '--no-version-reporting', '--progress', 'events', '--ci'];
  run(process.execPath, ['bin/app.ts'], { ...environment, CDK_OUTDIR: assembly }, log);
  run('cdk', ['bootstrap', `aws://${account}/${region}`, ...quiet], environment, log);
  run('cdk', ['deploy', '--all', '--require-approval', 'never', '--outputs-file', outputs, ...quiet], environment, log);
  const found = JSON.parse(readFileSync(outputs, 'utf8')) as Record<string, Record<string, string>>;
  const apiId = found[`dezycro-${stage}-service`]?.['ApiId'];
  if (!apiId) throw new Error(`${outputs} names no ApiId`);
  return `${endpoint}/_aws/execute-api/${apiId}/$default`;
};

const findPython = (): string | undefined =>
  ['python3', 'python'].find((name) => {
    const version = spawnSync(name, ['-c', 'import sys, venv; sys.exit(0 if sys.version_info >= (3, 10) else 1)']);
    return version.status === 0;
  });

const testDeployment = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'dezycro-aws-'));
  const miniStack = await startMiniStack(folder);
  const environment = {
    ...process.env,
    PATH: `${join(process.cwd(), 'node_modules/.bin')}:${process.env['PATH']}`,
    AWS_ENDPOINT_URL: miniStack.endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: region,
    CDK_DEFAULT_ACCOUNT: account,
    CDK_DEFAULT_REGION: region,
    CDK_DISABLE_CLI_TELEMETRY: 'true',
    STAGE: stage,
  };
  try {
    const target = deploy(miniStack.endpoint, folder, environment);
    const table = fixedNames(stage, account, region).table;
    const tests = ['run', '--config', 'test/aws/vitest.config.ts', ...process.argv.slice(2)];
    run('vitest', tests, { ...environment, API_TARGET: target, TABLE_NAME: table });
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    console.error(`test:aws failed; the emulator's log is ${miniStack.logFile}`);
    throw error;
  } finally {
    await miniStack.stop();
  }
};

const python = findPython();
if (python === undefined) {
  console.log('SKIPPED: test:aws did not deploy anything, since no Python 3.10 or newer with venv is on this machine.');
} else {
  execFileSync('scripts/install-ministack.sh', [python], { stdio: 'inherit' });
  await testDeployment();
}
