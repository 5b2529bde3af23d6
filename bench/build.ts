import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Client } from '@aws-sdk/client-s3';
import { ReleasedRunners } from '#adapters/runners/released-runners.ts';
import { planPatches } from '#builder/plan-patches.ts';
import { binaryPlatforms } from '#builder/runner-manifest.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import { encodePlanSlot } from '#verifier/plan/plan-slot.ts';
import { FileBlobs } from '../local/blob-store/file-blobs.ts';
import { builtRunners, runnersFolder } from '../test/builder/built-runners.ts';
import { manyJourneys } from '../test/builder/many-journeys.ts';
import type { Figure } from './main.ts';
import { atMost, median } from './measure.ts';

/** Stamps whole files like the container on AWS, with this disk as the object store. */
const wholeFiles = async (bundle: PlanBundle): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'whole-files-'));
  const get = ({ input: { Key } }: { input: { Key: string } }) => ({
    Body: { transformToByteArray: () => readFile(join(runnersFolder, Key.replace(/^runners\/\w+\//, ''))) },
  });
  const store = { send: async (command: never) => get(command) } as unknown as S3Client;
  const stamper = new ReleasedRunners(store, 'runners', new FileBlobs(folder));
  const startedMs = performance.now();
  const keyOf = (platform: string): string => platform;
  await stamper.stamp({ scope: mintScope.tenant('bench'), runnerRelease: 'disk', bundle, keyOf });
  const tookSeconds = (performance.now() - startedMs) / 1000;
  rmSync(folder, { recursive: true });
  return tookSeconds;
};

/** The bytes and time to stamp a bundle of 400 journeys into the runners of all five platforms. */
export const run = async (): Promise<Figure[]> => {
  const manifest = await builtRunners();
  if (manifest === undefined) return [];
  const bundle = manyJourneys(400);
  let bytes = 0;
  const once = (): number => {
    const startedMs = performance.now();
    const text = encodePlanSlot(bundle);
    const patches = binaryPlatforms.flatMap((platform) => planPatches(text, manifest.binaries[platform]));
    const took = performance.now() - startedMs;
    bytes = patches.reduce((sum, patch) => sum + patch.bytes.length, 0);
    return took;
  };
  const first = once();
  const later = Array.from({ length: 21 }, once);
  return [
    atMost('plan JSON, for comparison', JSON.stringify(bundle).length / 1000, Infinity, 'kB'),
    atMost('patches for five platforms', bytes / 1000, Infinity, 'kB'),
    atMost('patches for five platforms, first time', first, Infinity, 'ms'),
    atMost('patches for five platforms (median of 21)', median(later), 10, 'ms'),
    atMost('patches for five platforms (quickest)', Math.min(...later), Infinity, 'ms'),
    atMost('every platform stamped, hashed and written whole', await wholeFiles(bundle), 10, 's'),
  ];
};
