import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import { encodePlanSlot } from '#verifier/plan/plan-slot.ts';
import { type Patch, planPatches } from './plan-patches.ts';
import type { RunnerEntry } from './runner-manifest.ts';

/**
 * The finished native verifier: the runner of a folder with the bundle in its slot. The same runner and bundle give the same bytes.
 * Throws when the runner is not the one that the manifest describes, and PlanTooLarge.
 */
export const materialise = async (runners: string, entry: RunnerEntry, bundle: PlanBundle): Promise<Buffer> => {
  const patches = planPatches(encodePlanSlot(bundle), entry);
  return patchRunner(await readFile(join(runners, entry.file)), entry, patches);
};

/** The runner with the patches, in the same memory. Throws RunnerDamaged. */
export const patchRunner = (
  runner: Buffer,
  entry: Pick<RunnerEntry, 'file' | 'sha256'>,
  patches: readonly Patch[],
): Buffer => {
  expectRunner(createHash('sha256').update(runner).digest('hex'), entry);
  for (const { offset, bytes } of patches) bytes.copy(runner, offset);
  return runner;
};

/** A runner is not the one that its manifest describes. */
export class RunnerDamaged extends Error {
  override readonly name = 'RunnerDamaged';
}

/** Throws RunnerDamaged unless the hash is that of the manifest. */
export const expectRunner = (
  sha256: string,
  { file, sha256: expected }: Pick<RunnerEntry, 'file' | 'sha256'>,
): void => {
  if (sha256 !== expected) throw new RunnerDamaged(`The runner ${file} is damaged: its sha256 is ${sha256}.`);
};
