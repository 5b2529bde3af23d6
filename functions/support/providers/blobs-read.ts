import type { BlobReader } from '#domain/ports/blob-store.ts';
import { documents } from './documents.ts';

export const blobReader = (): BlobReader => documents();
