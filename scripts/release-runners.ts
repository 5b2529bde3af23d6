/**
 * `npm run release:runners -- --bucket NAME [--platforms linux-x64,darwin-arm64]`: puts the runners of `npm run build:runners` into the
 * document bucket of a stage, with their bills of materials and their provenance, has the next builds stamped into them, and prints their id.
 * Released twice is released once. `--use ID` goes back to an earlier release.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { releaseRunners, useRelease } from '#adapters/runners/release-runners.ts';
import { createS3Client } from '#adapters/s3/s3-blobs.ts';
import { runnerSourcesSha256 } from '#builder/bundle-node-runner.ts';
import { releaseOf } from '#builder/runner-release.ts';
import { type BinaryPlatform, binaryPlatforms, readRunnerManifest } from '#builder/runner-manifest.ts';

const string = { type: 'string' } as const;
const { values } = parseArgs({ options: { bucket: string, platforms: string, use: string } });
const runners = fileURLToPath(new URL('../dist/runners', import.meta.url));
const manifest = await readRunnerManifest(runners);
const platforms = values.platforms?.split(',') ?? binaryPlatforms;
const unknown = platforms.filter((platform) => !binaryPlatforms.includes(platform as BinaryPlatform));

const refusal = !values.bucket
  ? 'Name the bucket: --bucket NAME (output DocumentBucket of the data stack).'
  : unknown.length > 0
    ? `There is no platform ${unknown.join(', ')}; there are ${binaryPlatforms.join(', ')}.`
    : values.use === undefined && manifest?.sourcesSha256 !== runnerSourcesSha256()
      ? 'The runners are not built, or not of these sources: npm run build:runners'
      : undefined;
if (refusal !== undefined) {
  console.error(refusal);
  process.exit(2);
}
const client = createS3Client();
const id = values.use ?? (await releaseBuilt());
await useRelease(client, values.bucket!, id);
console.log(id);

async function releaseBuilt(): Promise<string> {
  const release = releaseOf(manifest!, platforms as BinaryPlatform[]);
  await releaseRunners(client, values.bucket!, runners, release);
  return release.id;
}
