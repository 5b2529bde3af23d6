import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { mintScope } from '#domain/access/scope.ts';
import type { Platform } from '#domain/ports/verifier-stamper.ts';
import { hostPlatform } from '#builder/bun-packages.ts';
import { runnerSourcesSha256 } from '#builder/bundle-node-runner.ts';
import { factsOf } from '#builder/compile-runner.ts';
import { hashUpTo } from '#builder/half-hash.ts';
import { materialise } from '#builder/materialise.ts';
import { emptyPlanSlot, slotSizeBytes } from '#builder/plan-slot.ts';
import { binaryPlatforms, type RunnerEntry } from '#builder/runner-manifest.ts';
import { FileBlobs } from '../../local/blob-store/file-blobs.ts';
import { LocalVerifiers } from '../../local/builds/local-verifiers.ts';
import { builtRunners, runnersFolder } from '../builder/built-runners.ts';
import { bundle, create, plan, read } from '../support/things-plans.ts';
import { writeProgram } from '../support/write-program.ts';

const built = await builtRunners();
const folder = mkdtempSync(join(tmpdir(), 'local-verifiers-'));
afterAll(() => rmSync(folder, { recursive: true }));
const blobs = new FileBlobs(join(folder, 'blobs'));
const scope = mintScope.tenant('t');
const twoSteps = bundle([plan('create-read', [create(), read()])]);
const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

const stampWith = async (verifiers: LocalVerifiers, below: string, plans = twoSteps) => {
  const keyOf = (platform: Platform) => `projects/p/${below}/${platform}/verifier`;
  const order = { scope, runnerRelease: await verifiers.release(), bundle: plans, keyOf };
  return { artifacts: await verifiers.stamp(order), keyOf };
};

test('without native runners, and with those of other sources, there is the platform node alone, whole at once', async () => {
  const none = new LocalVerifiers(blobs, join(folder, 'none'));
  const { artifacts, keyOf } = await stampWith(none, 'none');
  expect(artifacts.map(({ platform }) => platform)).toEqual(['node']);
  const file = (await blobs.read(scope, keyOf('node')))!;
  expect(artifacts[0]).toMatchObject({ sha256: sha256Of(file), sizeBytes: file.length });
  const older = join(folder, 'older');
  cpSync(join(folder, 'blobs'), older, { recursive: true });
  writeFileSync(
    join(older, 'manifest.json'),
    JSON.stringify({ sourcesSha256: 'other', binaries: { 'linux-x64': {} } }),
  );
  const withOlder = new LocalVerifiers(blobs, older);
  expect(await withOlder.release()).toBe(await none.release());
  expect((await stampWith(withOlder, 'older')).artifacts).toEqual(artifacts);
});

test('a build whose runners were built anew meanwhile ends with a reason of its own', async () => {
  const verifiers = new LocalVerifiers(blobs, join(folder, 'none'));
  const order = { scope, runnerRelease: 'an older one', bundle: twoSteps, keyOf: () => 'made' };
  await expect(verifiers.stamp(order)).rejects.toMatchObject({ name: 'RUNNER_RELEASE_MISSING' });
});

test('a native file is made at its first download; from a runner that is not the one of its manifest, none is', async () => {
  const runners = join(folder, 'small');
  const runner = Buffer.concat([randomBytes(2000), emptyPlanSlot(), randomBytes(50)]);
  const entry: RunnerEntry = {
    ...factsOf('linux-x64/dezycro-verify', runner),
    slot: { offset: 2000, sizeBytes: slotSizeBytes },
    hashUpToSlot: await hashUpTo(2000, runner),
  };
  mkdirSync(join(runners, 'linux-x64'), { recursive: true });
  writeFileSync(join(runners, entry.file), runner);
  const manifest = { sourcesSha256: runnerSourcesSha256(), binaries: { 'linux-x64': entry } };
  writeFileSync(join(runners, 'manifest.json'), JSON.stringify(manifest));
  const verifiers = new LocalVerifiers(blobs, runners);
  expect(await verifiers.release()).not.toBe(await new LocalVerifiers(blobs, join(folder, 'none')).release());
  const [first, second] = [await stampWith(verifiers, 'first'), await stampWith(verifiers, 'second')];
  const [{ sha256, sizeBytes } = { sha256: '' }] = first.artifacts.filter(({ platform }) => platform === 'linux-x64');
  expect(await blobs.read(scope, first.keyOf('linux-x64'))).toBeUndefined();
  const made = (await verifiers.read(scope, first.keyOf('linux-x64')))!;
  expect([sha256Of(made), made.length]).toEqual([sha256, sizeBytes]);
  expect(await blobs.read(scope, first.keyOf('linux-x64'))).toBeDefined();
  runner[1000]! ^= 1;
  writeFileSync(join(runners, entry.file), runner);
  const late = verifiers.read(scope, second.keyOf('linux-x64'));
  await expect(late).rejects.toMatchObject({ name: 'RunnerDamaged' });
});

test('plans that no slot holds have the platform node alone', async () => {
  const noise = randomBytes(900_000).toString('base64');
  const large = bundle([plan('noise', [create({ body: { title: noise } } as never)])]);
  const { artifacts } = await stampWith(new LocalVerifiers(blobs, join(folder, 'small')), 'large', large);
  expect(artifacts.map(({ platform }) => platform)).toEqual(['node']);
});

describe.runIf(built)('with native runners', () => {
  const verifiers = new LocalVerifiers(blobs);

  test('every platform has its hash at once, and its file at the first download, to the byte that of dezycro build', async () => {
    const { artifacts, keyOf } = await stampWith(verifiers, 'native');
    expect(artifacts.map(({ platform }) => platform)).toEqual(['node', ...binaryPlatforms]);
    for (const platform of ['darwin-arm64', hostPlatform()] as const) {
      expect(await blobs.read(scope, keyOf(platform))).toBeUndefined();
      const file = (await verifiers.read(scope, keyOf(platform)))!;
      const artifact = artifacts.find((each) => each.platform === platform);
      expect(artifact).toMatchObject({ sha256: sha256Of(file), sizeBytes: file.length });
      const expected = await materialise(runnersFolder, built!.binaries[platform], twoSteps);
      expect(expected.equals(file)).toBe(true);
      expect(expected.equals((await blobs.read(scope, keyOf(platform)))!)).toBe(true);
    }
    const file = join(folder, 'verifier');
    writeProgram(file, (await verifiers.read(scope, keyOf(hostPlatform())))!);
    const { stdout } = await promisify(execFile)(file, ['plan', 'show', '--json']);
    expect(stdout).toContain('create-read');
  });

  test('the hash of each platform is that of its whole file, which nobody reads for it', async () => {
    const startedMs = performance.now();
    const other = bundle([plan('create', [create()])]);
    const { artifacts } = await stampWith(verifiers, 'second', other);
    console.log(`five platforms: ${(performance.now() - startedMs).toFixed(0)} ms`);
    const { sha256 } = artifacts.find(({ platform }) => platform === 'darwin-x64')!;
    const expected = await materialise(runnersFolder, built!.binaries['darwin-x64'], other);
    expect(sha256).toBe(sha256Of(expected));
  });

  test('a file whose runner is gone cannot be made any more', async () => {
    const { keyOf } = await stampWith(verifiers, 'gone');
    const elsewhere = new LocalVerifiers(blobs, join(folder, 'none'));
    expect(await elsewhere.read(scope, keyOf(hostPlatform()))).toBeUndefined();
    expect(await elsewhere.read(scope, keyOf('node'))).toBeDefined();
  });
});
