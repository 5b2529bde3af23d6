import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Platforms whose verifier is one native file (decision record 12); `node` is an ES module and has no slot of fixed size. */
export const binaryPlatforms = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'windows-x64'] as const;
export type BinaryPlatform = (typeof binaryPlatforms)[number];

/** All that stamping a runner needs to know of it; the file itself, some 100 MB, is not read for that. */
export type RunnerEntry = {
  /** Path from the manifest's folder. */
  file: string;
  sizeBytes: number;
  /** Of the runner with its slot empty, in hex. */
  sha256: string;
  slot: { offset: number; sizeBytes: number };
  /** State of SHA-256 behind all that lies before the slot (`hashUpTo`). */
  hashUpToSlot: string;
  /** Mach-O only: the page hashes of the ad-hoc signature, which change with the slot. */
  signature?: PageHashes;
};

export type PageHashes = {
  /** Where the hash of page 0 stands in the file. */
  hashOffset: number;
  /** Bytes of the file that the hashes cover; the last page may be short. */
  codeSizeBytes: number;
  /** What stands in the slot's first page before it and in its last page behind it, base64. */
  beforeSlot: string;
  afterSlot: string;
};

/** `manifest.json`: one release of the runners. */
export type RunnerManifest = {
  bunVersion: string;
  /** Of the sources that the runners were made from, in hex. */
  sourcesSha256: string;
  binaries: Record<BinaryPlatform, RunnerEntry>;
  node: Pick<RunnerEntry, 'file' | 'sizeBytes' | 'sha256'>;
};

/** The manifest of a folder of runners, undefined where there is none. */
export const readRunnerManifest = async (folder: string): Promise<RunnerManifest | undefined> => {
  try {
    return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as RunnerManifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};
