import { createHash } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';
import { assembleVerifier } from '#builder/assemble-verifier.ts';
import { patchRunner } from '#builder/materialise.ts';
import { nativePatches } from '#builder/native-patches.ts';
import type { Patch } from '#builder/plan-patches.ts';
import type { RunnerEntry } from '#builder/runner-manifest.ts';
import { releaseKey, type ReleaseManifest } from '#builder/runner-release.ts';
import { verifierContentType } from '#contract/verifier-file.ts';
import type { Artifact } from '#domain/ports/verifier-stamper.ts';
import type { BlobWriter } from '#domain/ports/blob-store.ts';
import type { Platform, StampOrder, VerifierStamper } from '#domain/ports/verifier-stamper.ts';
import { getObject } from '../s3/get-object.ts';

/** Stamps the runners of a release (`npm run release:runners`) into whole files. */
export class ReleasedRunners implements VerifierStamper {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #blobs: BlobWriter;

  constructor(client: S3Client, bucket: string, blobs: BlobWriter) {
    this.#client = client;
    this.#bucket = bucket;
    this.#blobs = blobs;
  }

  async stamp({ scope, runnerRelease, bundle, keyOf }: StampOrder): Promise<Artifact[]> {
    const manifest = JSON.parse((await this.#fetch(runnerRelease)).toString()) as ReleaseManifest;
    const runnerOf = async (entry: Pick<RunnerEntry, 'file' | 'sha256'>, patches: readonly Patch[] = []) =>
      patchRunner(await this.#fetch(runnerRelease, entry.file), entry, patches);
    const put = async (platform: Platform, file: Uint8Array): Promise<Artifact> => {
      await this.#blobs.write(scope, keyOf(platform), file, verifierContentType(platform));
      const sha256 = createHash('sha256').update(file).digest('hex');
      return { platform, sha256, sizeBytes: file.length };
    };
    const node = async () => put('node', assembleVerifier(await runnerOf(manifest.node), bundle));
    const natives = nativePatches(bundle, manifest.binaries).map(async ({ platform, entry, patches }) =>
      put(platform, await runnerOf(entry, patches)),
    );
    return Promise.all([node(), ...natives]);
  }

  async #fetch(release: string, file?: string): Promise<Buffer> {
    const Key = releaseKey(release, file);
    const content = await getObject(this.#client, { Bucket: this.#bucket, Key });
    if (content === undefined) throw new Error(`The runner ${Key} is missing.`);
    return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  }
}
