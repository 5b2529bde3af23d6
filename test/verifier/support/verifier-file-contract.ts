import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import { expectResultDocument } from './result-schema.ts';
import { serveHandler } from './serve-handler.ts';
import { thingsApi } from './things-api.ts';
import { bundle, create, ENV, list, plan, read } from './things-plans.ts';

/** What the verifiers of `testVerifierFile` are stamped with. */
export const twoPlans: PlanBundle = bundle([
  plan('create-read', [create(), read()]),
  plan('create-list', [create(), list()]),
]);

function execute(command: string[], argv: string[], onStart?: (kill: (signal: NodeJS.Signals) => void) => void) {
  const [program = '', ...first] = command;
  const child = spawn(program, [...first, ...argv], { env: { ...ENV, PATH: process.env['PATH'] } });
  const out = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (out.stdout += chunk));
  child.stderr.on('data', (chunk) => (out.stderr += chunk));
  onStart?.((signal) => child.kill(signal));
  return new Promise<typeof out & { exitCode: number | null }>((resolve) => {
    child.on('close', (exitCode) => resolve({ ...out, exitCode }));
  });
}

/** What every verifier file promises as a process; the commands start one stamped with `twoPlans`, and one not stamped. */
export function testVerifierFile(commands: () => { stamped: string[]; empty: string[] }): void {
  test('a stamped verifier runs its plan against a real server', async () => {
    const server = await serveHandler(thingsApi().handler);
    const run = await execute(commands().stamped, ['run', '--all', '--base-url', server.url, '--json']);
    await server.close();
    expect(run.exitCode).toBe(0);
    const document = JSON.parse(run.stdout);
    expectResultDocument(document);
    expect(document.summary).toMatchObject({ total: 2, passed: 2 });
  });

  test('an unstamped file is exit 5, an unreachable target exit 4', async () => {
    const [unstamped, unreachable] = await Promise.all([
      execute(commands().empty, ['doctor', '--json']),
      execute(commands().stamped, ['run', '--all', '--base-url', 'http://127.0.0.1:1', '--json']),
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
    const run = await execute(
      commands().stamped,
      ['run', '--all', '--base-url', server.url, '--json'],
      (end) => (kill = end),
    );
    await server.close();
    expect(run.exitCode).toBe(143);
    expectResultDocument(JSON.parse(run.stdout));
    expect(api.things.size).toBe(0);
  });
}
