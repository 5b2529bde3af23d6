import type { BlobRemover } from '#domain/ports/blob-store.ts';
import { documents } from './documents.ts';

export const blobRemover = (): BlobRemover => documents();
