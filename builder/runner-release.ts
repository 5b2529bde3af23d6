import { createHash } from 'node:crypto';
import type { BinaryPlatform, RunnerManifest } from './runner-manifest.ts';

/** `manifest.json` of a release: that of the runners, less the platforms that it leaves out. */
export type ReleaseManifest = Omit<RunnerManifest, 'binaries'> & { binaries: Partial<RunnerManifest['binaries']> };

/** A release of runners: named by its manifest, which names every file by its hash. So whoever has the id has these very bytes. */
export type RunnerRelease = { id: string; manifest: ReleaseManifest; text: string };

/** The release of the runners of those platforms, and of `node`, which every release has. */
export const releaseOf = (manifest: RunnerManifest, platforms: readonly BinaryPlatform[]): RunnerRelease => {
  const binaries = Object.fromEntries(platforms.map((platform) => [platform, manifest.binaries[platform]]));
  const released = { ...manifest, binaries };
  const text = JSON.stringify(released);
  return { id: createHash('sha256').update(text).digest('hex'), manifest: released, text };
};

/** Where a file of a release lies in its bucket. */
export const releaseKey = (id: string, file = 'manifest.json'): string => `runners/${id}/${file}`;

/** Holds the id of the release that builds are stamped into from now on. */
export const currentReleaseKey = 'runners/current';
