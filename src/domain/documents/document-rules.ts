import { createHash } from 'node:crypto';
import type { FeatureScope } from '#domain/access/scope.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import type { BlobReader, BlobWriter } from '#domain/ports/blob-store.ts';
import type { Document } from '#domain/ports/document-repository.ts';

/** Stores Markdown under its hash, before any record names it. */
export const storeContent = async (
  blobs: BlobWriter,
  scope: FeatureScope,
  content: string,
): Promise<Pick<Document, 'contentHash' | 'sizeBytes'>> => {
  const bytes = Buffer.from(content);
  const contentHash = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  await blobs.write(scope, blobKeys.document(scope, contentHash), bytes, 'text/markdown; charset=utf-8');
  return { contentHash, sizeBytes: bytes.length };
};

/** The Markdown of a document; its absence is a defect. */
export const contentOf = async (
  blobs: BlobReader,
  scope: FeatureScope,
  { contentHash }: Pick<Document, 'contentHash'>,
): Promise<string> => {
  const content = await blobs.read(scope, blobKeys.document(scope, contentHash));
  if (content === undefined) throw new Error(`The stored document ${contentHash} is missing.`);
  return Buffer.from(content).toString();
};

export const documentPath = (scope: FeatureScope, documentId: string): string =>
  `/api/v1/workspaces/${scope.workspaceId}/projects/${scope.projectId}/features/${scope.featureId}/documents/${documentId}`;
