import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { nodeRunnerBuild } from '#builder/bundle-node-runner.ts';
import { compileProgram } from '#builder/compile-program.ts';
import { factsOf } from '#builder/compile-runner.ts';
import { type BinaryPlatform, binaryPlatforms, type RunnerEntry } from '#builder/runner-manifest.ts';
import { bundleNativeCli, nativeCliBuild } from './bundle-cli.ts';
import { billOfMaterials } from './release/bill-of-materials.ts';
import { bunPackage, bunTarball } from './release/bun-in-release.ts';
import { packagesIn } from './release/bundled-packages.ts';
import { provenanceOf } from './release/provenance.ts';

const root = join(import.meta.dirname, '..');

/** `dezycro-<platform>`, an executable that needs no Node: path in the folder, size and SHA-256 in hex. */
export type NativeCli = Pick<RunnerEntry, 'file' | 'sizeBytes' | 'sha256'>;

/** `manifest.json` beside the executables. `bundleSha256`: of the bundle that all were compiled from. */
export type NativeCliManifest = { bundleSha256: string; binaries: Record<BinaryPlatform, NativeCli> };

/** SHA-256 in hex of a bundle of `bundleNativeCli`. */
export const bundleSha256Of = (bundle: Uint8Array): string => createHash('sha256').update(bundle).digest('hex');

/**
 * Makes `dezycro` for each platform in a folder, with bills of materials, provenance and manifest. `report` hears of
 * each that is made. Throws when one of Bun's packages cannot be had.
 */
export const buildNativeClis = async (
  folder: string,
  bunFolder: string,
  report: (platform: BinaryPlatform, made: NativeCli) => void,
): Promise<void> => {
  const bundle = await bundleNativeCli();
  const source = join(bunFolder, 'dezycro.mjs');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await mkdir(bunFolder, { recursive: true });
  await writeFile(source, bundle);
  // The runner of platform `node` is carried along.
  const packages = [...(await packagesIn(nativeCliBuild())), ...(await packagesIn(nodeRunnerBuild()))];
  const made: [BinaryPlatform, NativeCli][] = [];
  for (const platform of binaryPlatforms) {
    const name = `dezycro-${platform}`;
    const file = platform === 'windows-x64' ? `${name}.exe` : name;
    const program = { path: join(folder, file), identifier: 'dezycro', files: [relative(root, source)] };
    const facts = factsOf(file, (await compileProgram(platform, program, bunFolder)).content);
    const bill = billOfMaterials({ name, version: facts.sha256 }, [...packages, bunPackage(platform)]);
    await writeFile(join(folder, `${name}.sbom.cdx.json`), bill);
    made.push([platform, facts]);
    report(platform, facts);
  }
  const files = made.map(([, { file, sha256 }]) => ({ file, sha256 }));
  const provenance = provenanceOf('build:runners', files, binaryPlatforms.map(bunTarball));
  await writeFile(join(folder, 'dezycro-native.provenance.json'), provenance);
  const binaries = Object.fromEntries(made) as NativeCliManifest['binaries'];
  const manifest: NativeCliManifest = { bundleSha256: bundleSha256Of(bundle), binaries };
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
};
