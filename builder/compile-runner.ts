import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hostPlatform, unpackBun } from './bun-packages.ts';
import { hashUpTo } from './half-hash.ts';
import { slotSurroundings } from './plan-patches.ts';
import { emptyPlanSlot, findPlanSlot, slotSizeBytes } from './plan-slot.ts';
import type { BinaryPlatform, RunnerEntry } from './runner-manifest.ts';
import { signAdHoc } from './sign-ad-hoc.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

/** Left to itself a compiled program reads `.env` and runs the `preload` of a `bunfig.toml` where it is started. */
const flags = [
  '--compile',
  '--minify',
  '--bytecode',
  '--format=esm',
  '--no-compile-autoload-dotenv',
  '--no-compile-autoload-bunfig',
];

/**
 * Compiles the runner of one platform into `<runners>/<platform>/`, its plan slot empty, on macOS with an ad-hoc signature.
 * Bun's packages are kept in `bunFolder`, where `bunOf` finds a platform's executable. Throws when a package cannot be had, or the runner has not exactly one slot.
 */
export const compileRunner = async (
  platform: BinaryPlatform,
  runners: string,
  bunFolder: string,
  bunOf: typeof unpackBun = unpackBun,
): Promise<RunnerEntry> => {
  const file = join(platform, platform === 'windows-x64' ? 'dezycro-verify.exe' : 'dezycro-verify');
  const path = join(runners, file);
  const slotFile = join(bunFolder, 'plan-slot.bin');
  const [bun, base] = [await bunOf(hostPlatform(), bunFolder), await bunOf(platform, bunFolder)];
  await rm(dirname(path), { recursive: true, force: true });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(slotFile, emptyPlanSlot());
  const target = [`--target=bun-${platform}`, `--compile-executable-path=${base}`, `--outfile=${path}`];
  // From the root: the runner remembers its sources by their path from here, wherever the checkout lies.
  await run(bun, ['build', ...flags, ...target, 'verifier/cli/main.bun.ts', slotFile], { cwd: root });
  const compiled = await readFile(path);
  const slot = { offset: findPlanSlot(compiled), sizeBytes: slotSizeBytes };
  if (!platform.startsWith('darwin-'))
    return { ...factsOf(file, compiled), slot, hashUpToSlot: await hashUpTo(slot.offset, compiled) };
  const { signed, hashOffset, codeSizeBytes } = signAdHoc(compiled, 'dezycro-verify');
  await writeFile(path, signed);
  await chmod(path, 0o755);
  const signature = { hashOffset, codeSizeBytes, ...slotSurroundings(signed, slot, codeSizeBytes) };
  return { ...factsOf(file, signed), slot, hashUpToSlot: await hashUpTo(slot.offset, signed), signature };
};

/** Name, size and hash of a runner as the manifest holds them. */
export const factsOf = (file: string, content: Uint8Array): Pick<RunnerEntry, 'file' | 'sizeBytes' | 'sha256'> => ({
  file: file.replaceAll('\\', '/'),
  sizeBytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});
