import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodePlanSlot, PLAN_SLOT_PLACEHOLDER } from '#verifier/plan/plan-slot.ts';
import { expectResultDocument } from './support/result-schema.ts';
import { serveHandler } from './support/serve-handler.ts';
import { thingsApi } from './support/things-api.ts';
import { bundle, create, ENV, list, plan, read } from './support/things-plans.ts';

const folder = mkdtempSync(join(tmpdir(), 'verifier-'));
const stamped = join(folder, 'stamped.mjs');
const empty = join(folder, 'empty.mjs');
const both = bundle([plan('create-read', [create(), read()]), plan('create-list', [create(), list()])]);

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: ['verifier/cli/main.node.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    minify: true,
    write: false,
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  });
  const text = outputFiles[0]?.text ?? '';
  expect(text.split(PLAN_SLOT_PLACEHOLDER)).toHaveLength(2);
  writeFileSync(empty, text);
  writeFileSync(
    stamped,
    text.replace(PLAN_SLOT_PLACEHOLDER, () => encodePlanSlot(both)),
  );
});

afterAll(() => rmSync(folder, { recursive: true }));

function execute(file: string, argv: string[], onStart?: (kill: (signal: NodeJS.Signals) => void) => void) {
  const child = spawn(process.execPath, [file, ...argv], { env: { ...ENV, PATH: process.env['PATH'] } });
  const out = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (out.stdout += chunk));
  child.stderr.on('data', (chunk) => (out.stderr += chunk));
  onStart?.((signal) => child.kill(signal));
  return new Promise<typeof out & { exitCode: number | null }>((resolve) => {
    child.on('close', (exitCode) => resolve({ ...out, exitCode }));
  });
}

test('the one-file verifier runs its stamped plan against a real server', async () => {
  const server = await serveHandler(thingsApi().handler);
  const run = await execute(stamped, ['run', '--all', '--base-url', server.url, '--json']);
  await server.close();
  expect(run.exitCode).toBe(0);
  const document = JSON.parse(run.stdout);
  expectResultDocument(document);
  expect(document.summary).toMatchObject({ total: 2, passed: 2 });
});

test('an unstamped file is exit 5, an unreachable target exit 4', async () => {
  const [unstamped, unreachable] = await Promise.all([
    execute(empty, ['doctor', '--json']),
    execute(stamped, ['run', '--all', '--base-url', 'http://127.0.0.1:1', '--json']),
  ]);
  expect([unstamped.exitCode, unreachable.exitCode]).toEqual([5, 4]);
  for (const { stdout } of [unstamped, unreachable]) expectResultDocument(JSON.parse(stdout));
});

test('SIGTERM during a run ends it with 143, what was created taken away', async () => {
  const api = thingsApi();
  let kill: (signal: NodeJS.Signals) => void = () => undefined;
  const never = new Promise<never>(() => undefined);
  const server = await serveHandler((request) => {
    if (request.method !== 'GET') return api.handler(request);
    kill('SIGTERM');
    return never;
  });
  const run = await execute(stamped, ['run', '--all', '--base-url', server.url, '--json'], (end) => (kill = end));
  await server.close();
  expect(run.exitCode).toBe(143);
  expectResultDocument(JSON.parse(run.stdout));
  expect(api.things.size).toBe(0);
});
