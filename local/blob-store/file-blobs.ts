import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { TenantScope } from '#domain/access/scope.ts';
import type { BlobKey, BlobReader, BlobRemover, BlobWriter } from '#domain/ports/blob-store.ts';
import { writeDurably } from '../private-files.ts';

const digestBytes = 32;
const digestOf = (content: Uint8Array): Buffer => createHash('sha256').update(content).digest();

/** A build may be writing just now: its folder stays, what was in it before is gone. */
const unlessWritten = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOTEMPTY') throw error;
};

const orNone = (error: NodeJS.ErrnoException): [] => {
  if (error.code === 'ENOENT') return [];
  throw error;
};

/**
 * The blob store on one machine: a file for each document, its SHA-256 in front of the content. A write shows whole or not at all,
 * also when the process or the machine ends; content that no longer fits its digest is refused by name.
 */
export class FileBlobs implements BlobReader, BlobWriter, BlobRemover {
  readonly #folder: string;
  constructor(folder: string) {
    this.#folder = folder;
  }

  async read({ tenantId }: TenantScope, key: BlobKey): Promise<Uint8Array | undefined> {
    const path = this.#pathOf(tenantId, key);
    const stored = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!stored) return undefined;
    const content = stored.subarray(digestBytes);
    if (!digestOf(content).equals(stored.subarray(0, digestBytes))) throw new Error(`${path} is damaged`);
    return content;
  }

  /** Durable when it resolves. Throws DEPENDENCY_UNAVAILABLE (503) where the disk is nearly full or refuses. */
  async write({ tenantId }: TenantScope, key: BlobKey, content: Uint8Array): Promise<void> {
    await writeDurably(this.#pathOf(tenantId, key), [digestOf(content), content]);
  }

  /** `prefix` names a folder. */
  async removeBelow(
    { tenantId }: TenantScope,
    prefix: BlobKey,
    limit: number,
    chosen?: (key: BlobKey) => boolean,
  ): Promise<number> {
    const folder = this.#pathOf(tenantId, prefix);
    const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(orNone);
    const files = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const keyOf = (path: string): BlobKey => relative(join(this.#folder, tenantId), path).replaceAll(sep, '/');
    const removed = files.slice(0, limit).filter((path) => chosen?.(keyOf(path)) ?? true);
    for (const path of removed) await rm(path, { force: true });
    if (removed.length === files.length) await rm(folder, { recursive: true, force: true }).catch(unlessWritten);
    return removed.length;
  }

  /** Removes the documents of every tenant that were written before; how many went. */
  async removeWrittenBefore(before: Date): Promise<number> {
    const found = await readdir(this.#folder, { recursive: true, withFileTypes: true }).catch(orNone);
    let removed = 0;
    for (const { parentPath, name } of found.filter((entry) => entry.isFile())) {
      const path = join(parentPath, name);
      if ((await stat(path)).mtime >= before) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  /** Each tenant has a folder of its own, which no key leaves. */
  #pathOf(tenantId: string, key: BlobKey): string {
    const folder = join(this.#folder, tenantId);
    const path = join(folder, key);
    if (!/^[\w-]+$/.test(tenantId) || !path.startsWith(folder + sep))
      throw new Error('A blob key would leave its tenant.');
    return path;
  }
}
