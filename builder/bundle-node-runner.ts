import { createHash, randomUUID } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';
import { oneHttpParser } from './one-http-parser.ts';
import { packedSandbox } from './packed-sandbox.ts';
import { slimUndici } from './slim-undici.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['verifier/**/*.{ts,json}', 'builder/*.ts', 'package-lock.json'];

/** Packages in CommonJS ask for `require`, which ES modules do not have. */
const requireForCommonJs =
  "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);";

/** How the runner of platform `node` is bundled: one ES module for Node 22 and newer. */
export const nodeRunnerBuild = (): BuildOptions => ({
  absWorkingDir: root,
  entryPoints: ['verifier/cli/main.node.ts'],
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  banner: { js: `#!/usr/bin/env node\n${requireForCommonJs}` },
  legalComments: 'none',
  plugins: [packedSandbox, oneHttpParser, slimUndici],
  logLevel: 'error',
});

/**
 * The runner of platform `node`: the verifier and its libraries in one ES module for Node 22 and newer, its plan slot still empty.
 * Made once for each state of the sources and then kept in `.cache/`; the same sources give the same bytes.
 */
export const bundleNodeRunner = async (cacheFolder = join(root, '.cache', 'runners')): Promise<Uint8Array> => {
  const path = join(cacheFolder, `${runnerSourcesSha256()}.mjs`);
  if (existsSync(path)) return readFileSync(path);
  const { build } = await import('esbuild');
  const { outputFiles } = await build({ ...nodeRunnerBuild(), write: false });
  const runner = outputFiles[0]!.contents;
  const unfinished = `${path}.${randomUUID()}.unfinished`;
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(unfinished, runner);
  renameSync(unfinished, path);
  return runner;
};

/** SHA-256 in hex of all that runners are made from: another hash, other runners. */
export const runnerSourcesSha256 = (folder = root): string => {
  const hash = createHash('sha256');
  for (const path of globSync(sources, { cwd: folder }).toSorted()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(folder, path)))
      .update('\0');
  }
  return hash.digest('hex');
};
