import type { TenantScope } from '#domain/access/scope.ts';

/**
 * Where a document lies, below the tenant's own prefix: `projects/<projectId>/…` or `notebooks/<notebookId>/…`, made by the functions of `domain/builds/blob-keys.ts`.
 * Adapters put the tenant's prefix in front, so no key can reach another tenant's documents.
 */
export type BlobKey = string;

export interface BlobReader {
  /** The whole document; undefined when there is none. */
  read(scope: TenantScope, key: BlobKey): Promise<Uint8Array | undefined>;
}

export interface BlobWriter {
  /** Writes the whole document or nothing; an existing one is replaced. */
  write(scope: TenantScope, key: BlobKey, content: Uint8Array, contentType: string): Promise<void>;
}

export interface BlobRemover {
  /** Removes documents whose keys begin with `prefix`, at most `limit`, of the first `limit` those that are `chosen`; how many went. */
  removeBelow(scope: TenantScope, prefix: BlobKey, limit: number, chosen?: (key: BlobKey) => boolean): Promise<number>;
}

export type DownloadOptions = {
  /** Name that the browser saves under; the signer reduces it to safe ASCII. */
  filename: string;
  contentType: string;
  expiresInSeconds: number;
};

export type SignedDownload = { url: string; expiresAt: Date };

export interface BlobSigner {
  /** A URL that answers GET with the document as an attachment until it expires, for whoever holds it (security and reliability §1.8). */
  signDownload(scope: TenantScope, key: BlobKey, options: DownloadOptions): Promise<SignedDownload>;
}
