import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundleNodeRunner, runnerSourcesSha256 } from '#builder/bundle-node-runner.ts';
import { packedSandbox } from '#builder/packed-sandbox.ts';
import { PLAN_SLOT_PLACEHOLDER } from '#verifier/plan/plan-slot.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'node-runner-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('the runner is one small module that starts by itself, kept under the name of its sources', async () => {
  const cache = join(folder, 'not', 'yet');
  const runner = await bundleNodeRunner(cache);
  const text = Buffer.from(runner).toString();
  expect(text.startsWith("#!/usr/bin/env node\nimport{createRequire as makeRequire}from'node:module';")).toBe(true);
  expect(text.split(PLAN_SLOT_PLACEHOLDER)).toHaveLength(2);
  expect(text).not.toMatch(/\/\*!|@license/);
  expect(runner.length).toBeLessThan(1_185_000);
  expect(readdirSync(cache)).toEqual([`${runnerSourcesSha256()}.mjs`]);
  const path = join(folder, 'runner.mjs');
  writeFileSync(path, runner);
  expect(execFileSync(process.execPath, [path, '--help'], { cwd: folder, env: {} }).toString()).toContain('run');
  writeFileSync(join(cache, `${runnerSourcesSha256()}.mjs`), 'from the cache');
  expect(Buffer.from(await bundleNodeRunner(cache)).toString()).toBe('from the cache');
});

it('without another folder the runner is kept among the runners of the checkout', async () => {
  const runner = await bundleNodeRunner();
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const kept = readFileSync(join(root, '.cache', 'runners', `${runnerSourcesSha256()}.mjs`));
  expect(kept.equals(runner)).toBe(true);
});

it('the hash of the sources is another one when a runner could be another one, and only then', () => {
  const write = (path: string, text: string): string => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
    return runnerSourcesSha256(folder);
  };
  const hashes = [
    runnerSourcesSha256(folder),
    write('verifier/deep/a.ts', 'ab'),
    write('verifier/deep/a.ts', 'a'),
    write('verifier/b.json', '{}'),
    write('builder/c.ts', ''),
    write('builder/d.ts', ''),
    write('package-lock.json', '{}'),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashes.at(-1)).toMatch(/^[0-9a-f]{64}$/);
  expect([write('README.md', 'x'), write('verifier/a.md', 'x'), write('planner/a.ts', 'x')]).toEqual(
    Array.from({ length: 3 }, () => hashes.at(-1)),
  );
});

it('what is moved from the end of a name to its file, or from one file to the next, gives another hash', () => {
  const hashOf = (files: Record<string, string>): string => {
    const own = mkdtempSync(join(folder, 'sources-'));
    mkdirSync(join(own, 'builder'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(own, 'builder', name), text);
    return runnerSourcesSha256(own);
  };
  const hashes = [
    hashOf({ 'a.ts': '' }),
    hashOf({ 'a.ts': 'builder/b.ts\0' }),
    hashOf({ 'a.ts': '', 'b.ts': '' }),
    hashOf({ 'a.ts': 'builder/b.ts' }),
    hashOf({ 'b.ts': 'builder/b.ts' }),
  ];
  expect(new Set(hashes).size).toBe(5);
  expect(hashOf({ 'b.ts': 'b', 'a.ts': 'a' })).toBe(hashOf({ 'a.ts': 'a', 'b.ts': 'b' }));
});

/** The sandbox as the runner carries it: a module that loads it, and its packed text. */
const packed = async (): Promise<{ text: string; gzip: Buffer }> => {
  const { outputFiles } = await build({
    stdin: {
      contents:
        "import variant from '@jitl/quickjs-singlefile-mjs-release-sync'; export const load = () => variant.importModuleLoader();",
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    plugins: [packedSandbox],
  });
  const text = outputFiles[0]!.text;
  const base64 = /H4sI[A-Za-z0-9+/]+=*/.exec(text)?.[0];
  return { text, gzip: Buffer.from(base64 ?? '', 'base64') };
};

it('the sandbox is packed as small as it gets, the same on every host, and unpacks into what runs scripts', async () => {
  const [{ text, gzip }, again] = [await packed(), await packed()];
  expect(again.text).toBe(text);
  expect(gzip[9]).toBe(255);
  const source = gunzipSync(gzip);
  expect(gzip).toHaveLength(gzipSync(source, { level: 9 }).length);
  expect(source.length).toBeLessThan(700_000);
  const path = join(folder, 'sandbox.mjs');
  writeFileSync(path, text);
  const { load } = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as { load: () => Promise<unknown> };
  const start = (await load()) as (options: object) => Promise<{ _malloc: unknown }>;
  expect((await start({}))['_malloc']).toBeTypeOf('function');
});
