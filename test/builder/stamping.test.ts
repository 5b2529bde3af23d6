import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assembleVerifier } from '#builder/assemble-verifier.ts';
import { binaryPlatforms, readRunnerManifest } from '#builder/runner-manifest.ts';
import { encodePlanSlot, PLAN_SLOT_PLACEHOLDER } from '#verifier/plan/plan-slot.ts';
import { bundle, create, plan, read } from '../support/things-plans.ts';

const twoSteps = bundle([plan('create-read', [create(), read()])]);
const runner = Buffer.from(`before ${PLAN_SLOT_PLACEHOLDER} after`);

it('a node verifier is the runner with the plans in place of its slot, wherever the runner lies in memory', () => {
  const within = new Uint8Array(Buffer.concat([Buffer.from('xx'), runner, Buffer.from(PLAN_SLOT_PLACEHOLDER)]).buffer);
  const start = Buffer.from(within.buffer).indexOf(runner);
  const view = within.subarray(start, start + runner.length);
  const verifier = Buffer.from(assembleVerifier(view, twoSteps)).toString();
  expect(verifier).toBe(`before ${encodePlanSlot(twoSteps)} after`);
});

it('a runner without a slot, and one with two, are refused', () => {
  expect(() => assembleVerifier(Buffer.from('no runner'), twoSteps)).toThrow('The runner has no plan slot.');
  expect(() => assembleVerifier(assembleVerifier(runner, twoSteps), twoSteps)).toThrow('The runner has no plan slot.');
  const two = Buffer.from(PLAN_SLOT_PLACEHOLDER.repeat(2));
  expect(() => assembleVerifier(two, twoSteps)).toThrow('The runner has more than one plan slot.');
  const atTheStart = Buffer.from(PLAN_SLOT_PLACEHOLDER);
  expect(Buffer.from(assembleVerifier(atTheStart, twoSteps)).toString()).toBe(encodePlanSlot(twoSteps));
});

it('a folder has the manifest that it holds, none, or one that cannot be read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'manifest-'));
  const path = join(folder, 'manifest.json');
  expect(await readRunnerManifest(folder)).toBeUndefined();
  expect(await readRunnerManifest(join(folder, 'nowhere'))).toBeUndefined();
  writeFileSync(path, '{"bunVersion":"1.2.3 ü"}');
  expect(await readRunnerManifest(folder)).toEqual({ bunVersion: '1.2.3 ü' });
  writeFileSync(path, '{"bunVersion":');
  await expect(readRunnerManifest(folder)).rejects.toThrow(SyntaxError);
  rmSync(path);
  mkdirSync(path);
  await expect(readRunnerManifest(folder)).rejects.toThrow('EISDIR');
  rmSync(folder, { recursive: true });
});

it('five platforms have a native verifier', () => {
  expect(binaryPlatforms).toEqual(['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'windows-x64']);
});
