import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { S3Client } from '@aws-sdk/client-s3';
import { releaseRunners } from '#adapters/runners/release-runners.ts';
import { bunVersion } from '#builder/bun-packages.ts';
import { bundleNodeRunner, nodeRunnerBuild, runnerSourcesSha256 } from '#builder/bundle-node-runner.ts';
import { factsOf } from '#builder/compile-runner.ts';
import type { BinaryPlatform, RunnerManifest } from '#builder/runner-manifest.ts';
import { releaseOf, type RunnerRelease } from '#builder/runner-release.ts';
import { billOfMaterials } from '../../scripts/release/bill-of-materials.ts';
import { packagesIn } from '../../scripts/release/bundled-packages.ts';
import { provenanceOf } from '../../scripts/release/provenance.ts';
import { callEmulator } from '../support/emulator.ts';
import { deployedFunctions } from '../support/jobs.ts';

/** A release of the platform `node` alone, made in the folder: a hundred builds of native ones would fill the emulator's memory. */
export const nodeRelease = async (folder: string): Promise<{ release: RunnerRelease; runners: string }> => {
  const runner = await bundleNodeRunner();
  const node = factsOf('node/dezycro-verify.mjs', runner);
  mkdirSync(dirname(join(folder, node.file)), { recursive: true });
  writeFileSync(join(folder, node.file), runner);
  const bill = billOfMaterials(
    { name: 'dezycro-verify-node', version: node.sha256 },
    await packagesIn(nodeRunnerBuild()),
  );
  writeFileSync(join(folder, dirname(node.file), 'sbom.cdx.json'), bill);
  writeFileSync(join(folder, 'provenance.json'), provenanceOf('test:aws', [node]));
  const binaries = {} as RunnerManifest['binaries'];
  const manifest: RunnerManifest = { bunVersion, sourcesSha256: runnerSourcesSha256(), binaries, node };
  return { release: releaseOf(manifest, []), runners: folder };
};

export const putRelease = (
  endpoint: string,
  bucket: string,
  { release, runners }: Awaited<ReturnType<typeof nodeRelease>>,
) => {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true });
  return releaseRunners(client, bucket, runners, release);
};

/** As whoever runs the service does it; the id of the release. */
export const releaseByCommand = async (bucket: string, platform: BinaryPlatform): Promise<string> => {
  const words = ['scripts/release-runners.ts', '--bucket', bucket, '--platforms', platform];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return stdout.trim();
};

/** Has the next builds stamped into another release, as a deployment with its id does; the id of the release before. */
export const deployRelease = async (id: string): Promise<string> => {
  // Its name is cut off behind that.
  const name = (await deployedFunctions()).find((each) => each.includes('VerifierBuildsOrder'));
  if (name === undefined) throw new Error('No function orders verifiers.');
  const path = `/2015-03-31/functions/${name}/configuration`;
  type Configuration = { Environment: { Variables: Record<string, string> } };
  const { Environment } = JSON.parse(await callEmulator('lambda', path, { method: 'GET' })) as Configuration;
  const Variables = { ...Environment.Variables, RUNNER_RELEASE: id };
  await callEmulator('lambda', path, { method: 'PUT', body: JSON.stringify({ Environment: { Variables } }) });
  return Environment.Variables['RUNNER_RELEASE']!;
};
