import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assembleVerifier } from '#builder/assemble-verifier.ts';
import { RunnerAssembler } from '#builder/runner-assembler.ts';
import { binaryPlatforms, readRunnerManifest } from '#builder/runner-manifest.ts';
import { encodePlanSlot, PLAN_SLOT_PLACEHOLDER } from '#verifier/plan/plan-slot.ts';
import { bundle, create, plan, read } from '../verifier/support/things-plans.ts';

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

it('an assembler loads its runner once, for its release and for all verifiers', async () => {
  let loads = 0;
  const assembler = new RunnerAssembler(async () => {
    loads += 1;
    return runner;
  });
  const release = `sha256:${createHash('sha256').update(runner).digest('hex')}`;
  expect(await assembler.runnerRelease()).toBe(release);
  const [first, second] = await Promise.all([1, 2].map(() => assembler.assemble({ bundle: twoSteps })));
  expect(Buffer.from(first!).equals(assembleVerifier(runner, twoSteps))).toBe(true);
  expect(second).toEqual(first);
  expect(loads).toBe(1);
});

it('a runner that could not be loaded is loaded again at the next call', async () => {
  const answers: (Uint8Array | Error)[] = [new Error('not there'), runner];
  const assembler = new RunnerAssembler(async () => {
    const answer = answers.shift()!;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  await expect(assembler.assemble({ bundle: twoSteps })).rejects.toThrow('not there');
  expect(Buffer.from(await assembler.assemble({ bundle: twoSteps })).toString()).toContain('before ');
  expect(await assembler.runnerRelease()).toMatch(/^sha256:[0-9a-f]{64}$/);
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
