import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assembleVerifier } from '#builder/assemble-verifier.ts';
import { bundleNodeRunner } from '#builder/bundle-node-runner.ts';
import { planFeature } from '#planner/plan-feature.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import type { ResultDocument } from '#verifier/result/result.ts';
import { startExampleTodo } from '../support/example-todo.ts';

let folder: string;
let runner: Uint8Array;
let bundle: PlanBundle;
let todo: Awaited<ReturnType<typeof startExampleTodo>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verifier-'));
  todo = await startExampleTodo();
  runner = await bundleNodeRunner(join(folder, 'cache'));
  const spec = await (await fetch(`${todo.url}/openapi.json`)).text();
  bundle = (await planFeature({ spec, personas: [] })).bundle;
});
afterAll(async () => {
  await todo.close();
  rmSync(folder, { recursive: true });
});

/** Runs the file where it is alone: no node_modules above it, an empty environment. */
const runAlone = (
  content: Uint8Array,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number; stdout: string }> => {
  const empty = mkdtempSync(join(folder, 'empty-'));
  writeFileSync(join(empty, 'dezycro-verify.mjs'), content);
  return new Promise((resolve) => {
    const options = { cwd: empty, env };
    execFile(process.execPath, ['dezycro-verify.mjs', ...args], options, (error, stdout) =>
      resolve({ code: error ? Number(error.code) : 0, stdout }),
    );
  });
};

it('the file runs alone in an empty folder and verifies the example server', async () => {
  const run = ['run', '--all', '--base-url', todo.url, '--json'];
  const { code, stdout } = await runAlone(assembleVerifier(runner, bundle), run);
  expect(code).toBe(0);
  const { metadata, summary } = JSON.parse(stdout) as ResultDocument;
  expect(metadata.specHash).toBe(bundle.specHash);
  expect(summary).toMatchObject({ total: bundle.plans.length, passed: bundle.plans.length });
});

it('the same bundle gives the same bytes, another bundle other ones', async () => {
  const again = await bundleNodeRunner(join(folder, 'other-cache'));
  expect(Buffer.from(again).equals(runner)).toBe(true);
  const [first, second] = [assembleVerifier(runner, bundle), assembleVerifier(again, structuredClone(bundle))];
  expect(Buffer.from(first).equals(second)).toBe(true);
  expect(Buffer.from(first).equals(assembleVerifier(runner, { ...bundle, flowVersion: '1' }))).toBe(false);
});

it('a stamp takes milliseconds', () => {
  // Of this thread alone: others of the process run other tests.
  const began = process.threadCpuUsage();
  for (let round = 0; round < 10; round++) assembleVerifier(runner, bundle);
  const { user, system } = process.threadCpuUsage(began);
  expect((user + system) / 1000 / 10).toBeLessThan(50);
});

it('the sandbox is packed away until a persona script runs, and then runs it', async () => {
  expect(runner.length).toBeLessThan(1_200_000);
  const keys = new Set<string | undefined>();
  const api = createServer(({ headers }, response) => {
    keys.add(headers['x-key'] as string | undefined);
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const script = "return { headers: { 'x-key': await sha256(input.key, 'hex') } };";
  const bot = { name: 'bot', description: '', authType: 'JS', envVar: 'AUTH_BOT', script } as const;
  const plans = bundle.plans.map((plan) => ({
    ...plan,
    personas: ['bot'],
    steps: plan.steps.map((step) => ({ ...step, persona: 'bot' })),
  }));
  const file = assembleVerifier(runner, { ...bundle, personas: [bot], plans });
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const run = ['run', '--journey', plans[0]!.journeyId, '--base-url', url, '--json'];
  await runAlone(file, run, { AUTH_BOT: '{"key":"k"}' });
  await new Promise((resolve) => api.close(resolve));
  const hash = createHash('sha256').update('k').digest('hex');
  expect([...keys].filter((key) => key !== undefined)).toEqual([hash]);
});

it('a runner without a plan, and one whose plan was damaged, refuse to run with 5', async () => {
  const file = Buffer.from(assembleVerifier(runner, bundle));
  const plan = /[0-9a-f]{64}:[A-Za-z0-9+/]{100}/.exec(file.toString('latin1'))!;
  file[plan.index + 90] = file[plan.index + 90] === 65 ? 66 : 65;
  for (const content of [file, runner]) {
    const { code, stdout } = await runAlone(content, ['run', '--all', '--base-url', todo.url, '--json']);
    expect([code, (JSON.parse(stdout) as { error: { code: string } }).error.code]).toEqual([5, 'INTEGRITY']);
  }
});
