import type { BlobSigner } from '#domain/ports/blob-store.ts';
import { documents } from './documents.ts';

export const blobSigner = (): BlobSigner => documents();
