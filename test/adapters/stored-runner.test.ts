import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { storedRunner } from '#adapters/runners/stored-runner.ts';
import { assembleVerifier } from '#builder/assemble-verifier.ts';
import { PLAN_SLOT_PLACEHOLDER } from '#verifier/plan/plan-slot.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';

const folder = mkdtempSync(join(tmpdir(), 'stored-runner-'));
afterAll(() => rmSync(folder, { recursive: true }));
const placeOf = (name: string): URL => pathToFileURL(join(folder, name));
const storedAt = (name: string) => storedRunner(placeOf(name));
const bundle = { jepVersion: '1', plans: [] } as unknown as PlanBundle;

test('stamps the runner that lies beside it; the release is the hash of the runner', async () => {
  const runner = Buffer.from(`const slot = "${PLAN_SLOT_PLACEHOLDER}";`);
  writeFileSync(placeOf('one.mjs'), runner);
  writeFileSync(placeOf('other.mjs'), `${runner.toString()}\n`);
  const stored = storedAt('one.mjs');
  expect(await stored.assemble({ platform: 'node', bundle })).toEqual(assembleVerifier(runner, bundle));
  expect(await stored.runnerRelease()).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(await stored.runnerRelease()).not.toBe(await storedAt('other.mjs').runnerRelease());
});

test('a deployment without a runner ends the build with a reason of its own', async () => {
  const missing = storedAt('none.mjs');
  for (const call of [missing.runnerRelease(), missing.assemble({ platform: 'node', bundle })])
    await expect(call).rejects.toMatchObject({ name: 'RUNNER_RELEASE_MISSING' });
});
