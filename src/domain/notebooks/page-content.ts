import { createHash } from 'node:crypto';
import type { Tier } from '#domain/access/actor.ts';
import type { NotebookScope } from '#domain/access/scope.ts';
import { limits, pageTooLong } from '#domain/billing/limits.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import type { BlobWriter } from '#domain/ports/blob-store.ts';
import type { Page } from '#domain/ports/notebook-repository.ts';

/**
 * Stores the Markdown of a page under its hash: what is there never changes, and pages of the same content share it until their notebook
 * goes. Throws PLAN_LIMIT_REACHED for more code points than the tier allows.
 */
export const storePage = async (
  blobs: BlobWriter,
  scope: NotebookScope,
  { tier, content }: { tier: Tier; content: string },
): Promise<Pick<Page, 'characters' | 'contentHash'>> => {
  const characters = [...content].length;
  const limit = limits[tier].charactersPerPage;
  if (limit !== null && characters > limit) throw pageTooLong(tier, characters);
  const contentHash = `sha256:${createHash('sha256').update(content).digest('hex')}`;
  const bytes = Buffer.from(content);
  await blobs.write(scope, blobKeys.page(scope, contentHash), bytes, 'text/markdown; charset=utf-8');
  return { characters, contentHash };
};
