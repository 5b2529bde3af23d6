import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import { encodePlanSlot } from '#verifier/plan/plan-slot.ts';
import { planPatches } from './plan-patches.ts';
import type { RunnerEntry } from './runner-manifest.ts';

/**
 * The finished native verifier: the runner of a folder with the bundle in its slot. The same runner and bundle give the same bytes.
 * Throws when the runner is not the one that the manifest describes, and PlanTooLarge.
 */
export const materialise = async (runners: string, entry: RunnerEntry, bundle: PlanBundle): Promise<Buffer> => {
  const patches = planPatches(encodePlanSlot(bundle), entry);
  const file = await readFile(join(runners, entry.file));
  const sha256 = createHash('sha256').update(file).digest('hex');
  if (sha256 !== entry.sha256) throw new Error(`The runner ${entry.file} is damaged: its sha256 is ${sha256}.`);
  for (const { offset, bytes } of patches) bytes.copy(file, offset);
  return file;
};
