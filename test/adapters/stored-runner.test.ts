import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { storedRunner, storedStamper } from '#adapters/runners/stored-runner.ts';
import { assembleVerifier } from '#builder/assemble-verifier.ts';
import { PLAN_SLOT_PLACEHOLDER } from '#verifier/plan/plan-slot.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import { FileBlobs } from '../../local/blob-store/file-blobs.ts';

const folder = mkdtempSync(join(tmpdir(), 'stored-runner-'));
afterAll(() => rmSync(folder, { recursive: true }));
const placeOf = (name: string): URL => pathToFileURL(join(folder, name));
const blobs = new FileBlobs(join(folder, 'blobs'));
const scope = mintScope.tenant('t');
const bundle = { jepVersion: '1', plans: [] } as unknown as PlanBundle;

test('stamps the runner that lies beside it; the release is the hash of the runner', async () => {
  const runner = Buffer.from(`const slot = "${PLAN_SLOT_PLACEHOLDER}";`);
  writeFileSync(placeOf('one.mjs'), runner);
  writeFileSync(placeOf('other.mjs'), `${runner.toString()}\n`);
  const runnerRelease = await storedRunner(placeOf('one.mjs')).release();
  expect(runnerRelease).toMatch(/^[0-9a-f]{64}$/);
  expect(runnerRelease).not.toBe(await storedRunner(placeOf('other.mjs')).release());
  const order = { scope, runnerRelease, bundle, keyOf: (platform: string) => `made/${platform}` };
  const [artifact] = await storedStamper(placeOf('one.mjs'), blobs).stamp(order);
  const made = await blobs.read(scope, 'made/node');
  expect(made).toEqual(assembleVerifier(runner, bundle));
  expect(artifact).toMatchObject({ platform: 'node', sizeBytes: made!.length });
});

test('a deployment without a runner ends the build with a reason of its own', async () => {
  const order = { scope, runnerRelease: 'none', bundle, keyOf: () => 'made' };
  for (const call of [
    storedRunner(placeOf('none.mjs')).release(),
    storedStamper(placeOf('none.mjs'), blobs).stamp(order),
  ])
    await expect(call).rejects.toMatchObject({ name: 'RUNNER_RELEASE_MISSING' });
});
