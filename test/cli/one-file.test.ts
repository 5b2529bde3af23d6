import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ResultDocument } from '#verifier/result/result.ts';
import { bundleCli, cliPackage } from '../../scripts/bundle-cli.ts';
import { startExampleTodo } from '../support/example-todo.ts';
import { runCommand } from '../support/run-command.ts';

// Many processes, one after another: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let folder: string;
let alone: string;
let todo: Awaited<ReturnType<typeof startExampleTodo>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'one-file-'));
  alone = join(folder, 'alone');
  mkdirSync(alone);
  writeFileSync(join(alone, 'dezycro.mjs'), await bundleCli());
  todo = await startExampleTodo();
  writeFileSync(join(alone, 'openapi.json'), await (await fetch(`${todo.url}/openapi.json`)).text());
});
afterAll(async () => {
  await todo.close();
  rmSync(folder, { recursive: true });
});

/** The file where nothing else is: no node_modules above it, nothing in its environment. */
const run = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<{ code: number; stdout: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['dezycro.mjs', ...args],
      { cwd: alone, env: { HOME: alone, ...env } },
      (error, stdout) => resolve({ code: error ? Number(error.code) : 0, stdout }),
    );
  });

it('dezycro as one file shows its help and plans, alone in a folder', async () => {
  expect((await run(['--help'])).stdout).toBe((await runCommand(['--help'])).out);
  const planned = await run(['plan', '--spec', 'openapi.json', '--json']);
  expect([planned.code, planned.stdout]).toEqual([
    0,
    (await runCommand(['plan', '--spec', join(alone, 'openapi.json'), '--json'])).out,
  ]);
});

it('it verifies an API and says what the sources say', async () => {
  const { code, stdout } = await run(['verify', '--spec', 'openapi.json', '--base-url', todo.url, '--json']);
  const { summary } = JSON.parse(stdout) as ResultDocument;
  expect([code, summary.passed]).toEqual([0, summary.total]);
});

it('it builds the same verifier for Node as the sources do', async () => {
  const build = ['build', '--platform', 'node', '--spec', 'openapi.json', '--out', 'carried.mjs'];
  expect((await run(build)).code).toBe(0);
  const own = join(folder, 'own.mjs');
  await runCommand(['build', '--platform', 'node', '--spec', join(alone, 'openapi.json'), '--out', own]);
  expect(readFileSync(join(alone, 'carried.mjs')).equals(readFileSync(own))).toBe(true);
});

it('it calls the service, and finds nobody where nobody is', async () => {
  const env = { DEZYCRO_URL: 'http://127.0.0.1:9', DEZYCRO_TOKEN: 'x' };
  const { code, stdout } = await run(['coverage', '--json'], env);
  expect([code, JSON.parse(stdout)]).toMatchObject([4, { error: { code: 'SERVICE_UNREACHABLE' } }]);
  expect(readdirSync(alone).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
});

it('an older Node is told what to install, not a syntax error', async () => {
  const older = olderNode();
  if (older === undefined) return console.warn('SKIPPED: no Node older than 24 on this machine');
  const { status, stderr } = spawnSync(older, [join(alone, 'dezycro.mjs'), '--help'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(/^dezycro needs Node 24 or newer; this is v\d+\S+ Install /),
  ]);
});

const olderNode = (): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((each) => join(each, 'node'))
    .find((file) => {
      const [, major] = /^v(\d+)/.exec(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [];
      return Number(major) >= 18 && Number(major) < 24;
    });

it('as an npm package it verifies from an empty folder, without any other package', async () => {
  writeFileSync(join(alone, 'package.json'), cliPackage());
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const env = { ...process.env, HOME: empty, npm_config_cache: join(folder, 'npm'), npm_config_offline: 'true' };
  const npm = (...args: string[]) => promisify(execFile)('npm', [...args, '--silent'], { cwd: empty, env });
  const file = (await npm('pack', alone)).stdout.trim();
  expect(file).toMatch(/^dezycro-\d+\.\d+\.\d+\.tgz$/);
  expect(statSync(join(empty, file)).size).toBeLessThan(4e6);
  await npm('install', '--global', '--prefix', empty, `./${file}`);
  const options = ['--spec', join(alone, 'openapi.json'), '--base-url', todo.url, '--json'];
  const verified = await promisify(execFile)(join(empty, 'bin', 'dezycro'), ['verify', ...options], {
    cwd: empty,
    env,
  });
  const { summary } = JSON.parse(verified.stdout) as ResultDocument;
  expect(summary.passed).toBe(summary.total);
  expect(readdirSync(join(empty, 'lib', 'node_modules'))).toEqual(['dezycro']);
});
