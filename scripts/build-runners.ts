/**
 * `npm run build:runners`: one runner for each platform into `dist/runners/<platform>/`, and `dist/runners/manifest.json`.
 * Downloads nothing but Bun's npm packages, at exact versions and with their hashes compared, into `.cache/bun/`.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleNodeRunner, runnerSourcesSha256 } from '#builder/bundle-node-runner.ts';
import { bunVersion } from '#builder/bun-packages.ts';
import { compileRunner, factsOf } from '#builder/compile-runner.ts';
import {
  type BinaryPlatform,
  binaryPlatforms,
  type RunnerEntry,
  type RunnerManifest,
} from '#builder/runner-manifest.ts';

const root = join(import.meta.dirname, '..');
const runners = join(root, 'dist', 'runners');
const report = (platform: string, { sizeBytes, sha256 }: { sizeBytes: number; sha256: string }, startedMs: number) =>
  console.log(
    `${platform.padEnd(13)} ${(sizeBytes / 1e6).toFixed(1).padStart(6)} MB  sha256 ${sha256}  ${((performance.now() - startedMs) / 1000).toFixed(1)} s`,
  );

const sourcesSha256 = runnerSourcesSha256();
// While it is being made there is no release: nothing may stamp half of one.
await rm(join(runners, 'manifest.json'), { force: true });
const made: [BinaryPlatform, RunnerEntry][] = [];
for (const platform of binaryPlatforms) {
  const startedMs = performance.now();
  const entry = await compileRunner(platform, runners, join(root, '.cache', 'bun'));
  report(platform, entry, startedMs);
  made.push([platform, entry]);
}
const startedMs = performance.now();
const node = await bundleNodeRunner();
await mkdir(join(runners, 'node'), { recursive: true });
await writeFile(join(runners, 'node', 'dezycro-verify.mjs'), node);
const manifest: RunnerManifest = {
  bunVersion,
  sourcesSha256,
  binaries: Object.fromEntries(made) as RunnerManifest['binaries'],
  node: factsOf('node/dezycro-verify.mjs', node),
};
report('node', manifest.node, startedMs);
await writeFile(join(runners, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
