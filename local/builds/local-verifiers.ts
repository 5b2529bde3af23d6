import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assembleVerifier } from '#builder/assemble-verifier.ts';
import { hashFrom } from '#builder/half-hash.ts';
import { patchRunner } from '#builder/materialise.ts';
import { nativePatches } from '#builder/native-patches.ts';
import type { Patch } from '#builder/plan-patches.ts';
import {
  type BinaryPlatform,
  readRunnerManifest,
  type RunnerEntry,
  type RunnerManifest,
} from '#builder/runner-manifest.ts';
import { verifierContentType } from '#contract/verifier-file.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { Artifact } from '#domain/ports/verifier-stamper.ts';
import type { BlobKey, BlobReader, BlobWriter } from '#domain/ports/blob-store.ts';
import type { RunnerReader, StampOrder, VerifierStamper } from '#domain/ports/verifier-stamper.ts';
import { TaskError } from '#domain/task-failure.ts';
import { onceDone } from './once-done.ts';

const builtRunners = fileURLToPath(new URL('../../dist/runners', import.meta.url));

/** Beside where a native file shall be until somebody wants it: the runner, and what makes it the verifier. */
type Recipe = { platform: BinaryPlatform; runnerSha256: string; patches: { offset: number; base64: string }[] };
const recipeKey = (key: BlobKey): BlobKey => `${key}.patches.json`;

/**
 * Stamps verifiers on one machine: the `node` file at once; of native ones the hash and the patches, and the file at its first download.
 * Native runners are those of `npm run build:runners`, as long as they are of the sources here; without them there is `node` alone.
 */
export class LocalVerifiers implements RunnerReader, VerifierStamper, BlobReader {
  readonly #blobs: BlobReader & BlobWriter;
  readonly #folder: string;
  readonly #own = onceDone(ownRunner);

  constructor(blobs: BlobReader & BlobWriter, folder: string = builtRunners) {
    this.#blobs = blobs;
    this.#folder = folder;
  }

  async release(): Promise<string> {
    const { node, natives } = await this.#runnersNow();
    const hash = createHash('sha256').update(node);
    for (const [platform, { sha256 }] of Object.entries(natives)) hash.update(`${platform} ${sha256}\n`);
    return hash.digest('hex');
  }

  async stamp({ scope, runnerRelease, bundle, keyOf }: StampOrder): Promise<Artifact[]> {
    if (runnerRelease !== (await this.release()))
      throw new TaskError('RUNNER_RELEASE_MISSING', 'The runners were built anew meanwhile. Build again.');
    const { node, natives } = await this.#runnersNow();
    const file = assembleVerifier(node, bundle);
    await this.#blobs.write(scope, keyOf('node'), file, verifierContentType('node'));
    const sha256 = createHash('sha256').update(file).digest('hex');
    const artifacts: Artifact[] = [{ platform: 'node', sha256, sizeBytes: file.length }];
    for (const { platform, entry, patches } of nativePatches(bundle, natives)) {
      const hash = await this.#hashOf(entry, patches);
      await this.#writeRecipe(scope, keyOf(platform), {
        platform,
        runnerSha256: entry.sha256,
        patches: asText(patches),
      });
      artifacts.push({ platform, sha256: hash, sizeBytes: entry.sizeBytes });
    }
    return artifacts;
  }

  /** Any document; a native verifier is made now where only its recipe is there. Undefined too where its runner is gone. */
  async read(scope: TenantScope, key: BlobKey): Promise<Uint8Array | undefined> {
    const stored = await this.#blobs.read(scope, key);
    if (stored !== undefined) return stored;
    const written = await this.#blobs.read(scope, recipeKey(key));
    if (written === undefined) return undefined;
    const { platform, runnerSha256, patches } = JSON.parse(Buffer.from(written).toString()) as Recipe;
    const entry = (await readRunnerManifest(this.#folder))?.binaries[platform];
    if (entry?.sha256 !== runnerSha256) return undefined;
    const bytes = patches.map(({ offset, base64 }) => ({ offset, bytes: Buffer.from(base64, 'base64') }));
    const file = patchRunner(await readFile(join(this.#folder, entry.file)), entry, bytes);
    await this.#blobs.write(scope, key, file, verifierContentType(platform));
    return file;
  }

  #writeRecipe(scope: TenantScope, key: BlobKey, recipe: Recipe): Promise<void> {
    return this.#blobs.write(scope, recipeKey(key), Buffer.from(JSON.stringify(recipe)), 'application/json');
  }

  /** Of native ones asked each time: they may be built while the service runs. */
  async #runnersNow(): Promise<{ node: Uint8Array; natives: Partial<RunnerManifest['binaries']> }> {
    const [{ node, sourcesSha256 }, manifest] = await Promise.all([this.#own(), readRunnerManifest(this.#folder)]);
    const isCurrent = manifest?.sourcesSha256 === sourcesSha256;
    return { node, natives: isCurrent ? manifest.binaries : {} };
  }

  /** Of the runner with the patches, none of which lies before its slot; what does lie there is not read. */
  async #hashOf({ file, sizeBytes, slot, hashUpToSlot }: RunnerEntry, patches: readonly Patch[]): Promise<string> {
    const runner = await open(join(this.#folder, file));
    try {
      const rest = Buffer.alloc(sizeBytes - slot.offset);
      await runner.read(rest, 0, rest.length, slot.offset);
      for (const { offset, bytes } of patches) bytes.copy(rest, offset - slot.offset);
      return await hashFrom(hashUpToSlot, rest);
    } finally {
      await runner.close();
    }
  }
}

/** The runner of platform `node`. It is bundled with esbuild where it was not before; a start does without. */
const ownRunner = async (): Promise<{ node: Uint8Array; sourcesSha256: string }> => {
  const { bundleNodeRunner, runnerSourcesSha256 } = await import('#builder/bundle-node-runner.ts');
  return { node: await bundleNodeRunner(), sourcesSha256: runnerSourcesSha256() };
};

const asText = (patches: readonly Patch[]): Recipe['patches'] =>
  patches.map(({ offset, bytes }) => ({ offset, base64: bytes.toString('base64') }));
