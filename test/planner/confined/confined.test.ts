import { type ChildProcess, execFile, fork } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

import { confined } from '#planner/confined/confined.ts';

import { importsOf } from '../../guards/import-law.ts';
import { sourceFiles } from '../../guards/repository.ts';
import { text, thingSpec } from '#test/small-spec.ts';

const spec = JSON.stringify(thingSpec({ title: text }));

test('a job that passes its time is ended and refused, and the next job is done', async () => {
  const late = confined('plan', { spec, personas: [] }, { wallMs: 1 });
  await expect(late).rejects.toMatchObject({
    name: 'SpecError',
    code: 'SPEC_TOO_COMPLEX',
    message: expect.stringMatching(/^Planning the spec takes more than \d+ s of computing\.$/),
  });
  const { bundle } = await confined('plan', { spec, personas: [] });
  expect(bundle.plans.length).toBeGreaterThan(2);
});

test('a job that finds no file left is refused, the process lives on, and the next job is done', async () => {
  const script = join(import.meta.dirname, 'confined-without-files.ts');
  const command = ['-c', 'ulimit -n 60; exec "$0" "$1"', process.execPath, script];
  const { stdout } = await promisify(execFile)('sh', command);
  const refused = expect.stringContaining('The spec process could not be started');
  expect(stdout.trimEnd().split('\n')).toEqual(['EMFILE', refused, 'planned']);
});

test('large specs that arrive at once are planned one after the other, in one process that ends soon after', async () => {
  const made: ChildProcess[] = [];
  let most = 0;
  const onMade = (message: unknown): void => {
    const { process } = message as { process: ChildProcess };
    process.once('spawn', () => {
      if (process.spawnargs.includes('--max-old-space-size=1024')) made.push(process);
      most = Math.max(most, made.filter(({ killed }) => !killed).length);
    });
  };
  subscribe('child_process', onMade);
  try {
    const large = spec.padEnd(2_000_001);
    await Promise.all(Array.from({ length: 3 }, () => confined('plan', { spec: large, personas: [] })));
  } finally {
    unsubscribe('child_process', onMade);
  }
  expect([made.length, most]).toEqual([1, 1]);
  if (!made[0]!.killed) await once(made[0]!, 'exit', { signal: AbortSignal.timeout(10_000) });
  expect(made[0]!.killed).toBe(true);
});

test('where the engine has no limit of memory, a process that holds more than it may is killed', async () => {
  const script = join(import.meta.dirname, 'serve-in-little-memory.ts');
  const child = fork(script, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const [code, signal] = (await once(child, 'exit', { signal: AbortSignal.timeout(20_000) })) as unknown[];
  expect([code, signal]).toEqual([null, 'SIGKILL']);
});

test('what a job refuses arrives with its code, place and fix', async () => {
  const refused = confined('takeSpec', { spec: '{"openapi":"4.0.0","paths":{}}' });
  await expect(refused).rejects.toMatchObject({
    code: 'SPEC_INVALID',
    message: 'OpenAPI version 4.0.0 is not supported.',
    fix: expect.stringContaining('Publish OpenAPI'),
    pointer: '/openapi',
  });
});

test('domain, functions, service and clients read foreign specs in the spec process alone', () => {
  const parsers = /^#planner\/(plan-feature|spec\/read-|compare\/(diff-specs|take-spec)|arazzo\/identity-headers)/;
  const files = sourceFiles(['src', 'functions', 'local', 'clients']);
  const valueImports = files.map(({ path, text: source }) => ({
    path,
    text: source.replaceAll(/^import type [^;]*;$/gms, ''),
  }));
  expect(
    valueImports.flatMap((file) =>
      importsOf(file)
        .filter((to) => parsers.test(to))
        .map((to) => `${file.path} ${to}`),
    ),
  ).toEqual([]);
});
