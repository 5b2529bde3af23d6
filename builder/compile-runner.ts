import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { unpackBun } from './bun-packages.ts';
import { compileProgram } from './compile-program.ts';
import { hashUpTo } from './half-hash.ts';
import { slotSurroundings } from './plan-patches.ts';
import { emptyPlanSlot, findPlanSlot, slotSizeBytes } from './plan-slot.ts';
import type { BinaryPlatform, RunnerEntry } from './runner-manifest.ts';

/**
 * Compiles the runner of one platform into `<runners>/<platform>/`, its plan slot empty, on macOS with an ad-hoc signature.
 * Bun's packages are kept in `bunFolder`, where `bunOf` finds a platform's executable. Throws when a package cannot be had, or the runner has not exactly one slot.
 */
export const compileRunner = async (
  platform: BinaryPlatform,
  runners: string,
  bunFolder: string,
  bunOf?: typeof unpackBun,
): Promise<RunnerEntry> => {
  const file = join(platform, platform === 'windows-x64' ? 'dezycro-verify.exe' : 'dezycro-verify');
  const path = join(runners, file);
  const slotFile = join(bunFolder, 'plan-slot.bin');
  await rm(dirname(path), { recursive: true, force: true });
  await mkdir(bunFolder, { recursive: true });
  await writeFile(slotFile, emptyPlanSlot());
  const program = { path, identifier: 'dezycro-verify', files: ['verifier/cli/main.bun.ts', slotFile] };
  const { content, signature } = await compileProgram(platform, program, bunFolder, bunOf);
  const slot = { offset: findPlanSlot(content), sizeBytes: slotSizeBytes };
  const entry = { ...factsOf(file, content), slot, hashUpToSlot: await hashUpTo(slot.offset, content) };
  if (signature === undefined) return entry;
  return { ...entry, signature: { ...signature, ...slotSurroundings(content, slot, signature.codeSizeBytes) } };
};

/** Name, size and hash of a runner as the manifest holds them. */
export const factsOf = (file: string, content: Uint8Array): Pick<RunnerEntry, 'file' | 'sizeBytes' | 'sha256'> => ({
  file: file.replaceAll('\\', '/'),
  sizeBytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});
