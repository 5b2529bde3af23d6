import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostPlatform } from '#builder/bun-packages.ts';
import { compileRunner } from '#builder/compile-runner.ts';
import { materialise } from '#builder/materialise.ts';
import { findPlanSlot } from '#builder/plan-slot.ts';
import { binaryPlatforms } from '#builder/runner-manifest.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import { encodePlanSlot } from '#verifier/plan/plan-slot.ts';
import type { ResultDocument } from '#verifier/result/result.ts';
import { startExampleTodo } from '../support/example-todo.ts';
import { spawnCommand } from '../support/spawn-command.ts';
import { bundle, create, list, plan, read } from '../support/things-plans.ts';
import { writeProgram } from '../support/write-program.ts';
import { builtRunners, runnersFolder } from './built-runners.ts';
import { checkCodeDirectory } from './code-directory.ts';

const manifest = await builtRunners();
const twoPlans = bundle([plan('create-read', [create(), read()]), plan('create-list', [create(), list()])]);
const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

const rcodesign = join(import.meta.dirname, '../../.oracles/rcodesign/bin/rcodesign');
const hasRcodesign = existsSync(rcodesign);
if (!hasRcodesign)
  console.warn('SKIPPED: rcodesign; cargo install apple-codesign --version 0.29.0 --locked --root .oracles/rcodesign');

describe.skipIf(manifest === undefined)('the native runners', () => {
  const entryOf = (platform: (typeof binaryPlatforms)[number]) => manifest!.binaries[platform];

  it.each(binaryPlatforms)('%s is the file of the manifest, with one empty slot where it says', (platform) => {
    const entry = entryOf(platform);
    const file = readFileSync(join(runnersFolder, entry.file));
    expect({ sizeBytes: file.length, sha256: sha256(file) }).toEqual({
      sizeBytes: entry.sizeBytes,
      sha256: entry.sha256,
    });
    expect(findPlanSlot(file)).toBe(entry.slot.offset);
  });

  it('node is the file of the manifest', () => {
    const file = readFileSync(join(runnersFolder, manifest!.node.file));
    expect([file.length, sha256(file)]).toEqual([manifest!.node.sizeBytes, manifest!.node.sha256]);
  });

  it.each(binaryPlatforms)(
    '%s, stamped, holds the plan in its slot; the same bundle gives the same bytes',
    async (platform) => {
      const entry = entryOf(platform);
      const file = await materialise(runnersFolder, entry, twoPlans);
      const text = encodePlanSlot(twoPlans);
      expect(file.toString('latin1', entry.slot.offset, entry.slot.offset + text.length)).toBe(text);
      expect(file).toHaveLength(entry.sizeBytes);
      expect(sha256(await materialise(runnersFolder, entry, structuredClone(twoPlans)))).toBe(sha256(file));
    },
  );

  it.each(['darwin-arm64', 'darwin-x64'] as const)('%s has 0 bad pages, empty and stamped', async (platform) => {
    const entry = entryOf(platform);
    for (const file of [
      readFileSync(join(runnersFolder, entry.file)),
      await materialise(runnersFolder, entry, twoPlans),
    ]) {
      const { isAdHoc, identifier, pages, badPages, faults } = await checkCodeDirectory(file);
      expect({ isAdHoc, identifier, badPages, faults }).toEqual({
        isAdHoc: true,
        identifier: 'dezycro-verify',
        badPages: [],
        faults: [],
      });
      expect(pages).toBeGreaterThan(20_000);
    }
  });

  it.skipIf(!hasRcodesign).each(['darwin-arm64', 'darwin-x64'] as const)(
    '%s, stamped, has no page that rcodesign finds wrong, and a changed one is found',
    async (platform) => {
      const path = join(tmpdir(), `${platform}-${process.pid}`);
      const problems = (file: Uint8Array): string[] => {
        writeFileSync(path, file);
        return spawnSync(rcodesign, ['verify', path], { encoding: 'utf8' }).stdout.trim().split('\n');
      };
      const file = await materialise(runnersFolder, entryOf(platform), twoPlans);
      // An ad-hoc signature has hashes, and nobody who signed them.
      expect(problems(file)).toEqual(['no cryptographic signature present']);
      file[file.length >> 1]! ^= 1;
      expect(problems(file)).toContainEqual(expect.stringContaining('code digest mismatch'));
      rmSync(path);
    },
  );

  it('compiled again, from the same sources into another folder, a runner is the same to the byte', async () => {
    const again = mkdtempSync(join(tmpdir(), 'runner-again-'));
    const entry = await compileRunner(hostPlatform(), again, join(runnersFolder, '../../.cache/bun'));
    rmSync(again, { recursive: true });
    expect(entry).toEqual(entryOf(hostPlatform()));
  });

  it('a runner that is not the one of the manifest is not stamped', async () => {
    const entry = { ...entryOf('linux-x64'), sha256: '0'.repeat(64) };
    await expect(materialise(runnersFolder, entry, twoPlans)).rejects.toThrow('is damaged');
  });
});

describe.skipIf(manifest === undefined)('the native verifier of this machine', () => {
  const folder = join(tmpdir(), `runners-${process.pid}`);
  const own = manifest?.binaries[hostPlatform()];
  const stamped = join(folder, 'dezycro-verify');
  let content: Buffer;
  beforeAll(async () => {
    mkdirSync(folder);
    content = await materialise(runnersFolder, own!, twoPlans);
    writeProgram(stamped, content);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const execute = (file: string, args: string[], env = {}): Promise<{ code: number; stdout: string }> =>
    new Promise((resolve) => {
      execFile(file, args, { cwd: folder, env }, (error, stdout) =>
        resolve({ code: error ? Number(error.code) : 0, stdout }),
      );
    });

  it('built by `dezycro build` it shows its version, finds nothing missing and verifies the example server', async () => {
    const todo = await startExampleTodo();
    const [spec, out] = [join(folder, 'openapi.json'), join(folder, 'todo-verify')];
    writeFileSync(spec, await (await fetch(`${todo.url}/openapi.json`)).text());
    // Its process alone has written the file, see writeProgram.
    const command = ['build', '--spec', spec, '--platform', hostPlatform(), '--out', out];
    const built = await spawnCommand(command, { cwd: folder });
    expect([built.code, built.out]).toEqual([0, `${sha256(readFileSync(out))}  ${out}\n`]);
    expect((await execute(out, ['version', '--json'])).code).toBe(0);
    expect(JSON.parse((await execute(out, ['doctor', '--json'])).stdout)).toMatchObject({ ok: true });
    const run = await execute(out, ['run', '--all', '--base-url', todo.url, '--json']);
    await todo.close();
    const { summary, residue } = JSON.parse(run.stdout) as ResultDocument;
    expect(run.code).toBe(0);
    expect([summary.passed, residue]).toEqual([summary.total, []]);
    expect(summary.total).toBeGreaterThanOrEqual(5);
  });

  it('with a flipped bit anywhere in its slot it does not start: exit 5', async () => {
    const random = seededRandom(11);
    const sizes = [encodePlanSlot(twoPlans).length, own!.slot.sizeBytes];
    for (let round = 0; round < 6; round++) {
      const at = own!.slot.offset + Math.floor(random() * sizes[round % 2]!);
      const damaged = Buffer.from(content);
      damaged[at]! ^= 1 << Math.floor(random() * 8);
      const path = join(folder, `damaged-${round}`);
      writeProgram(path, damaged);
      const { code, stdout } = await execute(path, ['run', '--all', '--base-url', 'http://127.0.0.1:1', '--json']);
      expect([code, (JSON.parse(stdout) as { error: { code: string } }).error.code]).toEqual([5, 'INTEGRITY']);
      rmSync(path);
    }
  });

  it('takes nothing from the folder where it is started: no .env, no preload of a bunfig.toml', async () => {
    writeFileSync(join(folder, 'preload.ts'), "console.log('PRELOADED')");
    writeFileSync(join(folder, 'bunfig.toml'), 'preload = ["./preload.ts"]');
    writeFileSync(join(folder, '.env'), 'AUTH_ADMIN={"token":"from-the-folder"}');
    const { stdout } = await execute(stamped, ['doctor', '--json']);
    expect(stdout).not.toContain('PRELOADED');
    expect((JSON.parse(stdout) as { variables: object[] }).variables).toContainEqual(
      expect.objectContaining({ name: 'AUTH_ADMIN', set: false }),
    );
  });

  it('doctor says when its environment turns it into something else', async () => {
    const { stdout } = await execute(stamped, ['doctor', '--json'], { BUN_OPTIONS: '--smol' });
    expect((JSON.parse(stdout) as { notes: string[] }).notes.join()).toContain('BUN_OPTIONS is set');
  });
});
