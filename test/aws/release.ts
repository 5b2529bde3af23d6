import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { S3Client } from '@aws-sdk/client-s3';
import { runnerRelease } from '#adapters/runners/runner-release.ts';
import { releaseRunners, useRelease } from '#adapters/runners/release-runners.ts';
import { bunVersion } from '#builder/bun-packages.ts';
import { bundleNodeRunner, nodeRunnerBuild, runnerSourcesSha256 } from '#builder/bundle-node-runner.ts';
import { factsOf } from '#builder/compile-runner.ts';
import type { BinaryPlatform, RunnerManifest } from '#builder/runner-manifest.ts';
import { releaseOf, type RunnerRelease } from '#builder/runner-release.ts';
import { billOfMaterials } from '../../scripts/release/bill-of-materials.ts';
import { packagesIn } from '../../scripts/release/bundled-packages.ts';
import { provenanceOf } from '../../scripts/release/provenance.ts';

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

export const putRelease = async (
  endpoint: string,
  bucket: string,
  { release, runners }: Awaited<ReturnType<typeof nodeRelease>>,
): Promise<void> => {
  const client = emulatedBucket(endpoint);
  await releaseRunners(client, bucket, runners, release);
  await useRelease(client, bucket, release.id);
};

const emulatedBucket = (endpoint: string): S3Client => {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  return new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true });
};

/** As whoever runs the service does it; the next builds are stamped into it. */
export const releaseByCommand = async (bucket: string, platform: BinaryPlatform): Promise<void> => {
  const words = ['scripts/release-runners.ts', '--bucket', bucket, '--platforms', platform];
  await promisify(execFile)(process.execPath, words);
};

/** What the next builds are stamped into. */
export const currentRelease = (bucket: string): Promise<string> =>
  runnerRelease(emulatedBucket(process.env['AWS_ENDPOINT_URL']!), bucket).release();

export const switchRelease = async (bucket: string, id: string): Promise<void> => {
  await useRelease(emulatedBucket(process.env['AWS_ENDPOINT_URL']!), bucket, id);
};
