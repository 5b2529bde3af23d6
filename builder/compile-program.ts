import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hostPlatform, unpackBun } from './bun-packages.ts';
import type { BinaryPlatform, PageHashes } from './runner-manifest.ts';
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

/** An executable and, on macOS, where its ad-hoc signature stands. */
export type Program = { content: Buffer; signature?: Pick<PageHashes, 'hashOffset' | 'codeSizeBytes'> };

/**
 * Compiles an entry, and the files that it embeds, into one executable at `path`. The same sources give the same bytes
 * in any checkout. Bun's packages are kept in `bunFolder`, where `bunOf` finds a platform's executable. Throws when one
 * cannot be had.
 */
export const compileProgram = async (
  platform: BinaryPlatform,
  { path, identifier, files }: { path: string; identifier: string; files: readonly string[] },
  bunFolder: string,
  bunOf: typeof unpackBun = unpackBun,
): Promise<Program> => {
  const [bun, base] = [await bunOf(hostPlatform(), bunFolder), await bunOf(platform, bunFolder)];
  await mkdir(dirname(path), { recursive: true });
  const target = [`--target=bun-${platform}`, `--compile-executable-path=${base}`, `--outfile=${path}`];
  // From the root: the program remembers its sources by their path from here, wherever the checkout lies.
  await run(bun, ['build', ...flags, ...target, ...files], { cwd: root });
  const content = await readFile(path);
  if (!platform.startsWith('darwin-')) return { content };
  const { signed, ...signature } = signAdHoc(content, identifier);
  await writeFile(path, signed);
  await chmod(path, 0o755);
  return { content: signed, signature };
};
