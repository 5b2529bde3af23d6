/**
 * `npm run build:runners`: one runner for each platform into `dist/runners/<platform>/`, and `dist/runners/manifest.json`.
 * Beside each runner lies its bill of materials (CycloneDX), beside the manifest the provenance of all (SLSA).
 * Then `dezycro` itself for each platform, in the same way, into `dist/native/`.
 * Downloads nothing but Bun's npm packages, at exact versions and with their hashes compared, into `.cache/bun/`.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleNodeRunner, nodeRunnerBuild, runnerSourcesSha256 } from '#builder/bundle-node-runner.ts';
import { bunVersion } from '#builder/bun-packages.ts';
import { compileRunner, factsOf } from '#builder/compile-runner.ts';
import {
  type BinaryPlatform,
  binaryPlatforms,
  type RunnerEntry,
  type RunnerManifest,
} from '#builder/runner-manifest.ts';
import { buildNativeClis } from './native-cli.ts';
import { billOfMaterials } from './release/bill-of-materials.ts';
import { bunPackage, bunTarball } from './release/bun-in-release.ts';
import { type BundledPackage, packagesIn } from './release/bundled-packages.ts';
import { provenanceOf } from './release/provenance.ts';

const root = join(import.meta.dirname, '..');
const runners = join(root, 'dist', 'runners');
const report = (platform: string, { sizeBytes, sha256 }: { sizeBytes: number; sha256: string }, startedMs: number) =>
  console.log(
    `${platform.padEnd(21)} ${(sizeBytes / 1e6).toFixed(1).padStart(6)} MB  sha256 ${sha256}  ${((performance.now() - startedMs) / 1000).toFixed(1)} s`,
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
const writeBill = (platform: string, { sha256 }: { sha256: string }, packages: BundledPackage[]) =>
  writeFile(
    join(runners, platform, 'sbom.cdx.json'),
    billOfMaterials({ name: `dezycro-verify-${platform}`, version: sha256 }, packages),
  );
const nativeBuild = { ...nodeRunnerBuild(), entryPoints: ['verifier/cli/main.bun.ts'], external: ['*.bin', 'bun'] };
const inNative = await packagesIn(nativeBuild);
for (const [platform, entry] of made) await writeBill(platform, entry, [...inNative, bunPackage(platform)]);
await writeBill('node', manifest.node, await packagesIn(nodeRunnerBuild()));
const files = [...made.map(([, entry]) => entry), manifest.node];
await writeFile(
  join(runners, 'provenance.json'),
  provenanceOf('build:runners', files, binaryPlatforms.map(bunTarball)),
);
await writeFile(join(runners, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);

let startedAtMs = performance.now();
await buildNativeClis(join(root, 'dist', 'native'), join(root, '.cache', 'bun'), (platform, made) => {
  report(`dezycro ${platform}`, made, startedAtMs);
  startedAtMs = performance.now();
});
