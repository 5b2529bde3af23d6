import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostPlatform } from '#builder/bun-packages.ts';
import { binaryPlatforms } from '#builder/runner-manifest.ts';
import type { ResultDocument } from '#verifier/result/result.ts';
import { bundleNativeCli } from '../../scripts/bundle-cli.ts';
import { bundleSha256Of, type NativeCliManifest } from '../../scripts/native-cli.ts';
import { startTaskboard, taskboardSpec } from '../support/taskboard.ts';
import { builtRunners } from './built-runners.ts';
import { checkCodeDirectory } from './code-directory.ts';

const native = join(import.meta.dirname, '../../dist/native');
const runners = await builtRunners();
const manifestFile = join(native, 'manifest.json');

/** The executables of `npm run build:runners`; undefined, said, where there are none of these sources. */
const built = async (): Promise<NativeCliManifest | undefined> => {
  if (runners === undefined) return undefined;
  const manifest = existsSync(manifestFile)
    ? (JSON.parse(readFileSync(manifestFile, 'utf8')) as NativeCliManifest)
    : undefined;
  if (manifest?.bundleSha256 === bundleSha256Of(await bundleNativeCli())) return manifest;
  const state = 'the native dezycro is not built of these sources; npm run build:runners';
  if (process.env['RUNNERS'] === '1') throw new Error(state);
  console.warn(`SKIPPED: ${state}`);
  return undefined;
};
const manifest = await built();

describe.skipIf(manifest === undefined)('the native dezycro', () => {
  let folder: string;
  let board: Awaited<ReturnType<typeof startTaskboard>>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'native-cli-'));
    board = await startTaskboard();
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(taskboardSpec));
  });
  afterAll(async () => {
    await board.close();
    rmSync(folder, { recursive: true });
  });

  /** In a folder with the spec alone, where no PATH leads to a Node. */
  const run = (
    args: string[],
    env: NodeJS.ProcessEnv = {},
  ): Promise<{ code: number; stdout: string; stderr: string }> =>
    new Promise((resolve) => {
      const program = join(native, manifest!.binaries[hostPlatform()].file);
      const options = { cwd: folder, env: { HOME: folder, PATH: folder, ...env }, maxBuffer: 1e8 };
      execFile(program, args, options, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      );
    });

  it.each(binaryPlatforms)(
    '%s is the file of the manifest, no larger than the runner and three bundles',
    async (platform) => {
      const { file, sizeBytes, sha256 } = manifest!.binaries[platform];
      const content = readFileSync(join(native, file));
      expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([sizeBytes, sha256]);
      // The bundle, its bytecode (1.2 times as much), and what pages round up to.
      expect(sizeBytes).toBeLessThan(runners!.binaries[platform].sizeBytes + 3 * (await bundleNativeCli()).length);
    },
  );

  it.each(['darwin-arm64', 'darwin-x64'] as const)('%s has 0 bad pages', async (platform) => {
    const content = readFileSync(join(native, manifest!.binaries[platform].file));
    expect(await checkCodeDirectory(content)).toMatchObject({ identifier: 'dezycro', badPages: [], faults: [] });
  });

  it('says its version, plans in a process of its own, and verifies, without a Node', async () => {
    expect(await run(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^dezycro \d+\.\d+\.\d+ /),
    });
    const planned = await run(['plan', 'openapi.json']);
    expect([planned.code, planned.stdout]).toEqual([0, expect.stringContaining('11 of 11 operations covered')]);
    const identity = ['--token', board.token('alice')];
    const verified = await run(['verify', 'openapi.json', '--base-url', board.url, ...identity, '--json']);
    const { summary } = JSON.parse(verified.stdout) as ResultDocument;
    expect([verified.code, summary.passed]).toEqual([0, summary.total]);
    expect(summary.total).toBeGreaterThan(30);
  });

  it('runs the script of a JS persona in a process of its own', async () => {
    const script = 'return { headers: { authorization: `Bearer ${input.token}` } }';
    const persona = { name: 'alice', description: 'may do everything', authType: 'JS', script };
    writeFileSync(join(folder, 'scripted.json'), JSON.stringify({ personas: [persona] }));
    const args = ['verify', 'openapi.json', '--base-url', board.url, '--personas', 'scripted.json', '--json'];
    const { code, stdout } = await run(args, { AUTH_ALICE: JSON.stringify({ token: board.token('alice') }) });
    const { summary } = JSON.parse(stdout) as ResultDocument;
    expect([code, summary.passed]).toEqual([0, summary.total]);
  });

  it('refuses what the spec process refuses, as the sources do', async () => {
    const list = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    writeFileSync(join(folder, 'deep.yaml'), `openapi: 3.1.0\ninfo: {title: a, version: '1'}\npaths: {}\nx: ${list}\n`);
    const { code, stderr } = await run(['plan', 'deep.yaml']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('nested far deeper than 64 levels')]);
  });

  it('builds a verifier for Node, and starts it with the node of the PATH', async () => {
    const built = await run(['build', 'openapi.json', '--platform', 'node', '--out', 'verifier.mjs']);
    expect(built.code).toBe(0);
    // Nothing listens there: no journey gets an answer.
    const command = [
      'run',
      '--verifier',
      'verifier.mjs',
      '--allow-unsigned',
      '--all',
      '--base-url',
      'http://127.0.0.1:1',
    ];
    expect(await run(command)).toMatchObject({
      code: 127,
      stderr: expect.stringContaining('node: there is no such program'),
    });
    expect(await run(command, { PATH: dirname(process.execPath) })).toMatchObject({ code: 4 });
  });
});
