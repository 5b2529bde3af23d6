/**
 * `npm run test:aws`: deploys both stacks to an AWS emulator on this machine and runs the API tests against them over HTTP, and the road
 * once; `-- --take N` takes every Nth right away instead, and expects its test to fail; `-- FILE …` runs those alone. Needs Python for the emulator; without it, says so and does nothing.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { fixedNames } from '../../lib/fixed-names.ts';
import { readStageSettings } from '../../lib/settings/read-stage-settings.ts';
import { fetchOracle } from '../support/fetch-oracle.ts';
import { webhookSecret } from '../support/payment-events.ts';
import { startMiniStack } from './ministack.ts';
import { nodeRelease, putRelease } from './release.ts';

/** `config/emulated.json`. Its DNS server is test/support/dns-server.ts, its payment provider test/support/deployed-payments.ts; for the language model the emulator answers. */
const { stage, account, region, backup, dnsServers, languageModel, payments } = readStageSettings('emulated');
/** Of the rights, every so many is taken away behind the tests. */
const sampleEvery = '80';

/** Runs to the end; throws unless it ends with 0. With a log file, shows what it printed only then. */
const run = async (
  command: string,
  commandArguments: string[],
  environment: NodeJS.ProcessEnv,
  logFile?: string,
): Promise<void> => {
  const output = logFile === undefined ? 'inherit' : openSync(logFile, 'a');
  const child = spawn(command, commandArguments, { stdio: ['ignore', output, output], env: environment });
  const [status, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (status === 0) return;
  if (logFile !== undefined) console.error(readFileSync(logFile, 'utf8').slice(-5000));
  throw new Error(`${command} ${commandArguments[0]} ended with ${status ?? signal}`);
};

/** A stage of which the firewall alone is deployed (test/aws/edge-app.ts). */
const edgeStage = 'emulated-edge';

/** What is made by hand on a real stage: the payment provider's key, of test mode, the secret of its webhook, and the key of the edge. */
const putSecrets = async (endpoint: string): Promise<void> => {
  const { paymentsKeySecret, paymentsWebhookSecret } = fixedNames(stage, account, region);
  const { edgeKeySecret } = fixedNames(edgeStage, account, region);
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new SecretsManagerClient({ endpoint, region, credentials });
  const secrets = {
    [paymentsKeySecret]: 'sk_test_emulated',
    [paymentsWebhookSecret]: webhookSecret,
    [edgeKeySecret]: 'emulated-edge-key',
  };
  for (const [Name, SecretString] of Object.entries(secrets))
    await client.send(new CreateSecretCommand({ Name, SecretString }));
  client.destroy();
};

/** Synthesizes, bootstraps and deploys; answers with the address of the API below the emulator's. */
const deploy = async (endpoint: string, folder: string, environment: NodeJS.ProcessEnv): Promise<string> => {
  const [assembly, edge] = [join(folder, 'cdk.out'), join(folder, 'edge.out')];
  const outputs = join(folder, 'outputs.json');
  const log = join(folder, 'deploy.log');
  const quiet = ['--no-notices', '--no-version-reporting', '--progress', 'events', '--ci'];
  const unasked = ['--require-approval', 'never', ...quiet];
  await run(process.execPath, ['bin/app.ts'], { ...environment, CDK_OUTDIR: assembly }, log);
  const places = [region, backup!.region].map((each) => `aws://${account}/${each}`);
  await run('cdk', ['bootstrap', ...places, '--app', assembly, ...quiet], environment, log);
  await run('cdk', ['deploy', '--all', '--app', assembly, '--outputs-file', outputs, ...unasked], environment, log);
  await run(process.execPath, ['test/aws/edge-app.ts'], { ...environment, CDK_OUTDIR: edge }, log);
  const firewall = ['deploy', `dezycro-${edgeStage}-edge`, '--exclusively', '--app', edge];
  await run('cdk', [...firewall, ...unasked], environment, log);
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
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void miniStack.stop().then(() => process.exit(1)));
  }
  const environment = {
    ...process.env,
    PATH: `${join(process.cwd(), 'node_modules/.bin')}:${process.env['PATH']}`,
    AWS_ENDPOINT_URL: miniStack.endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: region,
    // Whoever is signed in to AWS here stays out of it.
    AWS_PROFILE: undefined,
    AWS_SESSION_TOKEN: undefined,
    CDK_DISABLE_CLI_TELEMETRY: 'true',
    STAGE: stage,
  };
  try {
    const runners = await nodeRelease(join(folder, 'runners'));
    await putSecrets(miniStack.endpoint);
    const target = await deploy(miniStack.endpoint, folder, environment);
    const { table, documentBucket } = fixedNames(stage, account, region);
    await putRelease(miniStack.endpoint, documentBucket, runners);
    const deployed = {
      ...environment,
      API_TARGET: target,
      TABLE_NAME: table,
      DOCUMENT_BUCKET: documentBucket,
      EMULATOR_LOG: miniStack.logFile,
      BUILD_LIMIT_FILE: miniStack.buildLimitFile,
      // Tests answer at these addresses, in place of the services that the deployment asks there.
      DNS_SERVERS: dnsServers ?? undefined,
      PAYMENTS_URL: payments.url ?? undefined,
      LANGUAGE_MODEL: languageModel?.name,
    };
    const given = process.argv.slice(2);
    const isTake = given.includes('--take');
    if (!isTake) await run('vitest', ['run', '--config', 'test/aws/vitest.config.ts', ...given], deployed);
    if (isTake || given.length === 0)
      await run(process.execPath, ['test/aws/take-grants.ts', ...(isTake ? given : ['--take', sampleEvery])], deployed);
  } catch (error) {
    console.error(`test:aws failed; the emulator's log is ${miniStack.logFile}`);
    throw error;
  } finally {
    await miniStack.stop();
  }
  // Only now: the emulator, and for a moment its functions, write into the folder until they have stopped.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
};

const python = findPython();
const missing = python ? fetchOracle('install-ministack.sh', python) : 'no Python 3.10 or newer with venv is there';
if (missing === undefined) await testDeployment();
else console.log(`SKIPPED: test:aws did not deploy anything: ${missing}.`);
