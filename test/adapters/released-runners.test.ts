import { randomBytes, createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { releaseRunners, useRelease } from '#adapters/runners/release-runners.ts';
import { ReleasedRunners } from '#adapters/runners/released-runners.ts';
import { runnerRelease } from '#adapters/runners/runner-release.ts';
import { assembleVerifier } from '#builder/assemble-verifier.ts';
import { factsOf } from '#builder/compile-runner.ts';
import { hashUpTo } from '#builder/half-hash.ts';
import { materialise } from '#builder/materialise.ts';
import { emptyPlanSlot, slotSizeBytes } from '#builder/plan-slot.ts';
import type { RunnerEntry, RunnerManifest } from '#builder/runner-manifest.ts';
import { currentReleaseKey, releaseOf } from '#builder/runner-release.ts';
import { mintScope } from '#domain/access/scope.ts';
import { PLAN_SLOT_PLACEHOLDER } from '#verifier/plan/plan-slot.ts';
import { FileBlobs } from '../../local/blob-store/file-blobs.ts';
import { bundle, create, plan, read } from '../support/things-plans.ts';

const folder = mkdtempSync(join(tmpdir(), 'released-'));
afterAll(() => rmSync(folder, { recursive: true }));
const scope = mintScope.tenant('t');
const twoSteps = bundle([plan('create-read', [create(), read()])]);

const stored = (file: string, content: Buffer) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
  return factsOf(file, content);
};
const nodeRunner = Buffer.from(`const slot = '${PLAN_SLOT_PLACEHOLDER}';`);
const node = stored('node/dezycro-verify.mjs', nodeRunner);
const nativeRunner = Buffer.concat([randomBytes(1000), emptyPlanSlot(), randomBytes(9)]);
const native: RunnerEntry = {
  ...stored('linux-x64/dezycro-verify', nativeRunner),
  slot: { offset: 1000, sizeBytes: slotSizeBytes },
  hashUpToSlot: await hashUpTo(1000, nativeRunner),
};
const binaries = { 'linux-x64': native, 'windows-x64': native } as unknown as RunnerManifest['binaries'];
for (const paper of ['provenance.json', 'node/sbom.cdx.json', 'linux-x64/sbom.cdx.json'])
  stored(paper, Buffer.from(paper));
const manifest: RunnerManifest = { bunVersion: '1', sourcesSha256: 's', binaries, node };

/** A bucket that takes each key once where that is asked. */
const objects = new Map<string, Buffer>();
const client = new S3Client({ region: 'eu-west-1' });
const s3 = mockClient(client);
beforeEach(() => objects.clear());
s3.on(PutObjectCommand).callsFake(
  ({ Key, Body, IfNoneMatch }: { Key: string; Body: Uint8Array; IfNoneMatch: string }) => {
    if (IfNoneMatch === '*' && objects.has(Key))
      throw new S3ServiceException({
        name: 'PreconditionFailed',
        $fault: 'client',
        $metadata: { httpStatusCode: 412 },
      });
    objects.set(Key, Buffer.from(Body));
  },
);
s3.on(GetObjectCommand).callsFake(({ Key }: { Key: string }) => {
  const found = objects.get(Key);
  if (found === undefined) throw new NoSuchKey({ message: Key, $metadata: {} });
  return { Body: { transformToByteArray: async () => new Uint8Array(found) } };
});

test('a release is its files, their papers and their manifest, named by it, written last and once', async () => {
  const release = releaseOf(manifest, ['linux-x64']);
  expect(release.id).toBe(createHash('sha256').update(release.text).digest('hex'));
  expect(releaseOf(manifest, []).id).not.toBe(release.id);
  await releaseRunners(client, 'b', folder, release);
  const below = (file: string) => `runners/${release.id}/${file}`;
  const runners = ['node/dezycro-verify.mjs', 'linux-x64/dezycro-verify'];
  const papers = ['provenance.json', 'node/sbom.cdx.json', 'linux-x64/sbom.cdx.json'];
  const files = [...runners, ...papers, 'manifest.json'].map(below);
  expect([...objects.keys()]).toEqual(files);
  const before = new Map(objects);
  await releaseRunners(client, 'b', folder, release);
  expect(objects).toEqual(before);
});

test('a runner that is not the one of the manifest is not released, and neither is the manifest', async () => {
  const damaged = { ...manifest, node: { ...node, sha256: '0'.repeat(64) } };
  const releasing = releaseRunners(client, 'b', folder, releaseOf(damaged, []));
  await expect(releasing).rejects.toMatchObject({ name: 'RunnerDamaged' });
  expect(objects.size).toBe(0);
});

test('each platform of the release gets its whole file, to the byte that of dezycro build', async () => {
  const release = releaseOf(manifest, ['linux-x64']);
  await releaseRunners(client, 'b', folder, release);
  const blobs = new FileBlobs(join(folder, 'blobs'));
  const keyOf = (platform: string) => `made/${platform}`;
  const order = { scope, runnerRelease: release.id, bundle: twoSteps, keyOf };
  const artifacts = await new ReleasedRunners(client, 'b', blobs).stamp(order);
  const expected = {
    node: Buffer.from(assembleVerifier(nodeRunner, twoSteps)),
    'linux-x64': await materialise(folder, native, twoSteps),
  };
  expect(artifacts).toEqual(
    Object.entries(expected).map(([platform, file]) => ({
      platform,
      sha256: createHash('sha256').update(file).digest('hex'),
      sizeBytes: file.length,
    })),
  );
  for (const [platform, file] of Object.entries(expected))
    expect(file.equals((await blobs.read(scope, keyOf(platform)))!)).toBe(true);
});

test('a runner that was changed in the bucket is stamped into nothing', async () => {
  const release = releaseOf(manifest, ['linux-x64']);
  await releaseRunners(client, 'b', folder, release);
  objects.get(`runners/${release.id}/linux-x64/dezycro-verify`)![5]! ^= 1;
  const blobs = new FileBlobs(join(folder, 'none'));
  const order = { scope, runnerRelease: release.id, bundle: twoSteps, keyOf: (platform: string) => platform };
  const stamping = new ReleasedRunners(client, 'b', blobs).stamp(order);
  await expect(stamping).rejects.toMatchObject({ name: 'RunnerDamaged' });
});

test('a bucket without a current release, or with one that is not there, ends the build with a reason of its own', async () => {
  const reader = runnerRelease(client, 'b');
  const ended = { name: 'RUNNER_RELEASE_MISSING', message: expect.stringContaining('npm run release:runners') };
  await expect(reader.release()).rejects.toMatchObject(ended);
  objects.set(currentReleaseKey, Buffer.from('0'.repeat(64)));
  await expect(reader.release()).rejects.toMatchObject(ended);
});

test('the next builds are stamped into the release that was put to use last, and into none that is not there', async () => {
  const [first, second] = [releaseOf(manifest, []), releaseOf(manifest, ['linux-x64'])];
  for (const release of [first, second]) await releaseRunners(client, 'b', folder, release);
  expect(await useRelease(client, 'b', first.id)).toBeUndefined();
  expect(await useRelease(client, 'b', second.id)).toBe(first.id);
  await expect(useRelease(client, 'b', '0'.repeat(64))).rejects.toThrow('There is no runner release');
  expect(await runnerRelease(client, 'b').release()).toBe(second.id);
  await useRelease(client, 'b', first.id);
  expect(await runnerRelease(client, 'b').release()).toBe(first.id);
});
